//! The camera follows the story by itself: it goes to what is most worth seeing, stays long enough, moves gently, and
//! lets go as soon as the player takes it.
//!
//! | file | concern |
//! |---|---|
//! | `pick` | what is worth seeing, how long, and when to go on (pure) |
//! | `shots` | what there is to be seen, and in what words |
//!
//! Rule: it looks at what anybody could see who were everywhere; nothing in the town knows that it is looked at.

mod pick;
mod shots;

use bevy::{prelude::*, time::Real};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::Align2;

use self::{
    pick::{Choice, What},
    shots::Town,
};
use super::{
    Following, TILE,
    avatar::PlayerState,
    camera::{self, Moved, SafeArea, Viewpoint, middle},
    goals,
    keys::bind::Bindings,
    overlays::Overlay,
    panels::{
        PanelsDrawn,
        widgets::{faint, short_line},
    },
    scene::Scene,
    stage::Stage,
};
use crate::{
    clock::{AgentId, Calendar, Driver, driver::drive},
    schedule::TownResources,
};

/// Seconds between two looks round.
const INTERVAL: f32 = 0.5;
/// At more game minutes a second a talk is over before the camera is there: it looks at places.
const BY_PLACE: f32 = 4.5;
/// The share of its way, about, that the camera goes in a second.
const GENTLY: f32 = 1.6;
/// Most letters of what the plate says.
const LONG: usize = 90;

/// Does the camera follow the story?
#[derive(Resource, Default)]
pub struct Story {
    on: bool,
    choice: Choice,
    pause: f32,
    /// Where the camera was put last, at which zoom and in which window: elsewhere, it is the player's.
    put: Option<(Vec2, i32, UVec2)>,
    words: String,
    /// Game minutes a second, as they were asked for.
    minutes: f32,
}

impl Story {
    /// Does it?
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Begins, or ends.
    pub fn toggle(&mut self) {
        *self = Self { on: !self.on, ..Self::default() };
    }
}

fn look_round(
    mut story: ResMut<Story>,
    town: Town,
    (driver, calendar, time): (Res<Driver>, Res<Calendar>, Res<Time<Real>>),
) {
    let seconds = time.delta_secs().min(0.5);
    story.choice.pass(seconds);
    story.pause -= seconds;
    if story.pause > 0.0 {
        return;
    }
    story.pause = INTERVAL;
    story.minutes = driver.speed.map_or(f64::MAX, |ticks| ticks * f64::from(calendar.tick_seconds) / 60.0) as f32;
    let mut shots = if story.minutes > BY_PLACE { town.places() } else { town.near() };
    // The order of a query is no reason to look elsewhere.
    shots.sort_by(|a, b| b.worth.total_cmp(&a.worth).then_with(|| a.what.cmp(&b.what)));
    story.choice.choose(&shots);
    story.words = story.choice.now().map(|shot| short_line(&shot.words, LONG)).unwrap_or_default();
}

fn steer(
    mut story: ResMut<Story>,
    mut look: ResMut<Viewpoint>,
    (mut you, mut following): (ResMut<PlayerState>, ResMut<Following>),
    (town, room, time): (Town, Res<SafeArea>, Res<Time<Real>>),
) {
    let moved = story.put.is_some_and(|(at, zoom, window)| {
        look.zoom == zoom && look.window == window && look.middle.distance(at) > 0.75
    });
    if story.put.is_some() && (moved || following.0 || you.camera_follows) {
        *story = Story::default();
        return;
    }
    // It is the story that is followed now, and nobody in it.
    following.set_if_neq(Following(false));
    if you.camera_follows {
        you.camera_follows = false;
    }
    let feet = |id: &AgentId| {
        let found = town.people.iter().find(|(one, ..)| *one == id);
        found.map(|(_, _, feet, ..)| Vec2::new(feet.0.x, -feet.0.y - TILE * 0.5))
    };
    let goal = story.choice.now().and_then(|shot| match shot.what {
        What::Talk(id) => town.talks.open.get(&id).and_then(|talk| {
            let places: Vec<Vec2> = talk.members.iter().filter_map(feet).collect();
            (!places.is_empty()).then(|| places.iter().sum::<Vec2>() / places.len() as f32)
        }),
        What::Thing(id) => town.map.object(id).cells.first().map(|tile| middle(*tile)),
        What::Person(id) => feet(&id),
        What::Place(arena) => {
            let map = &town.map;
            let cells = (0..map.arena_at.len()).filter(|n| map.arena_at[*n] == Some(arena)).map(|n| map.tile(n));
            let all =
                cells.map(|tile| Rect::from_center_size(middle(tile), Vec2::ZERO)).reduce(|all, one| all.union(one));
            all.map(|all| all.center())
        }
    });
    if let Some(goal) = goal {
        // Where no panel hides it.
        let goal = goal + (look.window.as_vec2() / 2.0 - room.stand(&look)) / look.factor();
        // Gently; where time goes so many times as fast, so many times as fast.
        let gently = GENTLY * story.minutes.max(1.0) * time.delta_secs().min(0.6);
        let at = look.middle.lerp(goal, 1.0 - (-gently).exp());
        let there = at.distance(goal) * look.factor() < 0.6;
        look.aim(if there { goal } else { at });
    }
    story.put = Some((look.middle, look.zoom, look.window));
}

pub(super) fn draw(mut stage: Stage, story: Res<Story>, bindings: Res<Bindings>) {
    let at = (Align2::RIGHT_BOTTOM, stage.room().right_bottom());
    let key = bindings.named("story");
    stage.plate(Overlay::Story, at, |ui| {
        let what = if story.words.is_empty() { "all is quiet" } else { &story.words };
        ui.add(egui::Label::new(faint(format!("Following the story ({key}): {what}"))).extend());
    });
}

/// Adds the camera's own way.
pub fn plugin(app: &mut App) {
    let on = |scene: Res<State<Scene>>, story: Res<Story>| *scene == Scene::Town && story.on;
    app.init_town_resource::<Story>()
        .add_systems(Update, look_round.after(drive).run_if(on))
        .add_systems(PostUpdate, steer.in_set(Moved).after(camera::follow).run_if(on))
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).after(goals::draw).run_if(on));
}

//! The timeline of a town that is shown as it was recorded: play, play back, any speed, any moment, the next mark of
//! somebody; and going on from a moment, in a save of its own.
//!
//! | file | concern |
//! |---|---|
//! | `marks` | what can be found on it |
//! | `draw` | the strip at the foot of the window |

mod draw;
mod marks;

use bevy::{prelude::*, time::Real};
use bevy_egui::EguiPrimaryContextPass;

use self::marks::Mark;
use super::{
    Following, Notice, Selected,
    camera::Viewpoint,
    dock::Dock,
    home::Home,
    keys::Keyboard,
    marks::Marks,
    panels::{PanelsDrawn, widgets::short_line},
    scene::{Scene, TownState},
    speed::ticks_per_second,
    story::Story,
    ticker,
    travel::{PendingTravel, TravelTarget},
};
use crate::{
    clock::{AgentId, Calendar, Driver, Now, Roster, driver::drive},
    schedule::TownResources,
    town::{Recorded, TownError, TownInfo, seek},
    world::Tile,
};

/// Speeds, as multiples of the slowest at which one plays, and what they are called.
const SPEEDS: [(f64, &str); 7] =
    [(0.25, "1/4×"), (1.0, "1×"), (4.0, "4×"), (16.0, "16×"), (60.0, "60×"), (240.0, "240×"), (600.0, "600×")];

/// Seconds for which one has just come to a mark.
const JUST: f64 = 2.0;

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    /// To be at this tick.
    Tick(u64),
    /// To be at this tick, with this person in the middle of the window.
    Mark(u64, Option<AgentId>),
    /// To go on living from here.
    GoOn,
}

/// How the town is played.
#[derive(Resource)]
struct Timeline {
    marks: Option<Vec<Mark>>,
    /// By its place in [`SPEEDS`].
    speed: usize,
    /// Time goes back.
    back: bool,
    /// Ticks that time has gone back since the last whole one.
    owed: f64,
    wish: Option<Wish>,
}

impl Default for Timeline {
    fn default() -> Self {
        Self { marks: None, speed: 1, back: false, owed: 0.0, wish: None }
    }
}

impl Timeline {
    /// Ticks a second.
    fn rate(&self, calendar: &Calendar) -> f64 {
        SPEEDS[self.speed.min(SPEEDS.len() - 1)].0 * ticks_per_second(1, calendar)
    }

    /// To the next mark, or to the one before: of this person, or of anybody. Whoever has just come to a mark goes on
    /// playing meanwhile, and does not want it again.
    fn beside(&self, now: u64, (calendar, of): (&Calendar, Option<AgentId>), later: bool) -> Option<Wish> {
        let just = if later { 0 } else { (self.rate(calendar) * JUST) as u64 };
        let all = self.marks.as_deref().unwrap_or_default();
        marks::beside(all, now.saturating_sub(just), of, later).map(Mark::wish)
    }

    /// Plays at a speed by its place in [`SPEEDS`], onwards or back.
    fn play(&mut self, driver: &mut Driver, calendar: &Calendar, (speed, back): (usize, bool)) {
        (self.speed, self.back) = (speed.min(SPEEDS.len() - 1), back);
        driver.speed = Some(if back { 0.0 } else { self.rate(calendar) });
    }
}

/// Says why nothing more can be shown, and stands still there; whoever plays on from elsewhere tries again.
fn stop(mut recorded: ResMut<Recorded>, mut driver: ResMut<Driver>, mut notices: MessageWriter<Notice>) {
    if let Some(why) = recorded.bypass_change_detection().fault.take() {
        driver.speed = Some(0.0);
        notices.write(Notice(format!("Nothing more can be shown from here: {why}")));
    }
}

/// Reads the marks once, and lets time go back.
fn advance(
    (mut recorded, mut timeline): (ResMut<Recorded>, ResMut<Timeline>),
    (now, calendar, mut driver): (Res<Now>, Res<Calendar>, ResMut<Driver>),
    (keyboard, selected): (Keyboard, Res<Selected>),
    (time, mut notices): (Res<Time<Real>>, MessageWriter<Notice>),
) {
    if timeline.marks.is_none() {
        timeline.marks = Some(marks::read(&mut recorded).unwrap_or_else(|why| {
            notices.write(Notice(format!("The timeline has no marks: {why}")));
            Vec::new()
        }));
    }
    for (key, later) in [("next mark", true), ("mark before", false)] {
        if keyboard.just_pressed(key) {
            timeline.wish = timeline.beside(now.0, (&calendar, selected.0), later).or(timeline.wish);
        }
    }
    // By a key for a speed, or for going on.
    if driver.speed.is_some_and(|speed| speed > 0.0) {
        timeline.back = false;
    }
    if timeline.back {
        timeline.owed += timeline.rate(&calendar) * time.delta_secs_f64();
        let whole = timeline.owed.floor();
        timeline.owed -= whole;
        if whole > 0.0 {
            let to = now.0.saturating_sub(whole as u64);
            timeline.wish.get_or_insert(Wish::Tick(to));
            if to == 0 {
                timeline.back = false;
                driver.speed = Some(0.0);
            }
        }
    }
}

/// Does what was asked for.
fn obey(world: &mut World) {
    let Some(wish) = world.resource_mut::<Timeline>().bypass_change_detection().wish.take() else { return };
    let done = match wish {
        Wish::Tick(tick) => jump(world, tick),
        Wish::Mark(tick, who) => jump(world, tick).map(|()| look_at(world, who)),
        Wish::GoOn => go_on(world),
    };
    if let Err(trouble) = done {
        world.write_message(Notice(trouble.to_string()));
    }
}

fn jump(world: &mut World, tick: u64) -> Result<(), TownError> {
    let tick = seek(world, tick)?;
    // They tell of what is new.
    world.insert_resource(Marks::default());
    world.insert_resource(Story::default());
    ticker::start_anew(world);
    tracing::info!(target: "screen", tick, "shown");
    Ok(())
}

fn look_at(world: &mut World, who: Option<AgentId>) {
    let entity = who.and_then(|who| world.resource::<Roster>().0.get(&who).copied());
    if let Some(tile) = entity.and_then(|entity| world.get::<Tile>(entity)).copied()
        && !world.resource::<Following>().0
    {
        world.resource_mut::<Viewpoint>().go_to(tile);
    }
}

fn go_on(world: &mut World) -> Result<(), TownError> {
    let (at, home) = (world.resource::<Now>().0, world.get_resource::<Home>().cloned());
    let (Some(home), info) = (home, world.resource::<TownInfo>().clone()) else { return Ok(()) };
    home.shelf.make()?;
    let file = home.shelf.fresh(&info.meta.scenario);
    world.resource_mut::<Recorded>().fork(at, &file)?;
    let options = home.from_save(file, &info.meta.scenario);
    tracing::info!(target: "screen", tick = at, "forked");
    let town = TravelTarget::Town(Box::new(options), short_line(&info.name, 40));
    world.resource_mut::<PendingTravel>().to(town);
    Ok(())
}

/// The strip keeps its room.
fn make_room(recorded: Option<Res<Recorded>>, scene: Res<State<Scene>>, mut dock: ResMut<Dock>) {
    let foot = if recorded.is_some() && *scene == Scene::Town { draw::HEIGHT } else { 0.0 };
    if dock.foot != foot {
        dock.foot = foot;
    }
}

/// Adds the timeline.
pub fn plugin(app: &mut App) {
    let shown = || in_state(TownState::Open).and_then(resource_exists::<Recorded>);
    app.init_town_resource::<Timeline>()
        .add_systems(Update, (stop, advance, obey).chain().after(drive).run_if(shown()))
        .add_systems(Update, make_room)
        .add_systems(
            EguiPrimaryContextPass,
            draw::draw.after(PanelsDrawn).run_if(in_state(Scene::Town)).run_if(resource_exists::<Recorded>),
        );
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::{data::Data, headless};

    #[test]
    fn a_save_that_cannot_be_read_on_is_told_of() {
        let folder = tempfile::tempdir().expect("a folder");
        let (save, copy) = (Path::new("assets/recordings/harbour.town"), folder.path().join("harbour.town"));
        std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(save), &copy).expect("a copy");
        let (mut app, _) = headless::recorded(&copy, 1, &Data::built_in()).unwrap_or_else(|why| panic!("{why}"));
        let world = app.world_mut();
        world.init_resource::<Messages<Notice>>();
        world.resource_mut::<Driver>().speed = Some(1.0);
        let told = |world: &mut World| {
            world.run_system_once(stop).expect("it runs");
            world.resource_mut::<Messages<Notice>>().drain().map(|Notice(words)| words).collect::<Vec<_>>()
        };
        assert!(told(world).is_empty() && world.resource::<Driver>().speed == Some(1.0));
        world.resource_mut::<Recorded>().fault = Some("harbour.town is damaged".into());
        assert_eq!(told(world), ["Nothing more can be shown from here: harbour.town is damaged"]);
        assert_eq!(world.resource::<Driver>().speed, Some(0.0));
        assert!(told(world).is_empty(), "once");
    }
}

//! The camera follows the story by itself: it goes to what is most worth seeing, stays long enough, moves gently, and
//! lets go as soon as the player takes it.
//!
//! | file | concern |
//! |---|---|
//! | `pick` | what is worth seeing, how long, and when to go on (pure) |
//!
//! Rule: it looks at what anybody could see who were everywhere; nothing in the town knows that it is looked at.

mod pick;

use std::collections::BTreeSet;

use bevy::{prelude::*, time::Real};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Order, vec2};

use self::pick::{Choice, Shot, What};
use super::{
    Feet, Following, TILE,
    avatar::You,
    camera::{Look, Moved},
    dock::Dock,
    drama::{Deeds, Drama, Seen},
    keys::bind::Bindings,
    panels::{
        PanelsDrawn, Paper,
        style::{faint, plate},
        telling::short_place,
    },
    scene::in_town,
    tame::tame,
};
use crate::{
    agent::{
        CurrentAction, Persona,
        dialogue::{Talk, Talks},
        reaction::Errand,
        scenario::News,
    },
    clock::{AgentId, Driver, Now},
    mind::builtin::tongue::hear::Deed,
    schedule::OfTown,
    town::Played,
    world::{ObjectId, ObjectState, TownMap},
};

/// Seconds between two looks round.
const EVERY: f32 = 0.5;
/// How fast the camera goes after what it looks at, a second.
const GENTLY: f32 = 1.6;
/// Most letters of what the plate says.
const LONG: usize = 60;
/// For how long it is worth seeing how somebody parted from another: ticks, and seconds where time goes fast.
const FRESH: (u64, f64) = (90, 8.0);

/// Does the camera follow the story?
#[derive(Resource, Default)]
pub struct Story {
    on: bool,
    choice: Choice,
    pause: f32,
    /// Where the camera was put last, at which zoom and in which window: elsewhere, it is the player's.
    put: Option<(Vec2, i32, UVec2)>,
    words: String,
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

type Watched =
    (&'static AgentId, &'static Persona, &'static Feet, Option<&'static Errand>, Option<&'static CurrentAction>);

/// `Ada`.
fn first(id: AgentId, people: &Query<Watched>) -> Option<String> {
    let found = people.iter().find(|(one, ..)| **one == id);
    found.and_then(|(_, persona, ..)| persona.name.split_whitespace().next().map(str::to_owned))
}

/// `Ada and Carl talk`, or what the last of them did by a line: `Ada invites Carl`.
fn told(talk: &Talk, deeds: &[Deeds], people: &Query<Watched>) -> String {
    let named = |without: Option<AgentId>| {
        let members = talk.members.iter().filter(|id| Some(**id) != without);
        members.filter_map(|id| first(*id, people)).collect::<Vec<_>>().join(" and ")
    };
    let Some((last, by)) = deeds.last().and_then(|last| Some((last, first(last.by, people)?))) else {
        return format!("{} talk", named(None));
    };
    let others = named(Some(last.by));
    match last.deed {
        Deed::Asks => format!("{by} asks {others} for help"),
        Deed::Invites => format!("{by} invites {others}"),
        Deed::Declines => format!("{by} says no to {others}"),
        Deed::Dislikes => format!("{by} speaks ill of somebody, to {others}"),
        Deed::Scolds => format!("{by} has hard words for {others}"),
    }
}

/// How much a talk is worth: it carries news, or an invitation to what the news is about; the two have never talked;
/// somebody is invited, refused, spoken ill of.
fn worth(talk: &Talk, deeds: &[Deeds], news: &[News], met: &BTreeSet<Vec<AgentId>>) -> f32 {
    let told = |one: &News| talk.lines.iter().any(|line| one.told_in(&line.words));
    let tells = news.iter().filter(|one| told(one)).map(|one| if one.event.is_some() { 35.0 } else { 30.0 });
    let new = if met.contains(&pair(talk)) { 0.0 } else { 12.0 };
    let deeds = deeds.iter().map(|one| pick::deed(one.deed)).fold(0.0, f32::max);
    pick::TALK + tells.fold(0.0, f32::max) + new + deeds
}

fn pair(talk: &Talk) -> Vec<AgentId> {
    let mut members = talk.members.clone();
    members.extend(talk.lines.iter().map(|line| line.by));
    members.sort();
    members.dedup();
    members
}

fn look_round(
    mut story: ResMut<Story>,
    (now, talks, map): (Option<Res<Now>>, Option<Res<Talks>>, Option<Res<TownMap>>),
    (played, drama, driver): (Option<Res<Played>>, Res<Drama>, Option<Res<Driver>>),
    people: Query<Watched>,
    things: Query<(&ObjectId, &ObjectState)>,
    time: Res<Time<Real>>,
) {
    let (Some(now), Some(talks), Some(map), Some(played)) = (now, talks, map, played) else { return };
    if !story.on {
        return;
    }
    let seconds = time.delta_secs().min(0.5);
    story.choice.pass(seconds);
    story.pause -= seconds;
    if story.pause > 0.0 {
        return;
    }
    story.pause = EVERY;
    let met: BTreeSet<Vec<AgentId>> = talks.over.iter().map(|(_, talk)| pair(talk)).collect();
    let mut shots = Vec::new();
    for (id, talk) in &talks.open {
        if talk.lines.iter().any(|line| line.from <= now.0) {
            let deeds = drama.of(*id);
            let worth = worth(talk, deeds, &played.news, &met);
            shots.push(Shot { what: What::Talk(*id), worth, words: told(talk, deeds, &people) });
        }
    }
    let speed = driver.and_then(|driver| driver.speed).unwrap_or_default();
    let fresh = FRESH.0.max((speed * FRESH.1) as u64);
    for after in drama.since(0).0.filter(|after| after.tick + fresh > now.0) {
        shots.push(Shot { what: What::Person(after.who), worth: pick::parted(after.sort), words: after.words.clone() });
    }
    for (id, state) in &things {
        let Some(condition) = &state.condition else { continue };
        let object = map.object(*id);
        let words = format!("{}: {}, {}", object.name, tame(&condition.what, 30), short_place(&map, object.arena));
        shots.push(Shot { what: What::Thing(*id), worth: pick::danger(&condition.what), words });
    }
    for (id, persona, _, errand, action) in &people {
        if let Some(doing) = errand.and_then(|errand| errand.0.as_ref()) {
            let words = format!("{}: {}", persona.name, doing.what);
            shots.push(Shot { what: What::Person(*id), worth: pick::ERRAND, words });
        } else {
            let asleep = action.is_some_and(|action| action.asleep);
            let worth = pick::anybody(*id, now.0) * if asleep { pick::ASLEEP } else { 1.0 };
            let words = match action {
                Some(action) if !action.what.is_empty() => format!("{}: {}", persona.name, action.what),
                _ => persona.name.clone(),
            };
            shots.push(Shot { what: What::Person(*id), worth, words });
        }
    }
    // The order of a query is no reason to look elsewhere.
    shots.sort_by(|a, b| b.worth.total_cmp(&a.worth).then_with(|| a.what.cmp(&b.what)));
    story.choice.choose(&shots);
    story.words = story.choice.now().map(|shot| tame(&shot.words, LONG)).unwrap_or_default();
}

fn steer(
    mut story: ResMut<Story>,
    mut look: ResMut<Look>,
    (mut you, mut following): (ResMut<You>, ResMut<Following>),
    (talks, map): (Option<Res<Talks>>, Option<Res<TownMap>>),
    people: Query<Watched>,
    time: Res<Time<Real>>,
) {
    let (Some(talks), Some(map), true) = (talks, map, story.on) else { return };
    let moved = story.put.is_some_and(|(at, zoom, window)| {
        look.zoom == zoom && look.window == window && look.middle.distance(at) > 0.75
    });
    if story.put.is_some() && (moved || following.0 || you.kept) {
        *story = Story::default();
        return;
    }
    // It is the story that is followed now, and nobody in it.
    following.set_if_neq(Following(false));
    if you.kept {
        you.kept = false;
    }
    let feet = |id: &AgentId| {
        let found = people.iter().find(|(one, ..)| *one == id);
        found.map(|(_, _, feet, ..)| Vec2::new(feet.0.x, -feet.0.y - TILE * 0.5))
    };
    let goal = match story.choice.now().map(|shot| &shot.what) {
        Some(What::Talk(id)) => talks.open.get(id).and_then(|talk| {
            let places: Vec<Vec2> = talk.members.iter().filter_map(feet).collect();
            (!places.is_empty()).then(|| places.iter().sum::<Vec2>() / places.len() as f32)
        }),
        Some(What::Thing(id)) => {
            map.object(*id).cells.first().map(|tile| (Vec2::new(tile.x as f32, tile.y as f32) + 0.5) * TILE)
        }
        Some(What::Person(id)) => feet(id),
        None => None,
    };
    if let Some(goal) = goal {
        let share = 1.0 - (-GENTLY * time.delta_secs().min(0.1)).exp();
        let eased = look.middle.lerp(goal, share);
        let there = eased.distance(goal) * look.factor() < 0.6;
        look.aim(if there { goal } else { eased });
    }
    story.put = Some((look.middle, look.zoom, look.window));
}

fn draw(paper: Paper, story: Res<Story>, dock: Res<Dock>, bindings: Res<Bindings>) {
    let Some(mut paper) = paper.filter(|_| story.on) else { return };
    let ctx = paper.get_mut().clone();
    let at = dock.clear.right_bottom() - vec2(8.0, 8.0);
    let area = egui::Area::new("story".into()).pivot(Align2::RIGHT_BOTTOM).fixed_pos(at);
    let key = bindings.named("story");
    area.order(Order::Middle).interactable(false).show(&ctx, |ui| {
        plate().show(ui, |ui| {
            let what = if story.words.is_empty() { "nothing yet" } else { &story.words };
            ui.add(egui::Label::new(faint(format!("Following the story ({key}): {what}"))).extend());
        });
    });
}

/// Adds the camera's own way.
pub fn plugin(app: &mut App) {
    app.of_town::<Story>();
    app.add_systems(Update, look_round.after(Seen).run_if(in_town))
        .add_systems(PostUpdate, steer.in_set(Moved).after(super::camera::follow).run_if(in_town))
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_town));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::dialogue::Utterance;

    #[test]
    fn a_talk_that_carries_news_is_worth_more_and_so_is_a_first_one() {
        let news = News {
            id: "fox".into(),
            text: "There is a fox.".into(),
            source: "Ann".into(),
            ask: vec![],
            must: vec![vec!["fox".into()]],
            known: None,
            event: None,
        };
        let line = |words: &str| Utterance { by: AgentId(1), words: words.into(), from: 1, until: 2 };
        let talk =
            |words: &str| Talk { members: vec![AgentId(2), AgentId(1)], lines: vec![line(words)], ..Talk::default() };
        let met = BTreeSet::from([vec![AgentId(1), AgentId(2)]]);
        let (plain, told) = (talk("Good morning."), talk("There is a fox."));
        assert_eq!(worth(&plain, &[], std::slice::from_ref(&news), &met), pick::TALK);
        assert!(worth(&told, &[], std::slice::from_ref(&news), &met) > worth(&plain, &[], &[news], &BTreeSet::new()));
        assert!(worth(&plain, &[], &[], &BTreeSet::new()) > pick::TALK);
        let no = Deeds { by: AgentId(1), line: 0, deed: Deed::Declines };
        assert!(worth(&plain, &[no], &[], &met) > pick::parted(crate::view::drama::Sort::Cold));
    }
}

//! Progress of the goals of a scenario, counted once a game minute while the town runs or is replayed. Reads only.
//!
//! Whose mind has changed is found by asking: everybody who may have an opinion is asked from outside, as in an
//! interview that leaves no trace, when the town begins, and again when they remember something new about the matter.
//! What they say counts as changed only if it rests on something that has come since they were against it. The built-in
//! mind answers for them, whoever answers in the town, as in `smallville evaluate`: it says what their memories say.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{asking::interview, watch::Watched};
use crate::{
    agent::{
        prelude::*,
        resolve,
        scenario::{Fulfils, Goal},
        state::SaveApp,
    },
    chronicle::{Chronicle, EventKind},
    mind::rules,
    town::TownInfo,
};

/// So many are asked in one game minute, but for the first.
const A_MINUTE: usize = 4;

/// How far a goal has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// So many.
    pub now: u32,
    /// Of so many.
    pub wanted: u32,
    /// The tick at which it was reached.
    pub reached: Option<u64>,
    /// Its time is over and it was not.
    pub missed: bool,
}

/// What somebody thinks of a matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Leaning {
    /// The tick at which they were against it last.
    against: Option<u64>,
    /// They are in favour of it now, and had been against it.
    changed: bool,
}

/// A goal, one of its questions, and somebody.
type Matter = (usize, usize, AgentId);

/// All goals, in the order of the scenario.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Goals {
    /// How far each has come.
    pub all: Vec<Standing>,
    /// Events of the chronicle before this place have been read.
    read: usize,
    /// By news: who knows it, since when.
    knows: Vec<BTreeMap<AgentId, u64>>,
    /// By news: who has said no to something about it.
    refused: Vec<BTreeSet<AgentId>>,
    #[serde(with = "crate::journal::pairs")]
    leanings: BTreeMap<Matter, Leaning>,
    /// Who is to be asked what.
    to_ask: BTreeSet<Matter>,
}

fn count(world: &mut World) {
    let Some(played) = world.get_resource::<TownInfo>().filter(|played| !played.goals.is_empty()) else { return };
    let (now, calendar) = (world.resource::<Now>().0, *world.resource::<Calendar>());
    if !calendar.begins_minute(now) {
        return;
    }
    let mut goals = world.resource::<Goals>().clone();
    goals.knows.resize_with(played.news.len(), BTreeMap::new);
    goals.refused.resize_with(played.news.len(), BTreeSet::new);
    goals.all.resize_with(played.goals.len(), Standing::default);
    goals.listen(world, played);
    goals.ask(world, played, now);
    for (place, goal) in played.goals.iter().enumerate() {
        if let Some(fulfils) = goal.fulfils() {
            let reached = goals.reached(place, goal, fulfils, played, world.resource::<Watched>());
            let standing = &mut goals.all[place];
            (standing.wanted, standing.now) = (fulfils.wanted(), reached);
            settle(goal, standing, now, &calendar);
        }
    }
    world.insert_resource(goals);
}

impl Goals {
    /// Reads what has happened: who knows news now, who has said no, and who may think something new.
    fn listen(&mut self, world: &World, played: &TownInfo) {
        let Self { read, knows, refused, to_ask, .. } = self;
        let people: BTreeMap<AgentId, Entity> =
            resolve::everybody(world).into_iter().map(|one| (one.id, one.entity)).collect();
        for event in world.resource::<Chronicle>().since(read) {
            let Some(who) = event.who else { continue };
            match &event.kind {
                EventKind::Remembered(place) => {
                    let stream = people.get(&who).and_then(|entity| world.get::<MemoryStream>(*entity));
                    let Some(memory) = stream.and_then(|stream| stream.get(*place)) else { continue };
                    for (news, knows) in played.news.iter().zip(&mut *knows) {
                        if !knows.contains_key(&who) && news.told_in(&memory.text) {
                            knows.insert(who, memory.created);
                        }
                    }
                    let opinions =
                        played.goals.iter().enumerate().filter_map(|(n, goal)| Some((n, goal.opinion.as_ref()?)));
                    let resident = (who.0 as usize) < played.people.len();
                    for (goal, one) in opinions.filter(|(_, one)| resident && one.touched_in(&memory.text)) {
                        to_ask.extend((0..one.ask.len()).map(|question| (goal, question, who)));
                    }
                }
                EventKind::Settled { what, refused: true } => {
                    for (news, refused) in played.news.iter().zip(&mut *refused) {
                        refused.extend((news.touched_in(what) > 0).then_some(who));
                    }
                }
                _ => {}
            }
        }
    }

    /// Asks those who have something new to say.
    fn ask(&mut self, world: &World, played: &TownInfo, now: u64) {
        let most = if self.leanings.is_empty() { usize::MAX } else { A_MINUTE };
        for _ in 0..most.min(self.to_ask.len()) {
            let Some(matter) = self.to_ask.pop_first() else { break };
            let (goal, question, who) = matter;
            let Some(one) = resolve::everybody(world).into_iter().find(|one| one.id == who) else { continue };
            let Some(opinion) = &played.goals[goal].opinion else { continue };
            let Some(answer) = interview(world, &one.name, &opinion.ask[question], &rules::answer) else { continue };
            let says = opinion.says(&answer.answer).filter(|_| answer.known);
            let stream = world.get::<MemoryStream>(one.entity);
            let places = answer.evidence.iter().filter_map(|n| n.checked_sub(1));
            let rests_on = places.filter_map(|place| Some(stream?.get(place)?.created));
            note_answer(self.leanings.entry(matter).or_default(), says, now, rests_on);
        }
    }

    /// How many fulfil a goal.
    fn reached(&self, place: usize, goal: &Goal, fulfils: Fulfils, played: &TownInfo, watched: &Watched) -> u32 {
        if let Fulfils::Minds(_) = fulfils {
            return changed(&self.leanings, place);
        }
        let Some(n) = played.news.iter().position(|one| one.id == goal.news) else { return 0 };
        let source = played.named(&played.news[n].source);
        let others = |id: &AgentId| Some(*id) != source;
        let knows = &self.knows[n];
        let guests = watched.guests(n, |id| knows.get(&id).copied());
        let guests = guests.filter(|(id, knew)| *knew && others(id)).map(|(id, _)| id);
        let count = match fulfils {
            Fulfils::Known(_) => knows.len(),
            Fulfils::Helpers(_) => watched.helpers(n).filter(others).count(),
            Fulfils::Turned(_) => guests.filter(|id| self.refused[n].contains(id)).count(),
            Fulfils::Guests(_) | Fulfils::Minds(_) => guests.count(),
        };
        count as u32
    }
}

/// How many have changed their mind about the goal of this place in the scenario.
fn changed(leanings: &BTreeMap<Matter, Leaning>, goal: usize) -> u32 {
    let who = |(matter, leaning): (&Matter, &Leaning)| (matter.0 == goal && leaning.changed).then_some(matter.2);
    leanings.iter().filter_map(who).collect::<BTreeSet<_>>().len() as u32
}

/// Notes an answer. `rests_on`: the ticks of the memories that it rests on.
fn note_answer(leaning: &mut Leaning, says: Option<bool>, now: u64, mut rests_on: impl Iterator<Item = u64>) {
    match (says, leaning.against) {
        (Some(false), _) => *leaning = Leaning { against: Some(now), changed: false },
        (Some(true), Some(since)) if !leaning.changed => leaning.changed = rests_on.any(|tick| tick > since),
        _ => {}
    }
}

/// What has once been reached stays so.
fn settle(goal: &Goal, standing: &mut Standing, now: u64, calendar: &Calendar) {
    let late = goal.by.is_some_and(|by| calendar.date_time(now) > by);
    if standing.reached.is_none() && standing.now >= standing.wanted && !late {
        standing.reached = Some(now);
    }
    standing.missed = late && standing.reached.is_none();
}

/// Counts from now on. [`super::watch`] must watch too, for what is about events.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Goals>()
        .save_resource::<Goals>("goals", 1)
        .add_systems(Tick, count.in_set(TickStep::CountGoals));
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn what_was_reached_stays_and_what_is_late_is_missed() {
        let calendar = Calendar { start: date(2024, 5, 13).at(6, 0, 0, 0), tick_seconds: 10 };
        let text = "id = \"a\"\ntext = \"b\"\nnews = \"c\"\nknown = 3\nby = \"2024-05-13T07:00:00\"";
        let goal: Goal = toml::from_str(text).expect("it is TOML");
        let at = |now, tick| {
            let mut standing = Standing { now, wanted: 3, ..Standing::default() };
            settle(&goal, &mut standing, tick, &calendar);
            standing
        };
        assert_eq!((at(2, 10).reached, at(3, 10).reached), (None, Some(10)));
        assert!(at(3, 400).missed && at(3, 400).reached.is_none() && !at(2, 10).missed);
        let mut standing = Standing { now: 1, reached: Some(9), wanted: 3, missed: false };
        settle(&goal, &mut standing, 400, &calendar);
        assert_eq!((standing.reached, standing.missed), (Some(9), false));
    }

    #[test]
    fn a_mind_has_changed_if_it_was_against_it_and_something_came() {
        let matter = (0, 0, AgentId(3));
        let mut all = BTreeMap::new();
        let mut note = |says, now, rests_on: &[u64]| {
            note_answer(all.entry(matter).or_default(), says, now, rests_on.iter().copied());
            changed(&all, 0)
        };
        assert_eq!(note(Some(true), 5, &[4]), 0, "who was always for it has not changed");
        assert_eq!(note(Some(false), 10, &[4]), 0);
        assert_eq!(note(Some(true), 20, &[4, 10]), 0, "nothing has come since");
        assert_eq!(note(None, 30, &[]), 0);
        assert_eq!(note(Some(true), 40, &[4, 33]), 1);
        assert_eq!(note(None, 50, &[]), 1);
        assert_eq!(note(Some(false), 60, &[55]), 0, "and back");
        assert_eq!(changed(&all, 1), 0);
    }
}

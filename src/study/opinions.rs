//! Whose mind has changed, for goals that ask for it. Everybody who may have an opinion is asked from outside, as in an
//! interview that leaves no trace: when the town begins, and again when they remember something new about the matter.
//! What they say counts as changed only if it rests on something that has come since they were against it.
//!
//! The built-in mind answers for them, whoever answers in the town, as in `smallville evaluate`: it says what their
//! memories say, and takes nothing. Reads only.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::asking::interview;
use crate::{
    agent::{
        resolve::{self, Somebody},
        scenario::Opinion,
    },
    chronicle::{Chronicle, EventKind},
    clock::{AgentId, Calendar, Now},
    memory::MemoryStream,
    mind::rules,
    town::TownInfo,
};

/// So many are asked in one game minute, but for the first.
const A_MINUTE: usize = 4;

/// What somebody thinks of a matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Leaning {
    /// The tick at which they were against it last.
    against: Option<u64>,
    /// They are in favour of it now, and had been against it.
    changed: bool,
}

/// A goal, one of its questions, and somebody.
type Matter = (usize, usize, AgentId);

/// What everybody thinks of what goals ask.
#[derive(Resource, Clone, Debug, Default)]
pub struct Leanings {
    all: BTreeMap<Matter, Leaning>,
    /// Events of the chronicle before this place have been read.
    read: usize,
    /// Who is to be asked what.
    wait: BTreeSet<Matter>,
}

impl Leanings {
    /// How many have changed their mind about the goal of this place in the scenario.
    pub fn changed(&self, goal: usize) -> u32 {
        let who = |(matter, leaning): (&Matter, &Leaning)| (matter.0 == goal && leaning.changed).then_some(matter.2);
        self.all.iter().filter_map(who).collect::<BTreeSet<_>>().len() as u32
    }

    /// Notes an answer. `rests_on`: the ticks of the memories that it rests on.
    fn note(&mut self, matter: Matter, says: Option<bool>, now: u64, mut rests_on: impl Iterator<Item = u64>) {
        let leaning = self.all.entry(matter).or_default();
        match (says, leaning.against) {
            (Some(false), _) => *leaning = Leaning { against: Some(now), changed: false },
            (Some(true), Some(since)) if !leaning.changed => leaning.changed = rests_on.any(|tick| tick > since),
            _ => {}
        }
    }
}

/// Once a game minute: asks those who have something new to say.
pub fn listen(world: &mut World) {
    let Some(played) = world.get_resource::<TownInfo>() else { return };
    let opinions = played.goals.iter().enumerate().filter_map(|(n, goal)| Some((n, goal.opinion.clone()?)));
    let opinions: BTreeMap<usize, Opinion> = opinions.collect();
    let (now, calendar) = (world.resource::<Now>().0, *world.resource::<Calendar>());
    if opinions.is_empty() || !calendar.begins_minute(now) {
        return;
    }
    let residents = played.people.len();
    world.resource_scope(|world, mut leanings: Mut<Leanings>| {
        let first = leanings.read == 0;
        let people = resolve::everybody(world).into_iter().filter(|one| (one.id.0 as usize) < residents);
        let people: BTreeMap<AgentId, Somebody> = people.map(|one| (one.id, one)).collect();
        for event in world.resource::<Chronicle>().since(&mut leanings.read) {
            let (Some(who), EventKind::Remembered(place)) = (event.who, &event.kind) else { continue };
            let stream = people.get(&who).and_then(|one| world.get::<MemoryStream>(one.entity));
            let Some(memory) = stream.and_then(|stream| stream.get(*place)) else { continue };
            for (goal, opinion) in opinions.iter().filter(|(_, opinion)| opinion.touched_in(&memory.text)) {
                leanings.wait.extend((0..opinion.ask.len()).map(|question| (*goal, question, who)));
            }
        }
        let most = if first { usize::MAX } else { A_MINUTE };
        for _ in 0..most {
            let Some(matter) = leanings.wait.pop_first() else { break };
            let (goal, question, who) = matter;
            let opinion = opinions.get(&goal);
            let asked = opinion.and_then(|opinion| opinion.ask.get(question)).zip(people.get(&who));
            let Some(((words, one), opinion)) = asked.zip(opinion) else { continue };
            let Some(answer) = interview(world, &one.name, words, &rules::answer) else { continue };
            let says = opinion.says(&answer.answer).filter(|_| answer.known);
            let stream = world.get::<MemoryStream>(one.entity);
            let places = answer.evidence.iter().filter_map(|n| n.checked_sub(1));
            let rests_on = places.filter_map(|place| Some(stream?.get(place)?.created));
            leanings.note(matter, says, now, rests_on);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mind_has_changed_if_it_was_against_it_and_something_came() {
        let matter = (0, 0, AgentId(3));
        let mut all = Leanings::default();
        let mut note = |says, now, rests_on: &[u64]| {
            all.note(matter, says, now, rests_on.iter().copied());
            all.changed(0)
        };
        assert_eq!(note(Some(true), 5, &[4]), 0, "who was always for it has not changed");
        assert_eq!(note(Some(false), 10, &[4]), 0);
        assert_eq!(note(Some(true), 20, &[4, 10]), 0, "nothing has come since");
        assert_eq!(note(None, 30, &[]), 0);
        assert_eq!(note(Some(true), 40, &[4, 33]), 1);
        assert_eq!(note(None, 50, &[]), 1);
        assert_eq!(note(Some(false), 60, &[55]), 0, "and back");
        assert_eq!(all.changed(1), 0);
    }
}

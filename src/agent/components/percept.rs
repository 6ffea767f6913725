//! What an agent thinks of itself and of others; what it notices, what it noticed last, and how much it takes in.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::AgentId,
    language::condition::ConditionKind,
    world::{ArenaId, ObjectId},
};

/// How far one sees, in tiles, diagonals counting as one.
pub const RADIUS: u32 = 8;

/// How much somebody takes in (paper, section 4.1; the values of its code).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Attention {
    /// How far one sees, in tiles; a diagonal step counts as one.
    pub radius: u32,
    /// The most events that are perceived at a time, nearest first.
    pub bandwidth: u32,
    /// How many of the last events are kept; one that is among them is not perceived again.
    pub retention: u32,
}

impl Default for Attention {
    fn default() -> Self {
        Self { radius: RADIUS, bandwidth: 8, retention: 8 }
    }
}

/// Whom or what an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Subject {
    /// Somebody and what they do.
    Agent(AgentId),
    /// Something and how it looks.
    Object(ObjectId),
    /// Somebody and what they say, to others or to oneself.
    Speech(AgentId),
}

/// One event as one person takes it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Percept {
    /// Whom or what it is about.
    pub subject: Subject,
    /// What is to be seen of it: `brewing coffee`, `burning`; the words, if it is speech.
    pub state: String,
    /// What is the matter with it, if it is a thing.
    pub kind: ConditionKind,
    /// As it is remembered: `Maria Lopez is drinking coffee at Hobbs Cafe: cafe`.
    pub text: String,
    /// Where.
    pub arena: ArenaId,
    /// How far, in tiles.
    pub distance: u32,
    /// Its place in the stream, once it is remembered; only what is fresh is.
    pub memory: Option<u32>,
    /// New: not among what was taken in last.
    pub fresh: bool,
    /// Out of the ordinary: the condition of a thing, or one's own name in what is said.
    pub striking: bool,
}

/// What somebody takes in this tick, nearest first; made anew each tick and not saved.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Percepts(pub Vec<Percept>);

/// An event that was taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentPercept {
    /// Whom or what it was about.
    pub subject: Subject,
    /// What was to be seen of it.
    pub state: String,
    /// Where.
    pub arena: ArenaId,
    /// The tick at which it was last seen.
    pub at: u64,
    /// Was it out of the ordinary?
    pub striking: bool,
}

/// What was taken in last, oldest first: it is not new if it is still, or again, to be seen.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentPercepts(pub Vec<RecentPercept>);

impl RecentPercepts {
    /// Takes an event in; is it new?
    pub fn take_in(&mut self, percept: &Percept, now: u64) -> bool {
        let Percept { subject, arena, striking, .. } = *percept;
        let state = percept.state.as_str();
        let same = |one: &RecentPercept| one.subject == subject && one.arena == arena && one.state == state;
        match self.0.iter().position(same) {
            Some(at) => {
                let mut known = self.0.remove(at);
                known.at = now;
                self.0.push(known);
                false
            }
            None => {
                self.0.push(RecentPercept { subject, state: state.to_string(), arena, at: now, striking });
                true
            }
        }
    }

    /// It is seen not to be so any more: if it comes back, it is new.
    pub fn is_over(&mut self, subject: Subject, now_is: Option<&str>) {
        self.0.retain(|one| one.subject != subject || !one.striking || now_is == Some(&one.state));
    }

    /// Forgets all but the last so many events, and those younger than `ticks`: who walks to and fro in a crowd does
    /// not see all of it anew with each step.
    pub fn forget(&mut self, retention: u32, ticks: u64, now: u64) {
        let most = self.0.len().saturating_sub(retention as usize);
        let mut place = 0;
        self.0.retain(|one| {
            place += 1;
            place > most || one.at + ticks > now
        });
    }
}

/// How much has been remembered since the last reflection.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReflectionDrive {
    /// Sum of the importance of what came since.
    pub sum: u32,
    /// Memories before this place in the stream have been counted.
    pub counted: u32,
    /// Memories before this place in the stream have been put before the mind, or are too small to be.
    pub judged: u32,
    /// Questions to oneself that have not been looked into yet.
    pub asking: Vec<String>,
}

/// The last self summary.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfImage {
    /// In words; `None`: none yet.
    pub summary: Option<String>,
    /// The tick it was made, or last asked for.
    pub since: u64,
    /// Should it be made anew?
    pub stale: bool,
}

/// What somebody is to oneself, as last thought about. A cache: made from memories and from nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relation {
    /// One sentence.
    pub relation: String,
    /// One sentence.
    pub feeling: String,
    /// The tick it was made, or last asked for.
    pub since: u64,
    /// How many memories of them there were then: more is new evidence.
    pub evidence: u32,
    /// Should it be thought about?
    pub wanted: bool,
}

/// What others are to oneself, as last thought about.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relations(pub BTreeMap<AgentId, Relation>);

impl Relations {
    /// One has to do with `other` now: what they are is thought about again, if there is anything new about them.
    /// Whoever is approached or talked to is wanted without this.
    pub fn want(&mut self, other: AgentId) {
        self.0.entry(other).or_default().wanted = true;
    }

    /// One has talked with `other`: the same, however lately it was thought about.
    pub fn renew(&mut self, other: AgentId) {
        let relation = self.0.entry(other).or_default();
        (relation.wanted, relation.since) = (true, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percept(n: u16, striking: bool) -> Percept {
        let (subject, state, text) = (Subject::Object(ObjectId(n)), "on".to_string(), String::new());
        let kind = ConditionKind::AtRest;
        Percept { subject, state, kind, text, arena: ArenaId(1), distance: 1, memory: None, fresh: false, striking }
    }

    #[test]
    fn a_second_fire_is_new() {
        let mut lately = RecentPercepts::default();
        assert!(lately.take_in(&percept(1, true), 0) && !lately.take_in(&percept(1, true), 1));
        lately.is_over(Subject::Object(ObjectId(1)), Some("on"));
        assert!(!lately.take_in(&percept(1, true), 2));
        lately.is_over(Subject::Object(ObjectId(1)), None);
        assert!(lately.take_in(&percept(1, true), 3));
    }

    #[test]
    fn what_is_seen_all_the_time_is_new_once() {
        let mut lately = RecentPercepts::default();
        let see = |lately: &mut RecentPercepts, n: u16, now| {
            let new = lately.take_in(&percept(n, false), now);
            lately.forget(2, 10, now);
            new
        };
        assert!(see(&mut lately, 1, 0));
        assert!((1..50).all(|now| !see(&mut lately, 1, now)));
        assert!(see(&mut lately, 2, 50) && see(&mut lately, 3, 51) && !see(&mut lately, 1, 52));
        assert!(see(&mut lately, 4, 80) && see(&mut lately, 5, 80), "long ago and not among the last two");
        assert!(see(&mut lately, 1, 100));
    }
}

//! Talks, and what each agent has of the one it is in, the ones it had and the ones it wants.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::memo::Memo;
use crate::{
    clock::{AgentId, Now},
    language::{cues::is_goodbye, script::contains_name},
    memory::Retrieved,
    mind::question::{Known, Spoken, TalkAct},
    world::ArenaId,
};

/// The most members of one talk.
pub const MAX_MEMBERS: usize = 5;

/// Identifies a talk: who began it, and its zero-based index among the talks they began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TalkId {
    /// Who began it.
    pub by: AgentId,
    /// Zero-based index.
    pub count: u32,
}

/// A line that is being said or has been.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utterance {
    /// By whom.
    pub by: AgentId,
    /// In these words.
    pub words: String,
    /// The tick at which it begins.
    pub from: u64,
    /// The tick at which it has been said.
    pub until: u64,
}

/// A talk: a set of members, and what they have said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Talk {
    /// Who takes part, in the order in which they came; two is the rule.
    pub members: Vec<AgentId>,
    /// What was said.
    pub lines: Vec<Utterance>,
    /// What whoever began it came to talk about.
    pub topic: String,
    /// The tick at which they began to talk.
    pub began: u64,
    /// The tick at which it ended; while its last line is being said: will have ended.
    pub ended: Option<u64>,
    /// Where.
    pub arena: ArenaId,
    /// Who is about to leave the others to it, and from which tick on they are gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaving: Vec<(AgentId, u64)>,
    /// How it ended, once it is over. For the chronicle; no part of the state.
    #[serde(skip)]
    pub ending: Ending,
}

/// How a talk came to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// What was to be said was said, or nothing more came to mind.
    #[default]
    Said,
    /// Somebody has something urgent to do.
    Urgent(AgentId),
    /// Somebody is expected elsewhere.
    Expected(AgentId),
    /// A player left in the middle of a sentence.
    WalkedOff(AgentId),
}

/// All talks that are under way. Data by number, not entities: so that their order is nobody's but their own.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Talks {
    /// Under way.
    #[serde(with = "crate::journal::pairs")]
    pub open: BTreeMap<TalkId, Talk>,
    /// Over. Nothing in the town reads it: it is for the screen and for measures, and not part of the state.
    #[serde(skip)]
    pub over: Vec<(TalkId, Talk)>,
}

/// The talk somebody is in.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[require(Cooldowns, DialogueState, EndedTalks)]
pub struct InTalk(pub Option<TalkId>);

/// Somebody means to talk to another and is on the way, or waits for them to be free.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approach(pub Option<Approaching>);

/// To whom, about what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approaching {
    /// To whom.
    pub with: AgentId,
    /// About what, as the mind put it; may be empty.
    pub topic: String,
    /// Since which tick.
    pub since: u64,
}

/// With whom one has just talked: the tick from which on a talk with them is thinkable again.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cooldowns(pub BTreeMap<AgentId, u64>);

impl Cooldowns {
    /// Is a talk with `other` thinkable at tick `now`?
    pub fn over(&self, other: AgentId, now: u64) -> bool {
        self.0.get(&other).is_none_or(|from| *from <= now)
    }
}

/// What somebody keeps from line to line and from talk to talk.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialogueState {
    /// Talks begun so far.
    pub begun: u32,
    /// The last of one's own lines, oldest first, in other talks.
    pub lines: Memo<Vec<String>>,
    /// What one was doing before one stopped or set out for the sake of a talk.
    pub was: String,
    /// What the mind has answered, and is not said yet.
    pub next: Option<NextLine>,
    /// What came to mind when this talk began.
    pub recollection: Option<Memo<Recollection>>,
}

/// A line of a player that is still to be read: the talk up to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadLine {
    /// The talk.
    pub talk: TalkId,
    /// The line's zero-based index.
    pub n: u32,
    /// To whom it was said.
    pub to: AgentId,
    /// Who heard it.
    pub hearers: Vec<AgentId>,
    /// The talk so far; the last line is this one.
    pub lines: Vec<Spoken>,
}

/// What somebody is about to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NextLine {
    /// This.
    Line {
        /// In these words.
        words: String,
        /// Then they stop talking.
        end: bool,
        /// What that asks for, promises or settles.
        #[serde(default)]
        acts: Vec<TalkAct>,
    },
    /// Nothing came to mind.
    Silence,
}

/// What came to mind at one's first line of a talk; it stays in mind until its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recollection {
    /// What one was doing before.
    pub doing: String,
    /// What the other was doing.
    pub other_doing: String,
    /// What the other is to oneself.
    pub relation: String,
    /// Places in the stream: what is remembered of the other.
    pub about: Vec<u32>,
    /// The heaviest and the newest.
    pub weighs: Vec<u32>,
    /// What one has told them already.
    pub told: Vec<u32>,
    /// Names one knows.
    pub known: Known,
    /// How each of these memories was retrieved. No part of the state.
    #[serde(skip)]
    pub retrieved: Vec<Retrieved>,
}

/// Talks that are over and have not been thought over yet, oldest first.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedTalks(pub Vec<EndedTalk>);

/// A talk that is over, as one who took part has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedTalk {
    /// Which; saves from before this was kept do not say.
    #[serde(default)]
    pub talk: Option<TalkId>,
    /// With whom.
    pub with: AgentId,
    /// All that was said.
    pub lines: Vec<Spoken>,
    /// The tick at which it began.
    pub began: u64,
    /// The tick at which it ended.
    pub ended: u64,
    /// Where.
    pub arena: ArenaId,
    /// What had come to mind.
    pub recollection: Memo<Recollection>,
    /// Has it been asked what is kept of it?
    pub asked: bool,
}

impl Talk {
    /// Whose turn it is after what has been said: whoever was addressed by name, else whoever has been silent longest.
    /// Among more than two, `guided` people are waited for only if they were addressed, and as long as others are
    /// `patient`.
    pub fn next(
        &self,
        first_name: impl Fn(AgentId) -> String,
        guided: impl Fn(AgentId) -> bool,
        patient: bool,
    ) -> Option<AgentId> {
        let Some(last) = self.lines.last() else { return self.members.first().copied() };
        let others = || self.members.iter().copied().filter(|one| *one != last.by && self.is_staying(*one));
        if let Some(called) = self.called(last.by, &last.words, first_name).filter(|one| patient || !guided(*one)) {
            return Some(called);
        }
        let spoke = |one: &AgentId| self.lines.iter().rposition(|line| line.by == *one);
        others().min_by_key(|one| (guided(*one), spoke(one)))
    }

    /// Whom of more than two `by` calls by name in these words.
    pub fn called(&self, by: AgentId, words: &str, first_name: impl Fn(AgentId) -> String) -> Option<AgentId> {
        let others = self.members.iter().copied().filter(|one| *one != by && self.is_staying(*one));
        { others }.find(|one| self.members.len() > 2 && contains_name(words, &first_name(*one)))
    }

    /// Whom `me` speaks to: whoever spoke last of those who stay, else the first of the others.
    pub fn partner(&self, me: AgentId) -> Option<AgentId> {
        let last = self.lines.iter().rev().map(|line| line.by);
        let last = { last }.find(|by| *by != me && self.members.contains(by) && self.is_staying(*by));
        let others = || self.members.iter().copied().filter(|one| *one != me);
        last.or_else(|| others().find(|one| self.is_staying(*one))).or_else(|| others().next())
    }

    /// Somebody goes: the others go on if there are enough of them, else the talk is over.
    pub fn leave(&mut self, who: AgentId, now: u64) {
        if self.members.len() > 2 {
            self.leaving.push((who, now));
        } else {
            self.ended.get_or_insert(now);
        }
    }

    /// `by` is saying a last word, until tick `until`: two part then. Of more than two only one goes: another who took
    /// leave with the last they said, since `by` answers that, else `by`.
    pub fn say_goodbye(&mut self, by: AgentId, until: u64) {
        let is_goodbye = |one: &AgentId| {
            let last = self.lines.iter().rfind(|line| line.by == *one);
            *one != by && self.is_staying(*one) && last.is_some_and(|line| is_goodbye(&line.words))
        };
        let goes = self.members.iter().copied().find(is_goodbye).unwrap_or(by);
        if self.members.len() > 2 {
            self.leaving.push((goes, until));
        } else {
            self.ended = Some(until);
        }
    }

    /// Everybody who is or was in it, by number.
    pub fn participants(&self) -> BTreeSet<AgentId> {
        self.members.iter().copied().chain(self.lines.iter().map(|line| line.by)).collect()
    }

    /// Is `who` not about to leave?
    pub fn is_staying(&self, who: AgentId) -> bool {
        self.leaving.iter().all(|(one, _)| *one != who)
    }

    /// The tick at which the last line has been said.
    pub fn said(&self) -> u64 {
        self.lines.last().map_or(self.began, |line| line.until)
    }
}

/// Somebody leaves the talk they are in without a word; was there one?
pub fn walk_off(world: &mut World, entity: Entity) -> bool {
    let now = world.resource::<Now>().0;
    let (Some(InTalk(Some(id))), Some(&me)) = (world.get::<InTalk>(entity).copied(), world.get::<AgentId>(entity))
    else {
        return false;
    };
    let mut talks = world.resource_mut::<Talks>();
    let Some(talk) = talks.open.get_mut(&id) else { return false };
    if talk.ended.is_some() || !talk.is_staying(me) {
        return false;
    }
    talk.leave(me, now);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(members: &[u32], lines: &[(u32, &str)]) -> Talk {
        let said =
            |(by, words): &(u32, &str)| Utterance { by: AgentId(*by), words: (*words).into(), from: 0, until: 3 };
        Talk {
            members: members.iter().copied().map(AgentId).collect(),
            lines: lines.iter().map(said).collect(),
            topic: String::new(),
            began: 0,
            ended: None,
            arena: ArenaId(0),
            leaving: vec![],
            ending: Ending::Said,
        }
    }

    fn next(talk: &Talk) -> u32 {
        talk.next(|id| ["Ann", "Ben", "Cat"][id.0 as usize].into(), |_| false, true).unwrap().0
    }

    #[test]
    fn whom_a_player_guides_is_waited_for_if_called_and_not_for_ever() {
        let name = |id: AgentId| ["Ann", "Ben", "Cat"][id.0 as usize].to_string();
        let cat = |id: AgentId| id.0 == 2;
        let next = |talk: &Talk, patient| talk.next(name, cat, patient).map(|one| one.0);
        let (open, called) = (talk(&[0, 1, 2], &[(0, "So?")]), talk(&[0, 1, 2], &[(0, "Well, Cat?")]));
        assert_eq!((next(&open, true), next(&called, true), next(&called, false)), (Some(1), Some(2), Some(1)));
        let two = talk(&[0, 2], &[(0, "So?")]);
        assert_eq!(next(&two, true), Some(2));
    }

    #[test]
    fn of_three_one_may_go() {
        let (mut three, mut two) = (talk(&[0, 1, 2], &[]), talk(&[0, 1], &[]));
        three.leave(AgentId(1), 9);
        two.leave(AgentId(1), 9);
        assert_eq!((three.leaving, three.ended), (vec![(AgentId(1), 9)], None));
        assert_eq!(two.ended, Some(9));
    }

    #[test]
    fn of_three_a_last_word_lets_one_go() {
        let goes = |lines: &[(u32, &str)]| {
            let mut three = talk(&[0, 1, 2], lines);
            three.say_goodbye(AgentId(1), 9);
            assert_eq!(three.ended, None);
            three.leaving
        };
        assert_eq!(
            goes(&[(0, "I have to go now."), (1, "Bye, Ann.")]),
            [(AgentId(0), 9)],
            "who took leave was answered"
        );
        assert_eq!(goes(&[(0, "Is that so?"), (1, "I have to go now.")]), [(AgentId(1), 9)]);
        let mut left = talk(&[0, 1, 2], &[(0, "I have to go now."), (1, "Bye, Ann.")]);
        left.say_goodbye(AgentId(1), 9);
        assert_eq!((next(&left), left.partner(AgentId(2))), (2, Some(AgentId(1))), "nobody waits for who goes");
    }

    #[test]
    fn two_take_turns() {
        assert_eq!(next(&talk(&[1, 0], &[])), 1, "who began speaks first");
        assert_eq!(next(&talk(&[1, 0], &[(1, "Hello.")])), 0);
        assert_eq!(next(&talk(&[1, 0], &[(1, "Hello."), (0, "Ben!")])), 1);
    }

    #[test]
    fn of_three_speaks_who_is_called_or_has_been_silent_longest() {
        assert_eq!(next(&talk(&[0, 1, 2], &[(0, "Hello, you two.")])), 1, "neither has spoken: the first who came");
        assert_eq!(next(&talk(&[0, 1, 2], &[(0, "Cat, what do you say?")])), 2);
        assert_eq!(next(&talk(&[0, 1, 2], &[(0, "So?"), (1, "Well."), (0, "Go on.")])), 2);
        assert_eq!(next(&talk(&[0, 1, 2], &[(0, "So?"), (1, "Well."), (2, "Catering.")])), 0);
    }
}

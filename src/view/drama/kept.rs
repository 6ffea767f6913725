//! What came of talks, as those who took part keep it: a refusal, a hard opinion, a feeling that turned cold. From the
//! journal's answers and from what people feel; in their own words.

use std::collections::{BTreeSet, VecDeque};

use crate::{
    agent::components::{
        reflection::Relations,
        talk::{Talk, Talks},
    },
    clock::AgentId,
    journal::Journal,
    mind::question::{AfterAnswer, AfterTalk, Question},
    view::panels::relations::{Tone, tone},
};

/// So many are known still.
const KEPT: usize = 60;
/// Ticks within which a hard opinion of somebody is not told a second time as a feeling.
const AGAIN: u64 = 360;

/// What came of a talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Somebody has said no to what they were asked or invited to.
    Refused,
    /// Somebody thinks badly of another now.
    Cold,
    /// They parted in anger, or one walked off.
    Quarrel,
}

/// Something that came of a talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// When.
    pub tick: u64,
    /// Who keeps it.
    pub who: AgentId,
    /// Of whom, if that can be told.
    pub with: Option<AgentId>,
    /// What.
    pub sort: Sort,
    /// In their own words.
    pub words: String,
}

/// All of it.
#[derive(Default)]
pub struct Kept {
    /// Journal entries before this tick have been read; `None`: none yet.
    read: Option<u64>,
    all: VecDeque<After>,
    count: usize,
    /// Who feels badly about whom.
    cold: BTreeSet<(AgentId, AgentId)>,
}

impl Kept {
    pub(super) fn has_seen(&self, now: u64) -> bool {
        self.read == Some(now)
    }

    pub(super) fn since(&self, from: usize) -> (impl Iterator<Item = &After>, usize) {
        let gone = self.count - self.all.len();
        (self.all.iter().skip(from.saturating_sub(gone)), self.count)
    }

    pub(super) fn add(&mut self, after: After) {
        self.all.push_back(after);
        self.count += 1;
        if self.all.len() > KEPT {
            self.all.pop_front();
        }
    }

    /// Reads what came in before tick `now`. What there was when one looked first is nothing new.
    pub(super) fn look(&mut self, journal: &Journal, talks: &Talks, feelings: &[(AgentId, &Relations)], now: u64) {
        let from = self.read.replace(now);
        let new: Vec<After> = from.map(|from| answers(journal, talks, from, now)).unwrap_or_default();
        new.into_iter().for_each(|after| self.add(after));
        for (who, relations) in feelings {
            for (other, relation) in &relations.0 {
                if tone(&relation.feeling) != Some(Tone::Cold) {
                    self.cold.remove(&(*who, *other));
                    continue;
                }
                let told = |one: &After| {
                    one.sort == Sort::Cold && (one.who, one.with) == (*who, Some(*other)) && one.tick + AGAIN > now
                };
                if self.cold.insert((*who, *other)) && from.is_some() && !self.all.iter().any(told) {
                    let (who, with, words) = (*who, Some(*other), relation.feeling.clone());
                    self.add(After { tick: now, who, with, sort: Sort::Cold, words });
                }
            }
        }
    }
}

fn took_part(talk: &Talk, who: AgentId) -> bool {
    talk.members.contains(&who) || talk.lines.iter().any(|line| line.by == who)
}

fn answers(journal: &Journal, talks: &Talks, from: u64, now: u64) -> Vec<After> {
    let mut all = Vec::new();
    for ((tick, id), entry) in journal.answers_between(from, now) {
        if entry.purpose != AfterTalk::PURPOSE {
            continue;
        }
        let answer = entry.reply.as_ref().and_then(|reply| serde_json::from_str::<AfterAnswer>(&reply.0).ok());
        let Some(answer) = answer else { continue };
        let who = AgentId(id.agent);
        let last = talks.over.iter().rev().map(|(_, talk)| talk).find(|talk| took_part(talk, who));
        let with = last.and_then(|talk| talk.members.iter().copied().find(|one| *one != who));
        let mut add = |sort, words: &str| {
            all.push(After { tick: *tick, who, with, sort, words: words.trim().to_string() });
        };
        if !answer.refused.trim().is_empty() {
            add(Sort::Refused, &answer.refused);
        }
        if tone(&answer.opinion) == Some(Tone::Cold) {
            add(Sort::Cold, &answer.opinion);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent::components::{reflection::Relation, talk::TalkId},
        journal::{Entry, QuestionHash},
        mind::{QuestionId, Reply, TokenUsage, client::By},
    };

    fn entry(answer: &AfterAnswer) -> Entry {
        Entry {
            asked: 1,
            question: QuestionHash([0; 16]),
            purpose: AfterTalk::PURPOSE.into(),
            reply: Some(Reply(serde_json::to_string(answer).expect("it is data"))),
            by: By::Builtin,
            why: None,
            took: TokenUsage::default(),
        }
    }

    fn told(kept: &Kept) -> Vec<(u32, Option<u32>, Sort)> {
        kept.since(0).0.map(|one| (one.who.0, one.with.map(|with| with.0), one.sort)).collect()
    }

    #[test]
    fn refusals_and_hard_opinions_are_found_in_the_journal() {
        let talk = Talk { members: vec![AgentId(1), AgentId(2)], ..Talk::default() };
        let talks = Talks { over: vec![(TalkId { by: AgentId(1), count: 0 }, talk)], ..Talks::default() };
        let refused = AfterAnswer { refused: "Bo declined to come.".into(), ..AfterAnswer::default() };
        let cold = AfterAnswer { opinion: "Ann thinks that Bo is cold.".into(), ..AfterAnswer::default() };
        let warm = AfterAnswer { opinion: "Bo likes Ann.".into(), ..AfterAnswer::default() };
        let mut journal = Journal::default();
        let at = |tick, agent| (tick, QuestionId { agent, count: 0 });
        journal.answers.insert(at(3, 2), entry(&refused));
        let mut kept = Kept::default();
        kept.look(&journal, &talks, &[], 5);
        assert_eq!(told(&kept), [], "what was before one looked is nothing new");
        for (key, answer) in [(at(6, 2), &refused), (at(7, 1), &cold), (at(7, 2), &warm)] {
            journal.answers.insert(key, entry(answer));
        }
        kept.look(&journal, &talks, &[], 8);
        kept.look(&journal, &talks, &[], 9);
        assert_eq!(told(&kept), [(2, Some(1), Sort::Refused), (1, Some(2), Sort::Cold)]);
        assert_eq!((kept.since(1).0.count(), kept.since(1).1), (1, 2));
    }

    #[test]
    fn a_feeling_that_turns_cold_is_told_once() {
        let feels = |feeling: &str| {
            let relation = Relation { feeling: feeling.into(), ..Relation::default() };
            Relations([(AgentId(2), relation)].into())
        };
        let (cold, none) = (feels("Ann does not trust Bo."), feels(""));
        let (journal, talks, mut kept) = (Journal::default(), Talks::default(), Kept::default());
        let mut look = |feelings: &Relations, now| {
            kept.look(&journal, &talks, &[(AgentId(1), feelings)], now);
            kept.since(0).1
        };
        assert_eq!([look(&cold, 1), look(&cold, 2), look(&none, 3), look(&cold, 4), look(&cold, 5)], [0, 0, 0, 1, 1]);
    }
}

//! Where the built-in mind stood in for the one that was asked: for whom, for what, and why. Read from the journal.
//!
//! Rule: whoever is looked at is marked for an hour of the game, a line of talk for as long as it is shown.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::sanitize::tame;
use crate::{
    clock::{AgentId, Calendar, Now, driver::drive},
    journal::{By, Journal},
    mind::question::{Question, Utter},
    schedule::OfTown,
};

/// Minutes for which somebody is marked.
const LATELY: u32 = 60;
/// Answers kept of each person.
const KEPT: usize = 8;
/// Most letters of a reason.
const REASON: usize = 160;

/// What marks a stand-in.
pub const SIGN: &str = "⚙️";

/// One answer that was not the asked mind's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// The tick at which it counted.
    pub at: u64,
    /// The kind of question.
    pub question: String,
    /// Why the other mind has not answered.
    pub why: String,
}

/// All of them that still matter.
#[derive(Resource, Default, Debug)]
pub struct Fallback {
    /// Ticks before this one have been read.
    read: u64,
    of: BTreeMap<AgentId, Vec<StandIn>>,
    /// Lines of talk by who says them and when they came, with the reason if they are a stand-in's.
    lines: BTreeMap<(AgentId, u64), Option<String>>,
}

impl Fallback {
    /// Answers in somebody's name within the last hour, newest first.
    pub fn lately(&self, who: AgentId, now: u64, calendar: &Calendar) -> impl Iterator<Item = &StandIn> {
        let since = now.saturating_sub(calendar.ticks(LATELY));
        self.of.get(&who).into_iter().flatten().rev().filter(move |one| one.at >= since)
    }

    /// Why a line that `who` began to say at tick `from` is not the asked mind's; `None` if it is.
    pub fn line(&self, who: AgentId, from: u64) -> Option<&str> {
        let (_, why) = self.lines.range((who, 0)..=(who, from)).next_back()?;
        why.as_deref()
    }

    fn take_up(&mut self, journal: &Journal, now: u64) {
        // Another town, or the same from its beginning.
        if now < self.read {
            *self = Self::default();
        }
        for ((at, id), entry) in journal.answers_between(self.read, now) {
            let who = AgentId(id.agent);
            let why = entry.why.as_ref().filter(|_| entry.by == By::Builtin).map(|why| tame(why, REASON));
            if let Some(why) = &why {
                let all = self.of.entry(who).or_default();
                all.push(StandIn { at: *at, question: entry.purpose.clone(), why: why.clone() });
                let old = all.len().saturating_sub(KEPT);
                all.drain(..old);
            }
            if entry.purpose == Utter::PURPOSE {
                self.lines.insert((who, *at), why);
            }
        }
        self.read = now;
    }
}

fn watch(journal: Option<Res<Journal>>, now: Option<Res<Now>>, mut understudy: ResMut<Fallback>) {
    if let (Some(journal), Some(now)) = (journal, now)
        && now.0 != understudy.read
    {
        understudy.take_up(&journal, now.0);
    }
}

/// Adds the look at the journal.
pub fn plugin(app: &mut App) {
    app.of_town::<Fallback>().add_systems(Update, watch.after(drive));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        journal::{Entry, QuestionHash},
        mind::{QuestionId, Reply, TokenUsage},
    };

    fn journal(entries: &[(u64, u32, &str, Option<&str>)]) -> Journal {
        let mut journal = Journal::default();
        for (n, (at, agent, purpose, why)) in entries.iter().enumerate() {
            let entry = Entry {
                asked: 0,
                question: QuestionHash([0; 16]),
                purpose: (*purpose).into(),
                reply: Some(Reply("{}".into())),
                by: why.map_or_else(|| By::Model("m".into()), |_| By::Builtin),
                why: why.map(str::to_string),
                took: TokenUsage::default(),
            };
            journal.answers.insert((*at, QuestionId { agent: *agent, count: n as u32 }), entry);
        }
        journal
    }

    #[test]
    fn a_line_is_marked_if_its_own_answer_was_a_stand_ins() {
        let mut understudy = Fallback::default();
        let all = journal(&[
            (10, 1, "utterance", Some("busy")),
            (20, 1, "utterance", None),
            (30, 1, "hours", Some("busy")),
            (40, 1, "utterance", Some("gone")),
        ]);
        understudy.take_up(&all, 25);
        assert_eq!(understudy.line(AgentId(1), 12), Some("busy"));
        assert_eq!(understudy.line(AgentId(1), 22), None);
        understudy.take_up(&all, 50);
        assert_eq!(understudy.line(AgentId(1), 35), None, "another question is no line");
        assert_eq!(understudy.line(AgentId(1), 41), Some("gone"));
        assert_eq!((understudy.line(AgentId(1), 5), understudy.line(AgentId(2), 41)), (None, None));
    }

    #[test]
    fn people_are_marked_for_an_hour() {
        let calendar = Calendar { start: jiff::civil::date(2023, 2, 13).at(6, 30, 0, 0), tick_seconds: 10 };
        let mut understudy = Fallback::default();
        let many: Vec<_> = (0..20).map(|n| (n, 1, "hours", Some("busy"))).collect();
        understudy.take_up(&journal(&many), 20);
        let ticks = |now| understudy.lately(AgentId(1), now, &calendar).map(|one| one.at).collect::<Vec<_>>();
        assert_eq!(ticks(20).len(), KEPT);
        assert_eq!(ticks(20)[0], 19, "newest first");
        assert_eq!(ticks(378), [19, 18]);
        assert!(ticks(400).is_empty());
    }
}

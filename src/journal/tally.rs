//! Who answered how often: figures for the screen and for `--json`, no part of the town.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{By, Entry};
use crate::{
    clock::Minute,
    mind::{Ask, TokenUsage, client::Came},
};

/// What a part of all answers took: those to one kind of question, of one person, or in one hour.
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Answers.
    pub answers: u64,
    /// Of these, the ones for which the built-in mind stepped in.
    pub fallbacks: u64,
    /// What they took of language models.
    pub took: TokenUsage,
}

/// Figures of one run, or of a whole journal.
#[derive(Resource, Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Answers of the built-in mind, where it was asked or stepped in.
    pub builtin: u64,
    /// Answers of language models.
    pub model: u64,
    /// Answers from a recording, when the run has no mind.
    pub cassette: u64,
    /// Times the built-in mind had to step in for another one.
    pub fallbacks: u64,
    /// Questions that nobody could answer.
    pub unanswered: u64,
    /// By kind of question.
    pub by_question: BTreeMap<String, Share>,
    /// By who asked.
    pub by_agent: BTreeMap<u32, Share>,
    /// By the hour of the game, counted from the midnight before the beginning: 24 is the second day's first.
    pub by_hour: BTreeMap<u32, Share>,
    /// Questions sent to a mind in this run.
    pub sent: u64,
    /// What the answers took of language models.
    pub took: TokenUsage,
    /// What questions took that nobody waited for any more: as their answers came, or as near as can be told of one that
    /// was broken off.
    pub lost: TokenUsage,
    /// Questions whose answers did not come in time in this run (live only), so that the built-in mind answered.
    pub given_up: u64,
    /// Answers that came when nobody waited for them any more.
    pub dropped: u64,
    /// The last time a mind failed in this run: the tick, and why.
    pub trouble: Option<(u64, String)>,
}

impl Tally {
    /// All that was taken of language models, needed or not.
    pub fn spent(&self) -> TokenUsage {
        let mut spent = self.took.clone();
        spent += &self.lost;
        spent
    }

    /// Counts one answer to `agent` that came in `minute`. `recorded`: from a recording that is played without a mind.
    pub fn count(&mut self, agent: u32, minute: Minute, entry: &Entry, recorded: bool) {
        let whose = match &entry.by {
            _ if entry.reply.is_none() => &mut self.unanswered,
            _ if recorded => &mut self.cassette,
            By::Builtin => &mut self.builtin,
            By::Model(_) => &mut self.model,
            By::Cassette => &mut self.cassette,
        };
        *whose += 1;
        let fallback = entry.by == By::Builtin && entry.why.is_some();
        self.fallbacks += u64::from(fallback);
        self.share(agent, minute, &entry.purpose, fallback, (!recorded).then_some(&entry.took));
    }

    /// Counts what was said to somebody outside of the town: no answer of the town, but it takes as much.
    pub fn count_aside(&mut self, ask: &Ask, minute: Minute, came: &Came) {
        self.share(ask.id.agent, minute, &ask.purpose, came.outcome.is_err(), Some(&came.took));
    }

    /// Counts one answer in each part that it belongs to.
    fn share(&mut self, agent: u32, minute: Minute, purpose: &str, fallback: bool, took: Option<&TokenUsage>) {
        let question = self.by_question.entry(purpose.to_owned()).or_default();
        let (agent, hour) = (self.by_agent.entry(agent).or_default(), self.by_hour.entry(minute.0 / 60).or_default());
        for share in [question, agent, hour] {
            share.answers += 1;
            share.fallbacks += u64::from(fallback);
            took.into_iter().for_each(|took| share.took += took);
        }
        took.into_iter().for_each(|took| self.took += took);
    }

    /// How many answers there were to each kind of question.
    pub fn answers_by_question(&self) -> BTreeMap<String, u64> {
        self.by_question.iter().map(|(question, share)| (question.clone(), share.answers)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{journal::QuestionHash, mind::Reply};

    fn entry(purpose: &str, by: By, why: Option<&str>, calls: u32) -> Entry {
        Entry {
            asked: 0,
            question: QuestionHash(0),
            purpose: purpose.into(),
            reply: Some(Reply("{}".into())),
            by,
            why: why.map(str::to_string),
            took: TokenUsage { calls, tokens_in: 100 * u64::from(calls), ..TokenUsage::default() },
        }
    }

    #[test]
    fn the_parts_add_up_to_the_whole() {
        let mut tally = Tally::default();
        let model = || By::Model("m".into());
        tally.count(0, Minute(390), &entry("day_plan", model(), None, 1), false);
        tally.count(1, Minute(419), &entry("utterance", model(), None, 2), false);
        tally.count(1, Minute(1440), &entry("utterance", By::Builtin, Some("it was busy"), 3), false);
        tally.count(1, Minute(1441), &entry("utterance", By::Builtin, None, 0), false);
        assert_eq!((tally.model, tally.builtin, tally.fallbacks, tally.took.calls), (2, 2, 1, 6));
        let calls = |shares: Vec<&Share>| shares.iter().map(|one| (one.answers, one.took.calls)).collect::<Vec<_>>();
        assert_eq!(calls(tally.by_question.values().collect()), [(1, 1), (3, 5)]);
        assert_eq!(calls(tally.by_agent.values().collect()), [(1, 1), (3, 5)]);
        assert_eq!(calls(tally.by_hour.values().collect()), [(2, 3), (2, 3)]);
        assert_eq!(tally.by_hour.keys().copied().collect::<Vec<_>>(), [6, 24]);
        assert_eq!(tally.by_question["utterance"].fallbacks, 1);
    }

    #[test]
    fn a_recording_takes_nothing() {
        let mut tally = Tally::default();
        tally.count(0, Minute(0), &entry("day_plan", By::Model("m".into()), None, 4), true);
        assert_eq!((tally.cassette, tally.took.calls, tally.by_agent[&0].took.calls), (1, 0, 0));
        assert_eq!(tally.by_agent[&0].answers, 1);
    }
}

//! What came into the town from outside, by tick.
//!
//! An entry is known by what it is, `(tick, agent, count)`, not by where it stands, and hashes are taken in that
//! order. Only what counted is here: no latency, no answer that came too late, nothing about speed or camera.

use std::{collections::BTreeMap, fmt, str::FromStr, sync::Arc};

use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::mind::client::By;
use crate::{
    clock::{Minute, fingerprint_of, hash_of},
    command::Command,
    mind::{Ask, QuestionId, Reply, TokenUsage, client::Response},
};

/// Hash of a question with all its inputs, 128 bits of blake3; written as 32 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionHash(pub u128);

impl QuestionHash {
    /// Of everything in the question: who, when, what, dues, dice.
    pub fn of(ask: &Ask) -> Self {
        let whole = fingerprint_of(ask);
        Self(whole.as_bytes().iter().take(16).fold(0, |number, byte| number << 8 | u128::from(*byte)))
    }
}

impl fmt::Display for QuestionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for QuestionHash {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = digits.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        number.map(Self).ok_or_else(|| format!("{text:?} is no hash of a question"))
    }
}

impl Serialize for QuestionHash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for QuestionHash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// An answer as it entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The tick of the question.
    pub asked: u64,
    /// What exactly was asked: a replay that asks something else has diverged and says so at once.
    pub question: QuestionHash,
    /// The kind of question.
    pub purpose: String,
    /// What was answered; `None` if nobody could.
    pub reply: Option<Reply>,
    /// By whom.
    pub by: By,
    /// Why the mind that was asked has not answered; `None` if it has.
    pub why: Option<String>,
    /// What it took. No part of the town: not in the hash, and another run may take more or less.
    #[serde(skip)]
    pub usage: TokenUsage,
}

/// The tick at which an answer entered, and which question it answers.
pub type Key = (u64, QuestionId);

/// Everything that came in.
#[derive(Resource, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    /// Commands by tick, in the order given; what the town refused to do is among them, and refused again in a replay.
    pub commands: BTreeMap<u64, Vec<Command>>,
    /// Answers by tick and question; a save that is written shares them.
    #[serde(with = "pairs")]
    pub answers: BTreeMap<Key, Arc<Entry>>,
}

impl Journal {
    /// The `journal_hash`: over the entries in the order of what they are.
    pub fn hash(&self) -> String {
        hash_of(self)
    }

    /// Answers that entered at ticks from `from` up to and without `until`.
    pub fn answers_between(&self, from: u64, until: u64) -> impl Iterator<Item = (&Key, &Arc<Entry>)> {
        let first = QuestionId { agent: 0, count: 0 };
        self.answers.range((from, first)..(until.max(from), first))
    }

    /// Commands that entered at ticks from `from` up to and without `until`.
    pub fn commands_between(&self, from: u64, until: u64) -> impl Iterator<Item = (&u64, &Vec<Command>)> {
        self.commands.range(from..until.max(from))
    }

    /// What had come in when tick `tick` began.
    pub fn before(&self, tick: u64) -> Self {
        self.between(0, tick)
    }

    /// What came in at ticks from `from` up to and without `until`.
    pub fn between(&self, from: u64, until: u64) -> Self {
        let pair = |(key, entry): (&Key, &Arc<Entry>)| (*key, entry.clone());
        let commands = self.commands_between(from, until).map(|(at, commands)| (*at, commands.clone()));
        Self { commands: commands.collect(), answers: self.answers_between(from, until).map(pair).collect() }
    }
}

/// JSON keys are text, so a map with structured keys is written as pairs.
pub mod pairs {
    use super::{BTreeMap, Deserialize, Deserializer, Serialize, Serializer};

    /// For `serialize_with`.
    ///
    /// # Errors
    /// Those of `to`.
    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    /// For `deserialize_with`; of two entries with one key the last counts.
    ///
    /// # Errors
    /// Those of `from`.
    pub fn deserialize<'de, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}

/// What a part of all answers took: those to one kind of question, of one person, or in one hour.
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Answers.
    pub answers: u64,
    /// Of these, the ones for which the built-in mind stepped in.
    pub fallbacks: u64,
    /// What they took of language models.
    pub usage: TokenUsage,
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
    pub usage: TokenUsage,
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
        let mut spent = self.usage.clone();
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
        self.share(agent, minute, &entry.purpose, fallback, (!recorded).then_some(&entry.usage));
    }

    /// Counts what was said to somebody outside of the town: no answer of the town, but it takes as much.
    pub fn count_out_of_band(&mut self, ask: &Ask, minute: Minute, came: &Response) {
        self.share(ask.id.agent, minute, &ask.purpose, came.outcome.is_err(), Some(&came.usage));
    }

    /// Counts one answer in each part that it belongs to.
    fn share(&mut self, agent: u32, minute: Minute, purpose: &str, fallback: bool, usage: Option<&TokenUsage>) {
        let question = self.by_question.entry(purpose.to_owned()).or_default();
        let (agent, hour) = (self.by_agent.entry(agent).or_default(), self.by_hour.entry(minute.0 / 60).or_default());
        for share in [question, agent, hour] {
            share.answers += 1;
            share.fallbacks += u64::from(fallback);
            usage.into_iter().for_each(|usage| share.usage += usage);
        }
        usage.into_iter().for_each(|usage| self.usage += usage);
    }

    /// How many answers there were to each kind of question.
    pub fn answers_by_question(&self) -> BTreeMap<String, u64> {
        self.by_question.iter().map(|(question, share)| (question.clone(), share.answers)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(purpose: &str, by: By, why: Option<&str>, calls: u32) -> Entry {
        Entry {
            asked: 0,
            question: QuestionHash(0),
            purpose: purpose.into(),
            reply: Some(Reply("{}".into())),
            by,
            why: why.map(str::to_string),
            usage: TokenUsage { calls, tokens_in: 100 * u64::from(calls), ..TokenUsage::default() },
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
        assert_eq!((tally.model, tally.builtin, tally.fallbacks, tally.usage.calls), (2, 2, 1, 6));
        let calls = |shares: Vec<&Share>| shares.iter().map(|one| (one.answers, one.usage.calls)).collect::<Vec<_>>();
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
        assert_eq!((tally.cassette, tally.usage.calls, tally.by_agent[&0].usage.calls), (1, 0, 0));
        assert_eq!(tally.by_agent[&0].answers, 1);
    }
}

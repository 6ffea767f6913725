//! What came into the town from outside, by tick.
//!
//! An entry is known by what it is, `(tick, agent, count)`, not by where it stands, and hashes are taken in that
//! order. Only what counted is here: no latency, no answer that came too late, nothing about speed or camera.

mod tally;

use std::{collections::BTreeMap, fmt, str::FromStr};

use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::tally::{Share, Tally};
pub use crate::mind::client::By;
use crate::{
    clock::{fingerprint_of, hash_of},
    command::Command,
    mind::{Ask, QuestionId, Reply, TokenUsage},
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
    pub took: TokenUsage,
}

/// The tick at which an answer entered, and which question it answers.
pub type Key = (u64, QuestionId);

/// Everything that came in.
#[derive(Resource, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    /// Commands by tick, in the order given; what the town refused to do is among them, and refused again in a replay.
    pub commands: BTreeMap<u64, Vec<Command>>,
    /// Answers by tick and question.
    #[serde(with = "pairs")]
    pub answers: BTreeMap<Key, Entry>,
}

impl Journal {
    /// The `journal_hash`: over the entries in the order of what they are.
    pub fn hash(&self) -> String {
        hash_of(self)
    }

    /// Answers that entered at ticks from `from` up to and without `until`.
    pub fn answers_between(&self, from: u64, until: u64) -> impl Iterator<Item = (&Key, &Entry)> {
        let first = QuestionId { agent: 0, count: 0 };
        self.answers.range((from, first)..(until.max(from), first))
    }

    /// Commands that entered at ticks from `from` up to and without `until`.
    pub fn commands_between(&self, from: u64, until: u64) -> impl Iterator<Item = (&u64, &Vec<Command>)> {
        self.commands.range(from..until.max(from))
    }

    /// What had come in when tick `tick` began.
    pub fn before(&self, tick: u64) -> Self {
        let pair = |(key, entry): (&Key, &Entry)| (*key, entry.clone());
        let commands = self.commands.range(..tick).map(|(at, commands)| (*at, commands.clone()));
        Self { commands: commands.collect(), answers: self.answers_between(0, tick).map(pair).collect() }
    }
}

/// JSON keys are text, so a map with structured keys is written as pairs.
mod pairs {
    use super::{BTreeMap, Deserialize, Deserializer, Entry, Key, Serializer};

    pub fn serialize<S: Serializer>(map: &BTreeMap<Key, Entry>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Key, Entry>, D::Error> {
        Ok(Vec::deserialize(from)?.into_iter().collect())
    }
}

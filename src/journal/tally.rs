//! Who answered how often: figures for the screen and for `--json`, no part of the town.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{By, Entry};
use crate::mind::Took;

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
    /// Answers by kind of question.
    pub by_purpose: BTreeMap<String, u64>,
    /// Questions sent to a mind in this run.
    pub sent: u64,
    /// What the answers took of language models.
    pub took: Took,
    /// What questions took that nobody waited for any more: as their answers came, or as near as can be told of one that
    /// was broken off.
    pub lost: Took,
    /// Questions whose answers did not come in time in this run (live only), so that the built-in mind answered.
    pub given_up: u64,
    /// Answers that came when nobody waited for them any more.
    pub dropped: u64,
    /// The last time a mind failed in this run: the tick, and why.
    pub trouble: Option<(u64, String)>,
}

impl Tally {
    /// All that was taken of language models, needed or not.
    pub fn spent(&self) -> Took {
        let mut spent = self.took.clone();
        spent += &self.lost;
        spent
    }

    /// Counts one answer. `recorded`: it came from a recording that is played without a mind.
    pub fn count(&mut self, entry: &Entry, recorded: bool) {
        let whose = match &entry.by {
            _ if entry.reply.is_none() => &mut self.unanswered,
            _ if recorded => &mut self.cassette,
            By::Builtin => &mut self.builtin,
            By::Model(_) => &mut self.model,
            By::Cassette => &mut self.cassette,
        };
        *whose += 1;
        if !recorded {
            self.took += &entry.took;
        }
        self.fallbacks += u64::from(entry.by == By::Builtin && entry.why.is_some());
        *self.by_purpose.entry(entry.purpose.clone()).or_default() += 1;
    }
}

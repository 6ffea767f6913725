//! A journal that is played again.

use std::collections::BTreeMap;

use crate::{
    command::Command,
    journal::{Entry, Journal, QuestionHash},
    mind::{Ask, QuestionId},
};

/// A journal and the tick up to which it was lived.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    journal: Journal,
    end: u64,
    when: BTreeMap<QuestionId, u64>,
}

impl Recording {
    /// `end` is the first tick that was not lived.
    pub fn new(journal: Journal, end: u64) -> Self {
        let when = journal.answers.keys().map(|(tick, id)| (*id, *tick)).collect();
        Self { journal, end, when }
    }

    /// The first tick that was not lived.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// What came in, in full.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Every command in it, in order.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.journal.commands.values().flatten()
    }

    pub(super) fn entry(&self, now: u64, id: QuestionId) -> Option<&Entry> {
        self.journal.answers.get(&(now, id))
    }

    pub(super) fn commands_at(&self, now: u64) -> Vec<Command> {
        self.journal.commands.get(&now).cloned().unwrap_or_default()
    }

    /// What is wrong at the beginning of tick `now`, if anything: a sentence for people.
    pub(super) fn fault(&self, now: u64, open: &BTreeMap<QuestionId, &Ask>) -> Option<String> {
        let diverged = |agent, purpose: &str, what: &str| {
            format!(
                "the replay has diverged at tick {now}: {what} (agent {agent}, question {purpose:?}). Something \
                 is not as it was when this was recorded: the scenario, the seed, the settings, the prompts or the \
                 version of the game."
            )
        };
        for ((_, id), entry) in self.journal.answers_between(now, now + 1) {
            let Some(ask) = open.get(id) else {
                return Some(diverged(id.agent, &entry.purpose, "an answer was recorded to a question nobody asked"));
            };
            if QuestionHash::of(ask) != entry.question {
                return Some(diverged(id.agent, &ask.purpose, "another question was asked than the recorded one"));
            }
        }
        let missing = open.values().find(|ask| match self.when.get(&ask.id) {
            Some(&then) => then < now,
            None => ask.due <= now && (now >= self.end || now >= ask.give_up),
        })?;
        let end = self.end;
        Some(format!(
            "nothing is recorded for tick {now}: agent {} asked {:?} at tick {}, and the recording, which ends at \
             tick {end}, has no answer. The question: {}",
            missing.id.agent, missing.purpose, missing.asked, missing.inputs
        ))
    }
}

//! The built-in mind in waiting: it answers on a thread of its own where another has failed or may be late, so that no
//! frame is spent on it. What it answers depends on the question alone, so nothing depends on whether it was in time.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    time::Duration,
};

use crate::mind::{
    Ask, Builtin, QuestionId,
    client::{AsyncClient, Client, Outcome, guarded},
    rules,
};

/// Who answers where the mind does not.
pub(super) struct Fallback {
    answer: Builtin,
    /// Opened with the first question.
    pool: Option<AsyncClient>,
    /// Questions under way (`None`), and answers that may be needed.
    open: BTreeMap<QuestionId, Option<Outcome>>,
}

impl Default for Fallback {
    fn default() -> Self {
        Self::new(rules::answer)
    }
}

impl Fallback {
    pub fn new(answer: Builtin) -> Self {
        Self { answer, pool: None, open: BTreeMap::new() }
    }

    /// Its answer may be needed. Asking again changes nothing.
    pub fn ask(&mut self, ask: &Ask) {
        if let Entry::Vacant(place) = self.open.entry(ask.id) {
            place.insert(None);
            self.pool.get_or_insert_with(|| AsyncClient::pool(self.answer, 1)).send(ask.clone());
        }
    }

    /// Fetches what it has answered. Never blocks.
    pub fn collect(&mut self) {
        for (id, came) in self.pool.iter_mut().flat_map(|pool| pool.collect()) {
            if let Some(open) = self.open.get_mut(&id) {
                *open = Some(came.outcome);
            }
        }
    }

    /// Has it answered this?
    pub fn is_ready(&self, id: QuestionId) -> bool {
        matches!(self.open.get(&id), Some(Some(_)))
    }

    /// Is it at work?
    pub fn is_busy(&self) -> bool {
        self.open.values().any(Option::is_none)
    }

    /// None of its answers is needed.
    pub fn clear(&mut self) {
        *self = Self::new(self.answer);
    }

    /// Its answer is not needed.
    pub fn forget(&mut self, id: QuestionId) {
        if let Some(None) = self.open.remove(&id) {
            self.pool.iter_mut().for_each(|pool| pool.cancel(id));
        }
    }

    /// Its answer, worked out here and now if it is not there.
    pub fn answer(&mut self, ask: &Ask) -> Outcome {
        let ready = self.open.get_mut(&ask.id).and_then(Option::take);
        self.forget(ask.id);
        ready.unwrap_or_else(|| guarded(self.answer, ask))
    }

    /// Sleeps until it has answered something; for headless loops.
    pub fn wait(&mut self, at_most: Duration) {
        self.pool.iter_mut().for_each(|pool| pool.wait(at_most));
    }
}

//! What an agent is thinking about.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::{AgentId, Now, Seed},
    memory::Retrieved,
    mind::{Ask, QuestionId, question::Question},
};

/// An agent's open questions and its count. Part of the agent, so it is saved and despawned with it.
#[derive(Component, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    count: u32,
    open: BTreeMap<String, Ask>,
    /// What came to mind for each open question, by purpose. Nothing of the town reads it.
    #[serde(skip)]
    came: BTreeMap<String, Vec<Retrieved>>,
}

impl Thinking {
    /// Asks, unless a question of this purpose is open; says whether it did. `due` and `give_up` are ticks from
    /// now, at least 1: when the answer counts, and when nobody waits any longer.
    pub fn ask<Q: Question>(
        &mut self,
        seed: Seed,
        agent: AgentId,
        now: Now,
        due: u64,
        give_up: u64,
        question: &Q,
    ) -> bool {
        if self.open.contains_key(Q::PURPOSE) {
            return false;
        }
        let ask = Ask {
            id: QuestionId { agent: agent.0, count: self.count },
            purpose: Q::PURPOSE.into(),
            inputs: serde_json::to_string(question).expect("a question is plain data"),
            asked: now.0,
            due: now.0 + due.max(1),
            give_up: now.0 + give_up.max(due).max(1),
            dice: seed.draw(agent, now.0, Q::PURPOSE),
        };
        self.count += 1;
        self.open.insert(ask.purpose.clone(), ask);
        true
    }

    /// Notes what came to mind for the open question of this kind, for whoever asks afterwards why.
    pub fn brings<Q: Question>(&mut self, came: Vec<Retrieved>) {
        if self.about::<Q>() {
            self.came.insert(Q::PURPOSE.into(), came);
        }
    }

    /// What came to mind for an open question.
    pub fn came(&self, purpose: &str) -> &[Retrieved] {
        self.came.get(purpose).map_or(&[], Vec::as_slice)
    }

    /// Is a question of this kind open?
    pub fn about<Q: Question>(&self) -> bool {
        self.open.contains_key(Q::PURPOSE)
    }

    /// No longer interested; a late answer is dropped.
    pub fn withdraw<Q: Question>(&mut self) {
        self.open.remove(Q::PURPOSE);
        self.came.remove(Q::PURPOSE);
    }

    /// No longer interested in anything; late answers are dropped.
    pub fn withdraw_all(&mut self) {
        self.open.clear();
        self.came.clear();
    }

    /// Everything open, by purpose.
    pub fn open(&self) -> impl Iterator<Item = &Ask> {
        self.open.values()
    }

    /// Questions asked so far.
    pub fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn waits_for(&self, id: QuestionId) -> bool {
        self.open.values().any(|ask| ask.id == id)
    }

    pub(super) fn close(&mut self, id: QuestionId) -> Option<(Ask, Vec<Retrieved>)> {
        let (purpose, ask) = self.open.extract_if(.., |_, ask| ask.id == id).next()?;
        Some((ask, self.came.remove(&purpose).unwrap_or_default()))
    }
}

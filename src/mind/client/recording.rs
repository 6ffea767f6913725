//! Answers on tape: written down as they come, and played again without anybody at the other end.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use super::{By, Came, Client, Ear};
use crate::mind::{
    Ask, QuestionId, TokenUsage,
    cassette::{Cassette, Recorder},
};

/// What exactly was asked, as the layer above names it.
pub type Hash = fn(&Ask) -> String;

/// A way to a mind on which each answer is written down.
pub struct RecordingClient {
    line: Box<dyn Client>,
    // Only the lock makes it `Sync`; it is never contended.
    recorder: Mutex<Recorder>,
    hash: Hash,
    open: BTreeMap<QuestionId, Ask>,
    trouble: Option<String>,
}

impl RecordingClient {
    /// Writes down what comes by `line`.
    pub fn new(line: Box<dyn Client>, recorder: Recorder, hash: Hash) -> Self {
        Self { line, recorder: Mutex::new(recorder), hash, open: BTreeMap::new(), trouble: None }
    }

    fn keep(&mut self, id: QuestionId, came: &Came) {
        let (Some(ask), Ok(reply)) = (self.open.remove(&id), &came.outcome) else { return };
        let by = match came.by.clone().unwrap_or_else(|| self.line.by()) {
            By::Builtin => "builtin".to_string(),
            By::Cassette => "cassette".to_string(),
            By::Model(name) => name,
        };
        let recorder = self.recorder.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Err(why) = recorder.keep(&ask, &(self.hash)(&ask), reply, &by)
            && self.trouble.is_none()
        {
            // The town goes on without its tape; that is said once.
            tracing::warn!("answers are not recorded any more: {why}");
            self.trouble = Some(why);
        }
    }
}

impl Client for RecordingClient {
    fn by(&self) -> By {
        self.line.by()
    }
    fn send_within(&mut self, ask: Ask, requests: u32) {
        self.open.insert(ask.id, ask.clone());
        self.line.send_within(ask, requests);
    }
    fn at_most(&self, ask: &Ask) -> TokenUsage {
        self.line.at_most(ask)
    }
    fn ear(&self) -> Option<Arc<Ear>> {
        self.line.ear()
    }
    fn let_go(&mut self, id: QuestionId) {
        self.open.remove(&id);
        self.line.let_go(id);
    }
    fn lost(&mut self) -> Vec<(QuestionId, TokenUsage)> {
        self.line.lost()
    }
    fn queued(&self) -> usize {
        self.line.queued()
    }
    fn collect(&mut self) -> Vec<(QuestionId, Came)> {
        let came = self.line.collect();
        came.iter().for_each(|(id, came)| self.keep(*id, came));
        came
    }
    fn wait(&mut self, at_most: Duration) {
        self.line.wait(at_most);
    }
}

/// Answers from a tape, all at once.
pub struct Playing {
    cassette: Cassette,
    hash: Hash,
    came: Vec<(QuestionId, Came)>,
}

impl Playing {
    /// Plays `cassette`.
    pub fn new(cassette: Cassette, hash: Hash) -> Self {
        Self { cassette, hash, came: Vec::new() }
    }
}

impl Client for Playing {
    fn by(&self) -> By {
        By::Cassette
    }
    fn send_within(&mut self, ask: Ask, _: u32) {
        let outcome = self.cassette.answer(&ask, &(self.hash)(&ask));
        self.came.push((ask.id, outcome.into()));
    }
    fn collect(&mut self) -> Vec<(QuestionId, Came)> {
        std::mem::take(&mut self.came)
    }
    fn wait(&mut self, _: Duration) {}
}

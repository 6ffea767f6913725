//! Clients without threads: a mind on a virtual clock, and recorded answers.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use super::{By, Client, Response, guarded};
use crate::mind::{Ask, Builtin, QuestionId, cassette::Cassette};

/// A mind on a virtual clock, to measure how long a town would wait for a slow one: time passes only while the town waits,
/// and ticks take none. No threads.
pub struct SimulatedClient {
    answer: Builtin,
    slots: usize,
    latency: u64,
    clock: Arc<AtomicU64>,
    waiting: BTreeMap<(u64, QuestionId), Ask>,
    /// What is being answered, with the time at which each is done; all take the same time, so the first is done first.
    running: VecDeque<(u64, Ask)>,
    done: Vec<(QuestionId, Response)>,
}

impl SimulatedClient {
    /// `latency` in microseconds an answer, `slots` answers at a time; the clock can be read from outside.
    pub fn new(answer: Builtin, slots: usize, latency: u64) -> (Self, Arc<AtomicU64>) {
        let clock = Arc::new(AtomicU64::new(0));
        let (waiting, running, done) = Default::default();
        (Self { answer, slots: slots.max(1), latency, clock: clock.clone(), waiting, running, done }, clock)
    }
}

impl Client for SimulatedClient {
    fn by(&self) -> By {
        By::Builtin
    }

    fn send_within(&mut self, ask: Ask, _: u32) {
        self.waiting.insert((ask.due, ask.id), ask);
    }

    fn cancel(&mut self, id: QuestionId) {
        self.waiting.retain(|(_, one), _| *one != id);
    }

    fn collect(&mut self) -> Vec<(QuestionId, Response)> {
        std::mem::take(&mut self.done)
    }

    fn wait(&mut self, _: Duration) {
        let now = self.clock.load(Ordering::Relaxed);
        while self.running.len() < self.slots
            && let Some((_, ask)) = self.waiting.pop_first()
        {
            self.running.push_back((now + self.latency, ask));
        }
        let Some(&(then, _)) = self.running.front() else { return };
        while let Some((_, ask)) = self.running.pop_front_if(|(at, _)| *at == then) {
            self.done.push((ask.id, guarded(self.answer, &ask).into()));
        }
        self.clock.store(then, Ordering::Relaxed);
    }
}

/// The hash of a question by which its recorded answer is found.
pub type Hash = fn(&Ask) -> String;

/// Answers from a cassette, without delay.
pub struct PlaybackClient {
    cassette: Cassette,
    hash: Hash,
    responses: Vec<(QuestionId, Response)>,
}

impl PlaybackClient {
    /// Plays `cassette`.
    pub fn new(cassette: Cassette, hash: Hash) -> Self {
        Self { cassette, hash, responses: Vec::new() }
    }
}

impl Client for PlaybackClient {
    fn by(&self) -> By {
        By::Cassette
    }
    fn send_within(&mut self, ask: Ask, _: u32) {
        let outcome = self.cassette.answer(&ask, &(self.hash)(&ask));
        self.responses.push((ask.id, outcome.into()));
    }
    fn collect(&mut self) -> Vec<(QuestionId, Response)> {
        std::mem::take(&mut self.responses)
    }
    fn wait(&mut self, _: Duration) {}
}

//! Minds without threads: one on a virtual clock, and recorded answers, where nobody is at the other end.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use super::{By, Came, Client, guarded};
use crate::mind::{Ask, Builtin, QuestionId, cassette::Cassette};

/// A mind on a virtual clock, to measure how long a town would wait for a slow one: time passes only while the
/// town waits; ticks are free. No threads.
pub struct SimulatedClient {
    answer: Builtin,
    slots: usize,
    latency: u64,
    clock: Arc<AtomicU64>,
    waiting: BTreeMap<(u64, QuestionId), Ask>,
    running: BinaryHeap<Reverse<(u64, QuestionId)>>,
    asks: BTreeMap<QuestionId, Ask>,
    done: Vec<(QuestionId, Came)>,
}

impl SimulatedClient {
    /// `latency` in microseconds an answer, `slots` answers at a time; the clock can be read from outside.
    pub fn new(answer: Builtin, slots: usize, latency: u64) -> (Self, Arc<AtomicU64>) {
        let clock = Arc::new(AtomicU64::new(0));
        let (waiting, running, asks, done) = Default::default();
        (Self { answer, slots: slots.max(1), latency, clock: clock.clone(), waiting, running, asks, done }, clock)
    }
}

impl Client for SimulatedClient {
    fn by(&self) -> By {
        By::Builtin
    }

    fn send_within(&mut self, ask: Ask, _: u32) {
        self.waiting.insert((ask.due, ask.id), ask);
    }

    fn let_go(&mut self, id: QuestionId) {
        self.waiting.retain(|(_, one), _| *one != id);
    }

    fn collect(&mut self) -> Vec<(QuestionId, Came)> {
        std::mem::take(&mut self.done)
    }

    fn wait(&mut self, _at_most: Duration) {
        let now = self.clock.load(Ordering::Relaxed);
        while self.running.len() < self.slots
            && let Some((_, ask)) = self.waiting.pop_first()
        {
            self.running.push(Reverse((now + self.latency, ask.id)));
            self.asks.insert(ask.id, ask);
        }
        let Some(&Reverse((then, _))) = self.running.peek() else { return };
        while let Some(&Reverse((at, id))) = self.running.peek()
            && at == then
        {
            self.running.pop();
            self.done.extend(self.asks.remove(&id).map(|ask| (id, guarded(self.answer, &ask).into())));
        }
        self.clock.store(then, Ordering::Relaxed);
    }
}

/// What exactly was asked, as the layer above names it.
pub type Hash = fn(&Ask) -> String;

/// Answers from a cassette, all at once.
pub struct PlaybackClient {
    cassette: Cassette,
    hash: Hash,
    came: Vec<(QuestionId, Came)>,
}

impl PlaybackClient {
    /// Plays `cassette`.
    pub fn new(cassette: Cassette, hash: Hash) -> Self {
        Self { cassette, hash, came: Vec::new() }
    }
}

impl Client for PlaybackClient {
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

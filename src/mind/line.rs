//! The way to a mind. The town never waits on it inside a tick.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use tokio::{sync::mpsc as tokio_mpsc, task::JoinSet};

use super::{Ask, Builtin, Mind, MindError, QuestionId, Reply};

/// What came of a question.
pub type Outcome = Result<Reply, MindError>;

/// Takes questions, gives back outcomes in any order.
pub trait Line: Send + Sync + 'static {
    /// Sends a question off. Every question sent comes back, if only as an error.
    fn send(&mut self, ask: Ask);
    /// What has come back since the last call. Never blocks.
    fn collect(&mut self) -> Vec<(QuestionId, Outcome)>;
    /// Sleeps until something came, or `at_most`. For a headless loop; never called from a system.
    fn wait(&mut self, at_most: Duration);
}

/// A mind on a thread of its own, with one runtime and `slots` questions at a time, most urgent first.
pub struct Wire {
    asks: tokio_mpsc::UnboundedSender<Ask>,
    // Only the lock makes it `Sync`; it is never contended.
    replies: Mutex<mpsc::Receiver<(QuestionId, Outcome)>>,
    early: Vec<(QuestionId, Outcome)>,
}

impl Wire {
    /// Starts the thread. It ends when the `Wire` is dropped.
    pub fn open(mind: impl Mind, slots: usize) -> Self {
        let (asks, inbox) = tokio_mpsc::unbounded_channel();
        let (outbox, replies) = mpsc::channel();
        thread::Builder::new()
            .name("mind".into())
            .spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
                runtime.expect("a runtime without I/O").block_on(attend(Arc::new(mind), slots, inbox, outbox));
            })
            .expect("a thread for the mind");
        Self { asks, replies: Mutex::new(replies), early: Vec::new() }
    }
}

async fn attend(
    mind: Arc<impl Mind>,
    slots: usize,
    mut inbox: tokio_mpsc::UnboundedReceiver<Ask>,
    outbox: mpsc::Sender<(QuestionId, Outcome)>,
) {
    let mut waiting = BTreeMap::new();
    let mut running = JoinSet::new();
    let mut asked = HashMap::new();
    loop {
        while let Ok(ask) = inbox.try_recv() {
            waiting.insert((ask.due, ask.id), ask);
        }
        while running.len() < slots
            && let Some((_, ask)) = waiting.pop_first()
        {
            let (mind, id) = (mind.clone(), ask.id);
            let task = running.spawn(async move { mind.answer(&ask).await });
            asked.insert(task.id(), id);
        }
        tokio::select! {
            ask = inbox.recv() => match ask {
                Some(ask) => { waiting.insert((ask.due, ask.id), ask); }
                None => return, // the town is gone
            },
            Some(done) = running.join_next_with_id(), if !running.is_empty() => {
                // A mind that panics has failed one question, not the town.
                let (task, outcome) = done.unwrap_or_else(|error| (error.id(), Err(MindError(error.to_string()))));
                let Some(id) = asked.remove(&task) else { continue };
                if outbox.send((id, outcome)).is_err() { return }
            }
        }
    }
}

impl Line for Wire {
    fn send(&mut self, ask: Ask) {
        if let Err(lost) = self.asks.send(ask) {
            self.early.push((lost.0.id, Err(MindError("the mind's thread is gone".into()))));
        }
    }
    fn collect(&mut self) -> Vec<(QuestionId, Outcome)> {
        let mut came = std::mem::take(&mut self.early);
        came.extend(self.replies.get_mut().expect("never poisoned").try_iter());
        came
    }
    fn wait(&mut self, at_most: Duration) {
        if self.early.is_empty() {
            let replies = self.replies.get_mut().expect("never poisoned");
            self.early.extend(replies.recv_timeout(at_most).ok());
        }
    }
}

/// A mind on a virtual clock, to measure schedules: time passes only while the town waits; ticks are free.
pub struct Rehearsal {
    answer: Builtin,
    slots: usize,
    latency: u64,
    clock: Arc<AtomicU64>,
    waiting: BTreeMap<(u64, QuestionId), Ask>,
    running: BinaryHeap<Reverse<(u64, QuestionId, String)>>,
    done: Vec<(QuestionId, Outcome)>,
}

impl Rehearsal {
    /// `latency` in microseconds; the clock can be read from outside.
    pub fn new(answer: Builtin, slots: usize, latency: u64) -> (Self, Arc<AtomicU64>) {
        let clock = Arc::new(AtomicU64::new(0));
        let (waiting, running, done) = Default::default();
        (Self { answer, slots, latency, clock: clock.clone(), waiting, running, done }, clock)
    }
}

impl Line for Rehearsal {
    fn send(&mut self, ask: Ask) {
        self.waiting.insert((ask.due, ask.id), ask);
    }
    fn collect(&mut self) -> Vec<(QuestionId, Outcome)> {
        std::mem::take(&mut self.done)
    }
    fn wait(&mut self, _at_most: Duration) {
        let now = self.clock.load(Ordering::Relaxed);
        while self.running.len() < self.slots
            && let Some((_, ask)) = self.waiting.pop_first()
        {
            let reply = (self.answer)(&ask).expect("the built-in mind answers").0;
            self.running.push(Reverse((now + self.latency, ask.id, reply)));
        }
        let Some(Reverse((then, ..))) = self.running.peek() else {
            return;
        };
        let then = *then;
        while let Some(Reverse((at, ..))) = self.running.peek()
            && *at == then
        {
            let Reverse((_, id, reply)) = self.running.pop().expect("peeked");
            self.done.push((id, Ok(Reply(reply))));
        }
        self.clock.store(then, Ordering::Relaxed);
    }
}

//! The way to a mind that only computes: the built-in one.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use super::{By, Came, Client, Outcome, guarded};
use crate::mind::{Ask, MindError, QuestionId};

#[derive(Default)]
struct Desk {
    waiting: Mutex<Waiting>,
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    asks: BTreeMap<(u64, QuestionId), Ask>,
    closed: bool,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most urgent question; sleeps until there is one. `None`: the town is gone.
    fn next(&self) -> Option<Ask> {
        let idle = |waiting: &mut Waiting| waiting.asks.is_empty() && !waiting.closed;
        let mut waiting = self.news.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        if waiting.closed { None } else { waiting.asks.pop_first().map(|(_, ask)| ask) }
    }
}

/// A mind that only computes, on some threads, most urgent question first.
pub struct PoolClient {
    desk: Arc<Desk>,
    // Only the lock makes it `Sync`; it is never contended.
    replies: Mutex<mpsc::Receiver<(QuestionId, Came)>>,
    early: Vec<(QuestionId, Came)>,
    answered: Arc<[AtomicU64]>,
    manned: bool,
}

impl PoolClient {
    /// Starts `threads` threads, at least one. They end when the `PoolClient` is dropped, each after the question it
    /// is at.
    pub fn open(answer: impl Fn(&Ask) -> Outcome + Send + Sync + 'static, threads: usize) -> Self {
        let desk = Arc::new(Desk::default());
        let answered: Arc<[AtomicU64]> = (0..threads.max(1)).map(|_| AtomicU64::new(0)).collect();
        let (outbox, replies) = mpsc::channel();
        let answer = Arc::new(answer);
        let mut manned = false;
        for n in 0..answered.len() {
            let (desk, answer, answered, outbox) = (desk.clone(), answer.clone(), answered.clone(), outbox.clone());
            let work = move || {
                while let Some(ask) = desk.next() {
                    let outcome = guarded(&*answer, &ask);
                    answered[n].fetch_add(1, Ordering::Relaxed);
                    if outbox.send((ask.id, outcome.into())).is_err() {
                        return;
                    }
                }
            };
            manned |= thread::Builder::new().name(format!("mind {n}")).spawn(work).is_ok();
        }
        Self { desk, replies: Mutex::new(replies), early: Vec::new(), answered, manned }
    }

    /// Questions answered so far, by thread. Can be kept beyond the pool.
    pub fn answered(&self) -> Arc<[AtomicU64]> {
        self.answered.clone()
    }
}

impl Drop for PoolClient {
    fn drop(&mut self) {
        self.desk.lock().closed = true;
        self.desk.news.notify_all();
    }
}

impl Client for PoolClient {
    fn by(&self) -> By {
        By::Builtin
    }

    fn send_within(&mut self, ask: Ask, _: u32) {
        if self.manned {
            self.desk.lock().asks.insert((ask.due, ask.id), ask);
            self.desk.news.notify_one();
        } else {
            self.early.push((ask.id, Outcome::Err(MindError("no thread could be started for the mind".into())).into()));
        }
    }

    fn let_go(&mut self, id: QuestionId) {
        self.desk.lock().asks.retain(|(_, one), _| *one != id);
    }

    fn collect(&mut self) -> Vec<(QuestionId, Came)> {
        let mut came = std::mem::take(&mut self.early);
        came.extend(self.replies.get_mut().unwrap_or_else(PoisonError::into_inner).try_iter());
        came
    }

    fn wait(&mut self, at_most: Duration) {
        if self.early.is_empty() {
            let replies = self.replies.get_mut().unwrap_or_else(PoisonError::into_inner);
            self.early.extend(replies.recv_timeout(at_most).ok());
        }
    }
}

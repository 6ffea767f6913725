//! The way to a mind that takes its time.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError, TryRecvError},
    },
    thread,
    time::Duration,
};

use tokio::{
    sync::mpsc as tokio_mpsc,
    task::{AbortHandle, Id, JoinError, JoinSet},
};

use super::{By, Came, Ear, Line, Outcome, panicked};
use crate::mind::{Ask, Mind, MindError, QuestionId, Took, server::Hears};

enum Word {
    Ask(Box<Ask>),
    LetGo(QuestionId),
}

/// A mind on a thread of its own, with one runtime and `slots` questions at a time, most urgent first.
pub struct Wire {
    by: By,
    words: tokio_mpsc::UnboundedSender<Word>,
    // Only the lock makes it `Sync`; it is never contended.
    replies: Mutex<mpsc::Receiver<(QuestionId, Came)>>,
    early: Vec<(QuestionId, Came)>,
    under_way: BTreeSet<QuestionId>,
    at_most: Option<AtMost>,
    ear: Arc<Ear>,
}

/// What a question can take at most.
pub type AtMost = Box<dyn Fn(&Ask) -> Took + Send + Sync>;

impl Wire {
    /// Starts the thread. It ends when the `Wire` is dropped. `by`: who the answers are from. `slots`: at least 1.
    pub fn open(mind: impl Mind, by: By, slots: usize) -> Self {
        Self::open_heard(mind, by, slots, Arc::default())
    }

    /// The same for a mind whose lines go to this ear as they come; those that are listened to go to the front of the
    /// queue, however urgent others are: somebody looks on.
    pub fn open_heard(mind: impl Mind, by: By, slots: usize, ear: Arc<Ear>) -> Self {
        let (words, inbox) = tokio_mpsc::unbounded_channel();
        let (outbox, replies) = mpsc::channel();
        let listening = ear.clone();
        let attend = move || {
            // Without a runtime or a thread the questions fail one by one, as with any mind that is down.
            if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
                runtime.block_on(attend(Arc::new(mind), (slots.max(1), listening), inbox, outbox));
            }
        };
        drop(thread::Builder::new().name("mind".into()).spawn(attend));
        Self {
            by,
            words,
            replies: Mutex::new(replies),
            early: Vec::new(),
            under_way: BTreeSet::new(),
            at_most: None,
            ear,
        }
    }

    /// Says beforehand what a question can take.
    #[must_use]
    pub fn with_at_most(mut self, at_most: AtMost) -> Self {
        self.at_most = Some(at_most);
        self
    }

    fn fail_all(&mut self) {
        let gone = || Outcome::Err(MindError("the mind's thread has ended".into())).into();
        self.early.extend(std::mem::take(&mut self.under_way).into_iter().map(|id| (id, gone())));
    }
}

async fn attend(
    mind: Arc<impl Mind>,
    (slots, ear): (usize, Arc<Ear>),
    mut inbox: tokio_mpsc::UnboundedReceiver<Word>,
    outbox: mpsc::Sender<(QuestionId, Came)>,
) {
    let mut waiting: BTreeMap<(u64, QuestionId), Box<Ask>> = BTreeMap::new();
    let mut running = JoinSet::new();
    let mut begun: BTreeMap<QuestionId, AbortHandle> = BTreeMap::new();
    loop {
        while running.len() < slots
            && let Some(ask) = next(&mut waiting, &ear)
        {
            let (mind, id) = (mind.clone(), ask.id);
            begun.insert(id, running.spawn(async move { mind.answer(&ask).await }));
        }
        let word = tokio::select! {
            // What is asked is heard before anything is begun, or the most urgent would not come first.
            biased;
            word = inbox.recv() => word,
            Some(done) = running.join_next_with_id(), if !running.is_empty() => {
                let (task, outcome) = done.map_or_else(failed, |(task, outcome)| (task, Some(outcome)));
                let id = begun.iter().find(|(_, handle)| handle.id() == task).map(|(id, _)| *id);
                let Some(id) = id else { continue };
                begun.remove(&id);
                if outcome.is_some_and(|outcome| outbox.send((id, outcome)).is_err()) {
                    return;
                }
                continue;
            }
        };
        let mut heard = Some(word);
        while let Some(word) = heard {
            match word {
                Some(Word::Ask(ask)) => drop(waiting.insert((ask.due, ask.id), ask)),
                Some(Word::LetGo(id)) => {
                    waiting.retain(|(_, one), _| *one != id);
                    // Frees its slot for somebody who waits.
                    if let Some(handle) = begun.get(&id) {
                        handle.abort();
                    }
                }
                None => return, // the town is gone
            }
            heard = inbox.try_recv().ok().map(Some);
        }
    }
}

/// What is begun next: what is listened to, else what is due first.
fn next(waiting: &mut BTreeMap<(u64, QuestionId), Box<Ask>>, ear: &Ear) -> Option<Box<Ask>> {
    let key = waiting.iter().find(|(_, ask)| ear.wants(ask)).map(|(key, _)| *key);
    match key {
        Some(key) => waiting.remove(&key),
        None => waiting.pop_first().map(|(_, ask)| ask),
    }
}

/// A mind that panics has failed one question, not the town. `None`: it was let go.
fn failed(error: JoinError) -> (Id, Option<Came>) {
    let task = error.id();
    let outcome = match error.try_into_panic() {
        Ok(panic) => Some(Outcome::Err(panicked(&*panic)).into()),
        Err(_) => None,
    };
    (task, outcome)
}

impl Line for Wire {
    fn by(&self) -> By {
        self.by.clone()
    }

    fn send(&mut self, ask: Ask) {
        let id = ask.id;
        self.under_way.insert(id);
        if self.words.send(Word::Ask(Box::new(ask))).is_err() {
            self.fail_all();
        }
    }

    fn at_most(&self, ask: &Ask) -> Took {
        self.at_most.as_ref().map(|at_most| at_most(ask)).unwrap_or_default()
    }

    fn ear(&self) -> Option<Arc<Ear>> {
        Some(self.ear.clone())
    }

    fn let_go(&mut self, id: QuestionId) {
        self.under_way.remove(&id);
        drop(self.words.send(Word::LetGo(id)));
    }

    fn collect(&mut self) -> Vec<(QuestionId, Came)> {
        let mut came = std::mem::take(&mut self.early);
        loop {
            let next = self.replies.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv();
            match next {
                Ok(reply) => came.push(reply),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.under_way.retain(|id| came.iter().all(|(one, _)| one != id));
                    self.fail_all();
                    came.append(&mut self.early);
                    break;
                }
            }
        }
        for (id, _) in &came {
            self.under_way.remove(id);
        }
        came
    }

    fn wait(&mut self, at_most: Duration) {
        if !self.early.is_empty() {
            return;
        }
        match self.replies.get_mut().unwrap_or_else(PoisonError::into_inner).recv_timeout(at_most) {
            Ok(reply) => {
                self.under_way.remove(&reply.0);
                self.early.push(reply);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.fail_all(),
        }
    }
}

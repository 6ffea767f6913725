//! The way to a mind that takes its time.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError, TryRecvError},
    },
    thread,
    time::Duration,
};

use tokio::{
    sync::mpsc as tokio_mpsc,
    task::{Id, JoinError, JoinSet},
};

use super::{By, Line, Outcome, panicked};
use crate::mind::{Ask, Mind, MindError, QuestionId};

enum Word {
    Ask(Box<Ask>),
    LetGo(QuestionId),
}

/// A mind on a thread of its own, with one runtime and `slots` questions at a time, most urgent first.
pub struct Wire {
    by: By,
    words: tokio_mpsc::UnboundedSender<Word>,
    // Only the lock makes it `Sync`; it is never contended.
    replies: Mutex<mpsc::Receiver<(QuestionId, Outcome)>>,
    early: Vec<(QuestionId, Outcome)>,
    under_way: BTreeSet<QuestionId>,
}

impl Wire {
    /// Starts the thread. It ends when the `Wire` is dropped. `by`: who the answers are from. `slots`: at least 1.
    pub fn open(mind: impl Mind, by: By, slots: usize) -> Self {
        let (words, inbox) = tokio_mpsc::unbounded_channel();
        let (outbox, replies) = mpsc::channel();
        let attend = move || {
            // Without a runtime or a thread the questions fail one by one, as with any mind that is down.
            if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
                runtime.block_on(attend(Arc::new(mind), slots.max(1), inbox, outbox));
            }
        };
        drop(thread::Builder::new().name("mind".into()).spawn(attend));
        Self { by, words, replies: Mutex::new(replies), early: Vec::new(), under_way: BTreeSet::new() }
    }

    fn fail_all(&mut self) {
        let gone = || Err(MindError("the mind's thread has ended".into()));
        self.early.extend(std::mem::take(&mut self.under_way).into_iter().map(|id| (id, gone())));
    }
}

async fn attend(
    mind: Arc<impl Mind>,
    slots: usize,
    mut inbox: tokio_mpsc::UnboundedReceiver<Word>,
    outbox: mpsc::Sender<(QuestionId, Outcome)>,
) {
    let mut waiting = BTreeMap::new();
    let mut running = JoinSet::new();
    let mut asked = HashMap::new();
    let note = |waiting: &mut BTreeMap<_, _>, word| match word {
        Word::Ask(ask) => drop(waiting.insert((ask.due, ask.id), ask)),
        Word::LetGo(id) => waiting.retain(|(_, one), _| *one != id),
    };
    loop {
        while let Ok(word) = inbox.try_recv() {
            note(&mut waiting, word);
        }
        while running.len() < slots
            && let Some((_, ask)) = waiting.pop_first()
        {
            let (mind, id) = (mind.clone(), ask.id);
            let task = running.spawn(async move { mind.answer(&ask).await });
            asked.insert(task.id(), id);
        }
        tokio::select! {
            word = inbox.recv() => match word {
                Some(word) => note(&mut waiting, word),
                None => return, // the town is gone
            },
            Some(done) = running.join_next_with_id(), if !running.is_empty() => {
                let (task, outcome) = done.unwrap_or_else(failed);
                let Some(id) = asked.remove(&task) else { continue };
                if outbox.send((id, outcome)).is_err() { return }
            }
        }
    }
}

/// A mind that panics has failed one question, not the town.
fn failed(error: JoinError) -> (Id, Outcome) {
    let task = error.id();
    let why = match error.try_into_panic() {
        Ok(panic) => panicked(&*panic),
        Err(error) => MindError(error.to_string()),
    };
    (task, Err(why))
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

    fn let_go(&mut self, id: QuestionId) {
        self.under_way.remove(&id);
        drop(self.words.send(Word::LetGo(id)));
    }

    fn collect(&mut self) -> Vec<(QuestionId, Outcome)> {
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

//! The way to a mind that answers on threads of its own: a server, which takes its time, or rules, which compute.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError, TryRecvError},
    },
    thread,
    time::Duration,
};

use tokio::{
    runtime::Builder,
    sync::mpsc as tokio_mpsc,
    task::{AbortHandle, JoinError, JoinSet},
};

use super::{By, Came, Client, Outcome, StreamListener, StreamedLines, panicked};
use crate::mind::{Ask, Mind, MindError, QuestionId, TokenUsage};

enum Word {
    /// With the requests that may be sent for it.
    Ask(Box<Ask>, u32),
    LetGo(QuestionId),
}

/// What comes back of a question.
enum Back {
    Came(Came),
    /// It was let go while it was under way, and took this.
    Lost(TokenUsage),
}

/// A mind on a thread of its own, with one runtime and `slots` questions at a time, most urgent first.
pub struct AsyncClient {
    by: By,
    words: tokio_mpsc::UnboundedSender<Word>,
    // Only the lock makes it `Sync`; it is never contended.
    replies: Mutex<mpsc::Receiver<(QuestionId, Back)>>,
    early: Vec<(QuestionId, Came)>,
    lost: Vec<(QuestionId, TokenUsage)>,
    under_way: BTreeSet<QuestionId>,
    at_most: Box<dyn Fn(&Ask) -> TokenUsage + Send + Sync>,
    streamed: Arc<StreamedLines>,
    /// How many are not begun, as the thread last said.
    queued: Arc<AtomicUsize>,
}

impl AsyncClient {
    /// Starts the thread. It ends when the `AsyncClient` is dropped. `by`: who the answers are from. `slots`: at least 1.
    pub fn open(mind: impl Mind, by: By, slots: usize) -> Self {
        Self::open_streaming(mind, by, slots, Arc::default())
    }

    /// For rules, which only compute: a question at a time on each of so many threads, at least one.
    pub fn pool(answer: impl Fn(&Ask) -> Outcome + Send + Sync + 'static, threads: usize) -> Self {
        let mut runtime = Builder::new_multi_thread();
        runtime.worker_threads(threads.max(1)).thread_name("mind");
        Self::on(runtime, answer, By::Builtin, threads, Arc::default())
    }

    /// The same for a mind whose lines are streamed; those that are listened to go to the front of the
    /// queue, however urgent others are: somebody looks on.
    pub fn open_streaming(mind: impl Mind, by: By, slots: usize, streamed: Arc<StreamedLines>) -> Self {
        Self::on(Builder::new_current_thread(), mind, by, slots, streamed)
    }

    fn on(mut runtime: Builder, mind: impl Mind, by: By, slots: usize, streamed: Arc<StreamedLines>) -> Self {
        let (words, inbox) = tokio_mpsc::unbounded_channel();
        let (outbox, replies) = mpsc::channel();
        let (listening, queued) = (streamed.clone(), Arc::<AtomicUsize>::default());
        let (mind, count) = (Arc::new(mind), queued.clone());
        let asked = mind.clone();
        let attend = move || {
            // Without a runtime or a thread the questions fail one by one, as with any mind that is down.
            if let Ok(runtime) = runtime.enable_all().build() {
                runtime.block_on(attend(mind, (slots.max(1), listening), inbox, (outbox, count)));
            }
        };
        drop(thread::Builder::new().name("mind".into()).spawn(attend));
        let (replies, under_way) = (Mutex::new(replies), BTreeSet::new());
        let (early, lost) = (Vec::new(), Vec::new());
        let at_most = Box::new(move |ask: &Ask| asked.at_most(ask));
        Self { by, words, replies, early, lost, under_way, at_most, streamed, queued }
    }

    fn take(&mut self, (id, back): (QuestionId, Back)) {
        match back {
            Back::Came(came) => {
                self.under_way.remove(&id);
                self.early.push((id, came));
            }
            Back::Lost(took) => self.lost.push((id, took)),
        }
    }

    fn fail_all(&mut self) {
        let gone = || Outcome::Err(MindError("the mind's thread has ended".into())).into();
        self.early.extend(std::mem::take(&mut self.under_way).into_iter().map(|id| (id, gone())));
    }
}

async fn attend(
    mind: Arc<impl Mind>,
    (slots, streamed): (usize, Arc<StreamedLines>),
    mut inbox: tokio_mpsc::UnboundedReceiver<Word>,
    (outbox, queued): (mpsc::Sender<(QuestionId, Back)>, Arc<AtomicUsize>),
) {
    let mut waiting = Waiting::new();
    let mut running = JoinSet::new();
    let mut begun: BTreeMap<QuestionId, (AbortHandle, Arc<Ask>)> = BTreeMap::new();
    loop {
        while running.len() < slots
            && let Some((ask, requests)) = next(&mut waiting, &streamed)
        {
            let (mind, ask): (_, Arc<Ask>) = (mind.clone(), Arc::from(ask));
            let asked = ask.clone();
            let task = running.spawn(async move { mind.answer_within(&asked, requests).await });
            begun.insert(ask.id, (task, ask));
        }
        queued.store(waiting.len(), Ordering::Relaxed);
        let word = tokio::select! {
            // What is asked is heard before anything is begun, or the most urgent would not come first.
            biased;
            word = inbox.recv() => word,
            Some(done) = running.join_next_with_id(), if !running.is_empty() => {
                let task = done.as_ref().map_or_else(JoinError::id, |(task, _)| *task);
                let found = begun.iter().find(|(_, (handle, _))| handle.id() == task).map(|(id, _)| *id);
                let Some((id, (_, ask))) = found.and_then(|id| begun.remove_entry(&id)) else { continue };
                let back = match done {
                    Ok((_, came)) => Back::Came(came),
                    Err(error) => match error.try_into_panic() {
                        // A mind that panics has failed one question, not the town.
                        Ok(panic) => {
                            let outcome = Outcome::Err(panicked(&*panic));
                            Back::Came(Came { took: mind.broken_off(&ask), ..outcome.into() })
                        }
                        Err(_) => Back::Lost(mind.broken_off(&ask)),
                    },
                };
                if outbox.send((id, back)).is_err() {
                    return;
                }
                continue;
            }
        };
        let mut heard = Some(word);
        while let Some(word) = heard {
            match word {
                Some(Word::Ask(ask, requests)) => drop(waiting.insert((ask.due, ask.id), (ask, requests))),
                Some(Word::LetGo(id)) => {
                    // Frees its slot for somebody who waits.
                    if let Some((task, _)) = begun.get(&id) {
                        task.abort();
                    }
                    let most = waiting.len();
                    waiting.retain(|(_, one), _| *one != id);
                    if waiting.len() < most && outbox.send((id, Back::Lost(TokenUsage::default()))).is_err() {
                        return;
                    }
                }
                None => return, // the town is gone
            }
            heard = inbox.try_recv().ok().map(Some);
        }
    }
}

/// Questions that are not begun, most urgent first, with the requests that may be sent for each.
type Waiting = BTreeMap<(u64, QuestionId), (Box<Ask>, u32)>;

/// What is begun next: what is listened to, else what is due first.
fn next(waiting: &mut Waiting, streamed: &StreamedLines) -> Option<(Box<Ask>, u32)> {
    let wanted = || waiting.iter().find(|(_, (ask, _))| streamed.wants(ask)).map(|(key, _)| *key);
    match Some(streamed).filter(|streamed| streamed.is_wanted()).and_then(|_| wanted()) {
        Some(key) => waiting.remove(&key),
        None => waiting.pop_first().map(|(_, next)| next),
    }
}

impl Client for AsyncClient {
    fn by(&self) -> By {
        self.by.clone()
    }

    fn send_within(&mut self, ask: Ask, requests: u32) {
        let id = ask.id;
        self.under_way.insert(id);
        if self.words.send(Word::Ask(Box::new(ask), requests)).is_err() {
            self.fail_all();
        }
    }

    fn at_most(&self, ask: &Ask) -> TokenUsage {
        (self.at_most)(ask)
    }

    fn streamed(&self) -> Option<Arc<StreamedLines>> {
        Some(self.streamed.clone())
    }

    fn let_go(&mut self, id: QuestionId) {
        self.under_way.remove(&id);
        drop(self.words.send(Word::LetGo(id)));
    }

    fn queued(&self) -> usize {
        self.queued.load(Ordering::Relaxed)
    }

    fn lost(&mut self) -> Vec<(QuestionId, TokenUsage)> {
        std::mem::take(&mut self.lost)
    }

    fn collect(&mut self) -> Vec<(QuestionId, Came)> {
        loop {
            let next = self.replies.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv();
            match next {
                Ok(back) => self.take(back),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.fail_all();
                    break;
                }
            }
        }
        std::mem::take(&mut self.early)
    }

    fn wait(&mut self, at_most: Duration) {
        if !self.early.is_empty() {
            return;
        }
        match self.replies.get_mut().unwrap_or_else(PoisonError::into_inner).recv_timeout(at_most) {
            Ok(back) => self.take(back),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.fail_all(),
        }
    }
}

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

use super::{By, Client, Outcome, Response, StreamedLines, panicked};
use crate::mind::{Ask, Mind, MindError, QuestionId, TokenUsage};

enum Message {
    /// With the number of requests that may be sent for it.
    Ask(Box<Ask>, u32),
    Cancel(QuestionId),
}

/// A mind on a thread of its own, with one runtime and `slots` questions at a time, most urgent first.
pub struct AsyncClient {
    by: By,
    messages: tokio_mpsc::UnboundedSender<Message>,
    // Only the lock makes it `Sync`; it is never contended.
    responses: Mutex<mpsc::Receiver<(QuestionId, Response)>>,
    early: Vec<(QuestionId, Response)>,
    under_way: BTreeSet<QuestionId>,
    max_usage: Box<dyn Fn(&Ask) -> TokenUsage + Send + Sync>,
    streamed: Arc<StreamedLines>,
    /// Questions that are not begun, as the thread last counted them.
    queued: Arc<AtomicUsize>,
}

impl AsyncClient {
    /// Starts the thread. It ends when the `AsyncClient` is dropped. `by`: who the answers are from. `slots`: at least 1.
    pub fn open(mind: impl Mind, by: By, slots: usize) -> Self {
        Self::start(Builder::new_current_thread(), mind, by, slots)
    }

    /// For rules, which only compute: one question at a time on each of so many threads, at least one.
    pub fn pool(answer: impl Fn(&Ask) -> Outcome + Send + Sync + 'static, threads: usize) -> Self {
        let mut runtime = Builder::new_multi_thread();
        runtime.worker_threads(threads.max(1)).thread_name("mind");
        Self::start(runtime, answer, By::Builtin, threads)
    }

    fn start(mut runtime: Builder, mind: impl Mind, by: By, slots: usize) -> Self {
        let (messages, inbox) = tokio_mpsc::unbounded_channel();
        let (outbox, responses) = mpsc::channel();
        let (streamed, queued) = (mind.streamed(), Arc::<AtomicUsize>::default());
        let mind = Arc::new(mind);
        let worker = Worker {
            mind: mind.clone(),
            slots: slots.max(1),
            streamed: streamed.clone(),
            queued: queued.clone(),
            outbox,
        };
        let run = move || {
            // Without a runtime or a thread the questions fail one by one, as with any mind that is down.
            if let Ok(runtime) = runtime.enable_all().build() {
                runtime.block_on(worker.run(inbox));
            }
        };
        drop(thread::Builder::new().name("mind".into()).spawn(run));
        Self {
            by,
            messages,
            responses: Mutex::new(responses),
            early: Vec::new(),
            under_way: BTreeSet::new(),
            max_usage: Box::new(move |ask| mind.max_usage(ask)),
            streamed,
            queued,
        }
    }

    fn take(&mut self, (id, response): (QuestionId, Response)) {
        self.under_way.remove(&id);
        self.early.push((id, response));
    }

    fn fail_all(&mut self) {
        let why = "the mind's thread has ended; open the town again to start another";
        let failed = |id| (id, Outcome::Err(MindError(why.into())).into());
        self.early.extend(std::mem::take(&mut self.under_way).into_iter().map(failed));
    }
}

/// Questions that are not begun, most urgent first, with the number of requests that may be sent for each.
type Waiting = BTreeMap<(u64, QuestionId), (Box<Ask>, u32)>;

/// What runs on the client's thread.
struct Worker<M> {
    mind: Arc<M>,
    slots: usize,
    streamed: Arc<StreamedLines>,
    queued: Arc<AtomicUsize>,
    outbox: mpsc::Sender<(QuestionId, Response)>,
}

impl<M: Mind> Worker<M> {
    /// Answers questions until the client is dropped.
    async fn run(self, mut inbox: tokio_mpsc::UnboundedReceiver<Message>) {
        let (mut waiting, mut running, mut messages) = (Waiting::new(), JoinSet::new(), Vec::new());
        let mut begun: BTreeMap<QuestionId, (AbortHandle, Arc<Ask>)> = BTreeMap::new();
        loop {
            while running.len() < self.slots
                && let Some((ask, requests)) = self.next(&mut waiting)
            {
                let (mind, ask): (_, Arc<Ask>) = (self.mind.clone(), Arc::from(ask));
                let asked = ask.clone();
                let task = running.spawn(async move { mind.answer_within(&asked, requests).await });
                begun.insert(ask.id, (task, ask));
            }
            self.queued.store(waiting.len(), Ordering::Relaxed);
            let count = tokio::select! {
                // Messages come first: the most urgent question may be among them.
                biased;
                count = inbox.recv_many(&mut messages, MESSAGES) => count,
                Some(done) = running.join_next_with_id(), if !running.is_empty() => {
                    let task = done.as_ref().map_or_else(JoinError::id, |(task, _)| *task);
                    let found = begun.extract_if(.., |_, (handle, _)| handle.id() == task).next();
                    let Some((id, (_, ask))) = found else { continue };
                    let response = done.map(|(_, response)| response).unwrap_or_else(|error| {
                        // A mind that panics has failed one question, not the town.
                        let why = error.try_into_panic().map_or_else(|_| cancelled(), |panic| panicked(&*panic));
                        Response { usage: self.mind.cancelled_usage(&ask), ..Outcome::Err(why).into() }
                    });
                    if self.outbox.send((id, response)).is_err() {
                        return;
                    }
                    continue;
                }
            };
            if count == 0 {
                return; // the client is gone
            }
            for message in messages.drain(..) {
                match message {
                    Message::Ask(ask, requests) => drop(waiting.insert((ask.due, ask.id), (ask, requests))),
                    Message::Cancel(id) => {
                        // Frees its slot for another question.
                        begun.get(&id).into_iter().for_each(|(task, _)| task.abort());
                        for _ in waiting.extract_if(.., |(_, one), _| *one == id) {
                            drop(self.outbox.send((id, Outcome::Err(cancelled()).into())));
                        }
                    }
                }
            }
        }
    }

    /// What is begun next: a line that somebody waits to read, however urgent others are; else what is due first.
    fn next(&self, waiting: &mut Waiting) -> Option<(Box<Ask>, u32)> {
        let wanted = waiting.extract_if(.., |_, (ask, _)| self.streamed.is_wanted(ask)).next();
        wanted.or_else(|| waiting.pop_first()).map(|(_, next)| next)
    }
}

/// Messages that are read at a time.
const MESSAGES: usize = 1024;

fn cancelled() -> MindError {
    MindError("nobody waits for the answer any more".into())
}

impl Client for AsyncClient {
    fn by(&self) -> By {
        self.by.clone()
    }

    fn send_within(&mut self, ask: Ask, requests: u32) {
        self.under_way.insert(ask.id);
        if self.messages.send(Message::Ask(Box::new(ask), requests)).is_err() {
            self.fail_all();
        }
    }

    fn max_usage(&self, ask: &Ask) -> TokenUsage {
        (self.max_usage)(ask)
    }

    fn streamed(&self) -> Option<Arc<StreamedLines>> {
        Some(self.streamed.clone())
    }

    fn cancel(&mut self, id: QuestionId) {
        drop(self.messages.send(Message::Cancel(id)));
    }

    fn queued(&self) -> usize {
        self.queued.load(Ordering::Relaxed)
    }

    fn collect(&mut self) -> Vec<(QuestionId, Response)> {
        loop {
            let next = self.responses.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv();
            match next {
                Ok(response) => self.take(response),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.fail_all();
                    break;
                }
            }
        }
        std::mem::take(&mut self.early)
    }

    fn wait(&mut self, longest: Duration) {
        if !self.early.is_empty() {
            return;
        }
        match self.responses.get_mut().unwrap_or_else(PoisonError::into_inner).recv_timeout(longest) {
            Ok(response) => self.take(response),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.fail_all(),
        }
    }
}

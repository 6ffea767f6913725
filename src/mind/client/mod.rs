//! The ways to a mind. The town never waits on one inside a tick.
//!
//! [`AsyncClient`] leads to a mind on threads of its own, [`SimulatedClient`] to one on a virtual clock, for measuring. Each
//! answers the most urgent question first and ends its threads when dropped.

mod async_client;
mod simulated;
mod streaming;

use std::{
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use serde::{Deserialize, Serialize};

pub use self::{
    async_client::AsyncClient,
    simulated::{Hash, PlaybackClient, SimulatedClient},
    streaming::{StreamListener, StreamedLines},
};
use super::{Ask, MindError, QuestionId, Reply, TokenUsage};

/// Who gives an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum By {
    /// The built-in mind.
    Builtin,
    /// A language model, by name.
    Model(String),
    /// Recorded answers, found by what was asked.
    Cassette,
}

impl By {
    /// `builtin`, `cassette`, or the model's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Builtin => "builtin",
            Self::Cassette => "cassette",
            Self::Model(name) => name,
        }
    }
}

/// What came of a question.
pub type Outcome = Result<Reply, MindError>;

/// What came of a question, from whom, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Came {
    /// The answer, or why there is none.
    pub outcome: Outcome,
    /// Who gave it; `None`: the one at the other end of the line.
    pub by: Option<By>,
    /// What it took.
    pub took: TokenUsage,
}

impl From<Outcome> for Came {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, by: None, took: TokenUsage::default() }
    }
}

/// Takes questions, gives back outcomes in any order.
pub trait Client: Send + Sync + 'static {
    /// Who answers at the other end.
    fn by(&self) -> By;
    /// Sends a question off, with so many requests to a server at most. Every question sent comes back, if only as an
    /// error, unless it was let go.
    fn send_within(&mut self, ask: Ask, requests: u32);
    /// The same with as many requests as it takes.
    fn send(&mut self, ask: Ask) {
        self.send_within(ask, u32::MAX);
    }
    /// The most that this question can take: what a budget sets aside for it before it is sent.
    fn at_most(&self, _ask: &Ask) -> TokenUsage {
        TokenUsage::default()
    }
    /// Lines as they come, if this mind gives them so.
    fn streamed(&self) -> Option<Arc<StreamedLines>> {
        None
    }
    /// Nobody waits for this one any more: it need not be begun, or ended. Its answer may still come.
    fn let_go(&mut self, _id: QuestionId) {}
    /// What questions took that were let go and whose answers will not come, as far as it became known since the last call.
    fn lost(&mut self) -> Vec<(QuestionId, TokenUsage)> {
        Vec::new()
    }
    /// Questions that were sent and have not been begun: others are at all the slots.
    fn queued(&self) -> usize {
        0
    }
    /// What has come back since the last call. Never blocks.
    fn collect(&mut self) -> Vec<(QuestionId, Came)>;
    /// Sleeps until something came, or `at_most`. For a headless loop; never called from a system.
    fn wait(&mut self, at_most: Duration);
}

/// Asks a mind that only computes. If it panics, it has failed this question and nothing else.
pub fn guarded(answer: impl Fn(&Ask) -> Outcome, ask: &Ask) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| answer(ask))).unwrap_or_else(|panic| Err(panicked(&*panic)))
}

/// The same for a mind that takes its time.
pub(super) async fn guarded_async<T>(answer: impl Future<Output = T>) -> Result<T, MindError> {
    let mut answer = pin!(answer);
    let poll = |context: &mut Context<'_>| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        polled.map_or_else(|panic| Poll::Ready(Err(panicked(&*panic))), |polled| polled.map(Ok))
    };
    poll_fn(poll).await
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> MindError {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given");
    MindError(format!("the mind broke down over this question: {words}"))
}

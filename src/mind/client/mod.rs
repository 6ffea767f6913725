//! The ways to a mind. The town never waits on one inside a tick.
//!
//! [`AsyncClient`] leads to a mind on threads of its own, [`SimulatedClient`] to one on a virtual clock, for measuring,
//! [`PlaybackClient`] to recorded answers. The first two answer the most urgent question first.

mod async_client;
mod simulated;
mod streaming;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};

pub use self::{
    async_client::AsyncClient,
    simulated::{Hash, PlaybackClient, SimulatedClient},
    streaming::StreamedLines,
};
use super::{Ask, MindError, QuestionId, Reply, TokenUsage, question::Checked};

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

/// The answer to a question, or why there is none.
pub type Outcome = Result<Reply, MindError>;

/// What a mind gives back for a question.
#[derive(Debug)]
pub struct Response {
    /// The answer, or why there is none.
    pub outcome: Outcome,
    /// Who gave it; `None`: the mind that the client leads to.
    pub by: Option<By>,
    /// What it took.
    pub usage: TokenUsage,
    /// The answer as it was read and checked where it was given, on a thread that nobody waits for.
    pub checked: Option<Checked>,
}

impl From<Outcome> for Response {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, by: None, usage: TokenUsage::default(), checked: None }
    }
}

/// Takes questions, gives back responses in any order.
pub trait Client: Send + Sync + 'static {
    /// Who answers.
    fn by(&self) -> By;
    /// Sends a question, for which so many requests may go to a server. Every question sent gets one response, if only an
    /// error, unless it is cancelled.
    fn send_within(&mut self, ask: Ask, requests: u32);
    /// Sends a question without a limit on requests.
    fn send(&mut self, ask: Ask) {
        self.send_within(ask, u32::MAX);
    }
    /// The most that this question can take: what a budget reserves for it before it is sent.
    fn max_usage(&self, _ask: &Ask) -> TokenUsage {
        TokenUsage::default()
    }
    /// Lines as the model writes them, if this mind streams.
    fn streamed(&self) -> Option<Arc<StreamedLines>> {
        None
    }
    /// Nobody waits for this question any more: it need not be begun, or ended. If it took something, a response says so.
    fn cancel(&mut self, _id: QuestionId) {}
    /// Questions that were sent and are not begun, since all slots are taken.
    fn queued(&self) -> usize {
        0
    }
    /// The responses since the last call. Never blocks.
    fn collect(&mut self) -> Vec<(QuestionId, Response)>;
    /// Sleeps until there is a response, or `longest`. For a headless loop; never called from a system.
    fn wait(&mut self, longest: Duration);
}

/// Asks a mind that only computes. If it panics, it has failed this question and nothing else.
pub fn guarded(answer: impl Fn(&Ask) -> Outcome, ask: &Ask) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| answer(ask))).unwrap_or_else(|panic| Err(panicked(&*panic)))
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> MindError {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given");
    MindError(format!("the mind broke down over this question: {words}"))
}

//! What a mind sees and says. Nothing of the town, nothing of Bevy: one question of one agent, with its inputs.

pub mod cassette;
mod choice;
pub mod client;
pub mod inner_voice;
pub mod line_act;
pub mod llm;
mod phrase;
pub mod question;
pub mod rules;
mod usage;

use std::{fmt, future::Future};

use serde::{Deserialize, Serialize};

use self::client::{Came, Outcome, guarded};
pub use self::{
    choice::Choice,
    phrase::{Class, Phrasing, Prompt, Reasoning},
    usage::{Caps, Price, TokenUsage},
};

/// The agent's number and the agent's own count: nobody else's questions can change it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct QuestionId {
    /// Who asks.
    pub agent: u32,
    /// The zero-based index of the question among this agent's.
    pub count: u32,
}

/// One question as it leaves the town.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// Which question this is.
    pub id: QuestionId,
    /// Which kind.
    pub purpose: String,
    /// The kind's inputs, as JSON.
    pub inputs: String,
    /// The tick at which it was asked.
    pub asked: u64,
    /// The tick at which the answer counts; the most urgent is answered first.
    pub due: u64,
    /// The tick at which nobody waits any longer (live only; in lockstep no tick passes while waiting).
    pub give_up: u64,
    /// This question's own chance, for minds that throw dice.
    pub dice: u64,
}

/// The answer as it comes back: JSON, not yet believed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply(pub String);

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct MindError(pub String);

impl fmt::Display for MindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Answers questions, slowly perhaps. Must end every question itself, with a time limit: in lockstep nobody
/// else does.
pub trait Mind: Send + Sync + 'static {
    /// Answers one question from its inputs alone, with so many requests to a server at most.
    fn answer_within(&self, ask: &Ask, requests: u32) -> impl Future<Output = Came> + Send;
    /// The same with as many requests as it takes.
    fn answer(&self, ask: &Ask) -> impl Future<Output = Came> + Send {
        self.answer_within(ask, u32::MAX)
    }
    /// The most that a question can take: what a budget sets aside for it before it is sent.
    fn at_most(&self, _ask: &Ask) -> TokenUsage {
        TokenUsage::default()
    }
    /// What a question took that was broken off on its way, as near as can be told. Asked once, after the future of its
    /// answer is gone.
    fn broken_off(&self, _ask: &Ask) -> TokenUsage {
        TokenUsage::default()
    }
}

/// A mind that only computes.
impl<F: Fn(&Ask) -> Outcome + Send + Sync + 'static> Mind for F {
    async fn answer_within(&self, ask: &Ask, _: u32) -> Came {
        guarded(self, ask).into()
    }
}

/// A mind that answers at once and is the same everywhere: the built-in one.
pub type Builtin = fn(&Ask) -> Result<Reply, MindError>;

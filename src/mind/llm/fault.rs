//! Everything that can go wrong between a question and its answer, by kind and in words.

use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nobody answers there.
    #[error("{0} cannot be reached: {1}")]
    Unreachable(String, String),
    /// It took too long; what it was that took so long.
    #[error("{0}")]
    TimedOut(String),
    /// The answer broke off in the middle.
    #[error("the server's answer broke off")]
    Interrupted,
    /// The body is longer than so many bytes.
    #[error("the server's answer is longer than {0} bytes")]
    TooLarge(usize),
    /// Too many requests; how long the server asks to wait.
    #[error("the server has no time for more requests ({status}): {says}")]
    Busy {
        /// HTTP status.
        status: u16,
        /// The server's words.
        says: String,
        /// How long it asks to wait.
        wait: Option<Duration>,
    },
    /// The server is there and does not work.
    #[error("the server is out of order ({status}): {says}")]
    Down {
        /// HTTP status.
        status: u16,
        /// The server's words.
        says: String,
        /// How long it asks to wait.
        wait: Option<Duration>,
    },
    /// The key is not taken.
    #[error("the server refuses the key ({status}): {says}; look at the key and what it may do")]
    Unauthorized {
        /// HTTP status.
        status: u16,
        /// The server's words.
        says: String,
    },
    /// The account is used up.
    #[error("the account at this server is used up: {0}; top it up, or choose another server")]
    QuotaExceeded(String),
    /// No such path or model.
    #[error("the server knows no such thing ({0})")]
    NotFound(String),
    /// The request is not taken.
    #[error("the server does not take the request ({status}): {says}")]
    Rejected {
        /// HTTP status.
        status: u16,
        /// The server's words.
        says: String,
    },
    /// It answered, not as such servers do.
    #[error("this is no answer of such a server: {0}")]
    Unexpected(String),
    /// The question with its answer is longer than the model can hold.
    #[error("the question is too long for the model: {0}")]
    TooLong(String),
    /// All words went into thinking.
    #[error("the model thought until its words were used up; turn its thinking off, or set `think_tokens`")]
    Thinking,
    /// Twice no answer that fits the question.
    #[error("the model's answer does not fit: {0}")]
    Invalid(String),
    /// The server has failed too often and is left alone for a while.
    #[error("the server is left alone for now: {0}")]
    CircuitOpen(String),
    /// It needs more requests than it may send.
    #[error("no more requests may be sent for this question: the cap on calls is too near")]
    OverBudget,
    /// The question could not be put into words.
    #[error("the question cannot be worded: {0}")]
    Prompt(String),
    /// Something in here broke.
    #[error("the way to the model broke down: {0}")]
    Internal(String),
}

impl Fault {
    /// Whether the same request may succeed a little later.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Unreachable(..) | Self::Interrupted | Self::Busy { .. } | Self::Down { .. })
    }

    /// Whether it says that the server is of no use at present.
    pub fn is_of_server(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(..)
                | Self::TimedOut(_)
                | Self::Interrupted
                | Self::TooLarge(_)
                | Self::Down { .. }
                | Self::Unexpected(_)
                | Self::NotFound(_)
        )
    }

    /// Whether every further question would meet the same, until somebody does something about it.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Unauthorized { .. } | Self::QuotaExceeded(_))
    }

    /// Whether another server might do better.
    pub fn elsewhere(&self) -> bool {
        self.is_of_server() || self.is_final() || matches!(self, Self::CircuitOpen(_) | Self::Busy { .. })
    }

    /// How long the server asks to wait.
    pub fn wait(&self) -> Option<Duration> {
        match self {
            Self::Busy { wait, .. } | Self::Down { wait, .. } => *wait,
            _ => None,
        }
    }
}

//! Everything that can go wrong between a question and its answer, by kind and in words; and a server's own words about
//! it, in whichever form it gives them.

use std::time::Duration;

use serde_json::Value;

use crate::language::clean;

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

/// Longer words than this say no more, in letters.
const LONGEST: usize = 300;

/// What a body says about a fault.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// In its words, one line.
    pub says: String,
    /// The account is used up.
    pub used_up: bool,
    /// The request is longer than the model can hold.
    pub too_long: bool,
    /// Something in the request is not taken, whatever the status: llama-cpp-python says so with 500.
    pub of_request: bool,
}

/// Words for what some servers do not take.
const OF_REQUEST: [&str; 8] = [
    "response_format",
    "json_schema",
    "json_object",
    "grammar",
    "reasoning_effort",
    "support thinking",
    "think value",
    "validation error",
];

/// Reads `{"error": {"message", "code"}}`, `{"error": "…"}`, `{"detail": …}`, `{"message": …}`, and plain text.
pub(super) fn error(json: Option<&Value>, body: &[u8]) -> Told {
    let error = json.and_then(|json| json.get("error")).filter(|error| !error.is_null());
    let inner = error.or(json);
    let text = |value: Option<&Value>, name: &str| Some(value?.get(name)?.as_str()?.to_owned());
    let says = error
        .and_then(Value::as_str)
        .map(str::to_owned)
        .or_else(|| text(inner, "message"))
        .or_else(|| Some(inner?.get("detail")?.to_string()))
        .or_else(|| text(json, "message"))
        .unwrap_or_else(|| String::from_utf8_lossy(&body[..body.len().min(4 * LONGEST)]).into_owned());
    let says = line(&says);
    let code = ["code", "type"].map(|name| text(inner, name).unwrap_or_default().to_lowercase());
    let low = says.to_lowercase();
    let any = |of: &str, words: &[&str]| words.iter().any(|word| of.contains(word));
    let coded = |words: &[&str]| code.iter().any(|code| any(code, words));
    let used_up =
        coded(&["insufficient_quota", "billing"]) || any(&low, &["insufficient_quota", "exceeded your current quota"]);
    let too_long = coded(&["context_length", "exceed_context"])
        || any(&low, &["context length", "context window", "context size", "maximum context", "prompt is too long"]);
    let of_request = any(&low, &OF_REQUEST);
    Told { says: if says.is_empty() { "no words".into() } else { says }, used_up, too_long, of_request }
}

/// On one line, without tags, not longer than says something.
pub(super) fn line(text: &str) -> String {
    let parts = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, words)| words));
    match text.trim_start().starts_with('<') {
        true => clean::short_line(&parts.collect::<Vec<_>>().join(" "), LONGEST),
        false => clean::short_line(text, LONGEST),
    }
}

//! Everything that can go wrong between a question and its answer, by kind and in words; and what a server itself says
//! about it, in whichever form.

use std::time::Duration;

use serde_json::Value;

use crate::language::clean;

/// Why there is no answer. Displays as a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing answers at this address, for this reason.
    #[error("{0} cannot be reached: {1}; check that the server runs, and its URL")]
    Unreachable(String, String),
    /// It took too long; what it was that took so long.
    #[error("{0}; choose a faster model, or raise the times in [models.limits] of smallville.toml")]
    TimedOut(String),
    /// The answer broke off in the middle.
    #[error("the server's answer broke off; its own log should say why")]
    Interrupted,
    /// The body is longer than so many bytes.
    #[error("the server's answer is longer than {0} bytes; raise body_bytes in [models.limits] of smallville.toml")]
    TooLarge(usize),
    /// Too many requests.
    #[error("the server has no time for more requests {0}; lower slots of this server, or wait")]
    Busy(Refusal),
    /// The server is there and does not work.
    #[error("the server is out of order {0}; its own log should say why")]
    Down(Refusal),
    /// The key is not accepted.
    #[error("the server refuses the key {0}; check the key and what it may do")]
    Unauthorized(Refusal),
    /// The account is used up.
    #[error("the account at this server is used up: {0}; top it up, or choose another server")]
    QuotaExceeded(String),
    /// No such path or model.
    #[error("the server knows no such thing ({0}); check the model's name and the URL")]
    NotFound(String),
    /// The request is not accepted.
    #[error("the server does not take the request {0}; if that names nothing to change, choose another model")]
    Rejected(Refusal),
    /// It answered, but not as such servers do.
    #[error("this is no answer of such a server: {0}; check that the URL is of a server with an OpenAI-compatible API")]
    Unexpected(String),
    /// The question with its answer is longer than the model can hold.
    #[error("the question is too long for the model: {0}; give it a longer context, or choose another model")]
    TooLong(String),
    /// All words went into thinking.
    #[error("the model thought until its words were used up; turn its thinking off, or set `think_tokens`")]
    Thinking,
    /// Twice no answer that fits the question.
    #[error("the model's answer does not fit: {0}; if that happens often, choose a larger model")]
    Invalid(String),
    /// The circuit breaker is open.
    #[error("the server is left alone for now: {0}")]
    CircuitOpen(String),
    /// It needs more requests than it may send.
    #[error("no more requests may be sent for this question: the cap on calls is too near; raise it with --cap-calls")]
    OverBudget,
    /// The question could not be put into words.
    #[error("the question cannot be worded: {0}; `smallville check prompts` looks for faults in the prompts")]
    Prompt(String),
    /// A bug.
    #[error("the way to the model broke down: {0}; please report this, it is a fault of the game")]
    Internal(String),
}

/// A server's refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("({status}): {says}")]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// The server's words.
    pub says: String,
    /// How long it asks to wait.
    pub wait: Option<Duration>,
}

impl Fault {
    /// Whether the same request may succeed a little later.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unreachable(..) | Self::Interrupted | Self::Busy(_) | Self::Down(_))
    }

    /// Whether the server is of no use at present.
    pub fn is_of_server(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(..)
                | Self::TimedOut(_)
                | Self::Interrupted
                | Self::TooLarge(_)
                | Self::Down(_)
                | Self::Unexpected(_)
                | Self::NotFound(_)
        )
    }

    /// Whether every further question would fail too, until somebody does something about it.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Unauthorized(_) | Self::QuotaExceeded(_))
    }

    /// Whether another server might do better.
    pub fn is_worth_another_server(&self) -> bool {
        self.is_of_server() || self.is_final() || matches!(self, Self::CircuitOpen(_) | Self::Busy(_))
    }

    /// How long the server asks to wait.
    pub fn wait(&self) -> Option<Duration> {
        match self {
            Self::Busy(refusal) | Self::Down(refusal) => refusal.wait,
            _ => None,
        }
    }
}

/// Longer words than this say no more, in letters.
const LONGEST: usize = 300;
/// More of a body than this is not read for what is wrong, in bytes.
const READ: usize = 64 << 10;

/// What the body of a refusal says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ErrorBody {
    /// In its words, as they stand there.
    pub says: String,
    /// The account is used up.
    pub is_used_up: bool,
    /// The request is longer than the model can hold.
    pub is_too_long: bool,
    /// Something in the request is not accepted, whatever the status: llama-cpp-python says so with 500.
    pub is_of_request: bool,
}

/// Words for parts of a request that some servers do not accept.
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

impl ErrorBody {
    /// Reads `{"error": {"message", "code"}}`, `{"error": "…"}`, `{"detail": …}`, `{"message": …}`, and plain text.
    pub fn read(json: Option<&Value>, body: &[u8]) -> Self {
        let error = json.and_then(|json| json.get("error")).filter(|error| !error.is_null());
        let inner = error.or(json);
        let text = |value: Option<&Value>, name: &str| Some(value?.get(name)?.as_str()?.to_owned());
        let says = error
            .and_then(Value::as_str)
            .map(str::to_owned)
            .or_else(|| text(inner, "message"))
            .or_else(|| Some(inner?.get("detail")?.to_string()))
            .or_else(|| text(json, "message"))
            .unwrap_or_else(|| String::from_utf8_lossy(start(body)).into_owned());
        let codes = ["code", "type"].map(|name| text(inner, name).unwrap_or_default().to_lowercase());
        let low = line(&says).to_lowercase();
        let any = |of: &str, words: &[&str]| words.iter().any(|word| of.contains(word));
        let coded = |words: &[&str]| codes.iter().any(|code| any(code, words));
        Self {
            is_used_up: coded(&["insufficient_quota", "billing"])
                || any(&low, &["insufficient_quota", "exceeded your current quota"]),
            is_too_long: coded(&["context_length", "exceed_context"])
                || any(
                    &low,
                    &["context length", "context window", "context size", "maximum context", "prompt is too long"],
                ),
            is_of_request: any(&low, &OF_REQUEST),
            says,
        }
    }
}

/// What is read of a body. It ends at a blank, so that no key is cut in two and half of it taken for something else.
fn start(body: &[u8]) -> &[u8] {
    if body.len() <= READ {
        return body;
    }
    let end = body[..READ].iter().rposition(u8::is_ascii_whitespace);
    &body[..end.unwrap_or(0)]
}

/// On one line, without tags.
pub(super) fn line(text: &str) -> String {
    if !text.trim_start().starts_with('<') {
        return clean::one_line(text);
    }
    let parts = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, words)| words));
    clean::one_line(&parts.collect::<Vec<_>>().join(" "))
}

/// A server's words, cut where they say no more.
pub(super) fn shortened(says: &str) -> String {
    if says.is_empty() { "no words".into() } else { clean::short_line(says, LONGEST) }
}

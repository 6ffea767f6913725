//! Which servers there are and how they are dealt with; written in `smallville.toml`, so a name that is not known is a
//! fault. No key stands here: only the name of the variable that holds it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{address, key};

/// Servers of language models and everything about them that people may set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Where questions go; several share the load.
    pub servers: Vec<Endpoint>,
    /// Where texts become numbers; `None`: the built-in way.
    pub embeddings: Option<Endpoint>,
    /// Time limits.
    pub limits: Limits,
    /// What is tried again, and when.
    pub retry: Retry,
    /// When a server is left alone.
    pub breaker: Rest,
    /// Tokens on top of an answer's own for models that cannot stop thinking before they answer.
    pub think_tokens: u32,
}

/// One server with its models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Endpoint {
    /// `http://127.0.0.1:11434/v1`: everything before `/chat/completions`.
    pub url: String,
    /// The model's name; empty: the first that a server of this machine lists.
    pub model: String,
    /// The model for questions of the large class; `None`: the same one.
    pub large_model: Option<String>,
    /// The name of the environment variable that holds the key. `None`: `OPENAI_API_KEY` for OpenAI's own server, no key
    /// for any other.
    pub key_variable: Option<String>,
    /// Requests at a time, at least 1.
    pub slots: usize,
}

impl Default for Endpoint {
    fn default() -> Self {
        Self { url: String::new(), model: String::new(), large_model: None, key_variable: None, slots: 8 }
    }
}

impl Endpoint {
    /// Whether its URL can be asked at all. Nothing is asked for this.
    ///
    /// # Errors
    /// A clause that says what is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        address::check(&self.url).map(drop)
    }

    /// Where it is, as it may be shown: scheme, host and port.
    pub fn place(&self) -> String {
        address::shown(&self.url)
    }

    /// Which key is sent there, in words that never hold a key.
    pub fn key_in_words(&self) -> String {
        match self.variable() {
            Some(name) if key::is_variable(name) => format!("with the key in {}", key::told(name)),
            Some(_) => "with a key_variable that is no name of a variable".into(),
            None => "without a key".into(),
        }
    }

    /// The name of the variable that holds its key; `None`: no key is sent.
    pub fn variable(&self) -> Option<&str> {
        let named = self.key_variable.as_deref().map(str::trim).filter(|name| !name.is_empty());
        named
            .or_else(|| address::check(&self.url).is_ok_and(|(_, url)| address::is_openai(&url)).then_some(key::OPENAI))
    }
}

/// Time limits in seconds, and the size of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// To reach a server.
    pub connect_s: f64,
    /// Between two pieces of an answer that has begun. How long it takes to begin is bounded by `whole_s` alone, since
    /// a server that does not stream says nothing until its model is done.
    pub idle_s: f64,
    /// For a question with all its tries and waits.
    pub whole_s: f64,
    /// The longest body that is read, in bytes.
    pub body_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect_s: 5.0, idle_s: 30.0, whole_s: 120.0, body_bytes: 1 << 20 }
    }
}

/// What is tried again: a server that is busy, broken or out of reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retry {
    /// Tries after the first.
    pub times: usize,
    /// The longest wait before the first of them, in seconds; it doubles each time, and each wait is a random part of it.
    pub first_s: f64,
    /// The longest that a wait grows to.
    pub most_s: f64,
    /// The longest wait that a server may ask for.
    pub asked_s: f64,
}

impl Default for Retry {
    fn default() -> Self {
        Self { times: 3, first_s: 0.5, most_s: 8.0, asked_s: 60.0 }
    }
}

/// When a server is left alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rest {
    /// Failures in a row after which questions fail at once.
    pub after: u32,
    /// Seconds from one look whether it is back to the next.
    pub look_s: f64,
    /// The longest such a look takes.
    pub glance_s: f64,
}

impl Default for Rest {
    fn default() -> Self {
        Self { after: 5, look_s: 15.0, glance_s: 4.0 }
    }
}

/// Seconds as they are written; what is no time is none at all, and nothing is longer than a day.
pub(super) fn seconds(s: f64) -> Duration {
    Duration::try_from_secs_f64(s.clamp(0.0, 86_400.0)).unwrap_or_default()
}

impl Settings {
    /// Questions that all servers together take at a time, at least 1: the slots of an `AsyncClient`.
    pub fn slots(&self) -> usize {
        self.servers.iter().map(|server| server.slots.max(1)).sum::<usize>().max(1)
    }
}

//! Which servers there are and how they are dealt with; written in `smallville.toml`, so a name that is not known is a
//! fault. No key stands here: only the name of the variable that holds it.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

use super::endpoint::{self, OPENAI};

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
    pub breaker: BreakerSettings,
    /// Tokens on top of an answer's own for models that cannot stop thinking before they answer.
    pub think_tokens: u32,
}

/// One server with its models.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// A key may stand in its URL or in the place of a variable's name, so neither is printed.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("place", &self.place()).field("model", &self.model).finish_non_exhaustive()
    }
}

impl Endpoint {
    /// Whether its URL can be asked at all. Nothing is asked for this.
    ///
    /// # Errors
    /// A clause that says what is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        endpoint::check(&self.url).map(drop)
    }

    /// Where it is, as it may be shown: scheme, host and port.
    pub fn place(&self) -> String {
        endpoint::shown(&self.url)
    }

    /// Which key is sent there, in words that never hold a key.
    pub fn key_in_words(&self) -> String {
        match self.variable() {
            Some(name) if endpoint::is_variable(name) => format!("with the key in {}", endpoint::told(name)),
            Some(_) => "with a key_variable that is no name of a variable".into(),
            None => "without a key".into(),
        }
    }

    /// The name of the variable that holds its key; `None`: no key is sent.
    pub fn variable(&self) -> Option<&str> {
        let named = self.key_variable.as_deref().map(str::trim).filter(|name| !name.is_empty());
        named.or_else(|| endpoint::check(&self.url).is_ok_and(|(_, url)| endpoint::is_openai(&url)).then_some(OPENAI))
    }
}

/// Time limits in seconds, and the size of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// To reach a server.
    pub connect_s: f64,
    /// To the first words of an answer that is asked for as a stream. One in a single piece is bounded by `whole_s` alone,
    /// since its server says nothing until its model is done.
    pub first_s: f64,
    /// Between two pieces of an answer that has begun; pings and comments are none.
    pub idle_s: f64,
    /// For a question with all its tries and waits.
    pub whole_s: f64,
    /// The longest body that is read, in bytes.
    pub body_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect_s: 5.0, first_s: 60.0, idle_s: 30.0, whole_s: 120.0, body_bytes: 1 << 20 }
    }
}

/// What is tried again: a server that is busy, broken or out of reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retry {
    /// Tries after the first.
    pub times: usize,
    /// The longest wait before the first of them, in seconds; it doubles each time, and each wait is a random part of it.
    pub delay_s: f64,
    /// The longest that a wait grows to.
    pub max_delay_s: f64,
    /// The longest wait that a server may ask for.
    pub asked_s: f64,
}

impl Default for Retry {
    fn default() -> Self {
        Self { times: 3, delay_s: 0.5, max_delay_s: 8.0, asked_s: 60.0 }
    }
}

impl Retry {
    /// Requests that may be sent until one is answered.
    pub(super) fn most_calls(&self) -> u32 {
        u32::try_from(self.times).unwrap_or(u32::MAX).saturating_add(1)
    }
}

/// When a server is left alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BreakerSettings {
    /// Failures in a row after which questions fail at once.
    pub after: u32,
    /// Seconds from one look whether it is back to the next.
    pub look_s: f64,
    /// The longest such a look takes.
    pub glance_s: f64,
}

impl Default for BreakerSettings {
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

/// A server that many people have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called here.
    pub name: &'static str,
    /// Where it listens unless it was told otherwise.
    pub url: &'static str,
    /// How it is started, in a sentence.
    pub start: &'static str,
}

/// The ones known by name.
pub const PRESETS: [Preset; 5] = {
    const fn row(name: &'static str, url: &'static str, start: &'static str) -> Preset {
        Preset { name, url, start }
    }
    [
        row("ollama", "http://127.0.0.1:11434/v1", "install Ollama, then `ollama serve` and `ollama pull` a model"),
        row(
            "lmstudio",
            "http://127.0.0.1:1234/v1",
            "in LM Studio load a model and start the server (Developer, Status: Running)",
        ),
        row("llamacpp", "http://127.0.0.1:8080/v1", "start `llama-server -m MODEL.gguf`"),
        row("vllm", "http://127.0.0.1:8000/v1", "start `vllm serve MODEL`"),
        row("openai", "https://api.openai.com/v1", "set OPENAI_API_KEY, and name a model with SMALLVILLE_MODEL"),
    ]
};

/// The preset of this name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

impl Settings {
    /// Settings for a preset's name or a URL, with what the usual variables say: `OPENAI_BASE_URL` (for `openai`),
    /// `SMALLVILLE_MODEL`, `SMALLVILLE_EMBED_MODEL`, `SMALLVILLE_EMBED_BASE_URL`. `variable` gives a variable's value.
    ///
    /// # Errors
    /// One sentence, if it is neither a known name nor a URL that can be asked.
    pub fn named(word: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let set = |name: &str| variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let moved = set("OPENAI_BASE_URL");
        // Who says in the environment where `openai` is means its key for that place; not over an open wire.
        let is_moved = word.trim() == "openai" && moved.as_ref().is_some_and(|url| url.starts_with("https://"));
        let url = match preset(word.trim()) {
            Some(preset) if preset.name == "openai" => moved.unwrap_or_else(|| preset.url.to_owned()),
            Some(preset) => preset.url.to_owned(),
            None if word.contains("://") => word.trim().to_owned(),
            None => {
                let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
                return Err(format!("{word:?} is no server: name {} or a URL such as http://127.0.0.1:8080/v1", {
                    names.join(", ")
                }));
            }
        };
        endpoint::check(&url)?;
        let endpoint = |url: String, model: Option<String>| Endpoint {
            url,
            model: model.unwrap_or_default(),
            key_variable: is_moved.then(|| OPENAI.to_owned()),
            ..Endpoint::default()
        };
        Ok(Self { servers: vec![endpoint(url, set("SMALLVILLE_MODEL"))], ..Self::default() }.with_embeddings(&variable))
    }

    /// With what `SMALLVILLE_EMBED_MODEL` and `SMALLVILLE_EMBED_BASE_URL` say of the server of embeddings. A model alone
    /// is one of the server that is named already: for it, or else the first one for questions.
    #[must_use]
    pub fn with_embeddings(mut self, variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let (url, model) = (set("SMALLVILLE_EMBED_BASE_URL"), set("SMALLVILLE_EMBED_MODEL"));
        if let Some(url) = url {
            self.embeddings = Some(Endpoint { url, ..Endpoint::default() });
        }
        if let Some(model) = model {
            let chat = || self.servers.first().map(|one| Endpoint { large_model: None, ..one.clone() });
            self.embeddings = self.embeddings.clone().or_else(chat).map(|one| Endpoint { model, ..one });
        }
        self
    }
}

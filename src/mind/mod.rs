//! What a mind sees and says. Nothing of the town, nothing of Bevy: one question of one agent, with its inputs.

pub mod cassette;
pub mod client;
pub mod dice;
pub mod inner_voice;
pub mod llm;
pub mod look;
pub mod places;
pub mod question;
pub mod resolve;
pub mod rules;

use std::{future::Future, ops::AddAssign, path::PathBuf, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};

use self::client::{Outcome, Response, StreamedLines, guarded};

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
#[error("{0}")]
pub struct MindError(pub String);

/// Answers questions, slowly perhaps. Must end every question itself, with a time limit: in lockstep nobody
/// else does.
pub trait Mind: Send + Sync + 'static {
    /// Answers one question from its inputs alone, with so many requests to a server at most.
    fn answer_within(&self, ask: &Ask, requests: u32) -> impl Future<Output = Response> + Send;
    /// Answers one question with as many requests as it takes.
    fn answer(&self, ask: &Ask) -> impl Future<Output = Response> + Send {
        self.answer_within(ask, u32::MAX)
    }
    /// The most that a question can take: what a budget reserves for it before it is sent.
    fn max_usage(&self, _ask: &Ask) -> TokenUsage {
        TokenUsage::default()
    }
    /// What a question took that was cancelled on its way, as near as can be told. Asked once, after the future of its
    /// answer is gone.
    fn cancelled_usage(&self, _ask: &Ask) -> TokenUsage {
        TokenUsage::default()
    }
    /// Lines of talk as they are written; a mind that gives them whole writes none.
    fn streamed(&self) -> Arc<StreamedLines> {
        Arc::default()
    }
}

/// A mind that only computes.
impl<F: Fn(&Ask) -> Outcome + Send + Sync + 'static> Mind for F {
    async fn answer_within(&self, ask: &Ask, _: u32) -> Response {
        let outcome = guarded(self, ask);
        let kind = question::kind_of(&ask.purpose).zip(outcome.as_ref().ok());
        let checked = kind.and_then(|(kind, reply)| (kind.read)(ask, reply).ok());
        Response { checked, ..outcome.into() }
    }
}

/// A mind that answers at once and is the same everywhere: the built-in one.
pub type Builtin = fn(&Ask) -> Result<Reply, MindError>;

/// Which kind of model a question is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A small, quick one will do.
    #[default]
    Small,
    /// The bigger one, if there is one.
    Large,
}

/// How much a model that can think before it answers should.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reasoning {
    /// Not at all.
    None,
    /// A little.
    #[default]
    Low,
    /// Some.
    Medium,
}

/// A question in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// The system message: rules, task, form of the answer, person.
    pub system: String,
    /// The user message: what lasts before what changes, the question last.
    pub user: String,
    /// For which kind of model.
    pub class: Class,
    /// How freely the model chooses its words, 0 to 2.
    pub temperature: f32,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// How much it should think first.
    pub reasoning: Reasoning,
    /// Content hash of the template with all it includes, 16 hex digits.
    pub template: String,
}

impl Prompt {
    /// Tokens of it, one for 4 bytes.
    pub fn tokens(&self) -> u64 {
        ((self.system.len() + self.user.len()) as u64).div_ceil(4)
    }
}

/// Puts questions into words.
pub trait Phrasing: Send + Sync + 'static {
    /// The prompt for this question.
    ///
    /// # Errors
    /// One sentence that names the file and the line at fault.
    fn phrase(&self, ask: &Ask) -> Result<Prompt, String>;
}

/// What an answer took, all tries together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenUsage {
    /// Requests sent to a server.
    pub calls: u32,
    /// Tokens sent: as the server counts them, else a token for 4 bytes.
    pub tokens_in: u64,
    /// Of these, those that the server had from an earlier request with the same beginning, as far as it says.
    pub tokens_cached: u64,
    /// Tokens that came back, thinking included.
    pub tokens_out: u64,
    /// Tokens (4 bytes each) of request and answer without the longest beginning shared with one of that server's last 64
    /// requests.
    pub tokens_new: u64,
    /// Milliseconds from the first request to the end.
    pub millis: u64,
    /// Content hash of the template that was filled in, 16 hex digits; `None` if nothing was.
    pub template: Option<String>,
}

impl AddAssign<&TokenUsage> for TokenUsage {
    fn add_assign(&mut self, other: &TokenUsage) {
        self.calls += other.calls;
        self.tokens_in += other.tokens_in;
        self.tokens_cached += other.tokens_cached;
        self.tokens_out += other.tokens_out;
        self.tokens_new += other.tokens_new;
        self.millis += other.millis;
        if other.template.is_some() {
            self.template.clone_from(&other.template);
        }
    }
}

/// What a million tokens cost, in US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Sent.
    pub input: f64,
    /// Received.
    pub output: f64,
}

impl Price {
    /// What so much costs, in US dollars.
    pub fn of(&self, usage: &TokenUsage) -> f64 {
        (usage.tokens_in as f64 * self.input + usage.tokens_out as f64 * self.output) / 1e6
    }
}

/// The most that a run may take of a networked mind; `None`: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Caps {
    /// Requests.
    pub calls: Option<u64>,
    /// Tokens, sent and received.
    pub tokens: Option<u64>,
    /// US dollars, by the price.
    pub usd: Option<f64>,
}

impl Caps {
    /// These, and where they say nothing what `others` say.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self { calls: self.calls.or(others.calls), tokens: self.tokens.or(others.tokens), usd: self.usd.or(others.usd) }
    }
}

/// Who is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Rules of our own.
    #[default]
    Builtin,
    /// The answers in a save, and nobody else.
    Save(PathBuf),
    /// The answers in a cassette: a file of JSON lines.
    Tape(PathBuf),
    /// A language model: a server known by name, or a URL.
    Server(String),
    /// The servers that `smallville.toml` names.
    Configured,
}

impl FromStr for Choice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().split_once(':') {
            None if text == "builtin" => Ok(Self::Builtin),
            None if text == "configured" => Ok(Self::Configured),
            None if llm::preset(text).is_some() => Ok(Self::Server(text.into())),
            Some(("cassette", file)) if file.ends_with(".town") => Ok(Self::Save(file.into())),
            Some(("cassette", file)) if !file.is_empty() => Ok(Self::Tape(file.into())),
            Some(("http" | "https", _)) => Ok(Self::Server(text.trim().into())),
            _ => {
                let names: Vec<_> = llm::PRESETS.iter().map(|preset| preset.name).collect();
                // What is more than a word is not said again: there may be a secret in it.
                let is_word = text.len() <= 16 && text.chars().all(char::is_alphabetic);
                let what = if is_word { format!("{text:?}") } else { "this".into() };
                Err(format!(
                    "{what} is no mind known here; take builtin, {}, a URL such as http://127.0.0.1:8080/v1, \
                     configured (the servers of smallville.toml), or cassette:F (F.town or F.jsonl)",
                    names.join(", ")
                ))
            }
        }
    }
}

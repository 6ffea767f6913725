//! Minds at servers of language models: OpenAI's, or any that speaks as it does.
//!
//! One question: [`Phrasing`] words it, a server with a free slot is chosen, `transport` brings the request there and
//! what comes of it back, [`read`] makes an answer of it that has been checked. If it does not fit, the model is shown
//! its answer and what is wrong, once. Every way this can go wrong is a [`Fault`], and the town then asks the built-in
//! mind. Nothing that a server says is believed, printed whole, or kept without the key taken out.

mod asking;
mod capabilities;
mod chat;
mod connection;
mod embed;
mod endpoint;
mod fault;
mod lenient_json;
mod limits;
mod probe;
pub mod read;
mod settings;
mod streaming;
mod transport;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::time::timeout;

use self::{asking::Asking, connection::Connection, limits::RequestBudget, settings::seconds};
pub use self::{
    chat::flat,
    embed::{CompositeMind, Embedded, Embeddings, quantised},
    endpoint::{is_variable, shown},
    fault::{Fault, Refusal},
    limits::PrefixCache,
    probe::{Finding, probe, probe_all, try_embedding},
    settings::{BreakerSettings, Endpoint, Limits, PRESETS, Preset, Retry, Settings, preset},
};
use super::{
    Ask, Class, Mind, MindError, Phrasing, QuestionId, TokenUsage,
    client::{By, Response, StreamedLines},
};

/// A mind at one or several servers. Must be asked within a tokio runtime with time and network.
#[derive(Clone)]
pub struct Server(Arc<Parts>);

struct Parts {
    connections: Vec<Connection>,
    phrasing: Arc<dyn Phrasing>,
    whole_s: f64,
    think_tokens: u32,
    streamed: Arc<StreamedLines>,
    /// What questions took that were cancelled on their way, as far as it had been counted by then.
    cancelled: Mutex<BTreeMap<QuestionId, TokenUsage>>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.connections.iter().map(|one| &one.place)).finish()
    }
}

/// What a lock holds, also after somebody who held it has panicked.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// Keys are read from the environment now, and connections made when there is a question.
    ///
    /// # Errors
    /// One sentence: no server, a URL that cannot be asked, a key that is missing or none, no model named.
    pub fn new(settings: &Settings, phrasing: Arc<dyn Phrasing>) -> Result<Self, String> {
        Self::with(settings, phrasing, &|name| std::env::var(name).ok())
    }

    /// The same with the environment's variables from elsewhere.
    ///
    /// # Errors
    /// As [`Server::new`].
    pub fn with(
        settings: &Settings,
        phrasing: Arc<dyn Phrasing>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let connections = settings.servers.iter().map(|one| Connection::new(one, settings, variable));
        let connections = connections.collect::<Result<Vec<_>, _>>()?;
        if connections.is_empty() {
            return Err("no server is named; name one under [models] in smallville.toml".into());
        }
        let (whole_s, think_tokens) = (settings.limits.whole_s, settings.think_tokens);
        let (streamed, cancelled) = Default::default();
        Ok(Self(Arc::new(Parts { connections, phrasing, whole_s, think_tokens, streamed, cancelled })))
    }

    /// Who answers, as far as the settings name it: the small model of the first server.
    pub fn by(&self) -> By {
        By::Model(self.0.connections.first().map(|one| one.named_model(Class::Small)).unwrap_or_default())
    }
}

impl Mind for Server {
    async fn answer_within(&self, ask: &Ask, requests: u32) -> Response {
        let (began, limit) = (Instant::now(), seconds(self.0.whole_s));
        let mut asking = Asking::new(&self.0, ask, RequestBudget::of(requests), limit, self.by());
        // The question minds its time itself; this is for whatever in it does not.
        let answer = timeout(limit.mul_f64(1.1), asking.answer()).await;
        let late = |_| Err(Fault::TimedOut("the question took too long".into()));
        let outcome = answer.unwrap_or_else(late).map_err(|fault| MindError(fault.to_string()));
        let (by, mut usage) = asking.finish();
        usage.millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        Response { outcome, by: Some(by), usage, checked: None }
    }

    /// Two tries, each sent as often as the settings allow. The few requests in which a server refuses how it is asked,
    /// once for each model, are not among them: where requests are limited, such a question may come to its end without
    /// an answer.
    fn max_usage(&self, ask: &Ask) -> TokenUsage {
        let Ok(prompt) = self.0.phrasing.phrase(ask) else { return TokenUsage::default() };
        let answer = u64::from(prompt.max_tokens) + u64::from(self.0.think_tokens.max(capabilities::ROOM));
        let calls = self.0.connections.first().map_or(1, |one| one.retry.most_calls()).saturating_mul(2);
        // The second try holds the first answer, and a sentence about it.
        let (tokens_in, tokens_out) = (2 * prompt.tokens() + answer + 100, 2 * answer);
        TokenUsage { calls, tokens_in, tokens_out, tokens_new: tokens_in + tokens_out, ..TokenUsage::default() }
    }

    fn cancelled_usage(&self, ask: &Ask) -> TokenUsage {
        let Some(mut usage) = lock(&self.0.cancelled).remove(&ask.id) else { return TokenUsage::default() };
        // The request that was under way has been counted nowhere, and most likely was read.
        if let Ok(prompt) = self.0.phrasing.phrase(ask) {
            usage.tokens_in += prompt.tokens();
            usage.tokens_new += prompt.tokens();
            usage.template = Some(prompt.template);
        }
        usage
    }

    fn streamed(&self) -> Arc<StreamedLines> {
        self.0.streamed.clone()
    }
}

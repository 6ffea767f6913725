//! One server: how it is reached, its circuit breaker and rate limit, its capabilities, what it was asked last.

use std::{collections::BTreeMap, error::Error, sync::Mutex};

use reqwest::header::CONTENT_TYPE;
use serde_json::Value;
use tokio::{
    sync::{OnceCell, Semaphore},
    time::Instant,
};

use super::{
    Endpoint, Fault, Settings,
    capabilities::Capabilities,
    endpoint::{self, Key},
    fault,
    limits::{Breaker, Gate, PrefixCache, RateLimit, RequestBudget},
    lock,
    settings::{BreakerSettings, Limits, Retry, seconds},
    transport::Request,
};
use crate::mind::Class;

/// One server.
pub(super) struct Connection {
    base: String,
    /// Host and port: how it is called wherever something is said of it.
    pub place: String,
    /// Parts of its path that are never said.
    secrets: Vec<String>,
    http: reqwest::Client,
    pub limits: Limits,
    pub retry: Retry,
    looks: BreakerSettings,
    pub breaker: Breaker,
    pub rate_limit: RateLimit,
    pub slots: Semaphore,
    pub recent: Mutex<PrefixCache>,
    key: Key,
    model: String,
    large: Option<String>,
    first: OnceCell<String>,
    capabilities: Mutex<BTreeMap<String, Capabilities>>,
}

impl Connection {
    /// Connects nowhere yet. `variable` gives a variable's value.
    pub fn new(
        server: &Endpoint,
        settings: &Settings,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let (base, url) = endpoint::check(&server.url)?;
        let (key, place) = (Key::of(server, variable)?, endpoint::place(&url));
        let model = server.model.trim().to_owned();
        if model.is_empty() && !endpoint::is_here(&url) {
            return Err(format!("name a model for {place}: only a server of this machine is asked which it has"));
        }
        let (limits, looks, retry) = (&settings.limits, &settings.breaker, &settings.retry);
        let large = server.large_model.as_deref().map(str::trim).filter(|name| !name.is_empty());
        Ok(Self {
            http: client(&url, limits)?,
            breaker: Breaker::new(looks),
            rate_limit: RateLimit::new(seconds(retry.asked_s)),
            slots: Semaphore::new(server.slots.clamp(1, Semaphore::MAX_PERMITS)),
            recent: Mutex::default(),
            large: large.map(str::to_owned),
            first: OnceCell::new(),
            capabilities: Mutex::default(),
            limits: limits.clone(),
            looks: looks.clone(),
            retry: retry.clone(),
            secrets: endpoint::secrets(&url),
            base,
            place,
            key,
            model,
        })
    }

    /// A request to a path below the base URL: a POST of JSON, or a GET without a body. The key's header is marked, so that
    /// nothing prints it.
    pub fn request(&self, path: &str, body: Option<&str>) -> reqwest::RequestBuilder {
        let url = format!("{}{path}", self.base);
        let request = match body {
            Some(body) => self.http.post(url).header(CONTENT_TYPE, "application/json").body(body.to_owned()),
            None => self.http.get(url),
        };
        request.bearer_auth(self.key.expose())
    }

    /// The names of its models, asked for once, whatever the circuit breaker and the rate limit say.
    pub async fn models(&self, deadline: Instant) -> Result<Vec<String>, Fault> {
        let budget = RequestBudget::of(u32::MAX);
        let request =
            Request { connection: self, path: "/models", body: None, budget: &budget, deadline, on_words: None };
        let answer = request.send_once().await?;
        let list = answer.get("data").or_else(|| answer.get("models")).and_then(Value::as_array);
        let list = list.ok_or_else(|| Fault::Unexpected(format!("it lists no models{}", self.hint())))?;
        let name = |one: &Value| Some(one.get("id").or_else(|| one.get("name"))?.as_str()?.to_owned());
        Ok(list.iter().filter_map(name).map(|name| self.clean(&name)).collect())
    }

    /// Whether it is there again, as far as can be told without a question.
    pub async fn look(&self) -> Result<(), Fault> {
        match self.models(Instant::now() + seconds(self.looks.glance_s)).await {
            // Whoever says so is there.
            Ok(_) | Err(Fault::NotFound(_) | Fault::Unexpected(_) | Fault::Rejected(_) | Fault::Busy(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// The model for a class of questions.
    pub async fn model(&self, class: Class, deadline: Instant) -> Result<String, Fault> {
        let named = self.named_model(class);
        if !named.is_empty() {
            return Ok(named);
        }
        let first = async || {
            // A server that is left alone is not asked for its models by every question.
            if let Gate::Open(why) = self.breaker.gate() {
                return Err(Fault::CircuitOpen(why));
            }
            let soon = Instant::now() + seconds(self.limits.connect_s) + seconds(self.looks.glance_s);
            let models = self.models(soon.min(deadline)).await.inspect_err(|fault| self.breaker.failed(fault))?;
            self.breaker.looks_well();
            let first = models.iter().find(|name| !is_for_embedding(name)).or(models.first());
            first.cloned().ok_or_else(|| Fault::NotFound("the server has no model".into()))
        };
        self.first.get_or_try_init(first).await.cloned()
    }

    /// The model by the settings, empty if the server is yet to be asked.
    pub fn named_model(&self, class: Class) -> String {
        let named = self.large.as_ref().filter(|_| class == Class::Large).unwrap_or(&self.model);
        Some(named).filter(|name| !name.is_empty()).or_else(|| self.first.get()).cloned().unwrap_or_default()
    }

    /// How this model of it wants to be asked.
    pub fn capabilities(&self, model: &str) -> Capabilities {
        lock(&self.capabilities).get(model).cloned().unwrap_or_default()
    }

    /// Something about that was learnt.
    pub fn learn(&self, model: &str, lesson: impl FnOnce(&mut Capabilities)) {
        lesson(lock(&self.capabilities).entry(model.to_owned()).or_default());
    }

    /// A request that came to nothing on its way.
    pub fn unsent(&self, error: &reqwest::Error) -> Fault {
        let mut deepest: &dyn Error = error;
        while let Some(source) = deepest.source() {
            deepest = source;
        }
        let says = self.clean(&deepest.to_string());
        match () {
            () if error.is_connect() && error.is_timeout() => {
                Fault::Unreachable(self.place.clone(), "nobody answers in time".into())
            }
            () if error.is_connect() && self.base.starts_with("https:") => {
                let more = "if it speaks of certificates, install your system's package `ca-certificates`";
                Fault::Unreachable(self.place.clone(), format!("{says} ({more})"))
            }
            () if error.is_connect() => Fault::Unreachable(self.place.clone(), says),
            () if error.is_timeout() => Fault::TimedOut(format!("{} took too long", self.place)),
            () if error.is_builder() => Fault::Internal(says),
            () => Fault::Interrupted,
        }
    }

    /// The text without the key in it.
    pub fn hide(&self, text: &str) -> String {
        self.key.hide(text)
    }

    /// The same for a text of which more may come.
    pub fn hide_begun(&self, text: &str) -> String {
        self.key.hide_begun(text)
    }

    /// A server's words as they may be shown and logged: on one line, without URLs, keys and parts of paths. Nothing is cut
    /// off or taken out after the key is hidden, or a part of it could be left.
    pub fn clean(&self, text: &str) -> String {
        let text = self.hide(&endpoint::without_urls(&fault::line(text)));
        let text = self.secrets.iter().fold(text, |text, secret| text.replace(secret, "(path)"));
        fault::shortened(&text)
    }

    /// What to say where the key is refused, if none was sent.
    pub fn keyless(&self) -> &'static str {
        let words = "; no key is sent there: name the variable that holds it as key_variable in your smallville.toml";
        if self.key.is_none() { words } else { "" }
    }

    /// What may be wrong with the URL.
    pub fn hint(&self) -> &'static str {
        endpoint::hint(&self.base)
    }
}

/// Whether a model's name says that it makes no words.
pub(super) fn is_for_embedding(name: &str) -> bool {
    let name = name.to_lowercase();
    ["embed", "bge-", "minilm", "gte-", "e5-"].iter().any(|part| name.contains(part))
}

fn client(url: &reqwest::Url, limits: &Limits) -> Result<reqwest::Client, String> {
    // Without one that is chosen for the whole process no client is made; an error says that there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = || {
        let builder = reqwest::Client::builder()
            .connect_timeout(seconds(limits.connect_s))
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .user_agent(concat!("smallville/", env!("CARGO_PKG_VERSION")));
        // A proxy is of no use on the way to one's own machine.
        if endpoint::is_here(url) { builder.no_proxy() } else { builder }
    };
    let fault = |error: reqwest::Error| format!("no way to a server can be made: {error}");
    // Without certificates on this machine the first fails, which must not stop whoever needs none.
    let bare = || builder().tls_certs_only(std::iter::empty()).build().map_err(fault);
    match url.scheme() {
        "http" => bare(),
        _ => builder().build().or_else(|error| {
            tracing::warn!("no certificates are found here, install your system's package `ca-certificates`: {error}");
            bare()
        }),
    }
}

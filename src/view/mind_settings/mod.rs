//! The fields of the panel of minds as text, and what they mean: the servers that share the load, where embeddings come
//! from, what may be spent.

use std::{fmt::Display, str::FromStr};

use crate::{
    config::SavedSettings,
    mind::{
        Caps, Choice, Price,
        llm::{Endpoint, PRESETS, Settings, is_variable},
    },
    town::MindSetup,
};

/// Where embeddings come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedder {
    /// Built in.
    Builtin,
    /// The server at this place in [`Draft::servers`], with a model of its own.
    Server(usize),
    /// A server for nothing else.
    Elsewhere,
}

/// The form, as filled in.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Is a language model asked at all?
    pub networked: bool,
    /// At least one.
    pub servers: Vec<Entry>,
    /// The one that is shown in full.
    pub at: usize,
    /// Where embeddings come from.
    pub embedder: Embedder,
    /// Their model, and their server if they come from elsewhere.
    pub embeddings: Entry,
    /// US dollars for a million tokens sent and received.
    pub price: [String; 2],
    /// At most so many calls, tokens and US dollars.
    pub caps: [String; 3],
    /// Everything without a field.
    rest: MindSetup,
}

impl Default for Draft {
    fn default() -> Self {
        Self::of(&MindSetup::default())
    }
}

impl Draft {
    /// The settings as text.
    pub fn of(wanted: &MindSetup) -> Self {
        let mut servers: Vec<Entry> = wanted.models.servers.iter().map(Entry::of).collect();
        let embeddings = wanted.models.embeddings.as_ref().map(Entry::of);
        let same = |one: &Entry| servers.iter().position(|server| server.base() == one.base() && server.key == one.key);
        let embedder = embeddings.as_ref().map_or(Embedder::Builtin, |one| match same(one) {
            Some(n) => Embedder::Server(n),
            None => Embedder::Elsewhere,
        });
        if servers.is_empty() {
            servers.push(Entry::default());
        }
        Self {
            networked: wanted.is_networked(),
            servers,
            at: 0,
            embedder,
            embeddings: embeddings.unwrap_or_default(),
            price: [wanted.price.map(|price| price.input), wanted.price.map(|price| price.output)].map(field),
            caps: [field(wanted.caps.calls), field(wanted.caps.tokens), field(wanted.caps.usd)],
            rest: wanted.clone(),
        }
    }

    /// Is any server asked for anything?
    pub fn asks_somebody(&self) -> bool {
        self.networked || self.embedder != Embedder::Builtin
    }

    /// The server that is shown in full.
    pub fn server(&mut self) -> &mut Entry {
        &mut self.servers[self.at]
    }

    /// Adds a server, unless there is a blank one, and shows it.
    pub fn add(&mut self) {
        self.at = self.servers.iter().position(Entry::is_blank).unwrap_or_else(|| {
            self.servers.push(Entry::default());
            self.servers.len() - 1
        });
    }

    /// Removes the server that is shown, unless it is the last, and embeddings that come from it.
    pub fn remove(&mut self) {
        if self.servers.len() < 2 {
            return;
        }
        match self.embedder {
            Embedder::Server(n) if n == self.at => self.embed_by(Embedder::Builtin),
            Embedder::Server(n) if n > self.at => self.embedder = Embedder::Server(n - 1),
            _ => {}
        }
        self.servers.remove(self.at);
        self.at = self.at.min(self.servers.len() - 1);
    }

    /// Lets embeddings come from another place, which has other models.
    pub fn embed_by(&mut self, from: Embedder) {
        if self.embedder != from {
            self.embeddings.model.clear();
        }
        self.embedder = from;
    }

    /// The price, if both of its fields are filled in.
    ///
    /// # Errors
    /// One sentence.
    pub fn price(&self) -> Result<Option<Price>, String> {
        let [input, output] = &self.price;
        match (dollars(input, "The price of tokens sent")?, dollars(output, "The price of tokens received")?) {
            (Some(input), Some(output)) => Ok(Some(Price { input, output })),
            (None, None) => Ok(None),
            _ => {
                Err("A price has two parts: for what is sent and for what is received. Fill in both, or neither."
                    .into())
            }
        }
    }

    /// The caps.
    ///
    /// # Errors
    /// One sentence.
    pub fn caps(&self) -> Result<Caps, String> {
        let [calls, tokens, usd] = &self.caps;
        let caps = Caps {
            calls: number(calls, "The cap on calls", "2000")?,
            tokens: number(tokens, "The cap on tokens", "1000000")?,
            usd: dollars(usd, "The cap on US dollars")?,
        };
        match self.price()? {
            None if caps.usd.is_some() => {
                Err("A cap in US dollars needs a price: fill in what a million tokens cost.".into())
            }
            _ => Ok(caps),
        }
    }

    /// The server at this place; a fault names it if there are several.
    ///
    /// # Errors
    /// One sentence.
    pub fn endpoint(&self, n: usize) -> Result<Endpoint, String> {
        self.servers[n]
            .read()
            .map_err(|why| if self.servers.len() > 1 { format!("Server {}: {why}", n + 1) } else { why })
    }

    /// Where embeddings are made; `None`: built in.
    ///
    /// # Errors
    /// One sentence.
    pub fn embeddings(&self) -> Result<Option<Endpoint>, String> {
        let one = match self.embedder {
            Embedder::Builtin => return Ok(None),
            Embedder::Server(n) => {
                self.endpoint(n)?;
                let Entry { url, key, .. } = self.servers[n].clone();
                Entry { url, key, ..self.embeddings.clone() }
            }
            Embedder::Elsewhere => self.embeddings.clone(),
        };
        one.read().map(Some).map_err(|why| format!("Embeddings: {why}"))
    }

    /// The settings that the text means.
    ///
    /// # Errors
    /// A sentence for each field with a fault.
    pub fn read(&self) -> Result<MindSetup, Vec<String>> {
        let (mut wanted, mut faults) = (self.rest.clone(), Vec::new());
        wanted.caps = noted(&mut faults, self.caps());
        wanted.price = noted(&mut faults, self.price());
        wanted.choice = if self.networked { Choice::Configured } else { Choice::Builtin };
        if self.networked {
            wanted.models.servers = (0..self.servers.len()).map(|n| noted(&mut faults, self.endpoint(n))).collect();
        }
        wanted.models.embeddings = noted(&mut faults, self.embeddings());
        if faults.is_empty() { Ok(wanted) } else { Err(faults) }
    }

    /// What is written into `smallville.toml`. If rules answer, the servers there stay for another time.
    ///
    /// # Errors
    /// As [`Draft::read`].
    pub fn saved(&self) -> Result<SavedSettings, Vec<String>> {
        let MindSetup { price, caps, models, .. } = self.read()?;
        let mind = if self.networked { "configured" } else { "builtin" };
        let servers = if self.networked { models.servers } else { Vec::new() };
        Ok(SavedSettings { mind: mind.into(), price, caps, servers, embeddings: models.embeddings })
    }
}

/// The value; a fault is noted once.
fn noted<T: Default>(faults: &mut Vec<String>, read: Result<T, String>) -> T {
    read.unwrap_or_else(|why| {
        if !faults.contains(&why) {
            faults.push(why);
        }
        T::default()
    })
}

/// The fields of one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where: everything before `/chat/completions`.
    pub url: String,
    /// The model's name; empty: the server's first.
    pub model: String,
    /// A larger model for the questions that are worth it; empty: the same.
    pub large: String,
    /// The name of the variable that holds the key; empty: the usual one.
    pub key: String,
    /// Requests at a time; empty: the usual number.
    pub slots: String,
}

impl Default for Entry {
    fn default() -> Self {
        Self::of(&Endpoint::default())
    }
}

impl Entry {
    /// As the settings have it.
    pub fn of(server: &Endpoint) -> Self {
        let Endpoint { url, model, large_model, key_variable, slots } = server.clone();
        let [large, key] = [large_model, key_variable].map(Option::unwrap_or_default);
        Self { url, model, large, key, slots: slots.max(1).to_string() }
    }

    /// Has it no URL yet?
    pub fn is_blank(&self) -> bool {
        self.url.trim().is_empty()
    }

    /// The URL without blanks around it and slashes behind it.
    pub fn base(&self) -> &str {
        self.url.trim().trim_end_matches('/')
    }

    /// The preset whose server it is, if it is one's.
    pub fn preset(&self) -> Option<&'static str> {
        PRESETS.iter().find(|preset| preset.url == self.base()).map(|preset| preset.name)
    }

    /// Fills in a server known by name; the model and key of another server are cleared.
    pub fn turn_to(&mut self, preset: &str) {
        let variable = |name: &str| std::env::var(name).ok();
        let named = Settings::named(preset, variable).ok().and_then(|named| named.servers.into_iter().next());
        let Some(server) = named else { return };
        if self.url != server.url {
            self.model = server.model;
            self.large.clear();
            self.key.clear();
        }
        self.url = server.url;
    }

    /// Clears it for a server without a preset, whose URL is still to be written.
    pub fn turn_elsewhere(&mut self) {
        if self.preset().is_some() {
            *self = Self { slots: std::mem::take(&mut self.slots), ..Self::default() };
        }
    }

    /// The name of the variable that holds the key, and whether it is set; `None`: no key is needed.
    pub fn key_held(&self) -> Option<(String, bool)> {
        let name = Endpoint { url: self.url.clone(), key_variable: some(&self.key), ..Endpoint::default() };
        let name = name.variable()?.to_owned();
        let held = std::env::var(&name).is_ok_and(|key| !key.trim().is_empty());
        Some((name, held))
    }

    /// Is this a key and not the name of a variable?
    pub fn is_key(text: &str) -> bool {
        let text = text.trim();
        !text.is_empty() && !is_variable(text)
    }

    /// The server with its models.
    ///
    /// # Errors
    /// One sentence.
    pub fn read(&self) -> Result<Endpoint, String> {
        let url = some(&self.url).ok_or("Choose a server, or write its URL.")?;
        if !url.starts_with("http://") && !url.starts_with("https://") {
            return Err("The URL begins with http:// or https://, such as http://127.0.0.1:8080/v1.".into());
        }
        if Self::is_key(&self.key) {
            return Err(NOT_THE_KEY.into());
        }
        let usual = Endpoint::default().slots;
        let slots = number(&self.slots, "The number of requests “At a time”", &usual.to_string())?.unwrap_or(usual);
        if slots == 0 {
            return Err("At least one request at a time is needed.".into());
        }
        let server = Endpoint {
            url: self.base().to_owned(),
            model: self.model.trim().to_owned(),
            large_model: some(&self.large),
            key_variable: some(&self.key),
            slots,
        };
        server.check().map(|()| server).map_err(|why| format!("This server cannot be used: {why}."))
    }
}

/// What to say when a key is typed.
pub const NOT_THE_KEY: &str = "This is not the name of a variable. Write only the name, such as OPENAI_API_KEY; the \
    key itself belongs in the environment.";

/// A value as its field shows it.
fn field(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The text of a field, if there is any.
fn some(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A number in a field; thousands may be separated by commas, blanks or `_`.
fn number<T: FromStr>(text: &str, what: &str, like: &str) -> Result<Option<T>, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, ',' | '_' | ' ' | '\u{a0}' | '$')).collect();
    if plain.is_empty() && text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |_| format!("{what} is not a number: write it like {like}, or leave it empty.");
    plain.parse().map(Some).map_err(wrong)
}

/// A sum of US dollars in a field.
fn dollars(text: &str, what: &str) -> Result<Option<f64>, String> {
    let sum = number::<f64>(text, what, "0.50")?;
    match sum {
        Some(sum) if !(sum.is_finite() && sum >= 0.0) => Err(format!("{what} cannot be negative.")),
        sum => Ok(sum),
    }
}

#[cfg(test)]
mod tests;

//! What somebody writes in the panel of minds, and what it means once it is read: any number of servers that share the
//! load, where embeddings come from, what may be spent.

mod entry;

pub use self::entry::{Entry, NOT_THE_KEY};
use self::entry::{dollars, field, number};
use crate::{
    config::SavedSettings,
    mind::{Caps, Choice, Price, llm::Endpoint},
    town::MindSetup,
};

/// Where embeddings come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedder {
    /// Our own way.
    Builtin,
    /// The server of this place in `Draft::servers`, with a model of its own for them.
    Server(usize),
    /// A server that answers nothing else.
    Elsewhere,
}

/// The page, as filled in.
#[derive(Clone, Debug)]
pub struct Draft {
    networked: bool,
    /// Never none.
    servers: Vec<Entry>,
    /// Which of them is looked at.
    at: usize,
    embedder: Embedder,
    /// Where embeddings come from, if elsewhere; of one of the servers only the model counts.
    pub embeddings: Entry,
    /// US dollars for a million tokens sent and received.
    pub price: [String; 2],
    /// At most so many calls, tokens and US dollars.
    pub caps: [String; 3],
    /// All that has no field.
    rest: MindSetup,
}

impl Default for Draft {
    fn default() -> Self {
        Self::of(&MindSetup::default())
    }
}

impl Draft {
    /// As things stand.
    pub fn of(wanted: &MindSetup) -> Self {
        let mut servers: Vec<Entry> = wanted.models.servers.iter().map(Entry::of).collect();
        if servers.is_empty() {
            servers.push(Entry::default());
        }
        let mut draft = Self {
            networked: wanted.is_networked(),
            servers,
            at: 0,
            embedder: if wanted.models.embeddings.is_some() { Embedder::Elsewhere } else { Embedder::Builtin },
            embeddings: wanted.models.embeddings.as_ref().map(Entry::of).unwrap_or_default(),
            price: [wanted.price.map(|price| price.input), wanted.price.map(|price| price.output)].map(field),
            caps: [field(wanted.caps.calls), field(wanted.caps.tokens), field(wanted.caps.usd)],
            rest: wanted.clone(),
        };
        if draft.networked {
            draft.find_embedder();
        }
        draft
    }

    /// Is a language model asked at all?
    pub fn is_networked(&self) -> bool {
        self.networked
    }

    /// Lets a language model answer, or rules. Where embeddings come from stays as it is.
    pub fn ask_models(&mut self, networked: bool) {
        self.networked = networked;
        if networked { self.find_embedder() } else { self.detach() }
    }

    /// All servers, at least one.
    pub fn servers(&self) -> &[Entry] {
        &self.servers
    }

    /// The place of the server that is looked at.
    pub fn chosen(&self) -> usize {
        self.at
    }

    /// Looks at another one.
    pub fn choose(&mut self, n: usize) {
        self.at = n.min(self.servers.len() - 1);
    }

    /// The server that is looked at.
    pub fn server(&self) -> &Entry {
        &self.servers[self.at]
    }

    /// The same, to be written in.
    pub fn server_mut(&mut self) -> &mut Entry {
        &mut self.servers[self.at]
    }

    /// One more, and looks at it; one that is blank already will do.
    pub fn add(&mut self) {
        self.at = self.servers.iter().position(Entry::is_blank).unwrap_or_else(|| {
            self.servers.push(Entry::default());
            self.servers.len() - 1
        });
    }

    /// Takes off the one that is looked at, unless it is the last. Embeddings of it are still made there.
    pub fn remove(&mut self) {
        if self.servers.len() < 2 {
            return;
        }
        match self.embedder {
            Embedder::Server(n) if n == self.at => self.detach(),
            Embedder::Server(n) if n > self.at => self.embedder = Embedder::Server(n - 1),
            _ => {}
        }
        self.servers.remove(self.at);
        self.choose(self.at);
    }

    /// Turns the one that is looked at to a server known by name; what was said of another goes.
    pub fn turn_to(&mut self, preset: &str) {
        let before = self.server().url.clone();
        self.server_mut().turn_to(preset);
        if self.server().url != before && self.embedder == Embedder::Server(self.at) {
            self.embeddings.model.clear();
        }
    }

    /// Where embeddings come from.
    pub fn embedder(&self) -> Embedder {
        self.embedder
    }

    /// Lets them come from elsewhere. The models of another server are others.
    pub fn embed_by(&mut self, from: Embedder) {
        let base = |who| match who {
            Embedder::Server(n) => self.servers.get(n).map_or("", Entry::base),
            _ => self.embeddings.base(),
        };
        let before = base(self.embedder);
        if from != Embedder::Builtin && !before.is_empty() && before != base(from) {
            self.embeddings.model.clear();
        }
        self.embedder = match from {
            Embedder::Server(n) if n >= self.servers.len() => Embedder::Builtin,
            from => from,
        };
    }

    /// If embeddings come from one of the servers, says so by its place.
    fn find_embedder(&mut self) {
        let one = &self.embeddings;
        let same = |server: &Entry| !one.is_blank() && server.base() == one.base() && server.key == one.key;
        if let (Embedder::Elsewhere, Some(n)) = (self.embedder, self.servers.iter().position(same)) {
            self.embedder = Embedder::Server(n);
        }
    }

    /// If embeddings come from one of the servers, says so by its URL, as that place will not count.
    fn detach(&mut self) {
        if let Embedder::Server(n) = self.embedder {
            self.embeddings = self.of_server(n);
            self.embedder = Embedder::Elsewhere;
        }
    }

    /// What is written of embeddings, at one of the servers.
    fn of_server(&self, n: usize) -> Entry {
        let Entry { url, key, .. } = self.servers.get(n).cloned().unwrap_or_default();
        Entry { url, key, ..self.embeddings.clone() }
    }

    /// The price, if both of its fields are filled in.
    ///
    /// # Errors
    /// One sentence.
    pub fn price(&self) -> Result<Option<Price>, String> {
        let input = dollars(&self.price[0], "The price of tokens sent")?;
        let output = dollars(&self.price[1], "The price of tokens received")?;
        match (input, output) {
            (Some(input), Some(output)) => Ok(Some(Price { input, output })),
            (None, None) => Ok(None),
            _ => Err("A price has two halves: what is sent and what is received. Fill in both, or none.".into()),
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

    /// The server of this place; a fault says which one it is of, if there are several.
    ///
    /// # Errors
    /// One sentence.
    pub fn endpoint(&self, n: usize) -> Result<Endpoint, String> {
        let read = self.servers.get(n).ok_or("There is no such server.").map_err(String::from)?.read();
        read.map_err(|why| if self.servers.len() > 1 { format!("Server {}: {why}", n + 1) } else { why })
    }

    /// Where embeddings are made; `None`: in our own way.
    ///
    /// # Errors
    /// One sentence.
    pub fn embeddings(&self) -> Result<Option<Endpoint>, String> {
        let one = match self.embedder {
            Embedder::Builtin => return Ok(None),
            Embedder::Server(n) => self.endpoint(n).map(|_| self.of_server(n))?,
            Embedder::Elsewhere => self.embeddings.clone(),
        };
        one.read().map(Some).map_err(|why| format!("Embeddings: {why}"))
    }

    /// Everything read: which mind that would be.
    ///
    /// # Errors
    /// A sentence for each field that makes no sense.
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

    /// What is written into `smallville.toml`. While rules answer, the servers there are for another time.
    ///
    /// # Errors
    /// As [`Draft::read`].
    pub fn kept(&self) -> Result<SavedSettings, Vec<String>> {
        let MindSetup { price, caps, models, .. } = self.read()?;
        let mind = if self.networked { "configured" } else { "builtin" };
        let servers = if self.networked { models.servers } else { Vec::new() };
        Ok(SavedSettings { mind: mind.into(), price, caps, servers, embeddings: models.embeddings })
    }
}

/// What was read; a fault is noted, once.
fn noted<T: Default>(faults: &mut Vec<String>, read: Result<T, String>) -> T {
    read.unwrap_or_else(|why| {
        if !faults.contains(&why) {
            faults.push(why);
        }
        T::default()
    })
}

#[cfg(test)]
mod tests;

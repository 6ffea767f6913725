//! A model behind a server that answers sensibly: who sees to it that each prompt is noted with its question can look the
//! question up and let the built-in mind answer.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use serde_json::Value;
use smallville::{
    mind::{
        Ask, Phrasing, Prompt, QuestionId,
        client::AsyncClient,
        llm::{BreakerSettings, Endpoint, Limits, Retry, Server, Settings},
        rules,
    },
    prompt::Prompts,
};

use super::{
    stage::{Act, Heard},
    town::data,
};

/// All questions that were worded, by their words and in their order.
#[derive(Default)]
struct Noted {
    by_words: BTreeMap<String, Ask>,
    all: BTreeMap<QuestionId, Ask>,
}

/// The prompts that came with the program, and who notes what each asks.
#[derive(Clone)]
pub struct Oracle {
    prompts: Arc<Prompts>,
    noted: Arc<Mutex<Noted>>,
}

impl Phrasing for Oracle {
    fn phrase(&self, ask: &Ask) -> Result<Prompt, String> {
        let prompt = self.prompts.phrase(ask)?;
        let mut noted = self.noted.lock().expect("nobody panicked");
        noted.by_words.insert(prompt.user.clone(), ask.clone());
        noted.all.insert(ask.id, ask.clone());
        Ok(prompt)
    }
}

impl Oracle {
    pub fn new() -> Self {
        let prompts = Prompts::open(&data()).expect("good prompts");
        Self { prompts: Arc::new(prompts), noted: Arc::default() }
    }

    /// The question that a request asks.
    pub fn question(&self, heard: &Heard) -> Option<Ask> {
        let messages = heard.body["messages"].as_array()?;
        let user = messages.iter().find(|one| one["role"] == "user")?["content"].as_str()?;
        self.noted.lock().expect("nobody panicked").by_words.get(user).cloned()
    }

    /// All questions that were worded so far.
    pub fn asked(&self) -> BTreeMap<QuestionId, Ask> {
        self.noted.lock().expect("nobody panicked").all.clone()
    }

    /// What the built-in mind would say.
    pub fn sensible(&self, heard: &Heard) -> Option<Value> {
        let reply = rules::answer(&self.question(heard)?).ok()?;
        serde_json::from_str(&reply.0).ok()
    }

    /// A request answered sensibly, whatever it asks.
    pub fn act(&self, heard: &Heard) -> Act {
        if heard.what.starts_with("GET") {
            return Act::json(200, serde_json::json!({ "data": [{ "id": "small" }] }));
        }
        self.sensible(heard).map_or_else(|| Act::text(404, "what?"), |answer| Act::words(&answer.to_string()))
    }

    /// The way to a server, which is worded to through this.
    pub fn line(&self, settings: &Settings, variable: &dyn Fn(&str) -> Option<String>) -> AsyncClient {
        let server = Server::with(settings, Arc::new(self.clone()), variable).expect("a server that can be asked");
        AsyncClient::open(server.clone(), server.by(), settings.slots())
    }
}

/// One server; all limits short.
pub fn settings(url: &str) -> Settings {
    Settings {
        servers: vec![Endpoint { url: url.into(), model: "small".into(), slots: 4, ..Endpoint::default() }],
        limits: Limits { connect_s: 0.5, first_s: 5.0, idle_s: 1.0, whole_s: 10.0, body_bytes: 1 << 20 },
        retry: Retry { times: 1, delay_s: 0.02, max_delay_s: 0.05, asked_s: 0.4 },
        breaker: BreakerSettings { after: 5, look_s: 0.4, glance_s: 0.3 },
        ..Settings::default()
    }
}

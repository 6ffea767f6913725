//! Servers by name: what `--mind ollama` stands for.

use super::{Endpoint, Settings, address, key::OPENAI};

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
pub const PRESETS: [Preset; 5] = [
    Preset {
        name: "ollama",
        url: "http://127.0.0.1:11434/v1",
        start: "install Ollama, then `ollama serve` and `ollama pull` a model",
    },
    Preset {
        name: "lmstudio",
        url: "http://127.0.0.1:1234/v1",
        start: "in LM Studio load a model and start the server (Developer, Status: Running)",
    },
    Preset { name: "llamacpp", url: "http://127.0.0.1:8080/v1", start: "start `llama-server -m MODEL.gguf`" },
    Preset { name: "vllm", url: "http://127.0.0.1:8000/v1", start: "start `vllm serve MODEL`" },
    Preset {
        name: "openai",
        url: "https://api.openai.com/v1",
        start: "set OPENAI_API_KEY, and name a model with SMALLVILLE_MODEL",
    },
];

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
        address::check(&url)?;
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

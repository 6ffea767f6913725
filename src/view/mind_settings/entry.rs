//! One server in the panel of minds: its fields as typed, and what they mean.

use std::{fmt::Display, str::FromStr};

use crate::mind::llm::{Endpoint, PRESETS, Settings, is_variable};

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

    /// Has nobody said yet which server it is?
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

    /// Turns to a server known by name. The model is another's, so it goes, and so does the key's name.
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

    /// Turns to a server that no preset names, whose URL is still to be written.
    pub fn turn_elsewhere(&mut self) {
        if self.preset().is_some() {
            *self = Self { slots: std::mem::take(&mut self.slots), ..Self::default() };
        }
    }

    /// The name of the variable that has to hold a key, and whether it is there; `None`: no key is needed.
    pub fn key_held(&self) -> Option<(String, bool)> {
        let name = Endpoint { url: self.url.clone(), key_variable: some(&self.key), ..Endpoint::default() };
        let name = name.variable()?.to_owned();
        let held = std::env::var(&name).is_ok_and(|key| !key.trim().is_empty());
        Some((name, held))
    }

    /// Is this a key rather than the name of a variable?
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
            return Err("The URL begins with http:// or https://, like http://127.0.0.1:8080/v1.".into());
        }
        if Self::is_key(&self.key) {
            return Err(NOT_THE_KEY.into());
        }
        let usual = Endpoint::default().slots;
        let slots = number(&self.slots, "What stands beside “At a time”", &usual.to_string())?.unwrap_or(usual);
        if slots == 0 {
            return Err("At least one request at a time is needed, or nothing is asked at all.".into());
        }
        let server = Endpoint {
            url: self.base().to_owned(),
            model: self.model.trim().to_owned(),
            large_model: some(&self.large),
            key_variable: some(&self.key),
            slots,
        };
        server.check().map(|()| server).map_err(|why| format!("This cannot be asked: {why}."))
    }
}

/// What to say to who writes a key down.
pub const NOT_THE_KEY: &str = "That is no name of a variable. Write only the name, such as OPENAI_API_KEY; the key itself \
    belongs in the environment and is never written here.";

/// A value as its field shows it; nothing: an empty field.
pub(super) fn field(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The words in a field, if there are any.
pub(super) fn some(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A number in a field; thousands may be told apart by commas, blanks or `_`.
pub(super) fn number<T: FromStr>(text: &str, what: &str, like: &str) -> Result<Option<T>, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, ',' | '_' | ' ' | '\u{a0}' | '$')).collect();
    if plain.is_empty() && text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |_| format!("{what} is no number: write it like {like}, or leave it empty.");
    plain.parse().map(Some).map_err(wrong)
}

/// A sum of US dollars in a field.
pub(super) fn dollars(text: &str, what: &str) -> Result<Option<f64>, String> {
    let sum = number::<f64>(text, what, "0.50")?;
    match sum {
        Some(sum) if !(sum.is_finite() && sum >= 0.0) => Err(format!("{what} cannot be less than nothing.")),
        sum => Ok(sum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let mut entry = Entry::default();
        entry.turn_to("ollama");
        entry
    }

    #[test]
    fn each_fault_is_a_sentence() {
        let told = |entry: Entry| entry.read().unwrap_err();
        assert!(told(Entry::default()).contains("write its URL"));
        assert!(told(Entry { url: "localhost:8080".into(), ..entry() }).contains("begins with http://"));
        assert!(told(Entry { url: "http://me:word@host/v1".into(), ..entry() }).contains("a name or a password"));
        assert!(told(Entry { slots: "0".into(), ..entry() }).contains("At least one"));
        assert!(told(Entry { slots: "many".into(), ..entry() }).contains("“At a time” is no number"));
        assert_eq!(Entry { slots: " ".into(), ..entry() }.read().unwrap().slots, Endpoint::default().slots);
    }

    #[test]
    fn a_key_is_no_name() {
        for key in ["sk-abcdefgh", "sk_live_12345678", "abc def", "0123456789abcdef0123456789abcdef", &"A".repeat(60)] {
            assert!(Entry::is_key(key), "{key}");
            let why = Entry { key: key.into(), ..entry() }.read().unwrap_err();
            assert!(!why.contains(key), "the key is not said again");
        }
        for name in ["", "OPENAI_API_KEY", "my_key2"] {
            assert!(!Entry::is_key(name), "{name}");
        }
    }

    #[test]
    fn a_key_is_wanted_by_its_own_server_or_where_its_variable_is_named() {
        assert_eq!(entry().key_held(), None);
        let mut far = Entry { url: "https://api.example.com/v1".into(), ..entry() };
        assert_eq!(far.key_held(), None);
        far.turn_to("openai");
        assert_eq!(far.key_held().map(|(name, _)| name), Some("OPENAI_API_KEY".into()));
        far.key = "NOBODY_HAS_SET_THIS_ONE".into();
        assert_eq!(far.key_held(), Some(("NOBODY_HAS_SET_THIS_ONE".into(), false)));
    }

    #[test]
    fn another_server_has_other_models_and_another_key() {
        let mut one = Entry { model: "small".into(), large: "big".into(), key: "MINE".into(), ..entry() };
        one.turn_to("ollama");
        assert_eq!((one.model.as_str(), one.key.as_str()), ("small", "MINE"), "it was this one already");
        one.turn_elsewhere();
        assert_eq!(one, Entry::default());
        one.url = "http://10.0.0.9:1/v1".into();
        one.turn_elsewhere();
        assert_eq!(one.base(), "http://10.0.0.9:1/v1", "it is elsewhere already");
    }
}

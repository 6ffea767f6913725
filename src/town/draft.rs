//! What somebody writes on the page of settings: fields of text, and what they mean once they are read.

use std::{fmt::Display, str::FromStr};

use super::Wanted;
use crate::{
    config::Kept,
    mind::{
        Caps, Choice, Price,
        server::{Endpoint, PRESETS, Settings},
    },
};

/// The fields, as typed.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Is a language model asked at all?
    pub networked: bool,
    /// Where: everything before `/chat/completions`.
    pub url: String,
    /// The model's name; empty: the server's first.
    pub model: String,
    /// A larger model for the questions that are worth it; empty: the same.
    pub large: String,
    /// The name of the variable that holds the key; empty: the usual one.
    pub key: String,
    /// US dollars for a million tokens sent and received.
    pub price: [String; 2],
    /// At most so many calls, tokens and US dollars.
    pub caps: [String; 3],
    /// All that has no field.
    rest: Wanted,
}

fn field(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn some(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A number in a field; thousands may be told apart by commas, blanks or `_`.
fn number<T: FromStr>(text: &str, what: &str, like: &str) -> Result<Option<T>, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, ',' | '_' | ' ' | '\u{a0}' | '$')).collect();
    if plain.is_empty() && text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |_| format!("{what} is no number: write it like {like}, or leave it empty.");
    plain.parse().map(Some).map_err(wrong)
}

fn dollars(text: &str, what: &str) -> Result<Option<f64>, String> {
    let sum = number::<f64>(text, what, "0.50")?;
    match sum {
        Some(sum) if !(sum.is_finite() && sum >= 0.0) => Err(format!("{what} cannot be less than nothing.")),
        sum => Ok(sum),
    }
}

impl Draft {
    /// As things stand.
    pub fn of(wanted: &Wanted) -> Self {
        let server = wanted.models.servers.first().cloned().unwrap_or_default();
        Self {
            networked: wanted.is_networked(),
            url: server.url,
            model: server.model,
            large: server.large_model.unwrap_or_default(),
            key: server.key_variable.unwrap_or_default(),
            price: [wanted.price.map(|price| price.input), wanted.price.map(|price| price.output)].map(field),
            caps: [field(wanted.caps.calls), field(wanted.caps.tokens), field(wanted.caps.usd)],
            rest: wanted.clone(),
        }
    }

    /// The preset whose server it is, if it is one's.
    pub fn preset(&self) -> Option<&'static str> {
        let here = |url: &str| url == self.url.trim().trim_end_matches('/');
        PRESETS.iter().find(|preset| here(preset.url)).map(|preset| preset.name)
    }

    /// Turns to a server known by name. The model is another's, so it goes, and so does the key's name.
    pub fn turn_to(&mut self, preset: &str) {
        let variable = |name: &str| std::env::var(name).ok();
        let named = Settings::named(preset, variable).ok().and_then(|named| named.servers.into_iter().next());
        let Some(server) = named else { return };
        if self.url != server.url {
            self.model.clone_from(&server.model);
            self.large.clear();
            self.key.clear();
        }
        (self.networked, self.url) = (true, server.url);
    }

    /// How many more servers share the load, of which the page shows nothing.
    pub fn others(&self) -> usize {
        self.rest.models.servers.len().saturating_sub(1)
    }

    /// The name of the variable that has to hold a key, and whether it is there; `None`: no key is needed.
    pub fn key_held(&self) -> Option<(String, bool)> {
        let url = self.url.trim();
        let name = some(&self.key).or_else(|| url.starts_with("https://").then(|| "OPENAI_API_KEY".to_owned()))?;
        let held = std::env::var(&name).is_ok_and(|key| !key.trim().is_empty());
        Some((name, held))
    }

    /// Is this a key rather than the name of a variable?
    pub fn is_key(text: &str) -> bool {
        let text = text.trim();
        let name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && text.len() <= 40;
        !text.is_empty() && (!name || text.starts_with("sk_") || text.starts_with(|c: char| c.is_ascii_digit()))
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

    /// The server with its models.
    ///
    /// # Errors
    /// One sentence.
    pub fn server(&self) -> Result<Endpoint, String> {
        let url = some(&self.url).ok_or("Choose a server, or write its URL.")?;
        if !url.starts_with("http://") && !url.starts_with("https://") {
            return Err("The URL begins with http:// or https://, like http://127.0.0.1:8080/v1.".into());
        }
        if Self::is_key(&self.key) {
            return Err(NOT_THE_KEY.into());
        }
        let slots = self.rest.models.servers.first().map_or_else(|| Endpoint::default().slots, |server| server.slots);
        Ok(Endpoint {
            url: url.trim_end_matches('/').to_owned(),
            model: self.model.trim().to_owned(),
            large_model: some(&self.large),
            key_variable: some(&self.key),
            slots,
        })
    }

    /// Everything read: which mind that would be.
    ///
    /// # Errors
    /// A sentence for each field that makes no sense.
    pub fn read(&self) -> Result<Wanted, Vec<String>> {
        let mut wanted = self.rest.clone();
        let mut faults = Vec::new();
        let mut note = |why: String| {
            if !faults.contains(&why) {
                faults.push(why);
            }
        };
        match self.caps() {
            Ok(caps) => wanted.caps = caps,
            Err(why) => note(why),
        }
        match self.price() {
            Ok(price) => wanted.price = price,
            Err(why) => note(why),
        }
        if self.networked {
            wanted.choice = Choice::Configured;
            match self.server() {
                Ok(server) => match wanted.models.servers.first_mut() {
                    Some(first) => *first = server,
                    None => wanted.models.servers.push(server),
                },
                Err(why) => note(why),
            }
        } else {
            wanted.choice = Choice::Builtin;
        }
        if faults.is_empty() { Ok(wanted) } else { Err(faults) }
    }

    /// What is written into `smallville.toml`.
    ///
    /// # Errors
    /// As [`Draft::read`].
    pub fn kept(&self) -> Result<Kept, Vec<String>> {
        let wanted = self.read()?;
        let server = wanted.models.servers.into_iter().next().filter(|_| self.networked);
        let mind = if self.networked { "configured" } else { "builtin" };
        Ok(Kept { mind: mind.into(), price: wanted.price, caps: wanted.caps, server })
    }
}

/// What to say to who writes a key down.
pub const NOT_THE_KEY: &str = "That is no name of a variable. Write only the name, such as OPENAI_API_KEY; the key itself \
    belongs in the environment and is never written here.";

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        let mut draft = Draft::of(&Wanted::default());
        draft.turn_to("ollama");
        draft
    }

    #[test]
    fn what_was_shown_is_read_again() {
        let draft = Draft { model: "small".into(), large: "big".into(), ..draft() };
        let wanted = draft.read().unwrap();
        let again = Draft::of(&wanted);
        assert_eq!((again.networked, again.preset(), again.large.as_str()), (true, Some("ollama"), "big"));
        assert_eq!(again.read().unwrap().models, wanted.models);
        assert!(!Draft { networked: false, ..draft }.read().unwrap().is_networked());
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let draft = Draft {
            price: ["0.2".into(), " $0.80 ".into()],
            caps: ["2,000".into(), "1 000 000".into(), "1.5".into()],
            ..draft()
        };
        assert_eq!(draft.price(), Ok(Some(Price { input: 0.2, output: 0.8 })));
        assert_eq!(draft.caps(), Ok(Caps { calls: Some(2000), tokens: Some(1_000_000), usd: Some(1.5) }));
    }

    #[test]
    fn each_fault_is_a_sentence() {
        let told = |draft: Draft| draft.read().unwrap_err();
        let caps = |calls: &str, usd: &str| [calls.into(), String::new(), usd.into()];
        assert!(told(Draft { caps: caps("many", ""), ..draft() })[0].contains("cap on calls is no number"));
        assert!(told(Draft { caps: caps("-3", ""), ..draft() })[0].contains("no number"));
        assert!(told(Draft { caps: caps("", "1"), ..draft() })[0].contains("needs a price"));
        assert!(told(Draft { caps: caps("$", ""), ..draft() })[0].contains("no number"));
        assert!(told(Draft { price: ["1".into(), String::new()], ..draft() }).len() == 1, "said once");
        assert!(told(Draft { price: ["-1".into(), "1".into()], ..draft() })[0].contains("less than nothing"));
        assert!(told(Draft { price: ["NaN".into(), "1".into()], ..draft() })[0].contains("less than nothing"));
        assert!(told(Draft { url: "localhost:8080".into(), ..draft() })[0].contains("begins with http://"));
        assert!(told(Draft { url: " ".into(), caps: caps("x", ""), ..draft() }).len() == 2);
    }

    #[test]
    fn a_key_is_no_name() {
        for key in ["sk-abcdefgh", "sk_live_12345678", "abc def", "0123456789abcdef0123456789abcdef", &"A".repeat(60)] {
            assert!(Draft::is_key(key), "{key}");
            let why = Draft { key: key.into(), ..draft() }.read().unwrap_err();
            assert!(!why[0].contains(key), "the key is not said again");
        }
        for name in ["", "OPENAI_API_KEY", "my_key2"] {
            assert!(!Draft::is_key(name), "{name}");
        }
    }

    #[test]
    fn what_is_kept_is_what_is_shown() {
        let draft = Draft { model: " small ".into(), ..draft() };
        let kept = draft.kept().unwrap();
        assert_eq!((kept.mind.as_str(), kept.server.unwrap().model.as_str()), ("configured", "small"));
        let kept = Draft { networked: false, ..draft }.kept().unwrap();
        assert_eq!((kept.mind.as_str(), kept.server), ("builtin", None));
    }

    #[test]
    fn a_key_is_wanted_over_the_open_net_only() {
        assert_eq!(draft().key_held(), None);
        let mut far = draft();
        far.url = "https://api.example.com/v1".into();
        assert_eq!(far.key_held().map(|(name, _)| name), Some("OPENAI_API_KEY".into()));
        far.key = "NOBODY_HAS_SET_THIS_ONE".into();
        assert_eq!(far.key_held(), Some(("NOBODY_HAS_SET_THIS_ONE".into(), false)));
    }
}

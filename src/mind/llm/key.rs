//! The key: held so that nothing prints it, and taken out of whatever a server says back.

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

use super::{Endpoint, address};

/// What stands in a key's place.
const HIDDEN: &str = "(key)";
/// Shorter pieces of text would be taken out of everything.
const TELLING: usize = 6;

/// A key that can be sent; for servers that want none, a word in its place, as some insist on one.
#[derive(Clone, Debug)]
pub(super) struct Key(SecretString);

impl Key {
    /// The key of this server. `variable` gives a variable's value.
    pub fn of(endpoint: &Endpoint, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let (base, url) = address::check(&endpoint.url)?;
        let open = address::is_here(&url) || url.scheme() == "http";
        let name = match &endpoint.key_variable {
            Some(name) => name.as_str(),
            // A key that was meant for another server is not sent over an open wire.
            None if open => return Ok(Self(SecretString::from("none"))),
            None => "OPENAI_API_KEY",
        };
        let text = variable(name).map(SecretString::from);
        let text = text.ok_or_else(|| format!("{base} wants a key: put it in the variable {name}"))?;
        Self::read(text.expose_secret()).map_err(|why| format!("the key in the variable {name} {why}"))
    }

    fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match () {
            () if text.is_empty() => Err("is empty".into()),
            () if !text.bytes().all(|b| b.is_ascii_graphic()) => {
                Err("holds a line end, a blank or another sign that no key has; copy it anew".into())
            }
            () => Ok(Self(SecretString::from(text))),
        }
    }

    /// The header's value, marked so that nothing prints it.
    pub fn header(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", self.0.expose_secret())).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The secret itself, for the one place that asks for it.
    pub fn secret(&self) -> &SecretString {
        &self.0
    }

    /// The text without the key in it.
    pub fn hide(&self, text: &str) -> String {
        let key = self.0.expose_secret();
        if key.len() < TELLING { text.to_owned() } else { text.replace(key, HIDDEN) }
    }
}

//! The key: held so that nothing prints it, and taken out of whatever a server says back.

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

use super::{Endpoint, address};

/// What stands in a key's place.
const HIDDEN: &str = "(key)";
/// What is sent where no key is needed.
const NONE: &str = "none";
/// Shorter pieces of text would be taken out of everything.
const TELLING: usize = 6;

/// The variable of OpenAI's own server.
pub(super) const OPENAI: &str = "OPENAI_API_KEY";

/// Whether a text can be the name of a variable. What looks like the key itself is none, and must not be shown.
pub fn is_variable(text: &str) -> bool {
    let signs = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_key = ["sk_", "pk_", "gsk_", "hf_", "ghp_", "AKIA"].iter().any(|front| text.starts_with(front));
    signs && begins && !is_key && text.len() <= 40
}

/// A variable as it may be printed: by its name if that is plainly one, since a key may consist of letters and digits
/// too.
pub(super) fn told(name: &str) -> String {
    let plain = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        letters.chars().all(|c| c.is_ascii_uppercase()) && letters.len() <= 16 && part.len() - letters.len() <= 3
    };
    let is_name = name.split('_').all(plain);
    if is_name { format!("the variable {name}") } else { "the variable that key_variable names".into() }
}

/// A key that can be sent; for servers that want none, a word in its place, as some insist on one.
#[derive(Clone, Debug)]
pub(super) struct Key(SecretString);

impl Key {
    /// The key of this server. `variable` gives a variable's value.
    pub fn of(endpoint: &Endpoint, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let (_, url) = address::check(&endpoint.url)?;
        let place = address::place(&url);
        // A key that was meant for one server is not sent to another.
        let Some(name) = endpoint.variable() else { return Ok(Self(SecretString::from(NONE))) };
        if !is_variable(name) {
            return Err(format!(
                "what stands as key_variable of {place} is no name of a variable and is not shown, as it may be the \
                 key: write the name of the variable there, such as {OPENAI}, and put the key into that variable"
            ));
        }
        let text = variable(name).map(SecretString::from);
        let text = text.ok_or_else(|| format!("{place} wants a key: put it in {}", told(name)))?;
        Self::read(text.expose_secret()).map_err(|why| format!("the key in {} {why}", told(name)))
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

    /// Whether a word stands in its place.
    pub fn is_none(&self) -> bool {
        self.0.expose_secret() == NONE
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

//! What a player has set in `smallville.toml`.

pub mod edit;

use std::path::{Path, PathBuf};

use serde::Deserialize;

pub use self::edit::Kept;
use crate::{
    data::home,
    language::locale,
    mind::{Caps, Price, llm::Settings},
};

/// What `smallville.toml` says. The command line goes before it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// As `--mind`.
    pub mind: Option<String>,
    /// As `--language`.
    pub language: Option<String>,
    /// Does somebody who is asked from outside whether they are a human say what they are? Not given: yes.
    pub honest: Option<bool>,
    /// What a million tokens cost.
    pub price: Option<Price>,
    /// The most that a run may take.
    pub caps: Caps,
    /// Servers of language models: what `--mind configured` asks.
    pub models: Option<Settings>,
}

impl Config {
    /// Reads `given`, else `smallville.toml` in this folder, else the one in the user's own configuration folder; nothing
    /// if there is none.
    ///
    /// # Errors
    /// One sentence that names the file, and the line at fault.
    pub fn find(given: Option<&Path>) -> Result<Self, String> {
        let path = Self::path(given);
        if given.is_some() || path.is_file() { Self::read(&path) } else { Ok(Self::default()) }
    }

    /// The file that [`Config::find`] reads; if there is none, where one would be found.
    pub fn path(given: Option<&Path>) -> PathBuf {
        let here = PathBuf::from("smallville.toml");
        match (given, home::config().map(|user| user.join("smallville.toml"))) {
            (Some(given), _) => given.to_path_buf(),
            (None, Some(user)) if !here.is_file() => user,
            _ => here,
        }
    }

    fn read(path: &Path) -> Result<Self, String> {
        let file = path.display();
        let text =
            std::fs::read_to_string(path).map_err(|error| format!("{file}: cannot be read: {}", error.kind()))?;
        let mut config: Self = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            format!("{file}:{line}: {}", error.message())
        })?;
        if let Some(language) = &mut config.language {
            *language = locale::named(language).map_err(|why| format!("{file}: language: {why}"))?;
        }
        Ok(config)
    }
}

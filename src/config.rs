//! What a player has set in `smallville.toml`.

pub mod edit;
pub mod trust;

use std::path::{Path, PathBuf};

use serde::Deserialize;

pub use self::{edit::SavedSettings, trust::Ignored};
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

/// The name of a configuration, in a folder or in the user's own.
const FILE: &str = "smallville.toml";

/// A configuration, and where it was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// What it says.
    pub config: Config,
    /// The file that counts; `None`: there is none.
    pub file: Option<PathBuf>,
    /// What it says besides and does not count.
    pub ignored: Option<Ignored>,
}

impl Config {
    /// Reads `given`, else `smallville.toml` in this folder, else the one in the user's own configuration folder; nothing
    /// if there is none. What the one in this folder says of servers counts only after a yes: see [`trust`].
    ///
    /// # Errors
    /// One sentence that names the file, and the line at fault.
    pub fn find(given: Option<&Path>) -> Result<Found, String> {
        let path = Self::path(given);
        if given.is_none() && !path.is_file() {
            return Ok(Found::default());
        }
        let text = trust::read(&path)?;
        let mut config = Self::parse(&path, &text)?;
        let own = home::config();
        let is_own = || own.as_ref().is_some_and(|own| trust::is_same(&path, &own.join(FILE)));
        let ignored = match given {
            None if !is_own() && !trust::is_trusted(&text, own.as_deref()) => trust::restrain(&mut config),
            _ => None,
        };
        Ok(Found { config, file: Some(path), ignored })
    }

    /// The file that [`Config::find`] reads; if there is none, where one would be found.
    pub fn path(given: Option<&Path>) -> PathBuf {
        let here = PathBuf::from(FILE);
        match (given, home::config().map(|user| user.join(FILE))) {
            (Some(given), _) => given.to_path_buf(),
            (None, Some(user)) if !here.is_file() => user,
            _ => here,
        }
    }

    fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let file = path.display();
        let mut config: Self = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            format!("{file}:{line}: {}", error.message())
        })?;
        if let Some(language) = &mut config.language {
            *language = locale::named(language).map_err(|why| format!("{file}: language: {why}"))?;
        }
        let price =
            config.price.iter().flat_map(|price| [("price.input", price.input), ("price.output", price.output)]);
        let sums = price.chain(config.caps.usd.map(|usd| ("caps.usd", usd)));
        match sums.into_iter().find(|(_, sum)| !(sum.is_finite() && *sum >= 0.0)) {
            Some((key, sum)) => {
                Err(format!("{file}: {key} is {sum}, and that is no sum of money; write one such as 0.5"))
            }
            None => Ok(config),
        }
    }
}

//! Which mind answers: `--mind`.

use std::{path::PathBuf, str::FromStr};

use super::llm;

/// Who is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Rules of our own.
    #[default]
    Builtin,
    /// The answers in a save, and nobody else.
    Save(PathBuf),
    /// The answers in a cassette: a file of JSON lines.
    Tape(PathBuf),
    /// A language model: a server known by name, or a URL.
    Server(String),
    /// The servers that `smallville.toml` names.
    Configured,
}

impl FromStr for Choice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().split_once(':') {
            None if text == "builtin" => Ok(Self::Builtin),
            None if text == "configured" => Ok(Self::Configured),
            None if llm::preset(text).is_some() => Ok(Self::Server(text.into())),
            Some(("cassette", file)) if file.ends_with(".town") => Ok(Self::Save(file.into())),
            Some(("cassette", file)) if !file.is_empty() => Ok(Self::Tape(file.into())),
            Some(("http" | "https", _)) => Ok(Self::Server(text.trim().into())),
            _ => {
                let names: Vec<_> = llm::PRESETS.iter().map(|preset| preset.name).collect();
                // A URL is not said again: there may be a secret in it.
                let what = if text.contains("://") { "such a URL".into() } else { format!("{text:?}") };
                Err(format!(
                    "{what} is no mind known here; take builtin, {}, a URL such as http://127.0.0.1:8080/v1, \
                     configured (the servers of smallville.toml), or cassette:F (F.town or F.jsonl)",
                    names.join(", ")
                ))
            }
        }
    }
}

//! Where things are found: scenarios, maps, pictures; and what a player has set in `smallville.toml`.

pub mod keep;

use std::path::{Path, PathBuf};

use serde::Deserialize;

pub use self::keep::Kept;
use crate::mind::{Caps, Price, language, server::Settings};

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
        let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
        let user = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or(home);
        let here = PathBuf::from("smallville.toml");
        match (given, user.map(|user| user.join("smallville/smallville.toml"))) {
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
            *language = language::named(language).map_err(|why| format!("{file}: language: {why}"))?;
        }
        Ok(config)
    }
}

/// Folders that hold `assets/`, `maps/` and `prompts/`; an earlier one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    roots: Vec<PathBuf>,
}

impl Data {
    /// `given` by the user, the user's own data folder, then what came with the program: beside the binary or in
    /// the folders above it, and where it was built.
    pub fn find(given: Option<&Path>) -> Self {
        let mut roots: Vec<PathBuf> = given.map(Path::to_path_buf).into_iter().collect();
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let user = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        roots.extend(user.or(home.map(|home| home.join(".local/share"))).map(|data| data.join("smallville")));
        let binary = std::env::current_exe().ok().and_then(|path| path.canonicalize().ok());
        let above = binary.iter().flat_map(|path| path.ancestors().skip(1).take(4));
        roots.extend(above.filter(|folder| folder.join("assets/scenarios").is_dir()).map(Path::to_path_buf));
        roots.push(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        Self { roots }
    }

    /// Only this folder.
    pub fn only(root: impl Into<PathBuf>) -> Self {
        Self { roots: vec![root.into()] }
    }

    /// The folders, first choice first.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    fn first(&self, inner: &str, exists: fn(&Path) -> bool) -> Option<PathBuf> {
        self.roots.iter().map(|root| root.join(inner)).find(|path| exists(path))
    }

    /// The folder of the scenario `id`.
    pub fn scenario(&self, id: &str) -> Option<PathBuf> {
        is_id(id).then(|| self.first(&format!("assets/scenarios/{id}"), Path::is_dir)).flatten()
    }

    /// The map `id` of the town's own maps.
    pub fn map(&self, id: &str) -> Option<PathBuf> {
        is_id(id).then(|| self.first(&format!("maps/{id}.tmx"), Path::is_file)).flatten()
    }

    /// The folders that hold prompts, first choice first.
    pub fn prompts(&self) -> Vec<PathBuf> {
        self.roots.iter().map(|root| root.join("prompts")).filter(|folder| folder.is_dir()).collect()
    }

    /// The ids of all scenarios that can be found, sorted.
    pub fn scenarios(&self) -> Vec<String> {
        let folders = self.roots.iter().filter_map(|root| std::fs::read_dir(root.join("assets/scenarios")).ok());
        let names = folders.flatten().flatten().filter(|entry| entry.path().join("scenario.toml").is_file());
        let mut ids: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        ids.sort();
        ids.dedup();
        ids
    }
}

/// Is this a name of letters, digits, `_` and `-`, so that no path can be made of it?
pub fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= 64 && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

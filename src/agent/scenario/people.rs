//! The people of a scenario, one file each.

use std::path::{Path, PathBuf};

use super::{
    MOST_PEOPLE,
    file::{parse, read_text},
};
use crate::{agent::persona::Persona, world::Fault};

/// A persona and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The cast file.
    pub file: PathBuf,
    /// Its text, to find lines in.
    pub text: String,
    /// What it says.
    pub persona: Persona,
}

/// All people of the folder `cast`, by file name.
pub(super) fn read_cast(cast: &Path, folder: &Path, needed: bool, faults: &mut Vec<Fault>) -> Vec<Written> {
    let mut files: Vec<PathBuf> = match std::fs::read_dir(cast) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => Vec::new(),
    };
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    if files.is_empty() && needed {
        faults.push(Fault::new(cast, "", "there are no people", "write one cast/<name>.toml for each"));
    }
    let mut people = Vec::new();
    for file in files.into_iter().take(MOST_PEOPLE + 1) {
        let Some(text) = read_text(&file, folder, faults) else { continue };
        if let Some(persona) = parse(&file, &text, faults) {
            people.push(Written { file, text, persona });
        }
    }
    people
}

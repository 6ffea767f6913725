//! The people of a scenario, one file each.

use std::path::PathBuf;

use super::{
    MOST_PEOPLE,
    file::{parse, read_text},
};
use crate::{agent::persona::Persona, data::Folder, world::Fault};

/// A persona and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct CastMember {
    /// The cast file.
    pub file: PathBuf,
    /// Its text, to find lines in.
    pub text: String,
    /// What it says.
    pub persona: Persona,
}

/// All people of the folder `cast`, by file name.
pub(super) fn read_cast(cast: &Folder, needed: bool, faults: &mut Vec<Fault>) -> Vec<CastMember> {
    let names: Vec<String> = cast.names().into_iter().filter(|name| name.ends_with(".toml")).collect();
    if names.is_empty() && needed {
        faults.push(Fault::new(cast.path(), "", "there are no people", "write one cast/<name>.toml for each"));
    }
    let mut people = Vec::new();
    for name in names.into_iter().take(MOST_PEOPLE + 1) {
        let file = cast.file(&name);
        let Some(text) = read_text(&file, faults) else { continue };
        if let Some(persona) = parse(file.path(), &text, faults) {
            people.push(CastMember { file: file.path().to_path_buf(), text, persona });
        }
    }
    people
}

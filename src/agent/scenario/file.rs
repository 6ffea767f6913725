//! The text files of a scenario, the people among them: read with care, and every fault given its line.

use std::path::{Path, PathBuf};

use super::MOST_PEOPLE;
use crate::{
    agent::persona::Persona,
    data::{File, Folder},
    language::clean::short_line,
    world::Fault,
};

/// The longest file read, in bytes.
const LONGEST: u64 = 256 * 1024;

/// Reads a text file that lies in the scenario's folder for real, links followed.
pub(super) fn read_text(file: &File, faults: &mut Vec<Fault>) -> Option<String> {
    let read = file.stays_inside().and_then(|()| file.text(LONGEST));
    read.inspect_err(|why| faults.push(Fault::unread(file, why))).ok()
}

/// What a file says, as data.
pub(super) fn parse<T: serde::de::DeserializeOwned>(file: &Path, text: &str, faults: &mut Vec<Fault>) -> Option<T> {
    toml::from_str(text)
        .inspect_err(|error: &toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let what = plain(error.message().lines().next().unwrap_or("cannot be understood"));
            faults.push(Fault::new(file, format!("line {line}"), what, "see the other cast files for the form"));
        })
        .ok()
}

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

/// Adds the faults of one entry: those of `bad` (is it so, what is wrong, what to do) that are so.
pub(super) fn report(
    (file, text): (&Path, &str),
    (entry, id): (&str, &str),
    bad: &[(bool, &str, &str)],
    faults: &mut Vec<Fault>,
) {
    for (_, what, advice) in bad.iter().filter(|(bad, ..)| *bad) {
        faults.push(Fault::new(file, line_of(text, id), plain(&format!("the {entry} {id:?} {what}")), *advice));
    }
}

/// One line of at most 400 letters, without what a terminal would obey.
pub fn plain(words: &str) -> String {
    short_line(words, 400)
}

/// `line 12`: the first on which `needle` is a key or a table's head, else stands between quotes, else stands at all;
/// empty if it stands nowhere.
pub fn line_of(text: &str, needle: &str) -> String {
    let key = |line: &str| {
        let line = line.trim_start();
        let after = line.trim_start_matches('[').strip_prefix(needle);
        after.is_some_and(|rest| rest.trim_start().starts_with(if line.starts_with('[') { ']' } else { '=' }))
    };
    let (quoted, empty) = (format!("\"{needle}\""), needle.trim().is_empty());
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|line| !empty && key(line), &|line| line.contains(&quoted), &|line| !empty && line.contains(needle)];
    let found = ways.into_iter().find_map(|way| text.lines().position(way));
    found.map(|line| format!("line {}", line + 1)).unwrap_or_default()
}

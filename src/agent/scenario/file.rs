//! The text files of a scenario, cast files among them. Each fault is reported with its line.

use std::path::{Path, PathBuf};

use super::MAX_PEOPLE;
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

impl CastMember {
    /// For the faults of this cast file.
    pub fn report<'a>(&'a self, faults: &'a mut Vec<Fault>) -> Report<'a> {
        Report::new(&self.file, &self.text, faults)
    }
}

/// All people of the folder `cast`, by file name.
pub(super) fn read_cast(cast: &Folder, needed: bool, faults: &mut Vec<Fault>) -> Vec<CastMember> {
    let names: Vec<String> = cast.names().into_iter().filter(|name| name.ends_with(".toml")).collect();
    if names.is_empty() && needed {
        faults.push(Fault::new(cast.path(), "", "there are no people", "add a file cast/<name>.toml for each person"));
    }
    let mut people = Vec::new();
    for name in names.into_iter().take(MAX_PEOPLE + 1) {
        let file = cast.file(&name);
        let Some(text) = read_text(&file, faults) else { continue };
        if let Some(persona) = Report::new(file.path(), &text, faults).parse() {
            people.push(CastMember { file: file.path().to_path_buf(), text, persona });
        }
    }
    people
}

/// A file of a scenario, and the faults found in it so far.
pub struct Report<'a> {
    /// The file.
    pub file: &'a Path,
    /// Its text, in which lines are looked up.
    pub text: &'a str,
    /// The table whose line is given for an entry that cannot be found in the text; empty: none.
    pub table: &'a str,
    /// All faults, those of other files too.
    pub faults: &'a mut Vec<Fault>,
}

impl<'a> Report<'a> {
    /// No fault of this file yet.
    pub fn new(file: &'a Path, text: &'a str, faults: &'a mut Vec<Fault>) -> Self {
        Self { file, text, table: "", faults }
    }

    /// Adds a fault, on the line where `needle` first stands; if it stands nowhere, on that of the table.
    pub fn add(&mut self, needle: &str, what: impl AsRef<str>, advice: impl Into<String>) {
        let lines = [needle, self.table].map(|needle| line_of(self.text, needle));
        let line = lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default();
        self.faults.push(Fault::new(self.file, line, plain(what.as_ref()), advice));
    }

    /// Adds a fault of the file as a whole.
    pub(super) fn add_for_file(&mut self, what: impl Into<String>, advice: &str) {
        self.faults.push(Fault::new(self.file, "", what, advice));
    }

    /// Adds those faults of an entry that it has: is it so, what is wrong, what to do.
    pub(super) fn add_all(&mut self, (entry, id): (&str, &str), checks: &[(bool, &str, &str)]) {
        for (_, what, advice) in checks.iter().filter(|(is_bad, ..)| *is_bad) {
            self.add(id, format!("the {entry} {id:?} {what}"), *advice);
        }
    }

    /// Parses the text as TOML.
    pub(super) fn parse<T: serde::de::DeserializeOwned>(&mut self) -> Option<T> {
        let text = self.text;
        let explain = |error: &toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let what = plain(error.message().lines().next().unwrap_or("it is not valid TOML"));
            self.faults.push(Fault::new(
                self.file,
                format!("line {line}"),
                what,
                "docs/designers.md describes the form",
            ));
        };
        toml::from_str(text).inspect_err(explain).ok()
    }
}

/// One line of at most 400 letters, without what a terminal would obey.
pub fn plain(words: &str) -> String {
    short_line(words, 400)
}

/// `line 12`: the first on which `needle` is a key or the head of a table, else is in quotes, else occurs at all; empty
/// if it does not occur.
pub(super) fn line_of(text: &str, needle: &str) -> String {
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

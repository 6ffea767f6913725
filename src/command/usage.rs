//! How a command is written, and what people are told of it.

use std::fmt;

use super::cut;

/// What a word of a command is, for reading and completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// An object, by its address.
    Thing,
    /// Somebody, by name.
    Person,
    /// The same, with a colon behind.
    Named,
    /// One of these words.
    Of(&'static [&'static str]),
    /// The name of a command.
    Command,
    /// One word.
    Word,
    /// Anything.
    Words,
}

/// How a command is written. It shows itself as `schedule NAME [day|hourly|steps]`.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Its names with `|` between them, the usual one first, and what follows.
    pub line: &'static str,
    /// What follows its name, word by word.
    pub takes: &'static [Takes],
    /// What it does, in a line.
    pub help: &'static str,
}

impl Usage {
    /// Its names, the usual one first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        cut(self.line).0.split('|')
    }

    /// Its usual name.
    pub fn name(&self) -> &'static str {
        self.names().next().unwrap_or_default()
    }

    /// Is it called so? Capitals do not matter.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|one| one.eq_ignore_ascii_case(name))
    }

    /// That these words are more than the command takes.
    pub fn too_much(&self, words: &str) -> String {
        format!("{} is too much: write {self} ({})", quoted(words), self.help)
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format!("{} {}", self.name(), cut(self.line).1).trim_end())
    }
}

/// What somebody wrote, short enough to be said back.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", short(text, 60))
}

/// The first letters of a text, with `…` if there are more.
pub fn short(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let head: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() { format!("{}…", head.trim_end()) } else { head }
}

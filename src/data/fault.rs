//! Faults of files that people write: what is wrong, where, and what to do.

use std::{fmt, path::PathBuf};

use super::{File, Unread};

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// Where in it: `line 12`, `layer "walls"`, `object 31 "stove", cell (4, 9)`; empty: the file as a whole.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub advice: String,
}

impl Fault {
    /// A fault of `file`; see the fields.
    pub fn new(
        file: impl Into<PathBuf>,
        place: impl Into<String>,
        what: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self { file: file.into(), place: place.into(), what: what.into(), advice: advice.into() }
    }

    /// The fault of a file that cannot be read.
    pub fn unread(file: &File, why: &Unread) -> Self {
        let place = if why.line() > 0 { format!("line {}", why.line()) } else { String::new() };
        Self::new(file.path(), place, format!("it {why}"), why.advice())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if !self.place.is_empty() {
            write!(f, ", {}", self.place)?;
        }
        write!(f, ": {}", self.what)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, " ({})", self.advice) }
    }
}

/// Several in one text, a line each.
pub fn list(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}

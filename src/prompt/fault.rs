//! What is wrong with a prompt's file, said so that it can be mended.

use std::{fmt, path::PathBuf};

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// Its line, from 1; 0: the file as a whole.
    pub line: usize,
    /// What is wrong, and what to do about it.
    pub what: String,
}

impl Fault {
    /// A fault of `file`; see the fields.
    pub fn new(file: impl Into<PathBuf>, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.into(), line, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        write!(f, ": {}", self.what)
    }
}

/// Several in one text, a line each.
pub fn list(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}

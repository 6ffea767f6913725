//! Questions in words: every kind from real inputs, nothing forged by what a town holds, faults named and survived.

#[path = "../lived/mod.rs"]
mod towns;

mod command;
mod files;
mod forged;
mod lived;
mod played;
mod size;

use std::path::PathBuf;

use smallville::{
    data::Folder,
    prompt::{Fault, Prompts},
};
use tempfile::TempDir;

/// The folder of the prompts that come with the program.
fn ours() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("prompts")
}

/// The prompts that come with the program.
fn prompts() -> Prompts {
    Prompts::open_folder(Folder::on_disk(ours())).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A copy of our prompts, to be spoilt.
struct Copied(TempDir);

impl Copied {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for entry in std::fs::read_dir(ours()).expect("our prompts").flatten() {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("copied");
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Changes a file. What is changed must be there.
    #[track_caller]
    fn change(&self, name: &str, from: &str, to: &str) -> &Self {
        let text = std::fs::read_to_string(self.path(name)).expect("a file");
        assert!(text.contains(from), "{name} has no {from:?}");
        std::fs::write(self.path(name), text.replacen(from, to, 1)).expect("written");
        self
    }

    /// The line on which this stands.
    #[track_caller]
    fn line(&self, name: &str, what: &str) -> usize {
        let text = std::fs::read_to_string(self.path(name)).expect("a file");
        text.lines().position(|line| line.contains(what)).expect("a line with it") + 1
    }

    fn faults(&self) -> Vec<Fault> {
        Prompts::open_folder(Folder::on_disk(self.0.path())).err().unwrap_or_default()
    }

    /// The only fault of it, in words.
    #[track_caller]
    fn fault(&self) -> String {
        let faults = self.faults();
        assert_eq!(faults.len(), 1, "{faults:#?}");
        faults[0].to_string()
    }
}

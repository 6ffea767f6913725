//! The laws of the house, kept by reading its files: who may import whom, where chance may come from, how a tick
//! goes, what the papers name, which pictures there are. Each broken law is printed with the line that breaks it.

mod chance;
mod chronicle;
mod layers;
mod left;
mod papers;
mod pictures;
mod source;
mod tick;

use std::path::{Path, PathBuf};

/// The repository's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Fails with all faults, one a line.
#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} broken:\n{}", faults.len(), faults.join("\n"));
}

/// The ids of the scenarios that come with the game.
fn scenarios() -> Vec<String> {
    let data = smallville::data::Data::only(root());
    let ids = data.scenarios();
    assert!(!ids.is_empty(), "no scenario was found");
    ids
}

/// Every file under `folder` that ends in one of `ends`, sorted.
fn files(folder: &Path, ends: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut ahead = vec![folder.to_path_buf()];
    while let Some(folder) = ahead.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                ahead.push(path);
            } else if path.extension().is_some_and(|end| ends.iter().any(|one| end == *one)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

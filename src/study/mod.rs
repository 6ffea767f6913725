//! Measures of a town for designers: studies, experiments, evaluations, the newspaper.

pub mod asking;
pub mod branches;
pub mod compare;
pub mod days;
mod drawing;
pub mod evaluation;
pub mod events;
pub mod export;
pub mod goals;
pub mod measure;
pub mod news;
pub mod newspaper;
pub mod page;
pub mod pictures;
pub mod prompts;
pub mod rehearse;
pub mod seeds;
pub mod talks;
pub mod torture;
pub mod watch;
pub mod why;

use std::{
    fmt,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::{data::home, save::Save, town::TownError};

/// Writes a file in place of what is there, unless that is a save: all or nothing.
fn write_file(path: &Path, bytes: impl AsRef<[u8]>, advice: &str) -> Result<(), TownError> {
    let beside = path.to_str().and_then(|name| name.strip_suffix("-wal").or(name.strip_suffix("-shm")));
    if Save::lies_at(path) || beside.is_some_and(|save| Save::lies_at(Path::new(save))) {
        return Err(unwritten(
            path,
            &"it is a save of a town or a part of one, and saves are never overwritten",
            advice,
        ));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(unwritten(path, &"there is no such folder", advice));
    }
    home::replace(path, bytes).map_err(|why| unwritten(path, &why, advice))
}

/// That a file or folder cannot be written.
fn unwritten(path: &Path, why: &dyn fmt::Display, advice: &str) -> TownError {
    let why = why.to_string();
    // The system's number of an error says nothing to a person.
    let why = why.split(" (os error").next().unwrap_or_default();
    TownError::Message(format!("{} cannot be written: {why}; {advice}", path.display()))
}

/// Does `work` for each item, so many at a time, and gives what came of it in their order.
///
/// # Errors
/// The first trouble.
fn each<I: Sync, R: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I) -> Result<R, TownError> + Sync,
) -> Result<Vec<R>, TownError> {
    let next = AtomicUsize::new(0);
    let hand = || {
        let mine = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < items.len()));
        mine.map(|n| Ok((n, work(&items[n])?))).collect::<Result<Vec<_>, TownError>>()
    };
    let done: Vec<Vec<(usize, R)>> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(hand)).collect();
        let broken = || Err(TownError::Message("a seed broke down".into()));
        hands.into_iter().map(|hand| hand.join().unwrap_or_else(|_| broken())).collect::<Result<_, _>>()
    })?;
    let mut done: Vec<(usize, R)> = done.into_iter().flatten().collect();
    done.sort_by_key(|(n, _)| *n);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

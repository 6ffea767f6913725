//! What has been read of the game's files: a save takes it along.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Files by their paths, such as `maps/the_ville.tmx`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What has been read of a folder and of all that is in it.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadLog(Arc<Mutex<Files>>);

impl ReadLog {
    /// All of it.
    pub(super) fn files(&self) -> Files {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn note(&self, path: String, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path, bytes.to_vec());
    }
}

/// What was read makes no other folder.
impl PartialEq for ReadLog {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ReadLog {}

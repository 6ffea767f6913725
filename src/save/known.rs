//! What a save has, as far as a run knows it.

use std::collections::BTreeMap;

use super::{SavedState, pieces::Pieces};
use crate::agent::state::{Owner, Part};

/// What a file has, so that nothing is written twice.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Pieces of text that this run has written.
    pub(super) pieces: Pieces,
    /// The parts of the state.
    pub(super) bodies: Bodies,
}

impl Known {
    /// What was written is in the file.
    pub(super) fn keep(&mut self, new: Self) {
        self.pieces.keep(new.pieces);
        self.bodies.keep(new.bodies);
    }
}

/// A hash of each part's body as a file has it, as far as this run knows; `None`: the part is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies(BTreeMap<Owner, BTreeMap<String, Option<blake3::Hash>>>);

impl Bodies {
    /// As a town stood.
    pub(super) fn of(stood: &SavedState) -> Self {
        let mut bodies = Self::default();
        for Part { owner, name, body, .. } in &stood.parts {
            bodies.0.entry(*owner).or_default().insert(name.clone(), Some(blake3::hash(body)));
        }
        bodies
    }

    /// What was written is in the file.
    pub(super) fn keep(&mut self, new: Self) {
        for (owner, parts) in new.0 {
            self.0.entry(owner).or_default().extend(parts);
        }
    }

    pub(super) fn get(&self, owner: Owner, name: &str) -> Option<Option<blake3::Hash>> {
        self.0.get(&owner)?.get(name).copied()
    }

    pub(super) fn set(&mut self, owner: Owner, name: &str, hash: Option<blake3::Hash>) {
        self.0.entry(owner).or_default().insert(name.to_owned(), hash);
    }
}

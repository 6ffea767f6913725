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

/// A part as a file has it.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) hash: blake3::Hash,
    pub(super) version: u32,
    /// Whether the body is the numbers of its pieces.
    pub(super) is_cut: bool,
    pub(super) body: String,
}

/// Each part as a file has it, as far as this run knows; `None`: the part is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies(BTreeMap<Owner, BTreeMap<String, Option<Held>>>);

impl Bodies {
    /// As a town stood.
    pub(super) fn of(stood: &SavedState) -> Self {
        let mut bodies = Self::default();
        for Part { owner, name, version, body } in &stood.parts {
            let (hash, body) = (blake3::hash(body), String::from_utf8_lossy(body).into_owned());
            bodies.set(*owner, name, Some(Held { hash, version: *version, is_cut: false, body }));
        }
        bodies
    }

    /// What was written is in the file.
    pub(super) fn keep(&mut self, new: Self) {
        for (owner, parts) in new.0 {
            self.0.entry(owner).or_default().extend(parts);
        }
    }

    pub(super) fn get(&self, owner: Owner, name: &str) -> Option<Option<&Held>> {
        self.0.get(&owner)?.get(name).map(Option::as_ref)
    }

    pub(super) fn set(&mut self, owner: Owner, name: &str, held: Option<Held>) {
        self.0.entry(owner).or_default().insert(name.to_owned(), held);
    }

    /// All parts that are there, with what is `newer` in place of what was before, by owner and name.
    pub(super) fn all<'a>(&'a self, newer: &'a Self) -> BTreeMap<(Owner, &'a str), &'a Held> {
        let parts = self.0.iter().chain(&newer.0);
        let parts = parts.flat_map(|(owner, parts)| parts.iter().map(|(name, held)| ((*owner, name.as_str()), held)));
        let all: BTreeMap<_, _> = parts.collect();
        all.into_iter().filter_map(|(key, held)| Some((key, held.as_ref()?))).collect()
    }
}

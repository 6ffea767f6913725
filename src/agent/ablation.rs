//! What an experiment leaves out or weakens; the paper's ablations (section 6) and the study of how news spreads.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::{language::importance::importance, memory::MemoryKind};

/// The conditions of a run. Part of what must be the same for the same town.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Ablation {
    /// How much of the usual talk there is, 0 to 1: the chance that a talk one wants comes about.
    pub talk: f64,
    /// Kinds of memory that nobody can recall: reflections are then not made, plans then hold no engagements.
    pub without: BTreeSet<MemoryKind>,
    /// Is what was thought out once done again without thinking? Saves questions; off where people are studied.
    pub routines: bool,
    /// At most so many stand in one talk when no player is in it: whoever comes for a word with somebody who talks
    /// already joins them while there is room. Two: they wait by.
    pub together: usize,
    /// The language that people think and talk in, in words as a language model reads them. Rules speak English only.
    pub language: String,
}

/// What a text weighs that nobody can read without being asked.
const UNREAD: u8 = 3;

/// What people speak unless told otherwise.
pub const ENGLISH: &str = "English";

impl Default for Ablation {
    fn default() -> Self {
        Self { talk: 1.0, without: BTreeSet::new(), routines: false, together: 2, language: ENGLISH.into() }
    }
}

impl Ablation {
    /// Do people think and talk in English, as our own sentences are written?
    pub fn english(&self) -> bool {
        self.language == ENGLISH
    }

    /// What a text weighs until somebody judges it: by its words, which tell nothing in another language. There it is
    /// worth asking about.
    pub fn weight(&self, text: &str, name: &str) -> u8 {
        if self.english() { importance(text, name) } else { UNREAD }
    }

    /// Can memories of this kind be recalled?
    pub fn allow(&self, kind: MemoryKind) -> bool {
        !self.without.contains(&kind)
    }
}

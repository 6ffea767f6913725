//! Sorts of memories, and sets of them.

use serde::{Deserialize, Serialize};

/// What sort of thing is remembered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Seen, heard or done.
    Observation,
    /// Concluded from other memories.
    Reflection,
    /// Meant to be done.
    Plan,
    /// Said in a conversation.
    Dialogue,
}

/// A set of kinds; all of them unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Every kind.
    pub const ALL: Self = Self(u8::MAX);

    /// Only this kind.
    pub const fn only(kind: Kind) -> Self {
        Self(1 << kind as u8)
    }

    /// All of these and no other.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u8))
    }

    /// The same set less one.
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u8))
    }

    /// Is it in the set?
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }
}

impl Default for Kinds {
    fn default() -> Self {
        Self::ALL
    }
}

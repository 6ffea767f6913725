//! The memory stream: all that an agent remembers, in the order in which it came (paper, section 4.1).
//!
//! Nothing is dropped and nothing changed but the tick of the last access.

use bevy::prelude::*;
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

/// One memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// What sort.
    pub kind: Kind,
    /// What, in plain words with full names and absolute dates.
    pub text: String,
    /// The tick it came; seed memories have 0.
    pub created: u64,
    /// The tick it was last retrieved by its owner.
    pub accessed: u64,
    /// How poignant, 1 to 10.
    pub importance: u8,
    /// Who said it; `None`: seen or done or thought myself.
    pub source: Option<String>,
    /// Kept to oneself.
    pub secret: bool,
    /// Places in the same stream of the memories it was concluded from.
    pub evidence: Vec<u32>,
}

impl Memory {
    /// Something seen or done by the owner at `tick`.
    pub fn observed(text: impl Into<String>, tick: u64, importance: u8) -> Self {
        Self {
            kind: Kind::Observation,
            text: text.into(),
            created: tick,
            accessed: tick,
            importance: importance.clamp(1, 10),
            source: None,
            secret: false,
            evidence: Vec::new(),
        }
    }
}

/// All that an agent remembers, oldest first.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryStream(Vec<Memory>);

impl MemoryStream {
    /// Adds a memory at the end.
    pub fn remember(&mut self, memory: Memory) {
        self.0.push(memory);
    }

    /// All, oldest first.
    pub fn all(&self) -> &[Memory] {
        &self.0
    }

    /// What came at ticks `from..until`, oldest first. Seed memories of tick 0 are not among it.
    pub fn between(&self, from: u64, until: u64) -> impl Iterator<Item = &Memory> {
        let lived = move |memory: &&Memory| memory.created > 0 && (from..until).contains(&memory.created);
        self.0.iter().filter(lived)
    }
}

//! What an agent thinks of itself and of others, and how near it is to its next reflection.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::clock::AgentId;

/// How much has been remembered since the last reflection.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReflectionDrive {
    /// Sum of the importance of what came since.
    pub sum: u32,
    /// Memories before this place in the stream have been counted.
    pub counted: u32,
    /// Memories before this place in the stream have been put before the mind, or are too small to be.
    pub judged: u32,
    /// Questions to oneself that have not been looked into yet.
    pub asking: Vec<String>,
}

/// The last self summary.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfImage {
    /// In words; `None`: none yet.
    pub summary: Option<String>,
    /// The tick it was made, or last asked for.
    pub since: u64,
    /// Should it be made anew?
    pub stale: bool,
}

/// What somebody is to oneself, as last thought about. A cache: made from memories and from nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relation {
    /// One sentence.
    pub relation: String,
    /// One sentence.
    pub feeling: String,
    /// The tick it was made, or last asked for.
    pub since: u64,
    /// How many memories of them there were then: more is new evidence.
    pub evidence: u32,
    /// Should it be thought about?
    #[serde(default)]
    pub wanted: bool,
}

/// What others are to oneself, as last thought about.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relations(pub BTreeMap<AgentId, Relation>);

impl Relations {
    /// One has to do with `other` now: what they are is thought about again, if there is anything new about them.
    /// Whoever is approached or talked to is wanted without this.
    pub fn want(&mut self, other: AgentId) {
        self.0.entry(other).or_default().wanted = true;
    }

    /// One has talked with `other`: the same, however lately it was thought about.
    pub fn renew(&mut self, other: AgentId) {
        let relation = self.0.entry(other).or_default();
        (relation.wanted, relation.since) = (true, 0);
    }
}

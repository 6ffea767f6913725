//! Chance. A stream per (seed, agent, tick, purpose) and no other source in the simulation.

use bevy::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::AgentId;

/// A stream of chance: ChaCha8, the same in every release of its crate.
pub type Dice = ChaCha8Rng;

/// The scenario's seed.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// A number that belongs to one agent, one tick and one purpose.
    pub fn draw(self, agent: AgentId, tick: u64, purpose: &str) -> u64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0.to_le_bytes()).update(&agent.0.to_le_bytes()).update(&tick.to_le_bytes());
        hasher.update(purpose.as_bytes());
        let mut bytes = [0; 8];
        hasher.finalize_xof().fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    /// A number of one agent's own that never changes.
    pub fn nature(self, agent: AgentId) -> u64 {
        self.draw(agent, 0, "nature")
    }

    /// A stream of chance that belongs to one agent, one tick and one purpose: nobody else draws from it, so it
    /// cannot matter who drew first.
    pub fn dice(self, agent: AgentId, tick: u64, purpose: &str) -> Dice {
        Dice::seed_from_u64(self.draw(agent, tick, purpose))
    }
}

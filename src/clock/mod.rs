//! Town time, who lives it now, chance, and the driver that runs ticks. Wall clocks only in [`driver`].

mod calendar;
pub mod driver;

use std::collections::BTreeMap;

use bevy::{
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    prelude::*,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

pub use self::{
    calendar::{Calendar, Minute},
    driver::{Blocked, Diverged, Driver, Ended, Pace},
};
use crate::schedule::TownResources;

/// The tick being lived; between ticks, the next one to be lived.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Now(pub u64);

/// Adds time, the roster and the driver.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Now>()
        .init_town_resource::<Active>()
        .init_town_resource::<Roster>()
        .init_town_resource::<Blocked>()
        .init_town_resource::<Diverged>()
        .add_plugins(driver::plugin);
}

/// An agent's own number: the same in every save, fork and replay. An `Entity` is not.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[component(immutable, on_insert = add_to_roster, on_discard = remove_from_roster)]
pub struct AgentId(pub u32);

/// Who lives the tick [`Now`], by ascending [`AgentId`]; today always everyone.
///
/// A list and not a marker component: adding and removing a marker moves entities between tables, so the
/// order of iteration would depend on who ran when; `query.iter_many_mut(&active.0)` does not.
#[derive(Resource, Default)]
pub struct Active(pub Vec<Entity>);

/// Everyone, by ascending id; kept by hooks, so it cannot drift from the world.
#[derive(Resource, Default)]
pub struct Roster(pub BTreeMap<AgentId, Entity>);

fn add_to_roster(mut world: DeferredWorld, context: HookContext) {
    let Some(&id) = world.get::<AgentId>(context.entity) else { return };
    let before = world.resource_mut::<Roster>().0.insert(id, context.entity);
    assert!(before.is_none(), "two agents with {id:?}");
}

fn remove_from_roster(mut world: DeferredWorld, context: HookContext) {
    let Some(&id) = world.get::<AgentId>(context.entity) else { return };
    world.resource_mut::<Roster>().0.remove(&id);
    // Who is gone does not live the rest of this tick: nobody need ask whether an entity in the list exists.
    world.resource_mut::<Active>().0.retain(|&one| one != context.entity);
}

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

/// The blake3 hash of `value` written as compact JSON, in hex. The JSON itself is never held in memory.
///
/// # Panics
/// When `value` cannot be written as JSON: a map whose keys are neither text nor numbers. Write such a map as a
/// list of pairs.
pub fn hash_of<T: Serialize + ?Sized>(value: &T) -> String {
    fingerprint_of(value).to_hex().to_string()
}

/// As [`hash_of`], as bytes.
pub(crate) fn fingerprint_of<T: Serialize + ?Sized>(value: &T) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    serde_json::to_writer(&mut hasher, value).expect("plain data, with text or numbers for keys");
    hasher.finalize()
}

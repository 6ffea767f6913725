//! The town's state as data, and its hash.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallville::{
    clock::{AgentId, Now, Roster, hash_of},
    exchange::{CommandQueue, Thinking},
};

use super::{Condition, Doing, Memory, Thing, Tile, Wish};

/// Everything that the next tick depends on: open questions too, the way to the mind not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    now: u64,
    agents: Vec<(AgentId, Tile, Doing, Wish, Memory, Thinking)>,
    things: Vec<(Thing, Tile, Condition)>,
    /// Not in the hash: a replay has them from the start, a live town not yet.
    doorstep: CommandQueue,
}

impl Snapshot {
    /// Between ticks.
    pub fn take(world: &mut World) -> Self {
        let roster: Vec<Entity> = world.resource::<Roster>().0.values().copied().collect();
        let mut query = world.query::<(&AgentId, &Tile, &Doing, &Wish, &Memory, &Thinking)>();
        let agents = query.iter_many(world, &roster).map(|(id, at, doing, wish, memory, thinking)| {
            (*id, *at, doing.clone(), wish.clone(), memory.clone(), thinking.clone())
        });
        let agents = agents.collect();
        let mut query = world.query::<(&Thing, &Tile, &Condition)>();
        let mut things: Vec<_> = query.iter(world).map(|(thing, at, state)| (*thing, *at, *state)).collect();
        things.sort_unstable_by_key(|(thing, ..)| *thing);
        let doorstep = world.resource::<CommandQueue>().clone();
        Self { now: world.resource::<Now>().0, agents, things, doorstep }
    }

    /// Into an empty town.
    pub fn restore(self, world: &mut World) {
        world.insert_resource(Now(self.now));
        for one in self.agents {
            world.spawn(one);
        }
        for thing in self.things {
            world.spawn(thing);
        }
        world.insert_resource(self.doorstep);
    }

    /// Equal towns have equal hashes.
    pub fn hash(&self) -> String {
        hash_of(&(self.now, &self.agents, &self.things))
    }

    /// How many questions are open.
    pub fn open_questions(&self) -> usize {
        self.agents.iter().map(|one| one.5.open().count()).sum()
    }
}

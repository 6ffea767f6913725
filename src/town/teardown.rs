//! Leaving a town, so that another can open in the same world.

use bevy::prelude::*;

use super::{ActivePrompts, OpenSave, TownError, TownInfo, finish};
use crate::{
    agent::{access::Entrances, persona::Names},
    clock::{AgentId, Calendar, Driver, Seed},
    schedule::Teardown,
    world::{Objects, TownMap, Ways, object::TownRoot},
};

/// Leaves the town: writes the rest of it if it is kept, and takes all of it out of the world: people, places, time,
/// journal, the way to its mind. Nobody is left who could live another tick, and whatever named itself as of one town
/// ([`crate::schedule::TownResources`]) is as new. Where there is no town, or half of one, nothing is amiss.
///
/// # Errors
/// Why the rest could not be written. The town has been left all the same.
pub fn leave(world: &mut World) -> Result<(), TownError> {
    let written = if world.contains_resource::<OpenSave>() { finish(world) } else { Ok(()) };
    // No tick may run from here on.
    world.remove_resource::<Driver>();
    world.remove_resource::<OpenSave>();
    let mut people = world.query_filtered::<Entity, With<AgentId>>();
    let mut roots = world.query_filtered::<Entity, With<TownRoot>>();
    let all: Vec<Entity> = people.iter(world).chain(roots.iter(world)).collect();
    for one in all {
        // Children go with whoever they hang on.
        world.despawn(one);
    }
    world.remove_resource::<TownMap>();
    world.remove_resource::<Objects>();
    world.remove_resource::<Ways>();
    world.remove_resource::<Entrances>();
    world.remove_resource::<Names>();
    world.remove_resource::<Calendar>();
    world.remove_resource::<Seed>();
    world.remove_resource::<ActivePrompts>();
    world.remove_resource::<TownInfo>();
    drop(world.try_run_schedule(Teardown));
    written
}

//! The town's state as data, and its hash: everything that the next tick depends on.

use bevy::prelude::*;
use serde::Serialize;

use super::{
    action::{CurrentAction, Path, Posture, Using},
    known::KnownPlaces,
    persona::{Home, Persona, Whereabouts},
    plan::DayPlan,
};
use crate::{
    clock::{AgentId, Now, Roster, Seed, hash_of},
    memory::MemoryStream,
    thought::Thinking,
    world::{Facing, ObjectState, Objects, Tile},
};

#[derive(Serialize)]
struct AgentState<'a> {
    id: AgentId,
    persona: &'a Persona,
    home: &'a Home,
    body: (Tile, Facing, Whereabouts, Posture, Using),
    path: &'a Path,
    action: &'a CurrentAction,
    plan: &'a DayPlan,
    known: &'a KnownPlaces,
    memory: &'a MemoryStream,
    thinking: &'a Thinking,
}

#[derive(Serialize)]
struct TownState<'a> {
    now: u64,
    seed: Seed,
    agents: Vec<AgentState<'a>>,
    objects: Vec<&'a ObjectState>,
}

/// The hash of the town between two ticks. Agents go by id and objects by number, so that no order of the world
/// shows. Commands set down for later are not in it: a replay has them from the start, a live town not yet.
pub fn state_hash(world: &mut World) -> String {
    let mut bodies = world.query::<(&AgentId, &Persona, &Home, &Tile, &Facing, &Whereabouts, &Posture, &Using)>();
    let mut minds = world.query::<(&Path, &CurrentAction, &DayPlan, &KnownPlaces, &MemoryStream, &Thinking)>();
    let mut things = world.query::<&ObjectState>();
    let roster: Vec<Entity> = world.resource::<Roster>().0.values().copied().collect();
    let agents = roster.iter().filter_map(|&entity| {
        let (id, persona, home, at, facing, whereabouts, posture, using) = bodies.get(world, entity).ok()?;
        let (path, action, plan, known, memory, thinking) = minds.get(world, entity).ok()?;
        let body = (*at, *facing, *whereabouts, *posture, *using);
        Some(AgentState { id: *id, persona, home, body, path, action, plan, known, memory, thinking })
    });
    let agents = agents.collect();
    let objects = world.get_resource::<Objects>().map(|objects| objects.0.clone()).unwrap_or_default();
    let objects = objects.iter().filter_map(|entity| things.get(world, *entity).ok()).collect();
    let town = TownState { now: world.resource::<Now>().0, seed: *world.resource::<Seed>(), agents, objects };
    hash_of(&town)
}

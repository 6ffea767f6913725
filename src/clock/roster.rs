//! Who lives in the town, by a number of their own.

use std::collections::BTreeMap;

use bevy::{
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    prelude::*,
};
use serde::{Deserialize, Serialize};

/// An agent's own number: the same in every save, fork and replay. An `Entity` is not.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[component(immutable, on_insert = add_to_roster, on_discard = remove_from_roster)]
pub struct AgentId(pub u32);

/// Who lives the tick [`super::Now`], by ascending [`AgentId`]; today always everyone.
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

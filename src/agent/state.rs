//! The town's state as data, and its hash: everything that the next tick depends on.

use serde::Serialize;

use crate::{
    agent::{
        agenda::Agenda,
        avatar::{Departed, DepartedPerson},
        plan::Routines,
        prelude::*,
    },
    clock::hash_of,
};

/// Who somebody is, where, and what they do. The rest is in groups of their own: a tuple holds no more.
type Body<'a> = (
    (&'a AgentId, &'a Persona, &'a Home, &'a Attention),
    (&'a Tile, &'a Facing, &'a Whereabouts, &'a Posture, &'a Using),
    (&'a Path, &'a CurrentAction),
);
/// What they mean to do.
type Will<'a> = (&'a DayPlan, &'a Routines, &'a Agenda, &'a Errand, &'a Reactions, &'a RecentPercepts);
/// What they have in their heads.
type Head<'a> = (&'a KnownPlaces, &'a MemoryStream, &'a Thinking, &'a ReflectionDrive, &'a SelfImage, &'a Relations);
/// Whom they talk to.
type Tongue<'a> = (&'a Approach, &'a InTalk, &'a Cooldowns, &'a DialogueState, &'a EndedTalks);

type AgentState<'a> = (Body<'a>, Will<'a>, Head<'a>, Tongue<'a>, Option<&'a Avatar>);

#[derive(Serialize)]
struct TownState<'a> {
    now: u64,
    seed: Seed,
    agents: Vec<AgentState<'a>>,
    objects: Vec<&'a ObjectState>,
    // As pairs: the keys are no text.
    talks: Vec<(&'a TalkId, &'a Talk)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    departed: Vec<(&'a AgentId, &'a DepartedPerson)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<&'a EmbeddingStore>,
}

/// The hash of the town between two ticks. Agents are ordered by id and objects by number, so the order of entities
/// does not matter. Scheduled commands are not included: a replay has them from the start, a live town does not.
/// Neither is derived data: percepts of one tick, built-in embeddings, known names.
pub fn state_hash(world: &World) -> String {
    let part = |entity: &Entity| world.get_entity(*entity).ok()?.get_components::<AgentState>().ok();
    let objects = world.get_resource::<Objects>().into_iter().flat_map(|objects| &objects.entities);
    hash_of(&TownState {
        now: world.resource::<Now>().0,
        seed: *world.resource::<Seed>(),
        agents: world.resource::<Roster>().0.values().filter_map(part).collect(),
        objects: objects.filter_map(|entity| world.get::<ObjectState>(*entity)).collect(),
        talks: world.get_resource::<Talks>().into_iter().flat_map(|talks| &talks.open).collect(),
        departed: world.get_resource::<Departed>().into_iter().flat_map(|departed| &departed.0).collect(),
        rows: world.get_resource::<EmbeddingStore>().filter(|rows| rows.is_used()),
    })
}

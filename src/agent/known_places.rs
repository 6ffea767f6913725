//! An agent's own tree of places: only what it has seen or was told of, with the last seen state of each object.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::AgentId,
    language::{condition::ConditionKind, script::contains_name},
    world::{ArenaId, ObjectId, ObjectState, SectorId, TownMap},
};

/// An object as last seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenObject {
    /// How it looked.
    pub state: String,
    /// What was the matter with it.
    pub kind: ConditionKind,
    /// How much it held.
    pub left: u32,
    /// Who used it, if nobody else could.
    pub taken_by: Option<AgentId>,
}

/// The places and objects an agent knows.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownPlaces(pub BTreeMap<ArenaId, BTreeMap<ObjectId, SeenObject>>);

impl KnownPlaces {
    /// Learns a place with all that is in it, as it usually is.
    pub fn learn(&mut self, arena: ArenaId, map: &TownMap) {
        let objects = self.0.entry(arena).or_default();
        for id in map.objects_in(arena) {
            let object = map.object(id);
            let left = object.holds.as_ref().map_or(0, |holds| holds.full);
            let (state, kind) = (object.rest.clone(), ConditionKind::AtRest);
            objects.entry(id).or_insert(SeenObject { state, kind, left, taken_by: None });
        }
    }

    /// Hears of places: those of the map whose names stand in `text` are known from then on, as they usually are, but
    /// not other people's own rooms. Says whether any is new.
    pub fn hear_of(&mut self, text: &str, map: &TownMap) -> bool {
        let mut new = false;
        for (n, sector) in map.sectors.iter().enumerate() {
            if !contains_name(text, &sector.name) {
                continue;
            }
            for arena in map.arenas_of(SectorId(n as u16)) {
                if map.arena(arena).owners.is_empty() && !self.0.contains_key(&arena) {
                    self.learn(arena, map);
                    new = true;
                }
            }
        }
        new
    }

    /// Sees an object as it is.
    pub fn see(&mut self, me: AgentId, id: ObjectId, state: &ObjectState, map: &TownMap) {
        let object = map.object(id);
        let objects = self.0.entry(object.arena).or_default();
        let others = || state.uses.iter().filter(|one| one.by != me);
        let full = others().count() >= object.capacity as usize;
        let taken_by = if full { others().next().map(|one| one.by) } else { None };
        let (seen, shown) = (objects.entry(id).or_default(), state.shows(object));
        if seen.state != shown {
            shown.clone_into(&mut seen.state);
        }
        (seen.kind, seen.left, seen.taken_by) = (state.kind(), state.left, taken_by);
    }
}

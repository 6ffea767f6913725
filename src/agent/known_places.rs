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
    /// How it looked, leaving aside who was at it.
    pub state: String,
    /// What was the matter with it.
    pub kind: ConditionKind,
    /// How much it held.
    pub left: u32,
    /// Who used it, if nobody else could.
    pub taken_by: Option<AgentId>,
    /// How it looked because somebody was at it or had lit it; empty: it did not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meanwhile: String,
    /// Is it oneself who was at it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// The tick at which they are done, as it seemed.
    #[serde(default)]
    pub until: u64,
}

impl SeenObject {
    /// How it looks now, as far as one can tell: nobody is at it for longer than it seemed.
    pub fn looks(&self, now: u64) -> &str {
        if self.meanwhile.is_empty() || now >= self.until { &self.state } else { &self.meanwhile }
    }

    /// Who is in the way of anybody else now, as far as one can tell.
    pub fn in_the_way(&self, now: u64) -> Option<AgentId> {
        self.taken_by.filter(|_| now < self.until)
    }
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
            objects.entry(id).or_insert_with(|| SeenObject { state, kind, left, ..SeenObject::default() });
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

    /// Sees an object as it is. `until` says when somebody who is at it is done.
    pub fn see(
        &mut self,
        me: AgentId,
        id: ObjectId,
        state: &ObjectState,
        (map, until): (&TownMap, impl Fn(AgentId) -> u64),
    ) {
        let object = map.object(id);
        let objects = self.0.entry(object.arena).or_default();
        let others = || state.uses.iter().filter(|one| one.by != me);
        let full = others().count() >= object.capacity as usize;
        let taken_by = if full { others().next().map(|one| one.by) } else { None };
        let seen = objects.entry(id).or_default();
        let condition = state.condition.as_ref();
        let lit = condition.and_then(|condition| condition.until);
        let lasts = condition.filter(|_| lit.is_none());
        let meanwhile = if lasts.is_some() || state.shows(object) == object.rest { "" } else { state.shows(object) };
        let is = lasts.map_or(&object.rest, |condition| &condition.what);
        for (was, is) in [(&mut seen.state, is.as_str()), (&mut seen.meanwhile, meanwhile)] {
            if was != is {
                is.clone_into(was);
            }
        }
        (seen.kind, seen.left, seen.taken_by) = (state.kind(), state.left, taken_by);
        seen.own = state.uses.iter().any(|one| one.by == me);
        seen.until = state.uses.iter().map(|one| until(one.by)).chain(lit).max().unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{EndState, Facing, SpotId, Use, map::Object};

    #[test]
    fn nobody_is_at_a_thing_for_longer_than_it_seemed() {
        let (name, rest, facing) = ("herb bed".to_string(), "in bud".to_string(), Facing::Down);
        let (kind, arena) = (name.clone(), ArenaId(0));
        let (affordances, owners, cells) = Default::default();
        let bed = Object { name, kind, arena, affordances, capacity: 1, rest, holds: None, owners, facing, cells };
        let map = TownMap { objects: vec![bed], ..TownMap::default() };
        let (me, other, id, mut known) = (AgentId(1), AgentId(2), ObjectId(0), KnownPlaces::default());
        let mut see = |by: AgentId| {
            let used =
                Use { by, spot: SpotId(0), state: "being watered".into(), since: 0, leaves: EndState::default() };
            let state = ObjectState { uses: vec![used], ..ObjectState::default() };
            known.see(me, id, &state, (&map, |_| 60));
            let seen = known.0[&ArenaId(0)][&id].clone();
            let at = |now: u64| (seen.looks(now).to_owned(), seen.in_the_way(now), seen.own);
            (at(59), at(60))
        };
        let (watered, bud) = ("being watered".to_string(), "in bud".to_string());
        assert_eq!(see(other), ((watered.clone(), Some(other), false), (bud.clone(), None, false)));
        assert_eq!(see(me), ((watered, None, true), (bud, None, true)));
    }
}

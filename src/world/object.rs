//! The state of an object: a use-state ends when its user leaves, a condition stays until somebody acts on it.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::map::{ArenaId, Object, ObjectId, SpotId, TownMap};
use crate::{clock::AgentId, language::condition::ConditionKind};

/// Somebody at an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// Who.
    pub by: AgentId,
    /// From which spot.
    pub spot: SpotId,
    /// How the object looks meanwhile: `brewing`; empty: as it rests.
    pub state: String,
    /// Since which tick.
    pub since: u64,
}

/// What an object is until someone acts on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// What is the matter, whatever the words: what everybody decides by.
    pub kind: ConditionKind,
    /// `burning`, `leaking`, `empty`; short enough to be shown.
    pub what: String,
    /// The same in full, if it was longer than that.
    pub full: String,
    /// Since which tick.
    pub since: u64,
    /// Who left it so in going about their day; `None`: it came about, or nobody knows.
    pub by: Option<AgentId>,
}

/// What an object is from some moment on, as a mind says it: in words and as a kind. Empty words: as before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndState {
    /// `decorated`.
    pub what: String,
    /// Its kind.
    pub kind: ConditionKind,
}

impl EndState {
    /// Is it as before?
    pub fn is_empty(&self) -> bool {
        self.what.is_empty()
    }
}

/// An object as it is now. Changes are stored with their tick; nothing sweeps over objects.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectState {
    /// Who uses it, in the order in which they came.
    pub uses: Vec<Use>,
    /// What it is until someone acts on it.
    pub condition: Option<Condition>,
    /// How much is left of what it holds; 0 where it holds nothing.
    pub left: u32,
}

impl ObjectState {
    /// As it stands when the town begins.
    pub fn rested(object: &Object) -> Self {
        Self { left: object.holds.as_ref().map_or(0, |holds| holds.full), ..default() }
    }

    /// What others see of it: its condition, else the newest use-state, else how it rests.
    pub fn shows<'a>(&'a self, object: &'a Object) -> &'a str {
        let used = || self.uses.iter().rev().map(|one| one.state.as_str()).find(|state| !state.is_empty());
        match &self.condition {
            Some(condition) => &condition.what,
            None => used().unwrap_or(&object.rest),
        }
    }

    /// What is the matter with it; a use-state is no trouble.
    pub fn kind(&self) -> ConditionKind {
        self.condition.as_ref().map_or(ConditionKind::AtRest, |condition| condition.kind)
    }

    /// Puts it into a condition; one that it is in already goes on, and as it rests it is in none. `by`: who leaves it
    /// so.
    pub fn set(&mut self, object: &Object, state: EndState, by: Option<AgentId>, now: u64) {
        let EndState { what, kind } = state;
        if what == object.rest {
            self.condition = None;
        } else if self.condition.as_ref().is_none_or(|condition| condition.what != what) {
            self.condition = Some(Condition { kind, what, full: String::new(), since: now, by });
        }
    }

    /// Takes so much of what it holds; what holds nothing any more is empty.
    pub fn use_up(&mut self, much: u32, now: u64) {
        let before = self.left;
        self.left = before.saturating_sub(much);
        if before > 0 && self.left == 0 && self.condition.is_none() {
            let (kind, what) = (ConditionKind::Empty, "empty".into());
            self.condition = Some(Condition { kind, what, full: String::new(), since: now, by: None });
        }
    }

    /// Fills it with all that it can hold; then it is no longer empty.
    pub fn refill(&mut self, object: &Object) {
        self.left = object.holds.as_ref().map_or(0, |holds| holds.full);
        self.condition.take_if(|condition| condition.kind == ConditionKind::Empty);
    }

    /// Is there no room left at this spot? It has room for `crowd`: see [`super::TownMap::crowd`].
    pub fn taken(&self, spot: SpotId, crowd: u32) -> bool {
        self.uses.iter().filter(|one| one.spot == spot).count() >= crowd.max(1) as usize
    }
}

/// What the objects of a town hang on: they go with it.
#[derive(Component, Clone, Copy, Debug)]
pub struct TownRoot;

/// The objects of the map that is being played.
#[derive(Resource, Clone, Debug, Default)]
pub struct Objects {
    /// Their entities, by [`ObjectId`].
    pub entities: Vec<Entity>,
    by_arena: Vec<Vec<ObjectId>>,
}

impl Objects {
    /// Spawns the objects of `map`, each at rest.
    pub fn spawn(world: &mut World, map: &TownMap) {
        let root = world.spawn((TownRoot, Name::new(map.id.clone()))).id();
        let entities = (map.objects.iter().enumerate()).map(|(n, object)| {
            let name = Name::new(object.name.clone());
            world.spawn((ObjectId(n as u16), name, ObjectState::rested(object), ChildOf(root))).id()
        });
        let entities = entities.collect();
        let by_arena = (0..map.arenas.len()).map(|n| map.objects_in(ArenaId(n as u16)).collect()).collect();
        world.insert_resource(Self { entities, by_arena });
    }

    /// The entity of an object.
    pub fn entity(&self, id: ObjectId) -> Entity {
        self.entities[usize::from(id.0)]
    }

    /// What stands in an arena, by number.
    pub fn in_arena(&self, arena: ArenaId) -> &[ObjectId] {
        self.by_arena.get(usize::from(arena.0)).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Facing;

    fn object(rest: &str) -> Object {
        let (name, kind, rest, facing) = ("loom".into(), "loom".into(), rest.into(), Facing::Down);
        let (affordances, owners, cells) = Default::default();
        Object { name, kind, arena: ArenaId(0), affordances, capacity: 1, rest, holds: None, owners, facing, cells }
    }

    #[test]
    fn a_state_stays_until_it_is_as_it_rests() {
        let (loom, mut state) = (object("bare"), ObjectState::default());
        let end = |what: &str| EndState { what: what.into(), kind: ConditionKind::AtRest };
        state.set(&loom, end("threaded"), None, 1);
        assert_eq!((state.shows(&loom), state.condition.as_ref().map(|one| one.since)), ("threaded", Some(1)));
        state.set(&loom, end("threaded"), None, 9);
        assert_eq!(state.condition.as_ref().map(|one| one.since), Some(1), "it goes on");
        state.set(&loom, end("bare"), None, 9);
        assert_eq!((state.shows(&loom), &state.condition), ("bare", &None));
    }
}

//! The state of an object: a use-state ends when its user leaves, a condition stays until somebody acts on it, or, if it is
//! only lit, until whoever lit it is done.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::map::{ArenaId, Object, ObjectId, SpotId, TownMap};
use crate::{
    clock::AgentId,
    language::condition::{ConditionKind, is_in_use},
};

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
    /// What it is once they are done with it, if an earlier step of theirs has left it so.
    #[serde(default, skip_serializing_if = "EndState::is_empty")]
    pub leaves: EndState,
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
    /// The tick at which it ends by itself, if it does: whoever lit it is done then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// What an object is from some moment on, as a mind says it: in words and as a kind. Empty words: as before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndState {
    /// `decorated`.
    pub what: String,
    /// Its kind.
    pub kind: ConditionKind,
    /// The tick at which it ends by itself, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

impl EndState {
    /// What a mind says that something done leaves behind. That somebody is at it is nothing that stays.
    pub fn of(what: &str, kind: ConditionKind) -> Self {
        match what.trim() {
            what if is_in_use(what) => Self::default(),
            what => Self { what: what.into(), kind, until: None },
        }
    }

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
    /// so. What is lit stays lit only until its user is done, and does not hide what else is the matter.
    pub fn set(&mut self, object: &Object, state: EndState, by: Option<AgentId>, now: u64) {
        let EndState { what, kind, until } = state;
        let is = self.condition.as_ref().map(|condition| condition.kind);
        if kind == ConditionKind::Lit && (until.is_none_or(|until| until <= now) || is.is_some_and(|is| is != kind)) {
            return;
        }
        if what == object.rest {
            self.condition = None;
        } else if self.condition.as_ref().is_none_or(|condition| condition.what != what) {
            self.condition = Some(Condition { kind, what, full: String::new(), since: now, by, until });
        }
    }

    /// Somebody lets go of it: it is as they leave it.
    pub fn let_go(&mut self, object: &Object, by: AgentId, now: u64) {
        let left = self.uses.extract_if(.., |one| one.by == by).map(|one| one.leaves).last();
        if let Some(left) = left.filter(|left| !left.is_empty()) {
            self.set(object, left, Some(by), now);
        }
    }

    /// Takes so much of what it holds, or puts in what is less than nothing, as far as there is room. What holds nothing
    /// any more is empty, and what holds something again is not.
    pub fn use_up(&mut self, object: &Object, much: i32, now: u64) {
        let (before, full) = (self.left, object.holds.as_ref().map_or(0, |holds| holds.full));
        self.left = match u32::try_from(much) {
            Ok(much) => before.saturating_sub(much),
            Err(_) => before.saturating_add(much.unsigned_abs()).min(full.max(before)),
        };
        if before > 0 && self.left == 0 && self.condition.is_none() {
            let (kind, what) = (ConditionKind::Empty, "empty".into());
            self.condition = Some(Condition { kind, what, full: String::new(), since: now, by: None, until: None });
        }
        if self.left > before {
            self.condition.take_if(|condition| condition.kind == ConditionKind::Empty);
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
    use crate::world::{Facing, map::Holding};

    fn object(rest: &str) -> Object {
        let (name, kind, rest, facing) = ("loom".into(), "loom".into(), rest.into(), Facing::Down);
        let (affordances, owners, cells) = Default::default();
        Object { name, kind, arena: ArenaId(0), affordances, capacity: 1, rest, holds: None, owners, facing, cells }
    }

    #[test]
    fn a_state_stays_until_it_is_as_it_rests() {
        let (loom, mut state) = (object("bare"), ObjectState::default());
        let end = |what: &str| EndState::of(what, ConditionKind::AtRest);
        state.set(&loom, end("threaded"), None, 1);
        assert_eq!((state.shows(&loom), state.condition.as_ref().map(|one| one.since)), ("threaded", Some(1)));
        state.set(&loom, end("threaded"), None, 9);
        assert_eq!(state.condition.as_ref().map(|one| one.since), Some(1), "it goes on");
        state.set(&loom, end("bare"), None, 9);
        assert_eq!((state.shows(&loom), &state.condition), ("bare", &None));
    }

    #[test]
    fn that_somebody_is_at_it_stays_of_nothing() {
        for words in ["being mopped", "being stacked", "in use", "taken"] {
            assert!(EndState::of(words, ConditionKind::Other).is_empty(), "{words}");
        }
        assert_eq!(EndState::of("repaired", ConditionKind::AtRest).what, "repaired");
    }

    #[test]
    fn what_is_lit_stays_so_for_a_while_and_hides_no_fire() {
        let (stove, mut state) = (object("off"), ObjectState::default());
        let lit = |until| EndState { until, ..EndState::of("simmering", ConditionKind::Lit) };
        for over in [None, Some(5)] {
            state.set(&stove, lit(over), None, 5);
            assert_eq!(state.shows(&stove), "off", "{over:?}");
        }
        state.set(&stove, lit(Some(9)), None, 5);
        assert_eq!((state.shows(&stove), state.kind().is_harmless()), ("simmering", true));
        state.set(&stove, EndState::of("in flames", ConditionKind::Burning), None, 6);
        state.set(&stove, lit(Some(9)), None, 7);
        assert_eq!(state.kind(), ConditionKind::Burning);
    }

    #[test]
    fn what_is_filled_up_gains_as_much_as_it_holds() {
        let holds = Some(Holding { what: "cakes".into(), full: 20 });
        let stand = Object { holds, ..object("full") };
        let mut state = ObjectState { left: 14, ..ObjectState::default() };
        for (uses, left) in [(-2, 16), (-9, 20), (i32::MIN, 20), (3, 17), (i32::MAX, 0)] {
            state.use_up(&stand, uses, 1);
            assert_eq!(state.left, left, "{uses}");
        }
        assert_eq!(state.kind(), ConditionKind::Empty);
        state.use_up(&stand, -1, 2);
        assert_eq!((state.left, &state.condition), (1, &None));
    }
}

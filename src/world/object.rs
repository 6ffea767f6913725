//! What an object is at the moment: a use-state ends with its user, a condition stays until acted on.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::map::{Object, ObjectId, SpotId};
use crate::clock::AgentId;

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
    /// `burning`, `leaking`, `empty`.
    pub what: String,
    /// Since which tick.
    pub since: u64,
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

    /// Is somebody at this spot?
    pub fn taken(&self, spot: SpotId) -> bool {
        self.uses.iter().any(|one| one.spot == spot)
    }
}

/// The entities of all objects, by [`ObjectId`].
#[derive(Resource, Clone, Debug, Default)]
pub struct Objects(pub Vec<Entity>);

impl Objects {
    /// The entity of an object of the map that is being played.
    pub fn entity(&self, id: ObjectId) -> Entity {
        self.0[usize::from(id.0)]
    }
}

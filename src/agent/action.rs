//! What an agent does now, at which object, and how far it has got.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::world::{ArenaId, ObjectId, SpotId, Tile};

/// How far an action has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// On the way.
    Going,
    /// There, but somebody else is at it.
    Waiting {
        /// Since which tick.
        since: u64,
    },
    /// At it.
    Doing {
        /// Since which tick.
        since: u64,
    },
}

/// What an agent does now.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentAction {
    /// `frying two eggs`.
    pub what: String,
    /// In which arena.
    pub arena: ArenaId,
    /// At which object.
    pub object: Option<ObjectId>,
    /// From which of its spots.
    pub spot: Option<SpotId>,
    /// The cell in which it is done.
    pub goal: Tile,
    /// What others see of the object meanwhile.
    pub state: String,
    /// How much of what the object holds is used up when it begins.
    pub uses: u32,
    /// One or two emoji.
    pub emoji: String,
    /// The tick at which it was begun.
    pub from: u64,
    /// The tick at which it ends by plan.
    pub until: u64,
    /// How far it has got.
    pub phase: Phase,
    /// Is this the night's sleep?
    pub asleep: bool,
}

/// How a body is held.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Posture {
    /// Upright, walking or not.
    #[default]
    Stand,
    /// On a seat.
    Sit,
    /// In a bed.
    Lie,
}

/// The cells still to be walked, next first; empty: no walk.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path(pub Vec<Tile>);

//! An agent whose decisions come from a player.

use std::collections::VecDeque;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::AgentId,
    world::{ArenaId, ObjectId, Tile},
};

/// Somebody whose decisions come from a person.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Avatar {
    /// The tick since which this is so.
    pub since: u64,
    /// What is to be said, oldest first.
    pub lines: VecDeque<String>,
    /// To whom, if they are in no talk yet.
    pub to: Option<AgentId>,
    /// What is being put right, until it is.
    pub mends: Option<ObjectId>,
    /// The arena that was last told of as gone to.
    pub told: ArenaId,
    /// What was last told of as done.
    pub done: String,
    /// Whom the walk under way is after.
    #[serde(default)]
    pub after: Option<After>,
}

/// Somebody who came to town as an avatar: they have no home here, no past, and no mind but the player's.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Newcomer;

/// Whom an avatar goes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    /// Whom.
    pub who: AgentId,
    /// Where they stood when the walk was last aimed.
    pub aimed: Tile,
    /// Since which tick.
    pub since: u64,
}

//! An agent's own tree: only what it has seen or was told of, with how things looked when last seen.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::AgentId,
    world::{ArenaId, ObjectId},
};

/// An object as last seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// How it looked.
    pub state: String,
    /// How much it held.
    pub left: u32,
    /// Who used it, if nobody else could.
    pub taken_by: Option<AgentId>,
}

/// The places and objects an agent knows.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownPlaces(pub BTreeMap<ArenaId, BTreeMap<ObjectId, Seen>>);

//! What an agent is: components that can all be written down, and one file for each concern of its life.
//!
//! | file | concern |
//! |---|---|
//! | [`scenario`] | a town set up to begin, from files |
//! | [`persona`] | the written identity |
//! | [`cast`] | people against the map |
//! | [`mod@settle`] | people move in |
//! | [`known`] | the agent's own tree of places, with what was last seen there |
//! | [`visitor`] | where somebody may go, what they may use |
//! | [`perception`] | what is noticed |
//! | [`plan`] | day > hours > steps |
//! | [`action`] | what is done now, at which object |
//! | [`movement`] | one tile a tick |
//! | [`reaction`], [`dialogue`], [`reflection`] | rooms that are still empty |
//! | [`state`] | all of it as data, and its hash |

pub mod action;
pub mod cast;
pub mod dialogue;
pub mod known;
pub mod movement;
pub mod perception;
pub mod persona;
pub mod plan;
pub mod reaction;
pub mod reflection;
pub mod scenario;
pub mod settle;
pub mod state;
pub mod visitor;

use bevy::prelude::*;

pub use self::{
    action::{CurrentAction, Phase, Posture},
    known::KnownPlaces,
    persona::{Home, Persona, Whereabouts},
    plan::DayPlan,
    scenario::Scenario,
    settle::settle,
    state::state_hash,
};

/// Adds a life of planning: perceive, remember, decide, act, move, ask.
pub fn plugin(app: &mut App) {
    app.add_plugins((perception::plugin, plan::plugin, action::plugin, movement::plugin));
}

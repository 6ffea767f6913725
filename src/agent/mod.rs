//! What an agent is: components that can all be written down, and one file for each concern of its life.
//!
//! | file | concern |
//! |---|---|
//! | [`components`] | what several of these read and write: they meet there and do not import each other |
//! | [`context`] | the town and somebody in it, as systems read them |
//! | [`prelude`] | what nearly every file here uses, to be imported as a whole |
//! | [`scenario`] | a town set up to begin, from files |
//! | [`persona`] | the written identity |
//! | [`cast`] | people against the map |
//! | [`mod@spawn`] | people move in |
//! | [`acquaintances`] | the people one knows or has heard of |
//! | [`known_places`] | the agent's own tree of places, with what was last seen there |
//! | [`access`] | where somebody may go, what they may use |
//! | [`perception`] | what is noticed |
//! | [`wording`] | what is noticed, and times, in words |
//! | [`plan`] | day > hours > steps |
//! | [`action`] | what is done now, at which object |
//! | [`movement`] | one tile a tick |
//! | [`offers`] | the places and objects that a question offers |
//! | [`recall`] | from the memory stream to a question's inputs |
//! | [`agenda`] | what one means to go to or has promised |
//! | [`reaction`] | what is noticed may change what is done |
//! | [`dialogue`] | talk in world time |
//! | [`reflection`] | importance, summaries, relations, insights |
//! | [`embeddings`] | texts are embedded by a server |
//! | [`ablation`] | what an experiment leaves out |
//! | [`avatar`] | an agent whose decisions come from a person |
//! | [`voices`] | a thought that arrives in a head, memories that are given, questions from outside |
//! | [`resolve`] | from what was typed to whom or what is meant |
//! | [`state`] | all of it as data, and its hash |

pub mod ablation;
pub mod access;
pub mod acquaintances;
pub mod action;
pub mod agenda;
pub mod avatar;
pub mod cast;
pub mod components;
pub mod context;
pub mod dialogue;
pub mod embeddings;
pub mod known_places;
pub mod movement;
pub mod offers;
pub mod perception;
pub mod persona;
pub mod plan;
pub mod prelude;
pub mod reaction;
pub mod recall;
pub mod reflection;
pub mod resolve;
pub mod scenario;
pub mod spawn;
pub mod state;
pub mod voices;
pub mod wording;

use bevy::prelude::*;

use crate::schedule::TownResources;

pub use self::{
    known_places::KnownPlaces,
    persona::{Home, Persona, Whereabouts},
    scenario::Scenario,
    spawn::spawn_town,
    state::state_hash,
};

/// Adds a life: perceive, remember, decide, act, move, ask.
pub fn plugin(app: &mut App) {
    app.add_plugins((perception::plugin, plan::plugin, action::plugin, movement::plugin))
        .add_plugins((
            acquaintances::plugin,
            reaction::plugin,
            dialogue::plugin,
            agenda::plugin,
            reflection::plugin,
            embeddings::plugin,
            avatar::plugin,
            voices::plugin,
        ))
        .init_town_resource::<ablation::Ablation>();
}

//! Who lives here and where things are, for panels and plates.

use bevy::{ecs::system::SystemParam, prelude::*};
use std::collections::BTreeMap;

use super::people::Figure;
use crate::{
    agent::{
        Persona, Whereabouts,
        components::{action::CurrentAction, plan::DayPlan},
    },
    clock::{AgentId, Calendar, Now},
    exchange::Thinking,
    world::{ObjectState, Objects, TownMap},
};

/// All that panels read of somebody.
pub type Someone = (
    &'static AgentId,
    &'static Persona,
    &'static Figure,
    Option<&'static CurrentAction>,
    Option<&'static DayPlan>,
    Option<&'static Whereabouts>,
    Option<&'static Thinking>,
);

/// The town as panels read it.
#[derive(SystemParam)]
pub struct Folk<'w, 's> {
    /// Everyone who is dressed.
    pub people: Query<'w, 's, Someone>,
    /// The state of things.
    pub things: Query<'w, 's, &'static ObjectState>,
    /// Their entities.
    pub objects: Res<'w, Objects>,
    /// The town as drawn.
    pub map: Res<'w, TownMap>,
    /// From ticks to the clock.
    pub calendar: Res<'w, Calendar>,
    /// The tick.
    pub now: Res<'w, Now>,
}

impl Folk<'_, '_> {
    /// Full names by number.
    pub fn names(&self) -> BTreeMap<AgentId, &str> {
        self.people.iter().map(|(id, persona, ..)| (*id, persona.name.as_str())).collect()
    }

    /// The tick.
    pub fn tick(&self) -> u64 {
        self.now.0
    }
}

//! Who lives here and where things are, for panels and plates; and where the fallback answered for the mind that was asked:
//! for whom, for what, and why.

use bevy::{ecs::system::SystemParam, prelude::*};
use std::collections::BTreeMap;

use super::people::Figure;
use crate::{
    agent::{
        Persona, Whereabouts,
        components::{action::CurrentAction, plan::DayPlan},
    },
    chronicle::{Chronicle, Event, EventKind},
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
pub struct TownView<'w, 's> {
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

impl TownView<'_, '_> {
    /// Full names by number.
    pub fn names(&self) -> BTreeMap<AgentId, &str> {
        self.people.iter().map(|(id, persona, ..)| (*id, persona.name.as_str())).collect()
    }

    /// The tick.
    pub fn tick(&self) -> u64 {
        self.now.0
    }
}

/// Minutes for which somebody is marked.
const MARKED: u32 = 60;

/// What marks a stand-in.
pub const FALLBACK_SIGN: &str = "⚙️";

/// Answers in somebody's name within the last hour, newest first: when, which kind of question, why.
pub fn recent_fallbacks<'a>(
    chronicle: &'a Chronicle,
    who: AgentId,
    now: u64,
    calendar: &Calendar,
) -> impl Iterator<Item = (u64, &'a str, &'a str)> {
    let since = now.saturating_sub(calendar.ticks(MARKED));
    let late = chronicle.of(who).rev().take_while(move |event| event.at >= since);
    late.filter_map(|event| match &event.kind {
        EventKind::FellBack { purpose, why } => Some((event.at, purpose.as_str(), why.as_str())),
        _ => None,
    })
}

/// Why a line that `who` began to say at tick `from` is not the asked mind's; `None` if it is.
pub fn line_fallback(chronicle: &Chronicle, who: AgentId, from: u64) -> Option<&str> {
    let mut late = chronicle.of(who).rev().take_while(|event| event.at >= from).filter(|event| event.at == from);
    late.find_map(|Event { kind, .. }| match kind {
        EventKind::Said { fallback, .. } => Some(fallback.as_deref()),
        _ => None,
    })?
}

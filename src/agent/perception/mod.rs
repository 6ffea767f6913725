//! What an agent notices (paper, section 4.1): people and what they do, objects that are not as they rest, and talk
//! that is overheard.
//!
//! Rules: same arena, and for what is in danger the same building, for smoke and cries know no doors; within the radius,
//! as things stood when the tick began; nearest first, but what is out of the ordinary and one's own name draw attention
//! before all else; no more than the bandwidth; nothing again that is among the last that was taken in. Objects at rest
//! keep the own tree true and are no events.

mod remember;
mod sights;

use bevy::prelude::*;

pub use self::remember::{remember_percepts, weight};
use crate::{
    language::condition::ConditionKind,
    schedule::{Tick, TickStep},
    world::{ArenaId, ObjectId, TownMap},
};

/// Can who is in `here` notice at all how `thing` is: in the same room, or, where it is in danger, in the same building?
pub fn within(map: &TownMap, here: ArenaId, thing: ObjectId, kind: ConditionKind) -> bool {
    let there = map.object(thing).arena;
    let sector = map.arena(here).sector;
    here == there || kind.is_danger() && sector.is_some() && sector == map.arena(there).sector
}

/// Adds noticing, and remembering what was noticed.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Tick,
        (sights::look_around.in_set(TickStep::LookAround), remember_percepts.in_set(TickStep::RememberPercepts)),
    );
}

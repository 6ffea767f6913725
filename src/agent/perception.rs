//! What an agent notices: today the things around it, which keep its own tree true (paper, section 4.1).
//!
//! Rule: same arena, within the radius, as things stood when the tick began.

use bevy::prelude::*;

use super::{known::KnownPlaces, persona::Whereabouts};
use crate::{
    clock::{Active, AgentId},
    schedule::{Tick, TickSystems},
    world::{ObjectState, Objects, Tile, TownMap, place::Furnishing},
};

/// How far one sees, in tiles, diagonals counting as one.
pub const RADIUS: u32 = 8;

/// Adds the phase.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, look_around.in_set(TickSystems::Perceive));
}

fn look_around(
    (active, map): (Res<Active>, Res<TownMap>),
    (objects, furnishing): (Res<Objects>, Res<Furnishing>),
    things: Query<&ObjectState>,
    mut people: Query<(&AgentId, &Tile, &Whereabouts, &mut KnownPlaces)>,
) -> Result {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((me, at, Whereabouts(arena), mut known)) = people.fetch_next() {
        for &id in furnishing.of(*arena) {
            let near = |cell: &Tile| at.x.abs_diff(cell.x).max(at.y.abs_diff(cell.y)) <= RADIUS;
            if map.object(id).cells.iter().any(near) {
                known.see(*me, id, things.get(objects.entity(id))?, &map);
            }
        }
    }
    Ok(())
}

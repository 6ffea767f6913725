//! Going after somebody: a walk to a person is aimed anew while they move, until one stands beside them.

use bevy::prelude::*;

use super::walk::{LOOKS, STANDS, WALKS};
use crate::{
    agent::{
        components::{After, Avatar, Company, CurrentAction, Path, Phase},
        context::Town,
        persona::Whereabouts,
    },
    clock::AgentId,
    command::{Command, Destination},
    exchange::CommandResult,
    world::{ArenaId, Footing, Tile, TownMap},
};

/// The walk is aimed anew once they have moved so far, in tiles.
const MOVED: u32 = 2;
/// So far from somebody one may end up, in tiles: they still hear one.
const BESIDE: i32 = 4;
/// Game minutes after which one gives up.
const PATIENCE: u32 = 45;

/// Does who stands in a cell hide somebody, or are they hidden? People are drawn taller than a cell.
fn hides(cell: Tile, taken: &[Tile]) -> bool {
    taken.iter().any(|one| one.x == cell.x && one.y.abs_diff(cell.y) <= 1)
}

/// Can one stand in a cell: free ground of the same room as `there`, no door, and nobody's?
pub(super) fn stands_free(map: &TownMap, cell: Tile, there: Tile, taken: &[Tile]) -> bool {
    let ground = map.index(cell).is_some() && map.footing(cell) == Footing::Free && !map.is_door(cell);
    ground && map.arena_at(cell) == map.arena_at(there) && !taken.contains(&cell)
}

/// The cell to go to so as to stand beside somebody: free, in their room, nobody's; where both are seen, if there is one.
pub(super) fn beside(map: &TownMap, there: Tile, at: Tile, taken: &[Tile]) -> Option<Tile> {
    let around = (-BESIDE..=BESIDE).flat_map(|dy| (-BESIDE..=BESIDE).map(move |dx| (dx, dy)));
    let cells = around.map(|(dx, dy)| Tile::new(there.x + dx, there.y + dy));
    let fits = |cell: &Tile| (1..=BESIDE as u32).contains(&cell.steps(there)) && stands_free(map, *cell, there, taken);
    cells.filter(fits).min_by_key(|cell| (hides(*cell, taken), cell.steps(there), cell.steps(at), *cell))
}

type Guided<'a> =
    ((&'a AgentId, &'a Tile, &'a Whereabouts, &'a Company), (&'a mut Avatar, &'a mut CurrentAction, &'a mut Path));
type Other<'a> = (&'a Tile, &'a Whereabouts, &'a Path);

pub(super) fn keep_after(
    town: Town,
    others: Query<Other, Without<Avatar>>,
    mut avatars: Query<Guided>,
    mut commands: Commands,
) {
    for ((_, at, here, company), (mut avatar, mut action, mut path)) in &mut avatars {
        let Some(after) = avatar.after else { continue };
        if company.0.is_some() || action.what != WALKS {
            avatar.after = None;
            continue;
        }
        let name = town.names.get(after.who);
        let found = town.entity(after.who).and_then(|one| others.get(one).ok());
        let late = town.now.0 >= after.since + town.ticks(PATIENCE);
        let Some((there, their, way)) = found.filter(|_| !late) else {
            let why = match found {
                Some(_) => format!("you have gone after {name} for {PATIENCE} minutes and not come up with them"),
                None => format!("{name} has left town"),
            };
            avatar.after = None;
            let command = Command::Goto(Destination::Name(name.into()));
            commands.trigger(CommandResult { tick: town.now.0, ticket: None, command, result: Err(why) });
            continue;
        };
        let stands = way.cells.is_empty();
        let taken: Vec<Tile> = others.iter().map(|(cell, ..)| *cell).collect();
        let with = at.steps(*there) == 1 && here.0 == their.0 && !town.map.is_door(*at) && !hides(*at, &taken);
        if stands && (with || *at == action.goal && after.aimed == *there) {
            avatar.after = None;
            (action.goal, action.arena) = (*at, here.0);
            *path = Path::default();
            continue;
        }
        if there.steps(after.aimed) > MOVED || *at == action.goal && after.aimed != *there {
            avatar.after = Some(After { aimed: *there, ..after });
            let Some(goal) = beside(&town.map, *there, *at, &taken) else { continue };
            (action.goal, action.arena) = (goal, town.map.arena_at(goal).unwrap_or(action.arena));
            action.phase = Phase::Going;
            *path = Path::default();
        }
    }
}

/// An avatar that has nothing in hand any more.
pub(super) fn idle(at: Tile, here: ArenaId, now: u64) -> CurrentAction {
    CurrentAction::unplanned(STANDS.into(), LOOKS, at, here, now)
}

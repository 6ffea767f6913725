//! Feet: a step, or a walk to somewhere.

use bevy::prelude::*;

use super::{Avatar, by_name, found, hands};
use crate::{
    agent::{
        action::{CurrentAction, Path},
        dialogue::{self, free},
        persona::Whereabouts,
        plan::Entrances,
    },
    clock::{Now, Roster},
    world::{ArenaId, Facing, Footing, Tile, TownMap},
};

/// What an avatar does while it goes somewhere, and once it is there.
pub(super) const WALKS: &str = "walking";
pub(super) const STANDS: &str = "looking about";
/// How the latter looks.
pub(super) const LOOKS: &str = "👀";

/// `step north`, `step east`, `step south`, `step west`: one tile. Into a wall one only turns; onto a seat or a bed one
/// sits or lies down.
///
/// # Errors
/// No avatar, or no such direction.
pub fn step(world: &mut World, rest: &str) -> Result<String, String> {
    let (_, entity) = found(world)?;
    let facing = match rest.to_lowercase().as_str() {
        "north" | "n" | "up" => Facing::Up,
        "east" | "e" | "right" => Facing::Right,
        "south" | "s" | "down" => Facing::Down,
        "west" | "w" | "left" => Facing::Left,
        _ => return Err(format!("{rest:?} is no direction: write step north, east, south or west")),
    };
    let Some(&at) = world.get::<Tile>(entity) else { return Err("you are nowhere".into()) };
    let (dx, dy) = facing.step();
    let to = Tile::new(at.x + dx, at.y + dy);
    dialogue::walk_off(world, entity);
    if let Some(mut looks) = world.get_mut::<Facing>(entity) {
        *looks = facing;
    }
    let map = world.resource::<TownMap>();
    match map.footing(to) {
        Footing::Blocked => {
            stop(world, entity, at);
            Ok("there is no way through".into())
        }
        Footing::End => match hands::seat(world.resource::<TownMap>(), to) {
            Some((object, spot)) => hands::settle_down(world, entity, object, spot),
            None => Ok("there is no way through".into()),
        },
        Footing::Free => {
            set_out(world, entity, to, Some(to));
            Ok(String::new())
        }
    }
}

/// `walk X Y`, `walk <Sector: arena: object>`, `walk <Sector: arena>`, `walk NAME`.
///
/// # Errors
/// No avatar, no such place or person, or no way there.
pub fn walk(world: &mut World, rest: &str) -> Result<String, String> {
    let (_, entity) = found(world)?;
    let Some(&at) = world.get::<Tile>(entity) else { return Err("you are nowhere".into()) };
    let (goal, name) = goal(world, rest, at)?;
    dialogue::walk_off(world, entity);
    let map = world.resource::<TownMap>();
    if map.footing(goal) == Footing::End
        && let Some((object, spot)) = hands::seat(map, goal)
    {
        return hands::settle_down(world, entity, object, spot);
    }
    set_out(world, entity, goal, None);
    Ok(format!("on the way to {name}"))
}

/// The cell that a text means, and what to call it.
fn goal(world: &World, text: &str, at: Tile) -> Result<(Tile, String), String> {
    let map = world.resource::<TownMap>();
    let numbers: Vec<i32> =
        text.split(|c: char| c == ',' || c.is_whitespace()).filter_map(|word| word.parse().ok()).collect();
    if let [x, y] = numbers[..] {
        let wanted = Tile::new(x, y);
        let near = nearest(map, wanted).ok_or("there is no ground to stand on")?;
        return Ok((near, format!("{} {}", near.x, near.y)));
    }
    if let Some(address) = text.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(address, _)| address) {
        if let Some(arena) = map.find_arena(address.trim()) {
            let door = world.resource::<Entrances>().cell(arena);
            return Ok((door, map.arena_name(arena)));
        }
        let object = crate::agent::called::thing(map, address)?;
        let spots = map.spots_of(object).map(|spot| map.spot(spot).at);
        let near = spots.min_by_key(|cell| (cell.steps(at), *cell));
        let near = near.ok_or_else(|| format!("nobody can get at {}", map.address(object)))?;
        return Ok((near, map.object(object).name.clone()));
    }
    let who = by_name(world, text)?;
    let there = world.resource::<Roster>().0.get(&who).and_then(|entity| world.get::<Tile>(*entity));
    let there = there.ok_or("they are not in town")?;
    let beside = Facing::ALL.into_iter().map(|facing| {
        let (dx, dy) = facing.step();
        Tile::new(there.x + dx, there.y + dy)
    });
    let beside = beside.filter(|cell| map.footing(*cell) == Footing::Free && map.index(*cell).is_some());
    let near = beside.min_by_key(|cell| (cell.steps(at), *cell)).unwrap_or(*there);
    Ok((near, text.trim().to_string()))
}

/// The walkable cell next to a place on the map or off it.
pub(super) fn nearest(map: &TownMap, wanted: Tile) -> Option<Tile> {
    let x = wanted.x.clamp(0, map.width - 1);
    let y = wanted.y.clamp(0, map.height - 1);
    if map.footing(Tile::new(x, y)) == Footing::End {
        return Some(Tile::new(x, y));
    }
    let free = (0..map.footing.len()).filter(|n| map.footing[*n] == Footing::Free).map(|n| map.tile(n));
    free.min_by_key(|cell| (cell.steps(Tile::new(x, y)), *cell))
}

/// Sets out for `goal`; by `next` alone if that is where it is.
fn set_out(world: &mut World, entity: Entity, goal: Tile, next: Option<Tile>) {
    let now = world.resource::<Now>().0;
    let map = world.resource::<TownMap>();
    let arena = map.arena_at(goal).or_else(|| world.get::<Whereabouts>(entity).map(|here| here.0)).unwrap_or_default();
    let Some(mut action) = world.get_mut::<CurrentAction>(entity) else { return };
    let left = hands::let_go(&action, now);
    *action = CurrentAction { left, emoji: "🚶".into(), ..free(WALKS.into(), goal, arena, now) };
    if let Some(mut path) = world.get_mut::<Path>(entity) {
        // Who tries the same cell again has waited for it already: whoever stands there makes room.
        let again = next.is_some() && path.cells.len() == 1 && path.cells.front() == next.as_ref();
        if !again {
            *path = Path { cells: next.into_iter().collect(), blocked: 0 };
        }
    }
    if let Some(mut avatar) = world.get_mut::<Avatar>(entity) {
        avatar.mends = None;
    }
}

/// Stays where one is.
pub(super) fn stop(world: &mut World, entity: Entity, at: Tile) {
    let now = world.resource::<Now>().0;
    let here = world.get::<Whereabouts>(entity).map_or(ArenaId::OUTDOORS, |here| here.0);
    let Some(mut action) = world.get_mut::<CurrentAction>(entity) else { return };
    if action.what == STANDS && action.object.is_none() {
        return;
    }
    let left = hands::let_go(&action, now);
    *action = CurrentAction { left, emoji: LOOKS.into(), ..free(STANDS.into(), at, here, now) };
    if let Some(mut path) = world.get_mut::<Path>(entity) {
        *path = Path::default();
    }
}

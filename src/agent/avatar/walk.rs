//! Feet: a step, or a walk to somewhere.

use bevy::prelude::*;

use super::{
    by_name,
    follow::{self, idle},
    found, hands,
};
use crate::{
    agent::{
        access::Entrances,
        components::{After, Avatar, CurrentAction, Path, Posture, walk_off},
        persona::{Names, Whereabouts},
        resolve,
    },
    clock::{AgentId, Now, Roster},
    command::Destination,
    world::{ArenaId, Facing, Footing, Tile, TownMap},
};

/// What an avatar does while it goes somewhere, and once it is there.
pub(super) const WALKS: &str = "walking";
pub(super) const STANDS: &str = "looking about";
/// What a step into a wall comes to.
const NO_WAY: &str = "there is no way through";
/// How the latter looks.
pub(super) const LOOKS: &str = "👀";

/// One tile. Into a wall one only turns; onto a seat or a bed one sits or lies down.
///
/// # Errors
/// No avatar.
pub fn step(world: &mut World, facing: Facing) -> Result<String, String> {
    let (_, entity) = found(world)?;
    let Some(&at) = world.get::<Tile>(entity) else { return Err("you are nowhere".into()) };
    let (dx, dy) = facing.step();
    let to = Tile::new(at.x + dx, at.y + dy);
    // Who sits or lies stays so where there is nowhere to go.
    let rests = world.get::<Posture>(entity).is_some_and(|posture| *posture != Posture::Stand);
    if rests && world.resource::<TownMap>().footing(to) == Footing::Blocked {
        return Ok(NO_WAY.into());
    }
    walk_off(world, entity);
    if let Some(mut looks) = world.get_mut::<Facing>(entity) {
        *looks = facing;
    }
    let map = world.resource::<TownMap>();
    match map.footing(to) {
        Footing::Blocked => {
            stop(world, entity, at);
            Ok(NO_WAY.into())
        }
        Footing::End => match hands::seat(world.resource::<TownMap>(), to) {
            Some((object, spot)) => hands::settle_down(world, entity, object, spot),
            None => Ok(NO_WAY.into()),
        },
        Footing::Free => {
            set_out(world, entity, to, Some(to));
            Ok(String::new())
        }
    }
}

/// Sets out for a place; after a person until one stands beside them.
///
/// # Errors
/// No avatar, no such place or person, or no way there.
pub fn walk(world: &mut World, to: &Destination) -> Result<String, String> {
    let (_, entity) = found(world)?;
    let Some(&at) = world.get::<Tile>(entity) else { return Err("you are nowhere".into()) };
    let here = world.get::<Whereabouts>(entity).map(|here| here.0).unwrap_or_default();
    let (goal, name, who) = goal(world, to, (at, here))?;
    walk_off(world, entity);
    let map = world.resource::<TownMap>();
    if map.footing(goal) == Footing::End
        && let Some((object, spot)) = hands::seat(map, goal)
    {
        return hands::settle_down(world, entity, object, spot);
    }
    set_out(world, entity, goal, None);
    let since = world.resource::<Now>().0;
    if let Some(mut avatar) = world.get_mut::<Avatar>(entity) {
        avatar.after = who.map(|(who, aimed)| After { who, aimed, since });
    }
    Ok(format!("on the way to {name}"))
}

/// Where to go, what to call it, and whom one goes after from where they stand.
type Goal = (Tile, String, Option<(AgentId, Tile)>);

/// What a destination means to somebody at a place.
fn goal(world: &World, to: &Destination, (at, here): (Tile, ArenaId)) -> Result<Goal, String> {
    let map = world.resource::<TownMap>();
    let (address, nobody) = match to {
        Destination::Tile(wanted) => {
            let near = nearest(map, *wanted).ok_or("there is no ground to stand on")?;
            return Ok((near, format!("{} {}", near.x, near.y), None));
        }
        Destination::Name(name) => match by_name(world, name) {
            Ok(who) => return person(world, who, at),
            Err(why) => (name.strip_prefix("the ").unwrap_or(name), Some(why)),
        },
        Destination::Address(address) => (address.as_str(), None),
    };
    let door = |arena| (world.resource::<Entrances>().cell(arena), map.arena_name(arena), None);
    if let Some(arena) = map.find_arena(address) {
        return Ok(door(arena));
    }
    if !resolve::things(map, address).is_empty() {
        let object = resolve::thing_near(map, address, at, here)?;
        let spots = map.spots_of(object).map(|spot| map.spot(spot).at);
        let near = spots.min_by_key(|cell| (cell.steps(at), *cell));
        let near = near.ok_or_else(|| format!("nobody can get at {}", map.address(object)))?;
        let name = format!("{}{}", map.object(object).name, resolve::meant(map, object, address));
        return Ok((near, name, None));
    }
    match resolve::place(map, address) {
        Ok(arena) => Ok(door(arena)),
        Err(_) => match nobody {
            Some(nobody) => Err(nobody),
            None => resolve::thing(map, address).map(|_| (at, String::new(), None)),
        },
    }
}

/// The way to somebody.
fn person(world: &World, who: AgentId, at: Tile) -> Result<Goal, String> {
    let map = world.resource::<TownMap>();
    let roster = &world.resource::<Roster>().0;
    let there = roster.get(&who).and_then(|entity| world.get::<Tile>(*entity)).ok_or("they are not in town")?;
    let others = roster.values().filter(|one| world.get::<Avatar>(**one).is_none());
    let taken: Vec<Tile> = others.filter_map(|one| world.get::<Tile>(*one).copied()).collect();
    let near = follow::beside(map, *there, at, &taken).unwrap_or(*there);
    let name = world.resource::<Names>().0.get(&who).cloned().unwrap_or_default();
    Ok((near, name, Some((who, *there))))
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
    *action = CurrentAction { left, ..CurrentAction::unplanned(WALKS.into(), "🚶", goal, arena, now) };
    if let Some(mut path) = world.get_mut::<Path>(entity) {
        // Who tries the same cell again has waited for it already: whoever stands there makes room.
        let again = next.is_some() && path.cells.len() == 1 && path.cells.front() == next.as_ref();
        if !again {
            *path = Path { cells: next.into_iter().collect(), blocked: 0 };
        }
    }
    if let Some(mut avatar) = world.get_mut::<Avatar>(entity) {
        (avatar.mends, avatar.after) = (None, None);
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
    *action = CurrentAction { left, ..idle(at, here, now) };
    if let Some(mut path) = world.get_mut::<Path>(entity) {
        *path = Path::default();
    }
    if let Some(mut avatar) = world.get_mut::<Avatar>(entity) {
        avatar.after = None;
    }
}

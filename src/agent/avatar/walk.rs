//! Steps and walks of the avatar. A walk to a person is re-routed while they move, until the avatar stands beside them.

use super::{Player, begin, by_name, found, hands};
use crate::{
    agent::{access::Entrances, prelude::*, resolve},
    command::{Command, Destination},
    exchange::CommandResult,
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
    let me = found(world)?;
    let (dx, dy) = facing.step();
    let to = Tile::new(me.at.x + dx, me.at.y + dy);
    let footing = world.resource::<TownMap>().footing(to);
    // Who sits or lies stays so where there is nowhere to go.
    let rests = world.get::<Posture>(me.entity).is_some_and(|posture| *posture != Posture::Stand);
    if rests && footing == Footing::Blocked {
        return Ok(NO_WAY.into());
    }
    walk_off(world, me.entity);
    if let Some(mut looks) = world.get_mut::<Facing>(me.entity) {
        *looks = facing;
    }
    match footing {
        Footing::Blocked => {
            stop(world, me);
            Ok(NO_WAY.into())
        }
        Footing::End => match hands::seat(world.resource::<TownMap>(), to) {
            Some(seat) => hands::settle_down(world, me, seat),
            None => Ok(NO_WAY.into()),
        },
        Footing::Free => {
            set_out(world, me, to, Some(to));
            Ok(String::new())
        }
    }
}

/// Sets out for a place; after a person until one stands beside them.
///
/// # Errors
/// No avatar, no such place or person, or no way there.
pub fn walk(world: &mut World, to: &Destination) -> Result<String, String> {
    let me = found(world)?;
    let (goal, name, who) = goal(world, to, me)?;
    walk_off(world, me.entity);
    let map = world.resource::<TownMap>();
    if let Some(seat) = hands::seat(map, goal).filter(|_| map.footing(goal) == Footing::End) {
        return hands::settle_down(world, me, seat);
    }
    set_out(world, me, goal, None);
    let since = world.resource::<Now>().0;
    if let Some(mut avatar) = world.get_mut::<Avatar>(me.entity) {
        avatar.after = who.map(|(who, aimed)| After { who, aimed, since });
    }
    Ok(format!("on the way to {name}"))
}

/// Where to go, what to call it, and whom one goes after from where they stand.
type Goal = (Tile, String, Option<(AgentId, Tile)>);

/// What a destination means to somebody at a place.
fn goal(world: &World, to: &Destination, Player { at, here, .. }: Player) -> Result<Goal, String> {
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
    let door = |arena| (world.resource::<Entrances>().get(arena).unwrap_or_default(), map.arena_name(arena), None);
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
    let near = beside(map, *there, at, &taken).unwrap_or(*there);
    let name = world.resource::<Names>().name(who);
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
fn set_out(world: &mut World, me: Player, goal: Tile, next: Option<Tile>) {
    let arena = world.resource::<TownMap>().arena_at(goal).unwrap_or(me.here);
    let action = CurrentAction::unplanned(WALKS.into(), "🚶", goal, arena, world.resource::<Now>().0);
    // Who tries the same cell again has waited for it already: whoever stands there makes room.
    let again = |path: &&Path| next.is_some() && path.cells.len() == 1 && path.cells.front() == next.as_ref();
    let path = world.get::<Path>(me.entity).filter(again).cloned();
    begin(world, me, action, path.unwrap_or_else(|| Path { cells: next.into_iter().collect(), blocked: 0 }));
}

/// Stays where one is.
pub(super) fn stop(world: &mut World, me: Player) {
    let action = world.get::<CurrentAction>(me.entity);
    if action.is_some_and(|action| action.what != STANDS || action.object.is_some()) {
        begin(world, me, idle(me.at, me.here, world.resource::<Now>().0), Path::default());
    }
}

/// The walk is aimed anew once they have moved so far, in tiles.
const MOVED: u32 = 2;
/// So far from somebody one may end up, in tiles: they still hear one.
const BESIDE: i32 = 4;
/// Game minutes after which one gives up.
const GIVE_UP_MINUTES: u32 = 45;

/// Does who stands in a cell hide somebody, or are they hidden? People are drawn taller than a cell.
fn hides(cell: Tile, taken: &[Tile]) -> bool {
    taken.iter().any(|one| one.x == cell.x && one.y.abs_diff(cell.y) <= 1)
}

/// Can one stand in a cell: free ground of the same room as `there`, no door, and nobody's?
fn stands_free(map: &TownMap, cell: Tile, there: Tile, taken: &[Tile]) -> bool {
    let ground = map.index(cell).is_some() && map.footing(cell) == Footing::Free && !map.is_door(cell);
    ground && map.arena_at(cell) == map.arena_at(there) && !taken.contains(&cell)
}

/// The cell to go to so as to stand beside somebody: free, in their room, nobody's; where both are seen, if there is
/// one.
pub(super) fn beside(map: &TownMap, there: Tile, at: Tile, taken: &[Tile]) -> Option<Tile> {
    let around = (-BESIDE..=BESIDE).flat_map(|dy| (-BESIDE..=BESIDE).map(move |dx| (dx, dy)));
    let cells = around.map(|(dx, dy)| Tile::new(there.x + dx, there.y + dy));
    let fits = |cell: &Tile| (1..=BESIDE as u32).contains(&cell.steps(there)) && stands_free(map, *cell, there, taken);
    cells.filter(fits).min_by_key(|cell| (hides(*cell, taken), cell.steps(there), cell.steps(at), *cell))
}

type Guided<'a> =
    ((&'a AgentId, &'a Tile, &'a Whereabouts, &'a InTalk), (&'a mut Avatar, &'a mut CurrentAction, &'a mut Path));
type Other<'a> = (&'a Tile, &'a Whereabouts, &'a Path);

pub(super) fn follow_person(
    town: Town,
    others: Query<Other, Without<Avatar>>,
    mut avatars: Query<Guided>,
    mut commands: Commands,
) {
    for ((_, at, here, in_talk), (mut avatar, mut action, mut path)) in &mut avatars {
        let Some(after) = avatar.after else { continue };
        if in_talk.0.is_some() || action.what != WALKS {
            avatar.after = None;
            continue;
        }
        let name = town.names.get(after.who);
        let found = town.entity(after.who).and_then(|one| others.get(one).ok());
        let late = town.now.0 >= after.since + town.ticks(GIVE_UP_MINUTES);
        let Some((there, their, way)) = found.filter(|_| !late) else {
            let why = match found {
                Some(_) => {
                    format!("you have gone after {name} for {GIVE_UP_MINUTES} minutes and not come up with them")
                }
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

//! Movement: at most one tile a tick, in four directions.
//!
//! Rules: no two agents share a cell at the end of a tick; two who meet swap cells; an agent that blocks a path is
//! walked around or steps aside; nobody enters a full room.

mod room;

use std::collections::BTreeMap;

use self::room::{MoveState, Standing, Walker, settle_all};
use crate::agent::prelude::*;

/// Ticks of waiting after which an agent looks for a detour, and after which it asks the blocker to step aside.
const DETOUR_AFTER: u16 = 2;
const STEP_ASIDE: u16 = 4;
/// The most steps by which a detour may be longer.
const DETOUR: usize = 12;
/// Ticks that somebody waits before a full room.
const WAIT: u64 = 90;

/// Adds walking.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, walk.in_set(TickStep::Walk));
}

type Mover<'a> = (&'a mut Tile, &'a mut Facing, &'a mut Whereabouts, &'a mut Path, &'a mut CurrentAction, &'a Using);

fn walk(
    (now, active, map, ways): (Res<Now>, Res<Active>, Res<TownMap>, Res<Ways>),
    mut people: Query<Mover>,
) -> Result {
    let mut walkers = Vec::with_capacity(active.0.len());
    for &entity in &active.0 {
        let (at, _, _, path, ..) = people.get(entity)?;
        walkers.push(Walker { at: *at, wants: path.cells.front().copied(), held: None, state: MoveState::Open });
    }
    if walkers.iter().all(|one| one.wants.is_none()) {
        return Ok(());
    }
    apply_room_limits(&mut walkers, &active.0, &people, &map)?;
    // Where many live in a town drawn for few, cells have room for them too: nobody is in the way.
    let mut standing = Standing::new();
    if map.crowd > 1 {
        walkers
            .iter_mut()
            .for_each(|one| one.state = if one.wants.is_some() { MoveState::Moves } else { MoveState::Stays });
    } else {
        standing.extend(walkers.iter().enumerate().map(|(n, one)| (one.at, n)));
        settle_all(&mut walkers, &standing);
    }
    step_aside(&mut walkers, &standing, &active.0, &mut people)?;
    let standing: Standing = match map.crowd {
        0..=1 => walkers.iter().enumerate().map(|(n, one)| (one.ends(), n)).collect(),
        _ => Standing::new(),
    };
    for (walker, &entity) in walkers.iter().zip(&active.0) {
        let (mut at, mut facing, mut whereabouts, mut path, mut action, using) = people.get_mut(entity)?;
        if walker.state == MoveState::Moves {
            let to = walker.ends();
            if using.0.is_none() {
                facing.set_if_neq(at.facing(to).unwrap_or_default());
            }
            *at = to;
            path.cells.pop_front();
            path.blocked = 0;
            let here = map.arena_at(to).unwrap_or(whereabouts.0);
            whereabouts.set_if_neq(Whereabouts(here));
            if matches!(action.phase, Phase::Waiting { .. }) && !path.cells.is_empty() {
                action.phase = Phase::Going;
            }
        } else if !path.cells.is_empty() {
            path.blocked = path.blocked.saturating_add(1);
            if walker.wants.is_none() {
                wait_outside(&mut action, &mut path, *at, now.0);
            } else if path.blocked % STEP_ASIDE == DETOUR_AFTER {
                find_detour(&mut path, *at, action.goal, &standing, &ways);
            }
        }
    }
    Ok(())
}

/// A blocker swaps cells with an agent that has waited long enough, and returns as soon as the way is clear.
fn step_aside(walkers: &mut [Walker], standing: &Standing, active: &[Entity], people: &mut Query<Mover>) -> Result {
    for n in 0..walkers.len() {
        let (.., path, _, _) = people.get(active[n])?;
        if walkers[n].state == MoveState::Moves || path.blocked < STEP_ASIDE {
            continue;
        }
        let Some(wants) = walkers[n].wants else { continue };
        let Some(&other) = standing.get(&wants) else { continue };
        // Nobody jumps a queue: who waits for a room is not asked aside by who wants in at the same door.
        let queues = walkers[other].held.is_some() && walkers[other].held == path.cells.get(1).copied();
        if queues || walkers[other].state == MoveState::Moves || walkers[other].wants.is_some() {
            continue;
        }
        let at = walkers[n].at;
        for (one, to) in [(n, wants), (other, at)] {
            walkers[one].wants = Some(to);
            walkers[one].state = MoveState::Moves;
        }
        let (.., mut path, _, using) = people.get_mut(active[other])?;
        if using.0.is_some() || !path.cells.is_empty() {
            path.cells.push_front(wants);
        }
        path.cells.push_front(at);
    }
    Ok(())
}

/// Takes a way round those who stand about, if there is one that is not much longer.
fn find_detour(path: &mut Path, at: Tile, goal: Tile, standing: &Standing, ways: &Ways) {
    let round = ways.route(at, goal, |cell| cell != goal && standing.contains_key(&cell));
    if let Some(round) = round.filter(|round| round.len() <= path.cells.len() + DETOUR) {
        path.cells = round.into();
    }
}

/// Nobody enters a room that holds all it can, counting those in its door on their way in.
fn apply_room_limits(walkers: &mut [Walker], active: &[Entity], people: &Query<Mover>, map: &TownMap) -> Result {
    let mut inside: BTreeMap<ArenaId, u32> = BTreeMap::new();
    let mut entering = vec![None; walkers.len()];
    for (n, &entity) in active.iter().enumerate() {
        let (at, _, whereabouts, path, ..) = people.get(entity)?;
        let next = path.cells.iter().find_map(|cell| if map.is_door(*cell) { None } else { map.arena_at(*cell) });
        let steps_in = walkers[n].wants.is_some_and(|to| map.is_door(to) || map.arena_at(to) != Some(whereabouts.0));
        let narrow = |arena: &ArenaId| map.arena(*arena).capacity.is_some() && *arena != whereabouts.0;
        let into = next.filter(|arena| steps_in && narrow(arena));
        if map.is_door(*at) && into.is_some() {
            *inside.entry(into.unwrap_or_default()).or_default() += 1;
        } else {
            entering[n] = into;
        }
        if map.arena(whereabouts.0).capacity.is_some() {
            *inside.entry(whereabouts.0).or_default() += 1;
        }
    }
    for (walker, into) in walkers.iter_mut().zip(entering) {
        let Some(arena) = into else { continue };
        let count = inside.entry(arena).or_default();
        if map.arena(arena).capacity.is_some_and(|capacity| *count >= capacity) {
            walker.held = walker.wants.take();
        } else {
            *count += 1;
        }
    }
    Ok(())
}

/// Before a full room one waits a while, then does without.
fn wait_outside(action: &mut CurrentAction, path: &mut Path, at: Tile, now: u64) {
    match action.phase {
        Phase::Going => action.phase = Phase::Waiting { since: now },
        Phase::Waiting { since } if now - since >= WAIT => {
            action.abandon(at);
            *path = Path::default();
        }
        _ => {}
    }
}

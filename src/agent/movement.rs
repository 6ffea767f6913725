//! Feet: one tile a tick, in four directions.
//!
//! Rules: nobody shares a cell at a tick's end; two who meet pass each other; who stands in the way is walked round,
//! or steps aside; nobody enters a room that holds all it can.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    action::{CurrentAction, Path, Phase, Using},
    persona::Whereabouts,
};
use crate::{
    clock::{Active, Now},
    schedule::{Tick, TickSystems},
    world::{ArenaId, Facing, Tile, TownMap, Ways},
};

/// Ticks after which one looks for a way round, and after which one asks who stands there to step aside.
const LOOK_ROUND: u16 = 2;
const STEP_ASIDE: u16 = 4;
/// A way round is taken if it is at most so much longer.
const DETOUR: usize = 12;
/// Ticks that somebody waits before a full room.
const WAIT: u64 = 90;

/// Adds the phase.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, walk.in_set(TickSystems::Move));
}

/// One who may move this tick.
struct Walker {
    at: Tile,
    wants: Option<Tile>,
    /// The cell it wants and may not enter, because the room behind is full.
    held: Option<Tile>,
    /// Not yet settled, being settled, settled.
    state: u8,
}

type Body<'a> = (&'a mut Tile, &'a mut Facing, &'a mut Whereabouts, &'a mut Path, &'a mut CurrentAction, &'a Using);

fn walk((now, active, map, ways): (Res<Now>, Res<Active>, Res<TownMap>, Res<Ways>), mut people: Query<Body>) -> Result {
    let mut walkers = Vec::with_capacity(active.0.len());
    for &entity in &active.0 {
        let (at, _, _, path, ..) = people.get(entity)?;
        walkers.push(Walker { at: *at, wants: path.cells.front().copied(), held: None, state: 0 });
    }
    let mut standing: BTreeMap<Tile, usize> = walkers.iter().enumerate().map(|(n, one)| (one.at, n)).collect();
    hold_back(&mut walkers, &active.0, &people, &map)?;
    let mut taken = BTreeMap::new();
    for n in 0..walkers.len() {
        settle(n, &mut walkers, &standing, &mut taken);
    }
    // Who stood in the way of somebody patient changes places with them.
    for n in 0..walkers.len() {
        let (.., path, _, _) = people.get(active.0[n])?;
        if walkers[n].state == MOVES || path.blocked < STEP_ASIDE {
            continue;
        }
        let Some(wants) = walkers[n].wants else { continue };
        let Some(&other) = standing.get(&wants) else { continue };
        // Nobody jumps a queue: who waits for a room is not asked aside by who wants in at the same door.
        let after = path.cells.get(1).copied();
        if walkers[other].held.is_some() && walkers[other].held == after {
            continue;
        }
        if walkers[other].state != MOVES && walkers[other].wants.is_none() {
            for (one, to) in [(n, wants), (other, walkers[n].at)] {
                walkers[one].wants = Some(to);
                walkers[one].state = MOVES;
            }
            let aside = wants;
            let (.., mut path, _, using) = people.get_mut(active.0[other])?;
            // Back to what one was at, as soon as the way is clear.
            if using.0.is_some() || !path.cells.is_empty() {
                path.cells.push_front(aside);
            }
            path.cells.push_front(walkers[n].at);
        }
    }
    standing.clear();
    for (n, walker) in walkers.iter().enumerate() {
        standing.insert(if walker.state == MOVES { walker.wants.unwrap_or(walker.at) } else { walker.at }, n);
    }
    for (n, walker) in walkers.iter().enumerate() {
        let (mut at, mut facing, mut whereabouts, mut path, mut action, using) = people.get_mut(active.0[n])?;
        match walker.wants.filter(|_| walker.state == MOVES) {
            Some(to) => {
                if using.0.is_none() {
                    *facing = toward(*at, to);
                }
                *at = to;
                path.cells.pop_front();
                path.blocked = 0;
                if let Some(arena) = map.arena_at(to) {
                    whereabouts.0 = arena;
                }
                if matches!(action.phase, Phase::Waiting { .. }) && !path.cells.is_empty() {
                    action.phase = Phase::Going;
                }
            }
            None if path.cells.is_empty() => {}
            None => {
                path.blocked = path.blocked.saturating_add(1);
                if walker.wants.is_none() {
                    wait_outside(&mut action, &mut path, *at, now.0);
                } else if path.blocked % STEP_ASIDE == LOOK_ROUND {
                    let free = |cell: Tile| cell != action.goal && standing.contains_key(&cell);
                    let round = ways.route(*at, action.goal, free);
                    if let Some(round) = round.filter(|round| round.len() <= path.cells.len() + DETOUR) {
                        path.cells = round.into();
                    }
                }
            }
        }
    }
    Ok(())
}

const SETTLING: u8 = 1;
const STAYS: u8 = 2;
const MOVES: u8 = 3;

/// Settles whether walker `n` moves: if its cell is free at the tick's end, because nobody stands there or who does
/// moves away, or because all move round in a ring; two who change places are the shortest ring.
fn settle(
    n: usize,
    walkers: &mut [Walker],
    standing: &BTreeMap<Tile, usize>,
    taken: &mut BTreeMap<Tile, usize>,
) -> bool {
    match walkers[n].state {
        SETTLING => return true,
        STAYS => return false,
        MOVES => return true,
        _ => walkers[n].state = SETTLING,
    }
    let moves = walkers[n].wants.is_some_and(|to| {
        let clear = match standing.get(&to) {
            Some(&other) if other != n => settle(other, walkers, standing, taken),
            _ => true,
        };
        clear && taken.try_insert_cell(to, n)
    });
    if !moves {
        let at = walkers[n].at;
        taken.insert(at, n);
    }
    walkers[n].state = if moves { MOVES } else { STAYS };
    moves
}

trait TakeCell {
    /// Takes a cell if it is free; says whether it did.
    fn try_insert_cell(&mut self, cell: Tile, by: usize) -> bool;
}

impl TakeCell for BTreeMap<Tile, usize> {
    fn try_insert_cell(&mut self, cell: Tile, by: usize) -> bool {
        let free = !self.contains_key(&cell);
        if free {
            self.insert(cell, by);
        }
        free
    }
}

/// Nobody enters a room that holds all it can, counting those in its door on their way in.
fn hold_back(walkers: &mut [Walker], active: &[Entity], people: &Query<Body>, map: &TownMap) -> Result {
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
            action.give_up(at);
            *path = Path::default();
        }
        _ => {}
    }
}

fn toward(from: Tile, to: Tile) -> Facing {
    let step = (to.x - from.x, to.y - from.y);
    Facing::ALL.into_iter().find(|facing| facing.step() == step).unwrap_or_default()
}

//! Act, Move, Record.

use bevy::prelude::*;

use super::{Condition, Doing, Thing, Tile};
use smallville::{
    clock::{Active, AgentId, Now},
    schedule::{Tick, TickSystems},
};

/// Adds the phases.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, mend.in_set(TickSystems::Act)).add_systems(Tick, walk.in_set(TickSystems::Move));
}

fn mend(
    (now, active): (Res<Now>, Res<Active>),
    mut people: Query<(&AgentId, &Tile, &mut Doing)>,
    mut things: Query<(&Thing, &Tile, &mut Condition)>,
) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((id, at, mut doing)) = people.fetch_next() {
        let Doing::Walk { to, errand: Some(errand) } = *doing else {
            continue;
        };
        if at.distance(to) > 1 {
            continue;
        }
        for (_, _, mut condition) in things.iter_mut().filter(|(thing, ..)| **thing == errand) {
            if condition.burning(now.0) {
                *condition = Condition { lit: false, since: now.0, by: Some(*id) };
            }
        }
        *doing = Doing::Dwell { until: now.0 + 6 };
    }
}

fn walk(active: Res<Active>, mut people: Query<(&Doing, &mut Tile)>) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((doing, mut at)) = people.fetch_next() {
        if let Doing::Walk { to, .. } = doing {
            let step = |from: i32, to: i32| from + (to - from).signum();
            *at = Tile { x: step(at.x, to.x), y: step(at.y, to.y) };
        }
    }
}

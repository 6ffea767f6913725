//! Perceive and Remember.

use bevy::prelude::*;

use super::{Condition, Doing, Memory, RADIUS, Thing, Tile, Wish};
use smallville::{
    clock::{Active, AgentId, Now, hash_of},
    schedule::{Tick, TickSystems},
};

/// What is noticed this tick, nearest first. Made anew each tick, so never saved.
#[derive(Component, Default)]
pub struct Percepts {
    /// Who, where, talking or not.
    pub people: Vec<(AgentId, Tile, bool)>,
    /// What burns.
    pub fires: Vec<(Thing, Tile)>,
}

/// Adds the two phases.
pub fn plugin(app: &mut App) {
    app.register_required_components::<Wish, Percepts>()
        .add_systems(Tick, perceive.in_set(TickSystems::Perceive))
        .add_systems(Tick, remember.in_set(TickSystems::Remember));
}

fn perceive(
    (now, active): (Res<Now>, Res<Active>),
    mut seers: Query<(&AgentId, &Tile, &mut Percepts)>,
    people: Query<(&AgentId, &Tile, &Doing)>,
    things: Query<(&Thing, &Tile, &Condition)>,
) {
    let mut seers = seers.iter_many_mut(&active.0);
    while let Some((me, here, mut percepts)) = seers.fetch_next() {
        let Percepts { people: seen, fires } = &mut *percepts;
        seen.clear();
        fires.clear();
        for (id, at, doing) in &people {
            if id != me && here.distance(*at) <= RADIUS {
                seen.push((*id, *at, matches!(doing, Doing::Talk { .. })));
            }
        }
        for (thing, at, condition) in &things {
            if here.distance(*at) <= RADIUS && condition.burning(now.0) {
                fires.push((*thing, *at));
            }
        }
        // The world's order of entities is nobody's business.
        seen.sort_unstable_by_key(|(id, at, _)| (here.distance(*at), *id));
        fires.sort_unstable_by_key(|(thing, at)| (here.distance(*at), *thing));
    }
}

fn remember((now, active): (Res<Now>, Res<Active>), mut people: Query<(&Percepts, &mut Memory)>) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((percepts, mut memory)) = people.fetch_next() {
        for (id, at, talking) in &percepts.people {
            memory.glimpses = hash_of(&(&memory.glimpses, now.0, id, at, talking));
        }
        for (thing, _) in &percepts.fires {
            if memory.fires.iter().all(|(when, one)| one != thing || when + 60 < now.0) {
                memory.fires.push((now.0, *thing));
            }
        }
    }
}

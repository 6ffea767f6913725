//! A small town whose people want to talk whenever they are in one place.

use std::collections::BTreeMap;

use bevy::prelude::*;
use smallville::{
    agent::{
        Whereabouts,
        components::{
            Errand,
            action::CurrentAction,
            talk::{Approach, Approaching, Cooldowns, InTalk},
        },
        persona::Names,
    },
    clock::{Active, AgentId, Now},
    schedule::{Tick, TickSystems},
    town::Options,
    world::Tile,
};

use super::lived;

/// Three people on the real map, with the built-in mind.
pub fn three_friends(seed: u64, threads: usize) -> App {
    lived::open(&Options { threads, ..lived::options("three_friends", seed) })
}

pub fn names(app: &App) -> BTreeMap<AgentId, String> {
    app.world().resource::<Names>().0.clone()
}

/// From now on everyone walks up to whomever they see and may talk to.
pub fn sociable(app: &mut App) {
    app.add_systems(Tick, meet.in_set(TickSystems::Remember).ambiguous_with_all());
}

type Person<'a> = (
    &'a AgentId,
    &'a Tile,
    &'a Whereabouts,
    &'a CurrentAction,
    &'a InTalk,
    &'a Cooldowns,
    &'a Errand,
    &'a mut Approach,
);

fn meet(now: Res<Now>, active: Res<Active>, mut people: Query<Person>) {
    let all: Vec<_> = people
        .iter_many(&active.0)
        .map(|(id, at, here, action, company, cooldowns, errand, approach)| {
            let free = company.0.is_none() && !action.asleep && errand.0.is_none();
            (*id, *at, here.0, free, cooldowns.clone(), approach.0.is_some())
        })
        .collect();
    let mut people = people.iter_many_mut(&active.0);
    let mut n = 0;
    while let Some((id, at, here, .., mut approach)) = people.fetch_next() {
        let (_, _, _, free, cooldowns, goes) = &all[n];
        n += 1;
        if !free || *goes {
            continue;
        }
        let near = |other: &Tile| at.x.abs_diff(other.x).max(at.y.abs_diff(other.y)) <= 8;
        let other = all.iter().find(|(other, tile, arena, free, ..)| {
            other != id && *free && *arena == here.0 && near(tile) && cooldowns.over(*other, now.0)
        });
        if let Some((with, ..)) = other {
            approach.0 = Some(Approaching { with: *with, topic: String::new(), since: now.0 });
        }
    }
}

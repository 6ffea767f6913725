//! Walking up to somebody: the other carries on meanwhile; near enough, a talk opens.

use bevy::{ecs::query::QueryData, prelude::*};
use rand::RngExt;

use super::{Approach, Company, Cooldowns, Talk, TalkId, Talks, Voice, body};
use crate::{
    agent::{
        action::{CurrentAction, Path, Posture},
        conditions::Conditions,
        persona::{Names, Whereabouts},
        reaction::Errand,
    },
    clock::{Active, AgentId, Calendar, Now, Roster, Seed},
    world::{ArenaId, Facing, Footing, Tile, TownMap},
};

/// Minutes after which one gives up reaching somebody or waiting for them to be free.
const PATIENCE: u32 = 3;
/// Minutes for which one does not try again.
const AGAIN: u32 = 20;
/// Minutes for which a pair whose talk an experiment has taken away does not try again: as if they had talked.
const AS_IF: u32 = 90;
/// One talks across so many tiles, and comes as near as this if one can.
const REACH: u32 = 2;

#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Body {
    id: &'static AgentId,
    at: &'static Tile,
    here: &'static Whereabouts,
    posture: &'static Posture,
    errand: &'static Errand,
    action: &'static mut CurrentAction,
    path: &'static mut Path,
    facing: &'static mut Facing,
    approach: &'static mut Approach,
    company: &'static mut Company,
    cooldowns: &'static mut Cooldowns,
    voice: &'static mut Voice,
}

/// The other, as whoever walks up to them finds them.
#[derive(Clone, Copy)]
struct Found {
    at: Tile,
    here: ArenaId,
    asleep: bool,
    busy: bool,
}

type Town<'w> = (Res<'w, Now>, Res<'w, Seed>, Res<'w, Calendar>, Res<'w, TownMap>, Res<'w, Names>);

pub(super) fn walk_up(
    (now, seed, calendar, map, names): Town,
    (active, roster, conditions): (Res<Active>, Res<Roster>, Res<Conditions>),
    mut talks: ResMut<Talks>,
    mut people: Query<Body>,
) -> Result {
    let name_of = |id: AgentId| names.0.get(&id).cloned().unwrap_or_else(|| "somebody".into());
    for &entity in &active.0 {
        let one = people.get(entity)?;
        let Some(approaching) = one.approach.0.clone() else { continue };
        let (me, at, here) = (*one.id, *one.at, one.here.0);
        let asleep = one.action.asleep && one.action.doing();
        let held_up = asleep || one.errand.0.is_some();
        if one.company.0.is_some() || held_up {
            people.get_mut(entity)?.approach.0 = None;
            continue;
        }
        let with = approaching.with;
        let there = roster.0.get(&with).copied().filter(|other| *other != entity);
        let found = there.and_then(|other| people.get(other).ok()).map(|other| Found {
            at: *other.at,
            here: other.here.0,
            asleep: other.action.asleep && other.action.doing(),
            busy: other.company.0.is_some() || other.errand.0.is_some(),
        });
        let late = now.0 >= approaching.since + calendar.ticks(PATIENCE);
        let lost = found.is_none_or(|found| found.asleep || found.here != here);
        let (Some(other), Some(found), false) = (there, found, late || lost) else {
            let mut one = people.get_mut(entity)?;
            one.approach.0 = None;
            one.cooldowns.0.insert(with, now.0 + calendar.ticks(AGAIN));
            continue;
        };
        let near = body::apart(at, found.at) <= REACH && !map.is_door(at) && !map.is_door(found.at);
        if !near {
            come_nearer(&mut people, entity, found, &map, now.0)?;
            continue;
        }
        if found.busy {
            continue; // Stands by until they are free, or patience is out.
        }
        let comes_about = seed.dice(me, now.0, "talk").random_range(0.0..1.0) < conditions.talk;
        let again = now.0 + calendar.ticks(AS_IF);
        let mut begun = 0;
        for (entity, with) in [(entity, with), (other, me)] {
            let mut one = people.get_mut(entity)?;
            one.approach.0 = None;
            if !comes_about {
                one.cooldowns.0.insert(with, again);
            }
            if entity == other {
                continue;
            }
            begun = one.voice.begun;
            one.voice.begun += u32::from(comes_about);
        }
        if !comes_about {
            continue;
        }
        let id = TalkId { by: me, count: begun };
        for (entity, with, there) in [(entity, with, found.at), (other, me, at)] {
            let mut one = people.get_mut(entity)?;
            one.company.0 = Some(id);
            (one.voice.next, one.voice.recollection) = (None, None);
            if !one.action.doing() {
                if !body::for_a_talk(&one.action) {
                    one.voice.was = one.action.what.clone();
                }
                let what = format!("talking with {}", name_of(with));
                body::stand(&mut one.action, &mut one.path, what, *one.at, one.here.0, now.0);
            }
            body::turn(&mut one.facing, *one.posture, *one.at, there);
        }
        let (members, topic) = (vec![me, with], approaching.topic);
        talks.open.insert(id, Talk { members, lines: vec![], topic, began: now.0, ended: None, arena: here });
    }
    Ok(())
}

/// Goes on toward the other, or sets out anew when they have moved on.
fn come_nearer(people: &mut Query<Body>, entity: Entity, found: Found, map: &TownMap, now: u64) -> Result {
    let taken: Vec<Tile> = people.iter().map(|one| *one.at).collect();
    let mut one = people.get_mut(entity)?;
    let on_the_way = body::for_a_talk(&one.action) && !one.path.cells.is_empty();
    if on_the_way && body::apart(one.action.goal, found.at) <= REACH {
        return Ok(());
    }
    match cell_near(found, *one.at, &taken, map) {
        Some(goal) => {
            if !body::for_a_talk(&one.action) {
                one.voice.was = one.action.what.clone();
            }
            body::go(&mut one.action, &mut one.path, "walking".into(), goal, found.here, now);
        }
        None => one.approach.0 = None,
    }
    Ok(())
}

/// A free cell of the same arena by the other's side, the nearer to both the better; not one from which something is used.
fn cell_near(found: Found, at: Tile, taken: &[Tile], map: &TownMap) -> Option<Tile> {
    let reach = REACH as i32;
    let cells = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
    let cells = cells.map(|(dx, dy)| Tile::new(found.at.x + dx, found.at.y + dy));
    let free = |cell: &Tile| {
        let inside = map.index(*cell).is_some_and(|n| map.arena_at[n] == Some(found.here));
        inside && map.footing(*cell) == Footing::Free && !map.is_door(*cell) && !taken.contains(cell)
    };
    let spot = |cell: Tile| map.spots.iter().any(|spot| spot.at == cell);
    cells.filter(free).min_by_key(|cell| (spot(*cell), body::apart(*cell, found.at), cell.steps(at), *cell))
}

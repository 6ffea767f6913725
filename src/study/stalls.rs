//! Does the town keep going? Nobody is left without anything to do, nobody sees to the same thing for ever, and no place
//! holds half the town for half a day. Reads only.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::Serialize;

use super::watch::time_of;
use crate::{
    agent::{
        Persona, Whereabouts,
        components::{
            action::CurrentAction,
            avatar::Avatar,
            plan::DayPlan,
            talk::{Approach, Company},
        },
    },
    chronicle::{Chronicle, EventKind},
    clock::{AgentId, Calendar, Now, Roster},
    schedule::{Tick, TickStep, TownResources},
    town::TownInfo,
    world::{ObjectId, SectorId, TownMap},
};

/// In a town of fewer people half of it is soon at one place.
const TOWN: usize = 8;

/// The worst of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Still {
    /// The longest time, in minutes, that somebody awake and alone had nothing to do: no action, or one whose time was
    /// over.
    pub idle_minutes: u32,
    /// Who, where, and what they had done before.
    pub idle: String,
    /// How often one person saw to the same thing on one day, at most.
    pub errands_again: u32,
    /// Who, and what they did about it.
    pub errands: String,
    /// The longest time in one day, in minutes, that one place held half of the town, awake, with nothing on there.
    pub crowd_minutes: u32,
    /// Which place.
    pub crowd: String,
}

/// What is kept on the way.
#[derive(Resource, Default)]
pub struct Going {
    worst: Still,
    idle: BTreeMap<AgentId, u32>,
    /// How often somebody has set out to see to something today.
    errands: BTreeMap<(AgentId, ObjectId), u32>,
    /// Events of the chronicle before this place have been read.
    read: usize,
    crowds: BTreeMap<SectorId, u32>,
    day: u32,
}

impl Going {
    /// The worst so far.
    pub fn worst(&self) -> Still {
        self.worst.clone()
    }
}

/// Watches from now on.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Going>().add_systems(Tick, watch.in_set(TickStep::WatchStalls));
}

type Body<'a> =
    ((&'a AgentId, &'a Persona, &'a Whereabouts, &'a CurrentAction, &'a DayPlan), (&'a Company, &'a Approach));

/// Looks once a minute.
fn watch(
    (now, calendar, map, roster, played): (Res<Now>, Res<Calendar>, Res<TownMap>, Res<Roster>, Res<TownInfo>),
    (people, chronicle): (Query<Body, Without<Avatar>>, Res<Chronicle>),
    mut going: ResMut<Going>,
) {
    if !calendar.begins_minute(now.0) {
        return;
    }
    let minute = calendar.minute(now.0);
    let Going { worst, idle, errands, read, crowds, day } = &mut *going;
    if *day != minute.day() {
        *day = minute.day();
        errands.clear();
        crowds.clear();
    }
    let mut here: BTreeMap<SectorId, usize> = BTreeMap::new();
    for ((id, persona, at, action, plan), (company, approach)) in people.iter_many(roster.0.values()) {
        if !(action.asleep && action.doing())
            && let Some(sector) = map.arena(at.0).sector
        {
            *here.entry(sector).or_default() += 1;
        }
        let nothing = action.what.trim().is_empty() || action.until <= now.0;
        let minutes = idle.entry(*id).or_default();
        *minutes = if nothing && company.0.is_none() && !action.asleep { *minutes + 1 } else { 0 };
        if *minutes > worst.idle_minutes {
            worst.idle_minutes = *minutes;
            let (time, place) = (calendar.date_time(now.0).strftime("%a %H:%M"), map.arena_name(at.0));
            let why = match (&approach.0, plan.part(minute), plan.hour(minute), plan.step(minute)) {
                (Some(_), ..) => "on the way to talk to somebody",
                (_, None, ..) => "outside the day's plan",
                (_, _, None, _) => "the part has no hours",
                (.., None) => "the hour has no steps",
                (.., Some(step)) if step.target.is_none() => "the step has no place",
                _ => "the next step waits",
            };
            worst.idle = format!("{} in {place}, {time}, after {:?}: {why}", persona.name, action.what);
        }
    }
    for event in chronicle.since(read) {
        let (Some(who), EventKind::SetOut { what, about: Some(thing) }) = (event.who, &event.kind) else { continue };
        let Some(((_, persona, ..), _)) = roster.0.get(&who).and_then(|one| people.get(*one).ok()) else { continue };
        let times = errands.entry((who, *thing)).or_default();
        *times += 1;
        if *times > worst.errands_again {
            worst.errands_again = *times;
            worst.errands = format!("{}, {what}", persona.name);
        }
    }
    let all = roster.0.len();
    if all < TOWN {
        return;
    }
    let events = played.news.iter().filter_map(|news| news.event.as_ref());
    let now_on = events.filter(|event| time_of(event, &calendar).contains(&minute));
    let busy: BTreeSet<&str> = now_on.filter_map(|event| event.place.split(": ").next()).collect();
    for (sector, count) in here.into_iter().filter(|(_, count)| count * 2 >= all) {
        if busy.contains(map.sector(sector).name.as_str()) {
            continue;
        }
        let minutes = crowds.entry(sector).or_default();
        *minutes += 1;
        if *minutes > worst.crowd_minutes {
            worst.crowd_minutes = *minutes;
            worst.crowd = format!("{}, {count} of {all}", map.sector(sector).name);
        }
    }
}

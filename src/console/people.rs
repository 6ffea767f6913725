//! Looking at people: `where`, `schedule`, `all-schedules`, `tree`, `chats`, `relations`.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    agent::{
        KnownPlaces, Whereabouts,
        acquaintances::Directory,
        agenda::Agenda,
        components::{
            action::CurrentAction,
            plan::DayPlan,
            reflection::Relations,
            talk::{Cooldowns, Talk, Talks},
        },
        resolve::{self as near, Somebody},
        time_words,
    },
    clock::{AgentId, Calendar, Minute, Now},
    memory::Memory,
    world::{SectorId, Tile, TownMap},
};

/// So many talks.
const TALKS: usize = 30;

/// A part of somebody, who may be gone.
pub(super) fn part<'a, T: Component>(world: &'a World, one: &Somebody) -> Result<&'a T, String> {
    world.get::<T>(one.entity).ok_or_else(|| format!("{} is not there any more", one.name))
}

pub(super) fn whole(world: &World) -> Result<(&TownMap, Calendar, Minute), String> {
    let map = world.get_resource::<TownMap>().ok_or("there is no town yet")?;
    let calendar = *world.get_resource::<Calendar>().ok_or("there is no town yet")?;
    Ok((map, calendar, calendar.minute(world.get_resource::<Now>().map_or(0, |now| now.0))))
}

/// `Klaus Mueller is at Oak Hill College: library (54, 31): studying`.
pub fn where_is(world: &World, one: &Somebody) -> String {
    let Some(map) = world.get_resource::<TownMap>() else { return one.name.clone() };
    let place = world.get::<Whereabouts>(one.entity).map_or_else(String::new, |here| map.arena_name(here.0));
    let at = world.get::<Tile>(one.entity).map_or_else(String::new, |at| format!(" ({}, {})", at.x, at.y));
    let doing = world.get::<CurrentAction>(one.entity).map_or("", |action| action.what.as_str());
    format!("{} is at {place}{at}: {doing}", one.name)
}

/// `where [NAME]`.
///
/// # Errors
/// Nobody is called so.
pub fn whereabouts(world: &World, rest: &str) -> Result<String, String> {
    if rest.trim().is_empty() {
        let all: Vec<String> = near::everybody(world).iter().map(|one| where_is(world, one)).collect();
        return Ok(all.join("\n"));
    }
    near::person(world, rest).map(|one| where_is(world, &one))
}

/// How finely a day is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fine {
    Parts,
    Hours,
    Steps,
}

/// `schedule NAME [day|hourly|steps]`.
///
/// # Errors
/// Nobody is called so, or there is no such way to tell a day.
pub fn schedule(world: &World, rest: &str) -> Result<String, String> {
    let (one, how) = near::leading(world, rest)?;
    let fine = match how {
        "" | "day" => Fine::Parts,
        "hourly" | "hours" => Fine::Hours,
        "steps" => Fine::Steps,
        other => return Err(format!("a schedule is told by day, hourly or steps, not by {}", near::quoted(other))),
    };
    day(world, &one, fine)
}

/// `all-schedules`.
///
/// # Errors
/// There is no town.
pub fn all_schedules(world: &World, _: &str) -> Result<String, String> {
    let all: Result<Vec<String>, String> =
        near::everybody(world).iter().map(|one| day(world, one, Fine::Parts)).collect();
    all.map(|all| all.join("\n\n"))
}

fn day(world: &World, one: &Somebody, fine: Fine) -> Result<String, String> {
    let (map, calendar, now) = whole(world)?;
    let plan: &DayPlan = part(world, one)?;
    let Some(wake) = plan.wake() else { return Ok(format!("{} has not planned a day yet", one.name)) };
    let mut lines = vec![format!("{}, {}:", one.name, time_words::date(calendar.date(wake)))];
    let here = |from: Minute, until: Minute| if (from..until).contains(&now) { ">" } else { " " };
    let row = |from: Minute, until: Minute, indent: &str, what: &str| {
        format!("{} {}-{}  {indent}{what}", here(from, until), from.time_of_day(), until.time_of_day())
    };
    for of_day in &plan.parts {
        let place = map.arena_name(of_day.place);
        lines.push(row(of_day.from, of_day.until, "", &format!("{} ({place})", of_day.what)));
        for hour in of_day.hours.iter().filter(|_| fine != Fine::Parts) {
            lines.push(row(hour.from, hour.until, "  ", &hour.what));
            for step in hour.steps.iter().filter(|_| fine == Fine::Steps) {
                let thing = step.target.as_ref().and_then(|target| target.object);
                let thing = thing.map(|id| format!(" ({})", map.address(id))).unwrap_or_default();
                lines.push(row(step.from, step.until, "    ", &format!("{}{thing}", step.what)));
            }
        }
    }
    if fine != Fine::Parts && plan.parts.iter().any(|part| part.hours.is_empty() && part.until > now) {
        lines.push("  (later hours are planned when they come near)".into());
    }
    Ok(lines.join("\n"))
}

/// A memory as a line: when, how heavy, what.
pub(super) fn remembered(memory: &Memory, calendar: &Calendar) -> String {
    let shown = time_words::recalled(memory, calendar);
    let when = if shown.when.is_empty() { "from before".to_string() } else { shown.when };
    let by = memory.source.as_ref().map(|by| format!(" (said by {by})")).unwrap_or_default();
    let secret = if memory.secret { " (kept to oneself)" } else { "" };
    format!("  {when:>12}  [{:>2}]  {}{by}{secret}", memory.importance, memory.text)
}

/// `tree NAME`: what somebody knows of the town, with how things looked when last seen.
///
/// # Errors
/// Nobody is called so.
pub fn tree(world: &World, rest: &str) -> Result<String, String> {
    let (one, _) = near::leading(world, rest)?;
    let (map, ..) = whole(world)?;
    let known: &KnownPlaces = part(world, &one)?;
    let mut by_sector: BTreeMap<Option<SectorId>, Vec<String>> = BTreeMap::new();
    for (arena, things) in &known.0 {
        let seen = things.iter().map(|(id, seen)| format!("{} ({})", map.object(*id).name, seen.state));
        let seen: Vec<String> = seen.collect();
        let line = match seen.is_empty() {
            true => format!("    {}", map.arena(*arena).name),
            false => format!("    {}: {}", map.arena(*arena).name, seen.join(", ")),
        };
        by_sector.entry(map.arena(*arena).sector).or_default().push(line);
    }
    let mut lines = vec![format!("{} knows {} rooms and open places:", one.name, known.0.len())];
    for (sector, rooms) in by_sector {
        lines.push(format!("  {}", sector.map_or("in the open", |sector| map.sector(sector).name.as_str())));
        lines.extend(rooms);
    }
    Ok(lines.join("\n"))
}

/// `chats NAME`: with whom somebody has talked, and when.
///
/// # Errors
/// Nobody is called so.
pub fn chats(world: &World, rest: &str) -> Result<String, String> {
    let (one, _) = near::leading(world, rest)?;
    let (map, calendar, _) = whole(world)?;
    let talks = world.get_resource::<Talks>().ok_or("there is no town yet")?;
    let name = |id: &AgentId| {
        world.get_resource::<Directory>().and_then(|all| all.get(*id)).map_or("somebody", |one| one.name.as_str())
    };
    let mine = talks.over.iter().map(|(_, talk)| talk).chain(talks.open.values());
    let mut mine: Vec<&Talk> = mine.filter(|talk| talk.members.contains(&one.id)).collect();
    mine.sort_by_key(|talk| talk.began);
    let mut lines = vec![format!("{} has talked {} times:", one.name, mine.len())];
    for talk in mine.iter().rev().take(TALKS).rev() {
        let with: Vec<&str> = talk.members.iter().filter(|id| **id != one.id).map(name).collect();
        let when = calendar.date_time(talk.began).strftime("%-d %b %H:%M");
        let state = if talk.ended.is_none() { ", under way" } else { "" };
        let (place, count) = (map.arena_name(talk.arena), talk.lines.len());
        lines.push(format!("  {when}  with {} at {place}, {count} lines{state}", with.join(" and ")));
    }
    let now = world.get_resource::<Now>().map_or(0, |now| now.0);
    let cool: &Cooldowns = part(world, &one)?;
    for (other, from) in cool.0.iter().filter(|(_, from)| **from > now) {
        let time = calendar.date_time(*from).strftime("%H:%M");
        lines.push(format!("  has just talked with {}: not again before {time}", name(other)));
    }
    Ok(lines.join("\n"))
}

/// `relations NAME`: what others are to somebody, and what they have agreed upon.
///
/// # Errors
/// Nobody is called so.
pub fn relations(world: &World, rest: &str) -> Result<String, String> {
    let (one, _) = near::leading(world, rest)?;
    let (map, calendar, _) = whole(world)?;
    let relations: &Relations = part(world, &one)?;
    let persona: &crate::agent::Persona = part(world, &one)?;
    let directory = world.get_resource::<Directory>();
    let mut lines = vec![format!("What others are to {}:", one.name)];
    let mut told = Vec::new();
    for (id, relation) in relations.0.iter().filter(|(_, relation)| !relation.relation.is_empty()) {
        let name = directory.and_then(|all| all.get(*id)).map_or("somebody", |one| one.name.as_str());
        told.push(name);
        lines.push(format!("  {name}: {} {}", relation.relation, relation.feeling).trim_end().to_string());
    }
    for other in persona.people.iter().filter(|other| !told.contains(&other.name.as_str())) {
        lines.push(format!("  {}: {} (from before)", other.name, other.knows));
    }
    let agenda: &Agenda = part(world, &one)?;
    for engagement in &agenda.0 {
        let (date, place) = (time_words::date(calendar.date(engagement.from)), map.arena_name(engagement.place));
        let (from, until) = (engagement.from.time_of_day(), engagement.until.time_of_day());
        lines.push(format!("  means to {} at {place}, {date} {from}-{until}: {}", engagement.what, engagement.how));
    }
    Ok(lines.join("\n"))
}

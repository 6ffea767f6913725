//! Looking at people: `where`, `schedule`, `all-schedules`, `tree`, `relations`.

use std::collections::BTreeMap;

use super::{
    Outcome,
    table::{Arguments, Town, said},
};
use crate::{
    agent::{
        KnownPlaces, Persona, Whereabouts,
        agenda::Agenda,
        components::{Relations, action::CurrentAction, plan::DayPlan},
        persona::Names,
        resolve::{self, Somebody},
        wording,
    },
    clock::Minute,
    memory::Memory,
    mind::question::Settled,
    world::{SectorId, Tile},
};

/// `Klaus Mueller is at Oak Hill College: library (54, 31): studying`.
pub(super) fn where_is(town: &Town, one: &Somebody) -> String {
    let place = town.part::<Whereabouts>(one).map_or_else(|_| String::new(), |here| town.map.arena_name(here.0));
    let at = town.part::<Tile>(one).map_or_else(|_| String::new(), |at| format!(" ({}, {})", at.x, at.y));
    let doing = town.part::<CurrentAction>(one).map_or("", |action| action.what.as_str());
    format!("{} is at {place}{at}: {doing}", one.name)
}

/// `where [NAME]`.
pub(super) fn whereabouts(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let all = arguments.somebody.as_ref().map_or_else(|| resolve::everybody(town.world), |one| vec![one.clone()]);
    said(&all.iter().map(|one| where_is(town, one)).collect::<Vec<_>>())
}

/// `schedule NAME [day|hourly|steps]`.
pub(super) fn schedule(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    day(town, arguments.who()?, arguments.choice).map(Outcome::Said)
}

/// `all-schedules`.
pub(super) fn all_schedules(town: &Town, _: &Arguments) -> Result<Outcome, String> {
    let all = resolve::everybody(town.world);
    let all: Result<Vec<String>, String> = all.iter().map(|one| day(town, one, "day")).collect();
    all.map(|all| Outcome::Said(all.join("\n\n")))
}

/// `fine`: `hourly` or `steps`; else only its parts.
fn day(town: &Town, one: &Somebody, fine: &str) -> Result<String, String> {
    let (map, now, hourly) = (town.map, town.minute, ["hourly", "steps"].contains(&fine));
    let plan: &DayPlan = town.part(one)?;
    let Some(wake) = plan.wake() else { return Ok(format!("{} has not planned a day yet", one.name)) };
    let mut lines = vec![format!("{}, {}:", one.name, wording::date(town.calendar.date(wake)))];
    let here = |from: Minute, until: Minute| if (from..until).contains(&now) { ">" } else { " " };
    let row = |from: Minute, until: Minute, indent: &str, what: &str| {
        format!("{} {}-{}  {indent}{what}", here(from, until), from.time_of_day(), until.time_of_day())
    };
    for of_day in &plan.parts {
        let place = map.arena_name(of_day.place);
        lines.push(row(of_day.from, of_day.until, "", &format!("{} ({place})", of_day.what)));
        for hour in of_day.hours.iter().filter(|_| hourly) {
            lines.push(row(hour.from, hour.until, "  ", &hour.what));
            for step in hour.steps.iter().filter(|_| fine == "steps") {
                let thing = step.target.as_ref().and_then(|target| target.object);
                let thing = thing.map(|id| format!(" ({})", map.address(id))).unwrap_or_default();
                lines.push(row(step.from, step.until, "    ", &format!("{}{thing}", step.what)));
            }
        }
    }
    if hourly && plan.parts.iter().any(|part| part.hours.is_empty() && part.until > now) {
        lines.push("  (later hours are planned when they come near)".into());
    }
    Ok(lines.join("\n"))
}

/// A memory as a line: when, how heavy, what.
pub(super) fn remembered(town: &Town, memory: &Memory) -> String {
    let shown = wording::recalled(memory, &town.calendar);
    let when = if shown.when.is_empty() { "from before".to_string() } else { shown.when };
    let by = memory.source.as_ref().map(|by| format!(" (said by {by})")).unwrap_or_default();
    let secret = if memory.secret { " (kept to oneself)" } else { "" };
    format!("  {when:>12}  [{:>2}]  {}{by}{secret}", memory.importance, memory.text)
}

/// `tree NAME`: what somebody knows of the town, with how things looked when last seen.
pub(super) fn tree(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let (one, map) = (arguments.who()?, town.map);
    let known: &KnownPlaces = town.part(one)?;
    let mut by_sector: BTreeMap<Option<SectorId>, Vec<String>> = BTreeMap::new();
    for (arena, things) in &known.0 {
        let seen = things.iter().map(|(id, seen)| format!("{} ({})", map.object(*id).name, seen.state));
        let seen = seen.collect::<Vec<_>>().join(", ");
        let gap = if seen.is_empty() { "" } else { ": " };
        let line = format!("    {}{gap}{seen}", map.arena(*arena).name);
        by_sector.entry(map.arena(*arena).sector).or_default().push(line);
    }
    let mut lines = vec![format!("{} knows {} rooms and open places:", one.name, known.0.len())];
    for (sector, rooms) in by_sector {
        lines.push(format!("  {}", sector.map_or("in the open", |sector| map.sector(sector).name.as_str())));
        lines.extend(rooms);
    }
    said(&lines)
}

/// `relations NAME`: what others are to somebody, and what they have agreed upon.
pub(super) fn relations(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let one = arguments.who()?;
    let (relations, persona, agenda): (&Relations, &Persona, &Agenda) =
        (town.part(one)?, town.part(one)?, town.part(one)?);
    let mut lines = vec![format!("What others are to {}:", one.name)];
    let mut told = Vec::new();
    for (id, relation) in relations.0.iter().filter(|(_, relation)| !relation.relation.is_empty()) {
        let name = town.name(*id);
        told.push(name);
        lines.push(format!("  {name}: {} {}", relation.relation, relation.feeling).trim_end().to_string());
    }
    for other in persona.people.iter().filter(|other| !told.contains(&other.name.as_str())) {
        lines.push(format!("  {}: {} (from before)", other.name, other.knows));
    }
    for engagement in &agenda.engagements {
        let date = wording::date(town.calendar.date(engagement.from));
        let (place, from, until) = (town.map.arena_name(engagement.place), engagement.from, engagement.until);
        let (from, until) = (from.time_of_day(), until.time_of_day());
        lines.push(format!("  means to {} at {place}, {date} {from}-{until}: {}", engagement.what, engagement.how));
    }
    let names = town.world.get_resource::<Names>().cloned().unwrap_or_default();
    for agreement in agenda.agreements.iter().filter(|agreement| agreement.is_party(one.id)) {
        let Settled { n, who, what, place, when, condition, how, .. } = agreement.settled(one.id, &names);
        let condition = if condition.is_empty() { condition } else { format!("if {condition}") };
        let terms = [what, place, when, condition].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        lines.push(format!("  {n} {who}: {} ({how})", terms.join(", ")));
    }
    said(&lines)
}

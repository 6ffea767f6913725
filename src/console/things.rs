//! Commands about things: `set`, `reset`, `tile`, `find`.

use bevy::prelude::*;

use crate::{
    agent::{
        Whereabouts,
        components::{action::CurrentAction, percept::Attention},
        perception::within,
        resolve as near,
    },
    clock::Now,
    language::{
        clean::{one_line, short_line},
        condition::ConditionKind,
    },
    world::{Condition, Footing, ObjectId, ObjectState, Objects, Tile, TownMap},
};

/// Longer states are cut for show.
const SHOWN: usize = 60;
/// Words that put a thing back as it rests.
const REST: [&str; 5] = ["normal", "clear", "as usual", "at rest", "fine"];
/// So many matches are listed.
const FOUND: usize = 12;

const NO_TOWN: &str = "there is no town yet";

fn map(world: &World) -> Result<&TownMap, String> {
    world.get_resource::<TownMap>().ok_or_else(|| NO_TOWN.into())
}

/// A thing is in a state from now on; says who is near enough to notice.
///
/// # Errors
/// There is no such thing.
pub fn set(world: &mut World, thing: &str, state: &str, kind: ConditionKind) -> Result<String, String> {
    let id = near::thing(map(world)?, thing)?;
    let (shown, full) = cut(state);
    let object = map(world)?.object(id);
    if REST.contains(&shown.to_lowercase().as_str()) || shown == object.rest {
        return rest_again(world, id);
    }
    let (name, entity, now) = (map(world)?.address(id), entity(world, id)?, world.resource::<Now>().0);
    let Some(mut thing) = world.get_mut::<ObjectState>(entity) else { return Err(format!("{name} is not there")) };
    let answer = format!("{name} is {shown}");
    thing.condition = Some(Condition { kind, what: shown, full, since: now, by: None });
    Ok(format!("{answer}. {}", noticed(world, id)))
}

/// The thing of this address, or everything, is as it rests.
///
/// # Errors
/// There is no such thing.
pub fn reset(world: &mut World, thing: Option<&str>) -> Result<String, String> {
    if let Some(thing) = thing {
        let id = near::thing(map(world)?, thing)?;
        return rest_again(world, id);
    }
    let all: Vec<ObjectId> = (0..map(world)?.objects.len()).map(|n| ObjectId(n as u16)).collect();
    let mut back = 0;
    for id in all {
        let Ok(entity) = entity(world, id) else { continue };
        if world.get::<ObjectState>(entity).is_some_and(|thing| thing.condition.is_some()) {
            rest_again(world, id)?;
            back += 1;
        }
    }
    Ok(match back {
        0 => "everything was as it rests".into(),
        1 => "one thing is as it was".into(),
        many => format!("{many} things are as they were"),
    })
}

fn entity(world: &World, id: ObjectId) -> Result<Entity, String> {
    let objects = world.get_resource::<Objects>().ok_or(NO_TOWN)?;
    objects.0.get(usize::from(id.0)).copied().ok_or_else(|| NO_TOWN.into())
}

fn rest_again(world: &mut World, id: ObjectId) -> Result<String, String> {
    let (name, object, entity) = (map(world)?.address(id), map(world)?.object(id).clone(), entity(world, id)?);
    let Some(mut thing) = world.get_mut::<ObjectState>(entity) else { return Err(format!("{name} is not there")) };
    thing.condition = None;
    if thing.left == 0 {
        thing.refill(&object);
    }
    Ok(format!("{name} is as it was"))
}

/// Who is near enough to notice, and who would if they were awake.
fn noticed(world: &World, id: ObjectId) -> String {
    let Ok(map) = map(world) else { return String::new() };
    let object = map.object(id);
    let thing = entity(world, id).ok().and_then(|entity| world.get::<ObjectState>(entity));
    let kind = thing.map_or(ConditionKind::AtRest, ObjectState::kind);
    let (mut awake, mut asleep) = (Vec::new(), Vec::new());
    for one in near::everybody(world) {
        let of = (world.get::<Whereabouts>(one.entity), world.get::<Tile>(one.entity));
        let (Some(here), Some(at)) = of else { continue };
        let radius = world.get::<Attention>(one.entity).map_or(0, |attention| attention.radius);
        let near = |cell: &Tile| at.x.abs_diff(cell.x).max(at.y.abs_diff(cell.y)) <= radius;
        if !within(map, here.0, id, kind) || !object.cells.iter().any(near) {
            continue;
        }
        let sleeps = world.get::<CurrentAction>(one.entity).is_some_and(|action| action.asleep && action.doing());
        if sleeps { &mut asleep } else { &mut awake }.push(one.name);
    }
    let names = |names: &[String]| names.join(", ");
    match (awake.is_empty(), asleep.is_empty()) {
        (true, true) => "Nobody is near enough to notice.".into(),
        (true, false) => format!("Only people who sleep are near: {}.", names(&asleep)),
        (false, true) => format!("Near enough to notice: {}.", names(&awake)),
        (false, false) => format!("Near enough to notice: {}; asleep there: {}.", names(&awake), names(&asleep)),
    }
}

/// A state as it may be shown, and in full if that is longer.
fn cut(state: &str) -> (String, String) {
    let plain = one_line(state);
    if plain.chars().count() <= SHOWN {
        return (plain, String::new());
    }
    (short_line(&plain, SHOWN - 1), plain)
}

/// `tile X Y [events|details]`, `tile <address> [events|details]`: what is in a cell, or what goes on there.
///
/// # Errors
/// What is wrong with it.
pub fn tile(world: &World, rest: &str) -> Result<String, String> {
    let map = map(world)?;
    let words: Vec<&str> = rest.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    let number = |n: usize| words.get(n).and_then(|word| word.parse::<i32>().ok());
    let (wide, high) = (map.width - 1, map.height - 1);
    let usage = || format!("write tile X Y, from 0 0 to {wide} {high}, or tile <Sector: room: object>");
    let (at, how) = match (number(0).zip(number(1)), number(0)) {
        (Some((x, y)), _) => (Tile { x, y }, words[2..].join(" ")),
        (None, None) if !words.is_empty() => {
            let (address, how) = near::leading_thing(map, rest).map_err(|why| format!("{why}; {}", usage()))?;
            let cell = map.object(near::thing(map, address)?).cells.first().copied();
            (cell.ok_or_else(usage)?, how.to_string())
        }
        _ => return Err(usage()),
    };
    if map.index(at).is_none() {
        return Err(format!("({}, {}) is not on the map: {}", at.x, at.y, usage()));
    }
    match how.as_str() {
        "" => Ok(format!("{}\n{}", details(world, map, at), events(world, map, at))),
        "details" => Ok(details(world, map, at)),
        "events" => Ok(events(world, map, at)),
        other => Err(format!("a tile has events and details, no {}: {}", near::quoted(other), usage())),
    }
}

fn details(world: &World, map: &TownMap, at: Tile) -> String {
    let place = map.arena_at(at).map_or_else(|| "no room (a wall or a doorway)".into(), |arena| map.arena_name(arena));
    let foot = match map.footing(at) {
        _ if map.is_door(at) => "a doorway",
        Footing::Free => "free to walk",
        Footing::Blocked => "nobody can walk there",
        Footing::End => "a seat or a bed: one can end there and not pass",
    };
    let mut lines = vec![format!("({}, {}): {place}; {foot}", at.x, at.y)];
    for id in things_at(map, at) {
        let object = map.object(id);
        let state = entity(world, id).ok().and_then(|entity| world.get::<ObjectState>(entity));
        let shows = state.map_or(object.rest.as_str(), |state| state.shows(object));
        let offers = object.affordances.join(", ");
        let offers = if offers.is_empty() { String::new() } else { format!("; for: {offers}") };
        lines.push(format!("  {}: {shows}{offers}", map.address(id)));
    }
    lines.join("\n")
}

fn events(world: &World, map: &TownMap, at: Tile) -> String {
    let mut lines = Vec::new();
    for id in things_at(map, at) {
        let Some(state) = entity(world, id).ok().and_then(|entity| world.get::<ObjectState>(entity)) else { continue };
        let object = map.object(id);
        if state.shows(object) != object.rest {
            lines.push(format!("  {} is {}", map.address(id), state.shows(object)));
        }
    }
    for one in near::everybody(world).into_iter().filter(|one| world.get::<Tile>(one.entity) == Some(&at)) {
        let doing = world.get::<CurrentAction>(one.entity).map_or("", |action| action.what.as_str());
        lines.push(format!("  {} is {doing}", one.name));
    }
    if lines.is_empty() { "  nothing goes on there".into() } else { lines.join("\n") }
}

fn things_at(map: &TownMap, at: Tile) -> impl Iterator<Item = ObjectId> {
    let covers = move |(n, object): (usize, &crate::world::map::Object)| {
        object.cells.contains(&at).then_some(ObjectId(n as u16))
    };
    map.objects.iter().enumerate().filter_map(covers)
}

/// Something that was looked for.
pub struct Hit {
    /// As it is told.
    pub line: String,
    /// Where it is.
    pub at: Option<Tile>,
}

/// People, things and places whose names hold all words of `rest`.
///
/// # Errors
/// That there is none, with the nearest names.
pub fn look_for(world: &World, rest: &str) -> Result<Vec<Hit>, String> {
    let map = map(world)?;
    let wanted: Vec<String> =
        rest.to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '\'').map(str::to_string).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    if wanted.is_empty() {
        return Err("write find and some words of a name".into());
    }
    let fits = |name: &str| {
        let name = name.to_lowercase();
        wanted.iter().all(|word| is_in(&name, word))
    };
    let mut hits: Vec<Hit> = Vec::new();
    for one in near::everybody(world).into_iter().filter(|one| fits(&one.name)) {
        hits.push(Hit { line: super::people::where_is(world, &one), at: world.get::<Tile>(one.entity).copied() });
    }
    for (n, sector) in map.sectors.iter().enumerate().filter(|(_, sector)| fits(&sector.name)) {
        let at =
            (map.sector_at.iter().position(|of| of.is_some_and(|of| usize::from(of.0) == n))).map(|at| map.tile(at));
        hits.push(Hit { line: format!("{}{}", sector.name, cell(at)), at });
    }
    let things = (0..map.objects.len()).map(|n| ObjectId(n as u16));
    for id in things.filter(|id| fits(&map.address(*id))) {
        let at = map.object(id).cells.first().copied();
        let state = entity(world, id).ok().and_then(|entity| world.get::<ObjectState>(entity));
        let shows = state.map_or("", |state| state.shows(map.object(id)));
        hits.push(Hit { line: format!("{}{}: {shows}", map.address(id), cell(at)), at });
    }
    if hits.is_empty() {
        let people = near::everybody(world).into_iter().map(|one| one.name);
        let names = people.chain(map.sectors.iter().map(|sector| sector.name.clone()));
        let near = near::nearest(rest, names.chain(map.objects.iter().map(|object| object.name.clone())));
        return Err(format!("nobody and nothing here is called {}{}", near::quoted(rest), near::or_near(&near)));
    }
    Ok(hits)
}

fn is_in(name: &str, word: &str) -> bool {
    name.match_indices(word).any(|(at, _)| !name[..at].ends_with(char::is_alphanumeric))
}

fn cell(at: Option<Tile>) -> String {
    at.map(|at| format!(" ({}, {})", at.x, at.y)).unwrap_or_default()
}

/// What was found, as text.
pub fn found(hits: &[Hit]) -> String {
    let mut lines: Vec<String> = hits.iter().take(FOUND).map(|hit| hit.line.clone()).collect();
    if hits.len() > FOUND {
        lines.push(format!("and {} more: write more of the name", hits.len() - FOUND));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_states_are_cut() {
        assert_eq!(cut("burning"), ("burning".into(), String::new()));
        let (shown, full) = cut(&"燃".repeat(20_000));
        assert_eq!((shown.chars().count(), full.chars().count()), (SHOWN, 20_000));
        assert!(shown.ends_with('…'));
        assert_eq!(cut("<b>{{ x }}</b> 🔥").0, "<b>{{ x }}</b> 🔥");
    }
}

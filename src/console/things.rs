//! Commands about things: `set`, `reset`, `tile`, `find`.

use bevy::prelude::*;

use super::{
    Outcome,
    complete::holds,
    people::where_is,
    table::{Arguments, Town, resource},
};
use crate::{
    agent::{
        Whereabouts,
        components::{action::CurrentAction, percept::Attention},
        perception::within,
        resolve,
    },
    language::{
        clean::{one_line, short_line},
        condition::ConditionKind,
    },
    world::{Condition, Footing, ObjectId, ObjectState, Objects, SectorId, Tile, TownMap},
};

/// Longer states are cut for show.
const SHOWN: usize = 60;
/// Words that put a thing back as it rests.
const REST: [&str; 5] = ["normal", "clear", "as usual", "at rest", "fine"];
/// So many matches are listed.
const FOUND: usize = 12;

/// A thing is in a state from now on; says who is near enough to notice.
///
/// # Errors
/// There is no such thing.
pub fn set(world: &mut World, thing: &str, state: &str, kind: ConditionKind) -> Result<String, String> {
    let town = Town::of(world)?;
    let (id, (what, full)) = (resolve::thing(town.map, thing)?, cut(state));
    if REST.contains(&what.to_lowercase().as_str()) || what == town.map.object(id).rest {
        return rest_again(world, id);
    }
    let (since, answer) = (town.now, format!("{} is {what}", town.map.address(id)));
    thing_mut(world, id)?.condition = Some(Condition { kind, what, full, since, by: None, until: None });
    Ok(format!("{answer}. {}", noticed(&Town::of(world)?, id)))
}

/// The thing of this address, or everything, is as it rests.
///
/// # Errors
/// There is no such thing.
pub fn reset(world: &mut World, thing: Option<&str>) -> Result<String, String> {
    let town = Town::of(world)?;
    if let Some(thing) = thing {
        let id = resolve::thing(town.map, thing)?;
        return rest_again(world, id);
    }
    let changed = |id: &ObjectId| town.state(*id).is_some_and(|thing| thing.condition.is_some());
    let changed: Vec<ObjectId> = town.things().filter(changed).collect();
    for id in &changed {
        rest_again(world, *id)?;
    }
    Ok(match changed.len() {
        0 => "everything was as it rests".into(),
        1 => "one thing is as it was".into(),
        many => format!("{many} things are as they were"),
    })
}

fn thing_mut(world: &mut World, id: ObjectId) -> Result<Mut<'_, ObjectState>, String> {
    let entity = resource::<Objects>(world)?.entities.get(usize::from(id.0)).copied();
    entity.and_then(|entity| world.get_mut(entity)).ok_or_else(|| "this thing is gone; `find` looks for others".into())
}

fn rest_again(world: &mut World, id: ObjectId) -> Result<String, String> {
    let map = resource::<TownMap>(world)?;
    let (name, object) = (map.address(id), map.object(id).clone());
    let mut thing = thing_mut(world, id)?;
    thing.condition = None;
    if thing.left == 0 {
        thing.refill(&object);
    }
    Ok(format!("{name} is as it was"))
}

/// Who is near enough to notice, and who would if they were awake.
fn noticed(town: &Town, id: ObjectId) -> String {
    let object = town.map.object(id);
    let kind = town.state(id).map_or(ConditionKind::AtRest, ObjectState::kind);
    let (mut awake, mut asleep) = (Vec::new(), Vec::new());
    for one in resolve::everybody(town.world) {
        let (Ok(here), Ok(at)) = (town.part::<Whereabouts>(&one), town.part::<Tile>(&one)) else { continue };
        let radius = town.part::<Attention>(&one).map_or(0, |attention| attention.radius);
        let near = |cell: &Tile| at.x.abs_diff(cell.x).max(at.y.abs_diff(cell.y)) <= radius;
        if within(town.map, here.0, id, kind) && object.cells.iter().any(near) {
            let sleeps = town.part::<CurrentAction>(&one).is_ok_and(|action| action.is_sleeping());
            if sleeps { &mut asleep } else { &mut awake }.push(one.name);
        }
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
pub(super) fn tile(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let at = arguments.cell;
    Ok(Outcome::Said(match arguments.choice {
        "details" => details(town, at),
        "events" => events(town, at),
        _ => format!("{}\n{}", details(town, at), events(town, at)),
    }))
}

fn details(town: &Town, at: Tile) -> String {
    let map = town.map;
    let place = map.arena_at(at).map_or_else(|| "no room (a wall or a doorway)".into(), |arena| map.arena_name(arena));
    let foot = match map.footing(at) {
        _ if map.is_door(at) => "a doorway",
        Footing::Free => "free to walk",
        Footing::Blocked => "nobody can walk there",
        Footing::End => "a seat or a bed: one can end there and not pass",
    };
    let mut lines = vec![format!("({}, {}): {place}; {foot}", at.x, at.y)];
    for id in things_at(town, at) {
        let offers = map.object(id).affordances.join(", ");
        let offers = if offers.is_empty() { String::new() } else { format!("; for: {offers}") };
        lines.push(format!("  {}: {}{offers}", map.address(id), shows(town, id)));
    }
    lines.join("\n")
}

fn events(town: &Town, at: Tile) -> String {
    let changed = things_at(town, at).filter(|id| shows(town, *id) != town.map.object(*id).rest);
    let things = changed.map(|id| format!("  {} is {}", town.map.address(id), shows(town, id)));
    let people = resolve::everybody(town.world).into_iter().filter(|one| town.part(one) == Ok(&at));
    let people = people.map(|one| {
        let doing = town.part::<CurrentAction>(&one).map_or("", |action| action.what.as_str());
        format!("  {} is {doing}", one.name)
    });
    let lines: Vec<String> = things.chain(people).collect();
    if lines.is_empty() { "  nothing goes on there".into() } else { lines.join("\n") }
}

fn things_at(town: &Town, at: Tile) -> impl Iterator<Item = ObjectId> {
    town.things().filter(move |id| town.map.object(*id).cells.contains(&at))
}

/// What a thing looks like.
fn shows<'a>(town: &Town<'a>, id: ObjectId) -> &'a str {
    let object = town.map.object(id);
    town.state(id).map_or(object.rest.as_str(), |state| state.shows(object))
}

/// People, things and places whose names hold all words of `rest`, and where the first of them is.
///
/// # Errors
/// That there is none, with the nearest names.
pub(super) fn look_for(town: &Town, rest: &str) -> Result<(String, Option<Tile>), String> {
    let map = town.map;
    if !rest.contains(char::is_alphanumeric) {
        return Err("write find and some words of a name".into());
    }
    let fits = |name: &str| holds(name, rest);
    let cell = |at: Option<Tile>| at.map(|at| format!(" ({}, {})", at.x, at.y)).unwrap_or_default();
    let everybody = resolve::everybody(town.world);
    let people = everybody.iter().filter(|one| fits(&one.name));
    let people = people.map(|one| (where_is(town, one), town.part::<Tile>(one).ok().copied()));
    let sectors = map.sectors.iter().enumerate().filter(|(_, sector)| fits(&sector.name));
    let sectors = sectors.map(|(n, sector)| {
        let inside = |of: &Option<SectorId>| of.is_some_and(|of| usize::from(of.0) == n);
        let at = map.sector_at.iter().position(inside).map(|at| map.tile(at));
        (format!("{}{}", sector.name, cell(at)), at)
    });
    let things = town.things().filter(|id| fits(&map.address(*id))).map(|id| {
        let at = map.object(id).cells.first().copied();
        (format!("{}{}: {}", map.address(id), cell(at), shows(town, id)), at)
    });
    let hits: Vec<(String, Option<Tile>)> = people.chain(sectors).chain(things).collect();
    let Some((_, first)) = hits.first() else {
        let people = everybody.iter().map(|one| one.name.clone());
        let names = people.chain(map.sectors.iter().map(|sector| sector.name.clone()));
        let near = resolve::nearest(rest, names.chain(map.objects.iter().map(|object| object.name.clone())));
        return Err(format!("nobody and nothing here is called {}{}", resolve::quoted(rest), resolve::or_near(&near)));
    };
    let mut lines: Vec<&str> = hits.iter().take(FOUND).map(|(line, _)| line.as_str()).collect();
    let more = format!("and {} more: write more of the name", hits.len().saturating_sub(FOUND));
    lines.extend((hits.len() > FOUND).then_some(more.as_str()));
    Ok((lines.join("\n"), *first))
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

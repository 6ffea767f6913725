//! What an avatar says, and to whom.

use bevy::prelude::*;

use super::{by_name, found};
use crate::{
    agent::{
        components::{Avatar, Company, CurrentAction, Errand, MOST_MEMBERS, Talks, walk_off},
        persona::{Names, Whereabouts},
    },
    clock::{AgentId, Roster},
    language::clean::one_line,
    world::{Facing, Tile},
};

/// One is heard as far as this, in tiles.
const EARSHOT: u32 = 4;
/// Letters of a line, at most; longer ones are cut.
const LONGEST: usize = 600;
/// Lines that wait to be said, at most.
const MOST_LINES: usize = 4;

/// Who would be spoken to by an avatar that speaks now: whoever it talks to, else who is nearest, before it first.
/// With `name`, nobody but them.
///
/// # Errors
/// Nobody is near enough, or they cannot listen.
pub fn hears(world: &World, entity: Entity, name: Option<&str>) -> Result<AgentId, String> {
    let (Some(me), Some(at), Some(here)) =
        (world.get::<AgentId>(entity), world.get::<Tile>(entity), world.get::<Whereabouts>(entity))
    else {
        return Err("you are nowhere".into());
    };
    let wanted = name.map(|name| by_name(world, name)).transpose()?;
    let talks = world.resource::<Talks>();
    let talk = world.get::<Company>(entity).and_then(|company| talks.open.get(&company.0?));
    if let Some(partner) = talk.and_then(|talk| talk.partner(*me)).filter(|_| wanted.is_none()) {
        return Ok(partner);
    }
    let facing = world.get::<Facing>(entity).copied().unwrap_or_default().step();
    let near = world.resource::<Roster>().0.iter().filter(|(id, _)| **id != *me).filter_map(|(id, one)| {
        let (there, arena) = (*world.get::<Tile>(*one)?, world.get::<Whereabouts>(*one)?.0);
        let far = at.distance(there);
        let ahead = (there.x - at.x) * facing.0 + (there.y - at.y) * facing.1 > 0;
        (arena == here.0 && far <= EARSHOT).then_some((!ahead && far > 1, far, *id, *one))
    });
    let near = near.filter(|(_, _, id, _)| wanted.is_none_or(|wanted| wanted == *id));
    let mut near: Vec<_> = near.collect();
    near.sort_unstable();
    let name_of = |id: &AgentId| world.resource::<Names>().0.get(id).cloned().unwrap_or_default();
    let mut why = match wanted {
        Some(id) => format!("{} is not near enough to hear you", name_of(&id)),
        None => "nobody is near enough to hear you".into(),
    };
    for (_, _, id, one) in near {
        match listens(world, one, talks) {
            Ok(()) => return Ok(id),
            Err(what) => why = format!("{} {what}", name_of(&id)),
        }
    }
    Err(why)
}

/// Who is near enough and is called by name in what is said, so that it is meant for nobody else: "Klaus, good morning!",
/// "Good morning, Klaus." Whom one asks about is not called: "Do you know Klaus?"
fn hailed(world: &World, entity: Entity, words: &str) -> Option<AgentId> {
    let calls = |first: &str| {
        words.match_indices(first).any(|(at, _)| {
            let (before, after) = (words[..at].trim_end(), &words[at + first.len()..]);
            let opens = before.is_empty() && after.starts_with([',', '!']);
            opens || before.ends_with(',') && (after.is_empty() || after.starts_with([',', '.', '!', '?']))
        })
    };
    let people = &world.resource::<Names>().0;
    let called = people.values().filter(|name| name.split_whitespace().next().is_some_and(calls));
    { called }.find_map(|name| hears(world, entity, Some(name)).ok())
}

/// Can somebody be spoken to?
fn listens(world: &World, one: Entity, talks: &Talks) -> Result<(), String> {
    let action = world.get::<CurrentAction>(one);
    if action.is_some_and(|action| action.asleep && action.doing()) {
        return Err("is asleep".into());
    }
    if let Some(doing) = world.get::<Errand>(one).and_then(|errand| errand.0.as_ref()) {
        return Err(format!("has no ear for you: busy {}", doing.what));
    }
    let talk = world.get::<Company>(one).and_then(|company| talks.open.get(&company.0?));
    if talk.is_some_and(|talk| talk.members.len() >= MOST_MEMBERS) {
        return Err(format!("is one of {MOST_MEMBERS} who talk already"));
    }
    Ok(())
}

/// Says something to somebody, or to whoever is near; to who talks to another already, one joins them.
///
/// # Errors
/// No avatar, no words, or nobody who listens.
pub fn say(world: &mut World, to: Option<&str>, words: &str) -> Result<String, String> {
    let (_, entity) = found(world)?;
    let words = one_line(words);
    let words = match words.char_indices().nth(LONGEST - 1) {
        Some((at, _)) if words.chars().count() > LONGEST => format!("{}…", words[..at].trim_end()),
        _ => words,
    };
    let name_of = |id: AgentId| world.resource::<Names>().0.get(&id).cloned().unwrap_or_default();
    let first_name = |id| name_of(id).split_whitespace().next().unwrap_or_default().to_string();
    let in_talk = world.get::<Company>(entity).and_then(|company| company.0);
    let talk = in_talk.and_then(|talk| world.resource::<Talks>().open.get(&talk)).filter(|talk| talk.ended.is_none());
    let me = world.get::<AgentId>(entity).copied();
    let called = talk.zip(me).filter(|_| to.is_none()).and_then(|(talk, me)| talk.called(me, &words, first_name));
    let called = called.or_else(|| hailed(world, entity, &words).filter(|_| to.is_none() && talk.is_none()));
    let to = called.map_or_else(|| hears(world, entity, to), Ok)?;
    let name = name_of(to);
    let elsewhere = talk.is_none_or(|talk| talk.ended.is_some() || !talk.members.contains(&to));
    if elsewhere {
        walk_off(world, entity);
    }
    let Some(mut avatar) = world.get_mut::<Avatar>(entity) else { return Err("you are nowhere".into()) };
    if avatar.lines.len() >= MOST_LINES {
        return Err("one thing after the other: wait until that has been said".into());
    }
    avatar.lines.push_back(words);
    avatar.to = elsewhere.then_some(to);
    Ok(format!("to {name}"))
}

/// Leaves the talk.
///
/// # Errors
/// No avatar, or no talk.
pub fn bye(world: &mut World) -> Result<String, String> {
    let (_, entity) = found(world)?;
    match walk_off(world, entity) {
        true => Ok("you leave the talk".into()),
        false => Err("you are talking to nobody".into()),
    }
}

//! A newcomer comes to town, a resident is taken over, and either is let go.

use bevy::prelude::*;
use painter::people::{self, Look};

use super::{
    by_name,
    departed::{self, Departed, Gone},
    find, found, name, walk,
};
use crate::{
    agent::{
        acquaintances::Directory,
        components::{Approach, Avatar, Company, CurrentAction, DayPlan, Errand, Newcomer, Reactions, Voice, walk_off},
        persona::{Home, Names, Persona, Whereabouts},
        spawn,
    },
    clock::{AgentId, Calendar, Minute, Now, Roster},
    command::Arrival,
    exchange::Thinking,
    memory::{Memory, MemoryStream},
    mind::question::{Named, TimeOfDay, Utter},
    world::{SectorId, Tile, TownMap},
};

/// Letters of a name, at most.
pub const LONGEST_NAME: usize = 40;
/// How much it matters to have been moved by somebody else's will.
const IMPORTANCE: u8 = 4;

/// Whether somebody can come to town under this name and with these looks; the looks as they are kept.
///
/// # Errors
/// What is wrong with the name or the look.
pub fn check(arrival: &Arrival) -> Result<String, String> {
    check_name(&arrival.name)?;
    match arrival.look.as_str() {
        "" => Ok(String::new()),
        parts if parts.contains('=') => Ok(Look::read(parts)?.to_string()),
        key => whole(key),
    }
}

/// The key of somebody who is painted as a whole.
fn whole(name: &str) -> Result<String, String> {
    let key = name.to_lowercase().replace('-', "_");
    if people::has(&key) {
        return Ok(key);
    }
    let guests = people::GUESTS.len();
    Err(format!(
        "nobody looks like {name:?}: take guest_1 to guest_{guests}, first_last of somebody painted, or parts, such as \
         look skin=tan hair=bob:black top=coat:red"
    ))
}

fn check_name(name: &str) -> Result<(), String> {
    let letters = name.chars().count();
    match () {
        () if letters > LONGEST_NAME => Err(format!("a name of {letters} letters is too long: {LONGEST_NAME} at most")),
        () if !name.chars().any(char::is_alphabetic) => Err(format!("{name:?} has no letter in it")),
        () if name.contains(['<', '>', '"', '{', '}', ':']) => {
            Err("a name has no <, >, {, }, : or quotes in it".into())
        }
        () => name::check(name),
    }
}

/// A newcomer comes to town, or comes back to it as themselves: by the same name, and with what they remember.
///
/// # Errors
/// There is an avatar already, the name is taken or none, or there is nowhere to stand.
pub fn join(world: &mut World, arrival: &Arrival) -> Result<String, String> {
    if let Some((id, _)) = find(world) {
        let name = world.resource::<Names>().0.get(&id).cloned().unwrap_or_default();
        return Err(format!("you are in town as {name}: leave first"));
    }
    let arrival = Arrival { look: check(arrival)?, ..arrival.clone() };
    name::unlike_others(world, &arrival.name)?;
    let names = &world.resource::<Names>().0;
    let back = world.resource::<Departed>().named(&arrival.name);
    let taken = || names.values().find(|name| name.to_lowercase() == arrival.name.to_lowercase());
    if let Some(name) = taken().filter(|_| back.is_none()) {
        return Err(format!("{name} is the name of somebody here already: take another, or possess {name}"));
    }
    let next = AgentId(names.keys().next_back().map_or(0, |last| last.0 + 1));
    let map = world.resource::<TownMap>();
    let gate = arrival.at.or(map.spawns.first().copied()).unwrap_or(Tile::new(map.width / 2, map.height / 2));
    let at = walk::nearest(map, gate).ok_or("there is no ground to stand on")?;
    let arena = map.arena_at(at).unwrap_or_default();
    let at = at_least_free(world, at);
    let now = world.resource::<Now>().0;
    let home = Home { sector: SectorId(u16::MAX), rooms: vec![], work: vec![] };
    let gone = back.and_then(|id| Some((id, world.resource_mut::<Departed>().0.remove(&id)?)));
    let action = CurrentAction::unplanned(walk::STANDS.into(), walk::LOOKS, at, arena, now);
    let avatar = Avatar { since: now, told: arena, ..Avatar::default() };
    let (id, new) = gone.as_ref().map_or((next, true), |(id, _)| (*id, false));
    let before = gone.map(|(_, gone)| gone);
    let (persona, mut memory) = match &before {
        Some(gone) => (renewed(&gone.persona, &arrival), gone.memory.clone()),
        None => (persona(&arrival), MemoryStream::default()),
    };
    let name = persona.name.clone();
    let comes = if new { "came to town" } else { "came back to town" };
    for text in [arrival.story.clone(), format!("{name} {comes}.")] {
        if !text.is_empty() && !memory.all().iter().any(|one| one.text == text && one.text == arrival.story) {
            memory.remember(Memory::observed(text, now, IMPORTANCE));
        }
    }
    world.resource_mut::<Names>().0.insert(id, name.clone());
    let named = Named { name: name.clone(), pronouns: persona.pronouns.clone() };
    world.resource_mut::<Directory>().add(id, named);
    let entity = spawn::embody(world, (id, &persona, home), (at, arena), (action, memory));
    let mut one = world.entity_mut(entity);
    one.insert((avatar, Newcomer));
    if let Some(Gone { known, voice, cooldowns, thinking, .. }) = before {
        one.insert((known, voice, cooldowns, thinking));
    }
    Ok(format!("{name} {}", if new { "comes to town" } else { "comes back to town" }))
}

/// Somebody as they were, but for what is said anew.
fn renewed(before: &Persona, arrival: &Arrival) -> Persona {
    let or = |new: &String, old: &String| if new.is_empty() { old.clone() } else { new.clone() };
    Persona {
        pronouns: or(&arrival.pronouns, &before.pronouns),
        background: or(&arrival.story, &before.background),
        look: or(&arrival.look, &before.look),
        ..before.clone()
    }
}

/// A free cell near `at` on which nobody stands.
fn at_least_free(world: &mut World, at: Tile) -> Tile {
    let everyone: Vec<Entity> = world.resource::<Roster>().0.values().copied().collect();
    let taken: Vec<Tile> = everyone.iter().filter_map(|one| world.get::<Tile>(*one).copied()).collect();
    let map = world.resource::<TownMap>();
    let around =
        (0..6_i32).flat_map(|ring| (-ring..=ring).flat_map(move |dy| (-ring..=ring).map(move |dx| (ring, dx, dy))));
    let around = around.filter(|(ring, dx, dy)| dx.abs().max(dy.abs()) == *ring);
    let cells = around.map(|(_, dx, dy)| Tile::new(at.x + dx, at.y + dy));
    let free = |cell: &Tile| {
        let ground = map.index(*cell).is_some() && map.footing(*cell) == crate::world::Footing::Free;
        ground && !map.is_door(*cell) && map.arena_at(*cell) == map.arena_at(at) && !taken.contains(cell)
    };
    { cells }.find(free).unwrap_or(at)
}

fn persona(arrival: &Arrival) -> Persona {
    Persona {
        name: arrival.name.clone(),
        age: 30,
        pronouns: if arrival.pronouns.is_empty() { "they".into() } else { arrival.pronouns.clone() },
        traits: String::new(),
        background: arrival.story.clone(),
        aim: String::new(),
        lifestyle: String::new(),
        voice: String::new(),
        look: arrival.look.clone(),
        home: String::new(),
        rooms: vec![],
        wake: TimeOfDay(7 * 60),
        sleep: TimeOfDay(23 * 60),
        places: vec![],
        work: None,
        habits: vec![],
        meals: Default::default(),
        people: vec![],
        memories: vec![],
        attention: Default::default(),
    }
}

/// A resident does what the player wants, until they are let go.
///
/// # Errors
/// There is an avatar already, or nobody of that name.
pub fn possess(world: &mut World, name: &str) -> Result<String, String> {
    if let Some((id, _)) = find(world) {
        let name = world.resource::<Names>().0.get(&id).cloned().unwrap_or_default();
        return Err(format!("you are in town as {name}: leave first"));
    }
    let id = by_name(world, name)?;
    let entity = world
        .resource::<Roster>()
        .0
        .get(&id)
        .copied()
        .ok_or("they are not in town any more: join by that name brings them back")?;
    let (now, name) = (world.resource::<Now>().0, world.resource::<Names>().0[&id].clone());
    let at = world.get::<Tile>(entity).copied().unwrap_or_default();
    let here = world.get::<Whereabouts>(entity).copied().unwrap_or_default();
    let mut one = world.entity_mut(entity);
    if let Some(mut reactions) = one.get_mut::<Reactions>() {
        (reactions.answer, reactions.asked) = (None, None);
        reactions.pending.clear();
    }
    one.insert((Errand::default(), Approach::default(), Avatar { since: now, told: here.0, ..Avatar::default() }));
    if let Some(mut thinking) = one.get_mut::<Thinking>() {
        thinking.withdraw::<Utter>();
        thinking.withdraw::<crate::mind::question::React>();
    }
    if let Some(mut voice) = one.get_mut::<Voice>() {
        voice.next = None;
    }
    // Who was under way stands; who does something goes on with it until told otherwise.
    let asleep = one.get::<CurrentAction>().is_some_and(|action| action.asleep || !action.doing());
    if asleep && let Some(mut action) = one.get_mut::<CurrentAction>() {
        *action = CurrentAction::unplanned(walk::STANDS.into(), walk::LOOKS, at, here.0, now);
    }
    if asleep && let Some(mut path) = one.get_mut::<crate::agent::components::action::Path>() {
        *path = Default::default();
    }
    Ok(format!("you are {name} now"))
}

/// A newcomer leaves town, and may come back by the same name; a resident goes back to their own plan and remembers what they did.
///
/// # Errors
/// No avatar.
pub fn leave(world: &mut World) -> Result<String, String> {
    let (id, entity) = found(world)?;
    walk_off(world, entity);
    let name = world.resource::<Names>().0.get(&id).cloned().unwrap_or_default();
    let now = world.resource::<Now>().0;
    if world.get::<Newcomer>(entity).is_some() {
        // What they have in hand is let go of first.
        let at = world.get::<Tile>(entity).copied().unwrap_or_default();
        walk::stop(world, entity, at);
        free_hands(world, id);
        departed::depart(world, id, entity);
        return Ok(format!("{name} leaves town"));
    }
    let calendar = *world.resource::<Calendar>();
    let minute = calendar.minute(now);
    let mut one = world.entity_mut(entity);
    let since = one.take::<Avatar>().map_or(now, |avatar| avatar.since);
    let (from, until) = (calendar.minute(since).time_of_day(), minute.time_of_day());
    let text = format!("{name} followed a sudden whim from {from} to {until}, and did what came to mind.");
    if let Some(mut memory) = one.get_mut::<MemoryStream>() {
        memory.remember(Memory::observed(text, now, IMPORTANCE));
    }
    let (wake, sleep) = one.get::<Persona>().map_or((TimeOfDay(420), TimeOfDay(1380)), |who| (who.wake, who.sleep));
    if let Some(mut plan) = one.get_mut::<DayPlan>() {
        // What was to be done meanwhile was not done; nor was an hour of which only the lesser part was.
        let began = calendar.minute(since);
        let over = plan.spoiled(began, minute).unwrap_or(minute);
        plan.remembered = plan.remembered.max(over).max(minute);
        let night = plan.bedtime().is_some_and(|bedtime| bedtime <= minute);
        let day = wake.until(minute.time_of_day()) < wake.until(sleep);
        if night && day {
            *plan = DayPlan { remembered: minute, ..DayPlan::default() };
        }
    }
    if let Some(mut action) = one.get_mut::<CurrentAction>() {
        // Whatever the plan says now is begun anew.
        action.begun = Minute(u32::MAX);
        action.asleep = false;
    }
    one.insert(Company::default());
    Ok(format!("{name} goes their own way again"))
}

/// Whatever somebody uses is free again.
fn free_hands(world: &mut World, id: AgentId) {
    let mut things = world.query::<&mut crate::world::ObjectState>();
    for mut thing in things.iter_mut(world) {
        if thing.uses.iter().any(|one| one.by == id) {
            thing.uses.retain(|one| one.by != id);
        }
    }
}

//! A newcomer comes to town, a resident is taken over, and either is let go.

use std::collections::BTreeMap;

use painter::people::{self, Look};
use serde::{Deserialize, Serialize};

use super::{
    Player, by_name, find, found,
    hands::kept_of_talk,
    name,
    walk::{self, beside, idle},
};
use crate::{
    agent::{acquaintances::Directory, prelude::*, spawn},
    command::Arrival,
    mind::question::{Named, React, TimeOfDay, Utter},
    world::SectorId,
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
    let letters = arrival.name.chars().count();
    if letters > LONGEST_NAME {
        return Err(format!("a name of {letters} letters is too long: {LONGEST_NAME} at most"));
    }
    name::check(&arrival.name)?;
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

/// There is one avatar at most.
fn nobody_yet(world: &mut World) -> Result<(), String> {
    let Some((id, _)) = find(world) else { return Ok(()) };
    Err(format!("you are in town as {}: leave first", world.resource::<Names>().get(id)))
}

/// A newcomer comes to town, or comes back to it as themselves: by the same name, and with what they remember.
///
/// # Errors
/// There is an avatar already, the name is taken or none, or there is nowhere to stand.
pub fn join(world: &mut World, arrival: &Arrival) -> Result<String, String> {
    nobody_yet(world)?;
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
    let everyone = world.resource::<Roster>().0.values();
    let taken: Vec<Tile> = everyone.filter_map(|one| world.get::<Tile>(*one).copied()).collect();
    let at = if taken.contains(&at) { beside(map, at, at, &taken).unwrap_or(at) } else { at };
    let now = world.resource::<Now>().0;
    let home = Home { sector: SectorId::NOWHERE, rooms: vec![], work: vec![] };
    let gone = back.and_then(|id| Some((id, world.resource_mut::<Departed>().0.remove(&id)?)));
    let action = idle(at, arena, now);
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
    if let Some(DepartedPerson { known, dialogue, cooldowns, thinking, .. }) = before {
        one.insert((known, dialogue, cooldowns, thinking));
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

fn persona(arrival: &Arrival) -> Persona {
    let (name, pronouns) = (arrival.name.clone(), "they".into());
    let (wake, sleep) = (TimeOfDay(7 * 60), TimeOfDay(23 * 60));
    renewed(&Persona { name, age: 30, pronouns, wake, sleep, ..Persona::default() }, arrival)
}

/// A resident does what the player wants, until they are let go.
///
/// # Errors
/// There is an avatar already, or nobody of that name.
pub fn possess(world: &mut World, name: &str) -> Result<String, String> {
    nobody_yet(world)?;
    let id = by_name(world, name)?;
    let entity = world.resource::<Roster>().0.get(&id).copied();
    let entity = entity.ok_or("they are not in town any more: join by that name brings them back")?;
    let now = world.resource::<Now>().0;
    let mut one = world.entity_mut(entity);
    type Parts<'a> = (
        (&'a Tile, &'a Whereabouts, &'a mut Reactions, &'a mut Thinking),
        (&'a mut DialogueState, &'a mut CurrentAction, &'a mut Path),
    );
    let parts = one.get_components_mut::<Parts>().map_err(|_| "they are not in town any more")?;
    let ((at, here, mut reactions, mut thinking), (mut dialogue, mut action, mut path)) = parts;
    (reactions.answer, reactions.asked) = (None, None);
    reactions.pending.clear();
    thinking.withdraw::<Utter>();
    thinking.withdraw::<React>();
    dialogue.next = None;
    // Who was under way stands; who does something goes on with it until told otherwise.
    if action.asleep || !action.is_doing() {
        *action = idle(*at, here.0, now);
        *path = Path::default();
    }
    let avatar = Avatar { since: now, told: here.0, ..Avatar::default() };
    one.insert((Errand::default(), Approach::default(), avatar));
    Ok(format!("you are {} now", world.resource::<Names>().get(id)))
}

/// A newcomer leaves town, and may come back by the same name; a resident goes back to their own plan and remembers
/// what they did.
///
/// # Errors
/// No avatar.
pub fn leave(world: &mut World) -> Result<String, String> {
    let me = found(world)?;
    let Player { id, entity, .. } = me;
    walk_off(world, entity);
    let name = world.resource::<Names>().name(id);
    let now = world.resource::<Now>().0;
    if world.get::<Newcomer>(entity).is_some() {
        // What they have in hand is let go of first.
        walk::stop(world, me);
        let mut things = world.query::<&mut ObjectState>();
        things.iter_mut(world).for_each(|mut thing| thing.uses.retain(|one| one.by != id));
        depart(world, id, entity);
        return Ok(format!("{name} leaves town"));
    }
    let calendar = *world.resource::<Calendar>();
    let minute = calendar.minute(now);
    let mut one = world.entity_mut(entity);
    let since = one.take::<Avatar>().map_or(now, |avatar| avatar.since);
    let began = calendar.minute(since);
    let (from, until) = (began.time_of_day(), minute.time_of_day());
    let text = format!("{name} followed a sudden whim from {from} to {until}, and did what came to mind.");
    type Parts<'a> = (&'a Persona, &'a mut MemoryStream, &'a mut DayPlan, &'a mut CurrentAction);
    if let Ok((Persona { wake, sleep, .. }, mut memory, mut plan, mut action)) = one.get_components_mut::<Parts>() {
        memory.remember(Memory::observed(text, now, IMPORTANCE));
        // What was to be done meanwhile was not done; nor was an hour of which only the lesser part was.
        let over = plan.spoiled(began, minute).unwrap_or(minute);
        plan.remembered = plan.remembered.max(over).max(minute);
        let night = plan.bedtime().is_some_and(|bedtime| bedtime <= minute);
        if night && wake.until(until) < wake.until(*sleep) {
            *plan = DayPlan { remembered: minute, ..DayPlan::default() };
        }
        // Whatever the plan says now is begun anew.
        action.begun = Minute(u32::MAX);
        action.asleep = false;
    }
    one.insert(InTalk::default());
    Ok(format!("{name} goes their own way again"))
}

/// All who came as newcomers and are not in town, by their number. Part of the town's state.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Departed(pub BTreeMap<AgentId, DepartedPerson>);

/// Somebody who left, with what they have in their head.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DepartedPerson {
    /// Who they are.
    pub persona: Persona,
    /// What they remember.
    pub memory: MemoryStream,
    /// Where they have been.
    pub known: KnownPlaces,
    /// Talks go on being counted from where they were, and so do questions.
    #[serde(rename = "voice")]
    pub dialogue: DialogueState,
    /// Whom they have just talked to.
    pub cooldowns: Cooldowns,
    /// What they were asked; nothing of it is waited for.
    pub thinking: Thinking,
}

impl Departed {
    /// Who of them is called so, in small or capital letters.
    pub fn named(&self, name: &str) -> Option<AgentId> {
        let name = name.to_lowercase();
        self.0.iter().find(|(_, one)| one.persona.name.to_lowercase() == name).map(|(id, _)| *id)
    }
}

/// Takes somebody out of the town, and keeps them.
fn depart(world: &mut World, id: AgentId, entity: Entity) {
    let now = world.resource::<Now>().0;
    let talks = talks_of(world, id, entity);
    let mut one = world.entity_mut(entity);
    if let (Some(persona), Some(mut memory)) = (one.take::<Persona>(), one.take::<MemoryStream>()) {
        for talk in talks {
            memory.remember(talk);
        }
        memory.remember(Memory::observed(format!("{} left town.", persona.name), now, IMPORTANCE));
        let mut thinking = one.take::<Thinking>().unwrap_or_default();
        thinking.withdraw_all();
        let gone = DepartedPerson {
            persona,
            memory,
            known: one.take().unwrap_or_default(),
            dialogue: one.take().unwrap_or_default(),
            cooldowns: one.take().unwrap_or_default(),
            thinking,
        };
        world.resource_mut::<Departed>().0.insert(id, gone);
    }
    world.despawn(entity);
}

/// What is kept of the talk they are in, and of those that are over and not thought over yet.
fn talks_of(world: &World, id: AgentId, entity: Entity) -> Vec<Memory> {
    let (now, names) = (world.resource::<Now>().0, world.resource::<Names>());
    let me = names.get(id);
    let past = world.get::<EndedTalks>(entity).into_iter().flat_map(|ended_talks| &ended_talks.0);
    let over = past.flat_map(|past| {
        let lines = past.lines.iter().map(|line| (line.who.clone(), line.words.clone()));
        kept_of_talk(me, names.get(past.with), lines, now)
    });
    let mut all: Vec<Memory> = over.collect();
    let talk = world.get::<InTalk>(entity).and_then(|in_talk| world.resource::<Talks>().open.get(&in_talk.0?));
    if let Some((talk, with)) =
        talk.and_then(|talk| Some((talk, talk.partner(id)?))).filter(|(talk, _)| !talk.lines.is_empty())
    {
        let lines = talk.lines.iter().map(|line| (names.name(line.by), line.words.clone()));
        all.extend(kept_of_talk(me, names.get(with), lines, now));
    }
    all
}

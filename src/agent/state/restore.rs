//! A state put back: all of it, or part by part.

use std::collections::{BTreeMap, BTreeSet};

use super::{OF_AGENTS, OF_OBJECTS, Owner, Part, Stored, of_town};
use crate::{
    agent::{acquaintances::Directory, avatar::Departed, prelude::*},
    mind::question::Named,
};

/// Puts a state in place of how a town stands: it stands at the tick `now`, as if it had been lived up to there. Whoever
/// is in it stays the same entity. Gives one sentence for each part that could not be read: then the town is to be looked
/// at, and not to be gone on with.
pub fn restore(
    world: &mut World,
    now: u64,
    parts: &[Part],
    mut memories: BTreeMap<AgentId, MemoryStream>,
) -> Vec<String> {
    let named: BTreeSet<(Owner, &str)> = parts.iter().map(|part| (part.owner, part.name.as_str())).collect();
    let present: BTreeSet<Owner> = parts.iter().map(|part| part.owner).collect();
    let residents: Vec<(AgentId, Entity)> = world.resource::<Roster>().0.iter().map(|(id, one)| (*id, *one)).collect();
    for (id, entity) in residents {
        let owner = Owner::Agent(id);
        if !present.contains(&owner) {
            world.despawn(entity);
            continue;
        }
        let mut one = world.entity_mut(entity);
        OF_AGENTS.iter().filter(|kind| !named.contains(&(owner, kind.name))).for_each(|kind| (kind.remove)(&mut one));
        one.insert((memories.remove(&id).unwrap_or_default(), Percepts::default()));
    }
    world.insert_resource(Now(now));
    let faults: Vec<String> = parts.iter().filter_map(|part| apply(world, part).err()).collect();
    for (id, stream) in memories {
        if let Some(entity) = world.resource::<Roster>().0.get(&id).copied() {
            world.entity_mut(entity).insert(stream);
        }
    }
    name_everybody(world);
    faults
}

/// What somebody in town has not got and cannot live without, as a sentence.
pub fn lacking(world: &World) -> Option<String> {
    world.resource::<Roster>().0.iter().find_map(|(id, entity)| {
        let has = |kind: &Stored| (kind.component)(world).is_some_and(|id| world.entity(*entity).contains_id(id));
        let lacks = OF_AGENTS.iter().find(|kind| !kind.optional && !has(kind))?;
        Some(format!("{} is missing", Owner::Agent(*id).part(lacks.name, Some(world))))
    })
}

/// A part as it is written today, if there is a way from how it was.
pub fn upgraded(part: Part) -> Part {
    let kinds = match part.owner {
        Owner::Agent(_) => OF_AGENTS,
        Owner::Object(_) => OF_OBJECTS,
        Owner::Town => return part,
    };
    let older = kinds.iter().find(|kind| kind.name == part.name && kind.version > part.version);
    let body = older.and_then(|kind| Some((kind, kind.upgrade?(part.version, &part.body).ok()?)));
    body.map(|(kind, body)| Part { version: kind.version, body, ..part.clone() }).unwrap_or(part)
}

/// Puts one part in place; a person who is not there yet comes.
///
/// # Errors
/// One sentence about a part that cannot be read.
pub fn apply(world: &mut World, part: &Part) -> Result<(), String> {
    let numbers = world.resource::<TownMap>().numbers();
    numbers.reading(|| put(world, part))
}

fn put(world: &mut World, part: &Part) -> Result<(), String> {
    let Part { owner, name, version, body } = part;
    // Put into words only where something is wrong: there are many parts.
    let unread = |world: &World, why: serde_json::Error| {
        // It may quote what stands there, however long.
        let why = why.to_string();
        let why: String = why.split(" at line ").next().unwrap_or_default().chars().take(200).collect();
        format!("{} cannot be read: {why}", owner.part(name, Some(world)))
    };
    let unknown = |world: &World| {
        let part = owner.part(name, Some(world));
        format!("{part} is of version {version}, which this version of the game cannot go on from")
    };
    let find = |kinds: &'static [Stored]| kinds.iter().find(|one| one.name == name && one.version == *version);
    match owner {
        Owner::Town => {
            // A note of whoever does not look on this time.
            let Some(kind) = of_town(world).find(|one| one.name == name) else { return Ok(()) };
            let read = if kind.version == *version { Ok(kind.read) } else { Err(unknown(world)) }?;
            read(world, body).map_err(|why| unread(world, why))?;
            let gone = world.get_resource::<Departed>().filter(|_| name == "departed").into_iter();
            gone.flat_map(|gone| &gone.0).try_for_each(|(id, one)| own(world, *id, &one.thinking))
        }
        Owner::Object(id) => {
            let entity = world.resource::<Objects>().entities.get(usize::from(id.0)).copied();
            let entity = entity.ok_or_else(|| format!("there is no object {}", id.0))?;
            let kind = find(OF_OBJECTS).ok_or_else(|| unknown(world))?;
            let read = (kind.read)(&mut world.entity_mut(entity), body);
            read.map_err(|why| unread(world, why))
        }
        Owner::Agent(id) => {
            let there = world.resource::<Roster>().0.get(id).copied();
            let entity = there.unwrap_or_else(|| world.spawn((*id, MemoryStream::default(), Percepts::default())).id());
            let kind = find(OF_AGENTS).ok_or_else(|| unknown(world))?;
            let read = (kind.read)(&mut world.entity_mut(entity), body);
            read.map_err(|why| unread(world, why))?;
            if name == "persona" {
                name_everybody(world);
            }
            world.get::<Thinking>(entity).map_or(Ok(()), |thinking| own(world, *id, thinking))
        }
    }
}

/// Nobody waits for an answer to what somebody else asked.
fn own(world: &World, id: AgentId, thinking: &Thinking) -> Result<(), String> {
    let what = || Owner::Agent(id).part("thinking", Some(world));
    thinking.is_of(id).then_some(()).ok_or_else(|| format!("{} holds a question that they did not ask", what()))
}

/// Takes one part away; a person without a persona goes.
pub fn forget(world: &mut World, owner: Owner, name: &str) {
    let Owner::Agent(id) = owner else { return };
    let Some(entity) = world.resource::<Roster>().0.get(&id).copied() else { return };
    if name == "persona" {
        world.despawn(entity);
    } else if let Some(kind) = OF_AGENTS.iter().find(|one| one.name == name) {
        (kind.remove)(&mut world.entity_mut(entity));
    }
}

/// Everybody who is here or was, by name.
fn name_everybody(world: &mut World) {
    let departed = world.resource::<Departed>().0.iter().map(|(id, one)| (*id, one.persona.clone()));
    let mut all: BTreeMap<AgentId, Persona> = departed.collect();
    let here: Vec<(AgentId, Entity)> = world.resource::<Roster>().0.iter().map(|(id, one)| (*id, *one)).collect();
    for (id, entity) in here {
        let Some(persona) = world.get::<Persona>(entity).cloned() else { continue };
        world.entity_mut(entity).insert(Name::new(persona.name.clone()));
        all.insert(id, persona);
    }
    let named = |one: &Persona| Named { name: one.name.clone(), pronouns: one.pronouns.clone() };
    world.insert_resource(Directory::new(all.iter().map(|(id, one)| (*id, named(one)))));
    world.insert_resource(Names(all.into_iter().map(|(id, one)| (id, one.name)).collect()));
}

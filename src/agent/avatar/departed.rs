//! Newcomers who left town: kept as they went, so that they can come back as themselves.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::Serialize;

use super::deeds::kept_of_talk;
use crate::{
    agent::{
        components::{Company, Cooldowns, EndedTalks, Talks, Voice},
        known_places::KnownPlaces,
        persona::{Names, Persona},
    },
    clock::{AgentId, Now},
    exchange::Thinking,
    memory::{Memory, MemoryStream},
};

/// How much it matters to leave.
const IMPORTANCE: u8 = 4;

/// All who came as newcomers and are not in town, by their number. Part of the town's state.
#[derive(Resource, Clone, Debug, Default)]
pub struct Departed(pub BTreeMap<AgentId, Gone>);

/// Somebody who left, with what they have in their head.
#[derive(Clone, Debug, Serialize)]
pub struct Gone {
    /// Who they are.
    pub persona: Persona,
    /// What they remember.
    pub memory: MemoryStream,
    /// Where they have been.
    pub known: KnownPlaces,
    /// Talks go on being counted from where they were, and so do questions.
    pub voice: Voice,
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
pub(super) fn depart(world: &mut World, id: AgentId, entity: Entity) {
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
        let gone = Gone {
            persona,
            memory,
            known: one.take().unwrap_or_default(),
            voice: one.take().unwrap_or_default(),
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
    let past = world.get::<EndedTalks>(entity).into_iter().flat_map(|parted| &parted.0);
    let over = past.flat_map(|past| {
        let lines = past.lines.iter().map(|line| (line.who.clone(), line.words.clone()));
        kept_of_talk(me, names.get(past.with), lines, now)
    });
    let mut all: Vec<Memory> = over.collect();
    let talk = world.get::<Company>(entity).and_then(|company| world.resource::<Talks>().open.get(&company.0?));
    if let Some((talk, with)) =
        talk.and_then(|talk| Some((talk, talk.partner(id)?))).filter(|(talk, _)| !talk.lines.is_empty())
    {
        let lines = talk.lines.iter().map(|line| (names.name(line.by), line.words.clone()));
        all.extend(kept_of_talk(me, names.get(with), lines, now));
    }
    all
}

//! New percepts become memories.

use bevy::prelude::*;

use crate::{
    agent::{
        components::{Percept, Percepts, Subject},
        context::Town,
        known_places::KnownPlaces,
        persona::Persona,
    },
    language::importance::importance,
    memory::{Memory, MemoryStream},
};

/// How much a sight matters to this person until their mind has judged it.
pub fn weight(percept: &Percept, name: &str, english: bool) -> u8 {
    match percept.subject {
        Subject::Object(_) if percept.kind.is_danger() => 8,
        Subject::Object(_) if percept.striking => 4,
        Subject::Object(_) | Subject::Agent(_) => 1,
        Subject::Speech(_) => {
            let by_words = if english { importance(&percept.state, name) } else { 0 };
            by_words.max(if percept.striking { 5 } else { 2 })
        }
    }
}

/// Remembers what was noticed this tick and is new. What was overheard is remembered as said by who said it.
pub fn remember_percepts(
    town: Town,
    mut people: Query<(&Persona, &mut Percepts, &mut MemoryStream, &mut KnownPlaces)>,
) {
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((persona, mut percepts, mut stream, mut known)) = people.fetch_next() {
        for one in percepts.0.iter_mut().filter(|one| one.fresh) {
            let mut memory =
                Memory::observed(one.text.clone(), town.now.0, weight(one, &persona.name, town.ablation.english()));
            if let Subject::Speech(by) = one.subject {
                memory.source = town.names.0.get(&by).cloned();
                known.hear_of(&one.state, &town.map);
            }
            one.memory = Some(stream.remember(memory));
        }
    }
}

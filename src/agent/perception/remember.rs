//! New percepts become memories.

use bevy::prelude::*;

use crate::{
    agent::{
        ablation::Ablation,
        components::percept::{Percept, Percepts, Subject},
        known_places::KnownPlaces,
        persona::{Names, Persona},
    },
    clock::{Active, Now},
    language::importance::importance,
    memory::{Memory, MemoryStream},
    world::TownMap,
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
    (now, active, ablation): (Res<Now>, Res<Active>, Res<Ablation>),
    (map, names): (Res<TownMap>, Res<Names>),
    mut people: Query<(&Persona, &mut Percepts, &mut MemoryStream, &mut KnownPlaces)>,
) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((persona, mut percepts, mut stream, mut known)) = people.fetch_next() {
        if percepts.0.iter().all(|one| !one.fresh) {
            continue;
        }
        for one in percepts.0.iter_mut().filter(|one| one.fresh) {
            let mut memory = Memory::observed(one.text.clone(), now.0, weight(one, &persona.name, ablation.english()));
            if let Subject::Speech(by) = one.subject {
                memory.source = names.0.get(&by).cloned();
                known.hear_of(&one.state, &map);
            }
            one.memory = Some(stream.remember(memory));
        }
    }
}

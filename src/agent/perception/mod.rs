//! What an agent notices (paper, section 4.1): people and what they do, objects that are not as they rest, and talk
//! that is overheard.
//!
//! Rules: an agent perceives its arena, and dangers in the whole building, within its radius and as things were when
//! the tick began. Unusual conditions and the agent's own name come first, then the nearest; at most `bandwidth` events
//! count, and none of the last `retention` again. Objects at rest update the agent's own tree and are no events.

mod sights;

use crate::{
    agent::prelude::*,
    language::{condition::ConditionKind, importance::importance},
};

/// Can who is in `here` notice at all how `thing` is: in the same room, or, where it is in danger, in the same
/// building?
pub fn within(map: &TownMap, here: ArenaId, thing: ObjectId, kind: ConditionKind) -> bool {
    let there = map.object(thing).arena;
    let sector = map.arena(here).sector;
    here == there || kind.is_danger() && sector.is_some() && sector == map.arena(there).sector
}

/// Adds noticing, and remembering what was noticed.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Tick,
        (sights::look_around.in_set(TickStep::LookAround), remember_percepts.in_set(TickStep::RememberPercepts)),
    );
}

/// The importance of a percept until the person's mind has judged it.
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

/// Is it worth a memory? Not that somebody walked by, nor that a thing was in use: whoever used it is.
fn lasts(percept: &Percept) -> bool {
    match percept.subject {
        Subject::Agent(_) => ![sights::WALKING, sights::LOOKING].contains(&percept.state.as_str()),
        Subject::Object(_) => percept.striking || ![ConditionKind::AtRest, ConditionKind::Lit].contains(&percept.kind),
        Subject::Speech(_) => true,
    }
}

/// Remembers what was noticed this tick and is new. What was overheard is remembered as said by who said it.
pub fn remember_percepts(
    town: Town,
    mut people: Query<(&Persona, &mut Percepts, &mut MemoryStream, &mut KnownPlaces)>,
) {
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((persona, mut percepts, mut stream, mut known)) = people.fetch_next() {
        for one in percepts.0.iter_mut().filter(|one| one.fresh && lasts(one)) {
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

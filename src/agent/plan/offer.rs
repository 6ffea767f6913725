//! What a question may offer: places and objects of the agent's own tree that it may enter and use.

use std::collections::BTreeSet;

use super::super::{
    access::Visitor,
    known_places::{KnownPlaces, Seen},
};
use crate::{
    mind::question::{AtHand, KnownPlace, OfferedObject, OfferedPlace, Stock, TimeOfDay},
    world::{ArenaId, ObjectId},
};

/// At most this many objects are offered for a step.
const MOST_OBJECTS: usize = 24;

/// The places a day can be planned with, in the order of the tree; numbers from 1.
pub fn places(visitor: &Visitor, known: &KnownPlaces) -> Vec<(ArenaId, KnownPlace)> {
    let arenas = known.0.keys().copied().filter(|arena| visitor.may_enter(*arena));
    (1..)
        .zip(arenas)
        .map(|(n, arena)| {
            let note = if visitor.home.rooms.contains(&arena) {
                "own room"
            } else if visitor.home.work.contains(&arena) {
                "work"
            } else if visitor.at_home(arena) {
                "home"
            } else {
                ""
            };
            let name = visitor.map.arena_name(arena);
            let (note, offers, open) = (note.to_string(), offers(visitor, known, arena), visitor.open(arena));
            (arena, KnownPlace { n, name, note, offers, open })
        })
        .collect()
}

/// What can be done in `arena`, as far as is known.
pub fn offers(visitor: &Visitor, known: &KnownPlaces, arena: ArenaId) -> Vec<String> {
    let objects = known.0.get(&arena).into_iter().flat_map(|objects| objects.keys());
    let usable = objects.filter(|id| visitor.may_use(**id));
    let all: BTreeSet<&String> = usable.flat_map(|id| &visitor.map.object(*id).affordances).collect();
    all.into_iter().cloned().collect()
}

/// The objects of `arena` that are at hand.
pub fn at_hand(visitor: &Visitor, known: &KnownPlaces, arena: ArenaId) -> Vec<AtHand> {
    let objects = known.0.get(&arena).into_iter().flatten().filter(|(id, _)| visitor.may_use(**id));
    let hand = objects.map(|(id, seen)| {
        let object = visitor.map.object(*id);
        AtHand {
            name: object.name.clone(),
            affordances: object.affordances.clone(),
            state: seen.state.clone(),
            stock: object.holds.as_ref().map(|holds| Stock { what: holds.what.clone(), left: seen.left }),
        }
    });
    hand.collect()
}

/// When a step is done.
#[derive(Clone, Copy)]
pub struct When {
    /// Beginning.
    pub from: TimeOfDay,
    /// Minutes.
    pub minutes: u16,
}

/// Where a step can be done: what is meant first, then what is here, the rest of this house, one's own home, one's
/// work, and other places by name; closed ones left out. With the objects, in the order of their numbers.
pub fn for_step(
    visitor: &Visitor,
    known: &KnownPlaces,
    (here, meant): (ArenaId, ArenaId),
    when: When,
    name_of: &dyn Fn(crate::clock::AgentId) -> String,
) -> (Vec<OfferedPlace>, Vec<ObjectId>) {
    let map = visitor.map;
    let house = |arena: ArenaId| map.arena(arena).sector;
    let rank = |arena: ArenaId| match arena {
        _ if arena == meant => 0,
        _ if arena == here => 1,
        _ if house(arena) == house(meant) => 2,
        _ if house(arena) == house(here) => 3,
        _ if visitor.at_home(arena) => 4,
        _ if visitor.home.work.contains(&arena) => 5,
        _ => 6,
    };
    let mut arenas: Vec<ArenaId> = known.0.keys().copied().filter(|arena| visitor.may_enter(*arena)).collect();
    arenas.retain(|arena| visitor.open_for(*arena, when.from, when.minutes.min(15)));
    arenas.sort_by_key(|arena| (rank(*arena), *arena));
    let (mut places, mut numbers) = (Vec::new(), Vec::new());
    for arena in arenas {
        let seen = known.0.get(&arena).into_iter().flatten();
        let usable: Vec<(&ObjectId, &Seen)> = seen.filter(|(id, _)| visitor.may_use(**id)).collect();
        let full = numbers.len() + usable.len() > MOST_OBJECTS;
        if usable.is_empty() || full && rank(arena) > 1 {
            continue;
        }
        let objects: Vec<OfferedObject> = usable
            .into_iter()
            .map(|(id, seen)| {
                numbers.push(*id);
                let object = map.object(*id);
                let stock = object.holds.as_ref().map(|holds| Stock { what: holds.what.clone(), left: seen.left });
                OfferedObject {
                    n: numbers.len() as u32,
                    name: object.name.clone(),
                    affordances: object.affordances.clone(),
                    state: seen.state.clone(),
                    stock,
                    taken_by: seen.taken_by.map(name_of),
                }
            })
            .collect();
        let note = match map.arena(arena).capacity {
            Some(1) => "for one person".to_string(),
            Some(many) => format!("for {many} people"),
            None => String::new(),
        };
        let (name, here, meant) = (map.arena_name(arena), arena == here, arena == meant);
        places.push(OfferedPlace { name, here, meant, note, objects });
    }
    (places, numbers)
}

//! What is at hand to do something with: what is here, and places of one's own tree that can help.

use crate::{
    agent::{
        access::Visitor,
        known_places::{KnownPlaces, Seen},
    },
    clock::AgentId,
    mind::question::{OfferedObject, OfferedPlace, Stock, TimeOfDay},
    world::{ArenaId, ObjectId},
};

/// Numbers of objects begin here, so that they are not taken for those of options.
pub const FIRST: u32 = 11;
/// So many objects are offered of one place that is near, and of one further away.
const NEAR: usize = 7;
const FAR: usize = 3;
/// And so many in all.
const MOST: usize = 24;
/// Minutes for which a place must still be open.
const OPEN: u16 = 30;
/// What helps, by the first word of what a thing is for.
const HELPS: [&str; 7] = ["fetch", "buy", "sell", "repair", "clean", "wash", "store"];

/// The places offered, with the objects in the order of their numbers. What is noticed is among them if it is known and
/// can be used.
pub fn offer(
    visitor: &Visitor,
    known: &KnownPlaces,
    (here, noticed): (ArenaId, Option<ObjectId>),
    at: TimeOfDay,
    name_of: &dyn Fn(AgentId) -> String,
) -> (Vec<OfferedPlace>, Vec<ObjectId>) {
    let map = visitor.map;
    let house = |arena: ArenaId| map.arena(arena).sector;
    let there = noticed.map(|id| map.object(id).arena);
    let near = |arena: ArenaId| {
        house(arena).is_some() && (house(arena) == house(here) || house(arena) == there.and_then(house))
    };
    let shop = |arena: ArenaId| house(arena).is_some_and(|sector| map.sector(sector).open.is_some());
    let rank = |arena: ArenaId| match arena {
        _ if Some(arena) == there => Some(0),
        _ if arena == here => Some(1),
        _ if near(arena) => Some(2),
        _ if visitor.at_home(arena) => Some(3),
        _ if visitor.home.work.contains(&arena) => Some(4),
        _ if shop(arena) => Some(5),
        _ => None,
    };
    let mut arenas: Vec<(u32, ArenaId)> = known
        .0
        .keys()
        .filter(|arena| visitor.may_enter(**arena) && (**arena == here || visitor.open_for(**arena, at, OPEN)))
        .filter_map(|arena| rank(*arena).map(|rank| (rank, *arena)))
        .collect();
    arenas.sort_unstable();
    let (mut places, mut numbers) = (Vec::new(), Vec::new());
    for (rank, arena) in arenas {
        let helps = |id: ObjectId| {
            let first = |what: &String| what.split_whitespace().next().is_some_and(|word| HELPS.contains(&word));
            map.object(id).affordances.iter().any(first)
        };
        let seen = known.0.get(&arena).into_iter().flatten();
        let mut usable: Vec<(&ObjectId, &Seen)> =
            seen.filter(|(id, _)| visitor.may_use(**id) && (rank < 2 || helps(**id))).collect();
        let sells = |id: ObjectId| map.object(id).affordances.iter().any(|what| what == "sell");
        usable.sort_by_key(|(id, _)| (Some(**id) != noticed, !sells(**id), !helps(**id), **id));
        usable.truncate(if rank < 3 { NEAR } else { FAR }.min(MOST - numbers.len()));
        if usable.is_empty() {
            continue;
        }
        let objects: Vec<OfferedObject> = usable
            .into_iter()
            .map(|(id, seen)| {
                numbers.push(*id);
                let object = map.object(*id);
                OfferedObject {
                    n: FIRST + numbers.len() as u32 - 1,
                    name: object.name.clone(),
                    affordances: object.affordances.clone(),
                    state: seen.state.clone(),
                    stock: object.holds.as_ref().map(|holds| Stock { what: holds.what.clone(), left: seen.left }),
                    taken_by: seen.taken_by.map(name_of),
                }
            })
            .collect();
        let (name, here) = (map.arena_name(arena), arena == here);
        places.push(OfferedPlace { name, here, meant: false, note: String::new(), objects });
    }
    (places, numbers)
}

//! The places and objects that a question offers: those of the agent's own tree that it may enter and use.

use std::collections::BTreeSet;

use crate::{
    agent::{access::Visitor, known_places::SeenObject, prelude::*},
    mind::question::{AtHand, KnownPlace, OfferedObject, OfferedPlace, Stock, TimeOfDay},
    world::Object,
};

/// At most this many objects are offered.
const MAX_OBJECTS: usize = 24;
/// The numbers of objects for a reaction begin here, so that they are not taken for those of its options.
pub const FIRST_FOR_REACTION: u32 = 11;
/// At most this many objects for a reaction in a place that is near, and in one that is further away.
const MAX_NEAR: usize = 7;
const MAX_FAR: usize = 3;
/// Minutes for which a place must still be open to be of use for a reaction.
const STILL_OPEN: u16 = 30;
/// What helps in a reaction, by the first word of an affordance; the needs in the rules' `react.txt` are among them.
const HELPS: [&str; 7] = ["fetch", "buy", "sell", "repair", "clean", "wash", "store"];

/// Somebody, the places and objects they know, and what others are called.
#[derive(Clone, Copy)]
pub struct Offers<'a> {
    /// Who, on which map.
    pub visitor: Visitor<'a>,
    /// What they know.
    pub known: &'a KnownPlaces,
    /// Names.
    pub names: &'a Names,
}

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
            let (note, offers, open) = (note.to_string(), affordances(visitor, known, arena), visitor.open(arena));
            (arena, KnownPlace { n, name, note, offers, open })
        })
        .collect()
}

/// What can be done in `arena`, as far as is known.
pub fn affordances(visitor: &Visitor, known: &KnownPlaces, arena: ArenaId) -> Vec<String> {
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
            stock: stock(object, seen),
        }
    });
    hand.collect()
}

fn stock(object: &Object, seen: &SeenObject) -> Option<Stock> {
    object.holds.as_ref().map(|holds| Stock { what: holds.what.clone(), left: seen.left })
}

impl Offers<'_> {
    /// The objects of an arena that are known and may be used.
    fn usable(&self, arena: ArenaId) -> Vec<(ObjectId, &SeenObject)> {
        let seen = self.known.0.get(&arena).into_iter().flatten();
        seen.filter(|(id, _)| self.visitor.may_use(**id)).map(|(id, seen)| (*id, seen)).collect()
    }

    /// Of each place, in the order of their ranks, the objects that `pick` leaves, as long as there is room for more.
    fn offered<'s>(
        &'s self,
        mut ranked: Vec<(u32, ArenaId)>,
        first: u32,
        (here, meant): (ArenaId, Option<ArenaId>),
        pick: impl Fn(u32, Vec<(ObjectId, &'s SeenObject)>, usize) -> Vec<(ObjectId, &'s SeenObject)>,
    ) -> (Vec<OfferedPlace>, Vec<ObjectId>) {
        let map = self.visitor.map;
        ranked.sort_unstable();
        let (mut places, mut numbers) = (Vec::new(), Vec::new());
        for (rank, arena) in ranked {
            let usable = pick(rank, self.usable(arena), MAX_OBJECTS.saturating_sub(numbers.len()));
            if usable.is_empty() {
                continue;
            }
            let note = match map.arena(arena).capacity.filter(|_| meant.is_some()) {
                Some(1) => "for one person".to_string(),
                Some(many) => format!("for {many} people"),
                None => String::new(),
            };
            let objects = usable.into_iter().map(|(id, seen)| {
                let object = map.object(id);
                numbers.push(id);
                OfferedObject {
                    n: first + numbers.len() as u32 - 1,
                    name: object.name.clone(),
                    affordances: object.affordances.clone(),
                    state: seen.state.clone(),
                    stock: stock(object, seen),
                    taken_by: seen.taken_by.map(|id| self.names.name(id)),
                }
            });
            let (name, objects) = (map.arena_name(arena), objects.collect());
            places.push(OfferedPlace { name, here: arena == here, meant: Some(arena) == meant, note, objects });
        }
        (places, numbers)
    }

    /// Where a step can be done: what is meant first, then what is here, the rest of this house, one's own home, one's
    /// work, and other places by name; closed ones left out. With the objects, in the order of their numbers, from 1.
    /// `when`: the beginning of the step, and its minutes.
    pub fn for_step(
        &self,
        (here, meant): (ArenaId, ArenaId),
        when: (TimeOfDay, u16),
    ) -> (Vec<OfferedPlace>, Vec<ObjectId>) {
        let (visitor, map) = (&self.visitor, self.visitor.map);
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
        let known = self.known.0.keys().copied().filter(|arena| visitor.may_enter(*arena));
        let open = known.filter(|arena| visitor.open_for(*arena, when.0, when.1.min(15)));
        let ranked = open.map(|arena| (rank(arena), arena)).collect();
        self.offered(
            ranked,
            1,
            (here, Some(meant)),
            |rank, usable, room| {
                if usable.len() > room && rank > 1 { Vec::new() } else { usable }
            },
        )
    }

    /// What is at hand to react with: the place of what is noticed first, then what is here, and further away only what
    /// can help. With the objects, in the order of their numbers, from [`FIRST_FOR_REACTION`]. What is noticed is among
    /// them if it is known and may be used.
    pub fn for_reaction(
        &self,
        (here, noticed): (ArenaId, Option<ObjectId>),
        at: TimeOfDay,
    ) -> (Vec<OfferedPlace>, Vec<ObjectId>) {
        let (visitor, map) = (&self.visitor, self.visitor.map);
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
        let may =
            |arena: ArenaId| visitor.may_enter(arena) && (arena == here || visitor.open_for(arena, at, STILL_OPEN));
        let arenas = self.known.0.keys().copied().filter(|arena| may(*arena));
        let ranked = arenas.filter_map(|arena| Some((rank(arena)?, arena))).collect();
        let affords = |id: ObjectId, test: fn(&str) -> bool| map.object(id).affordances.iter().any(|what| test(what));
        let helps = |id| affords(id, |what| what.split_whitespace().next().is_some_and(|word| HELPS.contains(&word)));
        let sells = |id| affords(id, |what| what == "sell");
        self.offered(ranked, FIRST_FOR_REACTION, (here, None), |rank, mut usable, room| {
            usable.retain(|(id, _)| rank < 2 || helps(*id));
            usable.sort_by_key(|(id, _)| (Some(*id) != noticed, !sells(*id), !helps(*id), *id));
            usable.truncate(if rank < 3 { MAX_NEAR } else { MAX_FAR }.min(room));
            usable
        })
    }
}

//! The places and objects that a question offers: those of the agent's own tree that it may enter and use.

use std::collections::BTreeSet;

use crate::{
    agent::{access::Visitor, known_places::SeenObject, prelude::*},
    language::{condition::ConditionKind, inflect, text::stem},
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
/// What is worth a way to another house in a reaction, by the first word of an affordance, and what else helps; the needs in
/// the rules' `react.txt` are among them.
const WORTH_A_WAY: [&str; 4] = ["fetch", "buy", "sell", "repair"];
const HELPS: [&str; 3] = ["clean", "wash", "store"];

/// Somebody, and the places and objects they know.
#[derive(Clone, Copy)]
pub struct Offers<'a> {
    visitor: Visitor<'a>,
    known: &'a KnownPlaces,
    town: &'a Town<'a>,
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

impl<'a> Offers<'a> {
    /// What somebody knows of the town.
    pub fn of<'w: 'a>(one: &PersonItem<'w, '_>, town: &'a Town) -> Self {
        Self { visitor: one.visitor(town), known: one.known, town }
    }

    /// The objects of `arena` that are at hand.
    pub fn at_hand(&self, arena: ArenaId) -> Vec<AtHand> {
        let hand = self.usable(arena).into_iter().map(|(id, seen)| {
            let OfferedObject { name, affordances, state, stock, taken_by, own, until, on_fire, .. } =
                self.object(id, seen);
            AtHand { name, affordances, state, stock, taken_by, own, until, on_fire }
        });
        hand.collect()
    }

    /// As it was seen last; its number comes later.
    fn object(&self, id: ObjectId, seen: &SeenObject) -> OfferedObject {
        let (object, now, calendar) = (self.visitor.map.object(id), self.town.now.0, &self.town.calendar);
        let stock = object.holds.as_ref().map(|holds| Stock { what: holds.what.clone(), left: seen.left });
        let (own, taken_by) = (seen.own && now < seen.until, seen.in_the_way(now));
        let until = calendar.minute(seen.until);
        OfferedObject {
            n: 0,
            name: object.name.clone(),
            affordances: object.affordances.clone(),
            state: seen.looks(now).to_owned(),
            stock,
            taken_by: taken_by.map(|id| self.town.names.name(id)),
            own,
            until: ((own || taken_by.is_some()) && until > self.town.minute()).then(|| until.time_of_day()),
            on_fire: seen.kind == ConditionKind::Burning,
            apart: false,
        }
    }

    /// The objects of an arena that are known and may be used.
    fn usable(&self, arena: ArenaId) -> Vec<(ObjectId, &SeenObject)> {
        let seen = self.known.0.get(&arena).into_iter().flatten();
        seen.filter(|(id, _)| self.visitor.may_use(**id)).map(|(id, seen)| (*id, seen)).collect()
    }

    /// Of each place, in the order of their ranks, the objects that `pick` leaves, as long as there is room for more. Those
    /// that are `apart` get the last numbers: no prompt lists them.
    fn offered<'s>(
        &'s self,
        mut ranked: Vec<(u32, ArenaId)>,
        first: u32,
        (here, meant): (ArenaId, Option<ArenaId>),
        pick: impl Fn(u32, Vec<(ObjectId, &'s SeenObject)>, usize) -> Vec<(ObjectId, &'s SeenObject)>,
        apart: impl Fn(ArenaId, ObjectId) -> bool,
    ) -> (Vec<OfferedPlace>, Vec<ObjectId>) {
        let map = self.visitor.map;
        ranked.sort_unstable();
        let (mut places, mut ids) = (Vec::new(), Vec::new());
        for (rank, arena) in ranked {
            let usable = pick(rank, self.usable(arena), MAX_OBJECTS.saturating_sub(ids.len()));
            if usable.is_empty() {
                continue;
            }
            let note = match map.arena(arena).capacity.filter(|_| meant.is_some()) {
                Some(1) => "for one person".to_string(),
                Some(many) => format!("for {many} people"),
                None => String::new(),
            };
            ids.extend(usable.iter().map(|(id, _)| *id));
            let object = |(id, seen)| OfferedObject { apart: apart(arena, id), ..self.object(id, seen) };
            let (name, objects) = (map.arena_name(arena), usable.into_iter().map(object).collect());
            places.push(OfferedPlace { name, here: arena == here, meant: Some(arena) == meant, note, objects });
        }
        let mut numbers = Vec::new();
        for apart in [false, true] {
            let objects = places.iter_mut().flat_map(|place| &mut place.objects).zip(&ids);
            for (object, id) in objects.filter(|(object, _)| object.apart == apart) {
                object.n = first + numbers.len() as u32;
                numbers.push(*id);
            }
        }
        (places, numbers)
    }

    /// Where steps can be done: what is meant first, then what is here, the rest of this house, one's own home, one's
    /// work, and other places by name; closed ones left out. With the objects, in the order of their numbers, from 1.
    /// `when`: the beginning of the first step, and its minutes. What is neither here nor in the house that is meant is
    /// apart, unless a step names what it is for and nothing nearer is for that.
    pub fn for_step<'s>(
        &self,
        (here, meant): (ArenaId, ArenaId),
        when: (TimeOfDay, u16),
        steps: impl Iterator<Item = &'s str>,
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
        let open: Vec<ArenaId> = known.filter(|arena| visitor.open_for(*arena, when.0, when.1.min(15))).collect();
        let near = |arena: ArenaId| arena == here || house(arena) == house(meant);
        let doing: BTreeSet<String> = steps.flat_map(|what| inflect::stems(what).to_vec()).collect();
        let serves = |id: ObjectId| first_words(map.object(id)).map(stem).filter(|word| doing.contains(word));
        let nearby = open.iter().filter(|arena| near(**arena)).flat_map(|arena| self.usable(*arena));
        let have: BTreeSet<String> = nearby.flat_map(|(id, _)| serves(id)).collect();
        // Things are for something in English; steps in another language cannot be held against that.
        let english = self.town.ablation.english();
        let needed =
            |arena: ArenaId| self.usable(arena).iter().any(|(id, _)| serves(*id).any(|it| !have.contains(&it)));
        let apart: BTreeSet<ArenaId> = open
            .iter()
            .copied()
            .filter(|arena| english && open.contains(&meant) && !near(*arena) && !needed(*arena))
            .collect();
        self.offered(
            open.iter().map(|arena| (rank(*arena), *arena)).collect(),
            1,
            (here, Some(meant)),
            |rank, usable, room| {
                if usable.len() > room && rank > 1 { Vec::new() } else { usable }
            },
            |arena, _| apart.contains(&arena),
        )
    }

    /// What is at hand to react with: the place of what is noticed first, then what is here, and further away only what
    /// can help. With the objects, in the order of their numbers, from [`FIRST_FOR_REACTION`]. What is noticed is among
    /// them if it is known and may be used. In another house what one would not go there for is apart, and all of it, if
    /// what is noticed is only in use while one `needs` it.
    pub fn for_reaction(
        &self,
        (here, noticed): (ArenaId, Option<ObjectId>),
        needs: bool,
    ) -> (Vec<OfferedPlace>, Vec<ObjectId>) {
        let (visitor, map, at) = (&self.visitor, self.visitor.map, self.town.minute().time_of_day());
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
        let is_for = |id: ObjectId, words: &[&str]| first_words(map.object(id)).any(|word| words.contains(&word));
        let helps = |id| is_for(id, &HELPS) || is_for(id, &WORTH_A_WAY);
        let sells = |id: ObjectId| map.object(id).affordances.iter().any(|what| what == "sell");
        self.offered(
            ranked,
            FIRST_FOR_REACTION,
            (here, None),
            |rank, mut usable, room| {
                usable.retain(|(id, _)| rank < 2 || helps(*id));
                usable.sort_by_key(|(id, _)| (Some(*id) != noticed, !sells(*id), !helps(*id), *id));
                usable.truncate(if rank < 3 { MAX_NEAR } else { MAX_FAR }.min(room));
                usable
            },
            |arena, id| rank(arena).is_none_or(|rank| rank > 2) && (needs || !is_for(id, &WORTH_A_WAY)),
        )
    }
}

/// The first words of what an object is for.
fn first_words(object: &Object) -> impl Iterator<Item = &str> {
    object.affordances.iter().filter_map(|what| what.split_whitespace().next())
}

//! Where somebody may go and what they may use: ownership of rooms, opening hours, the side of a counter.

use bevy::prelude::*;

use crate::{
    agent::persona::{Home, Persona},
    clock::Minute,
    mind::question::{Span, TimeOfDay},
    world::{ArenaId, Footing, ObjectId, Role, SpotId, Tile, TownMap},
};

/// Minutes that staff may be in before opening and after closing.
const AROUND: u16 = 60;

/// A free cell of each arena, by its number: where one arrives.
#[derive(Resource, Clone, Debug)]
pub struct Entrances(Vec<Tile>);

impl Entrances {
    /// The first free cell of each arena of `map`.
    pub fn new(map: &TownMap) -> Self {
        let cell = |arena: usize| {
            let of = |n: &usize| map.arena_at[*n] == Some(ArenaId(arena as u16)) && map.footing[*n] == Footing::Free;
            (0..map.footing.len()).find(of).map(|n| map.tile(n)).unwrap_or_default()
        };
        Self((0..map.arenas.len()).map(cell).collect())
    }

    /// That of an arena, if the map has the arena.
    pub fn get(&self, arena: ArenaId) -> Option<Tile> {
        self.0.get(usize::from(arena.0)).copied()
    }
}

/// One person's access to the places of a map.
#[derive(Clone, Copy)]
pub struct Visitor<'a> {
    /// Who.
    pub persona: &'a Persona,
    /// What of them lies on the map.
    pub home: &'a Home,
    /// The map.
    pub map: &'a TownMap,
}

impl Visitor<'_> {
    /// Does this person live in the sector of `arena`?
    pub fn at_home(&self, arena: ArenaId) -> bool {
        self.map.arena(arena).sector == Some(self.home.sector)
    }

    /// Does this person work in the sector of `arena`, if it is a place with opening hours?
    pub fn staff(&self, arena: ArenaId) -> bool {
        let Some(sector) = self.map.arena(arena).sector else { return false };
        let works = self.home.work.iter().any(|work| self.map.arena(*work).sector == Some(sector));
        works && self.map.sector(sector).open.is_some()
    }

    /// May this person be in `arena` at all? Not in another's room, not in another's home.
    pub fn may_enter(&self, arena: ArenaId) -> bool {
        let room = self.map.arena(arena);
        let me = |names: &[String]| names.contains(&self.persona.name);
        if !room.owners.is_empty() {
            return me(&room.owners) || self.home.rooms.contains(&arena) || self.home.work.contains(&arena);
        }
        let Some(sector) = room.sector else { return true };
        let house = self.map.sector(sector);
        house.open.is_some() || house.owners.is_empty() || me(&house.owners) || self.at_home(arena)
    }

    /// When `arena` is open to this person; `None`: always.
    pub fn open(&self, arena: ArenaId) -> Option<Span> {
        let open = self.map.sector(self.map.arena(arena).sector?).open?;
        if !self.staff(arena) {
            return Some(open);
        }
        let from = TimeOfDay(open.from.0.saturating_sub(AROUND));
        let until = TimeOfDay((open.from.0 + open.from.until(open.until) + AROUND) % Minute::DAY as u16);
        if from.until(until) == 0 { None } else { Some(Span { from, until }) }
    }

    /// Is `arena` open to this person from `from` for `minutes`?
    pub fn open_for(&self, arena: ArenaId, from: TimeOfDay, minutes: u16) -> bool {
        let Some(open) = self.open(arena) else { return true };
        let long = match open.from.until(open.until) {
            0 => Minute::DAY as u16,
            long => long,
        };
        open.from.until(from) + minutes <= long
    }

    /// May this person use `object`? Not another's bed, not what only staff can reach.
    pub fn may_use(&self, object: ObjectId) -> bool {
        let owners = &self.map.object(object).owners;
        (owners.is_empty() || owners.contains(&self.persona.name)) && self.spots(object).next().is_some()
    }

    /// The spots from which this person uses `object`: staff from behind, others from the front.
    pub fn spots(&self, object: ObjectId) -> impl Iterator<Item = SpotId> {
        let staff = self.staff(self.map.object(object).arena);
        let behind = staff && self.map.spots_of(object).any(|spot| self.map.spot(spot).role == Role::Staff);
        self.map.spots_of(object).filter(move |spot| match self.map.spot(*spot).role {
            Role::Any | Role::Guest => !behind,
            Role::Staff => staff,
        })
    }
}

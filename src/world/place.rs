//! The environment tree as entities: town > sector > arena > object (paper, section 5).

use bevy::prelude::*;

use super::{
    map::{ArenaId, ObjectId, SectorId, TownMap},
    object::{ObjectState, Objects},
};

/// The root of the tree.
#[derive(Component, Clone, Copy, Debug)]
pub struct Town;

/// The objects of each arena, by its number.
#[derive(Resource, Clone, Debug, Default)]
pub struct Furnishing(Vec<Vec<ObjectId>>);

impl Furnishing {
    /// What stands in `arena`, by number.
    pub fn of(&self, arena: ArenaId) -> &[ObjectId] {
        self.0.get(usize::from(arena.0)).map_or(&[], Vec::as_slice)
    }
}

/// Plants the tree of `map` and keeps the map as a resource. Objects get their [`ObjectState`].
pub fn plant(world: &mut World, map: TownMap) {
    let town = world.spawn((Town, Name::new(map.id.clone()))).id();
    let sectors: Vec<Entity> = (map.sectors.iter().enumerate())
        .map(|(n, sector)| world.spawn((SectorId(n as u16), Name::new(sector.name.clone()), ChildOf(town))).id())
        .collect();
    let arenas: Vec<Entity> = (map.arenas.iter().enumerate())
        .map(|(n, arena)| {
            let parent = arena.sector.map_or(town, |sector| sectors[usize::from(sector.0)]);
            world.spawn((ArenaId(n as u16), Name::new(arena.name.clone()), ChildOf(parent))).id()
        })
        .collect();
    let objects = (map.objects.iter().enumerate()).map(|(n, object)| {
        let parent = arenas[usize::from(object.arena.0)];
        let name = Name::new(object.name.clone());
        world.spawn((ObjectId(n as u16), name, ObjectState::rested(object), ChildOf(parent))).id()
    });
    let objects = Objects(objects.collect());
    let all = (0..map.arenas.len()).map(|n| map.objects_in(ArenaId(n as u16)).collect());
    let furnishing = Furnishing(all.collect());
    world.insert_resource(objects);
    world.insert_resource(furnishing);
    world.insert_resource(map);
}

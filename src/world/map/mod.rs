//! A town as it was drawn: cells, sectors, arenas, objects, spots. Pure data, the same for everybody.
//!
//! A map is made by strangers: [`TownMap::read`] trusts nothing in it, reads nothing but the map's own folder,
//! and names every fault it finds at once.

use bevy::prelude::Resource;

use self::cells::Size;

mod cells;
mod check;
mod ground;
mod item;
mod parts;
mod places;
mod read;
mod tilesets;
mod xml;

pub use self::{
    check::widest_ground,
    parts::{
        Arena, ArenaId, Drawing, Facing, Footing, Holding, Object, ObjectId, Picture, Role, Sector, SectorId,
        SectorLook, Spot, SpotId, Tile, Wall,
    },
    read::check_map,
};

/// The town as it was drawn.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct TownMap {
    /// `the_ville`.
    pub id: String,
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
    /// Per cell, row by row.
    pub footing: Vec<Footing>,
    /// Per cell; `None` where walls and doors stand.
    pub arena_at: Vec<Option<ArenaId>>,
    /// Per cell; `None` outside.
    pub sector_at: Vec<Option<SectorId>>,
    /// Per cell.
    pub walls: Vec<Option<Wall>>,
    /// By [`SectorId`].
    pub sectors: Vec<Sector>,
    /// By [`ArenaId`].
    pub arenas: Vec<Arena>,
    /// By [`ObjectId`].
    pub objects: Vec<Object>,
    /// By [`SpotId`].
    pub spots: Vec<Spot>,
    /// Where newcomers enter.
    pub spawns: Vec<Tile>,
    /// For the view.
    pub drawing: Drawing,
    /// How many people there are for each that the town was drawn for: 1, unless a cast is repeated. Spots and cells
    /// then have room for so many, and capacities are those of the drawing times this.
    pub crowd: u32,
}

impl TownMap {
    /// Nothing but free ground under the open sky.
    fn empty(id: String, size: Size) -> Self {
        let cells = size.cells();
        let outdoors = Arena { name: "outdoors".to_owned(), ..Arena::default() };
        Self {
            id,
            width: size.width,
            height: size.height,
            footing: vec![Footing::Free; cells],
            arena_at: vec![None; cells],
            sector_at: vec![None; cells],
            walls: vec![None; cells],
            arenas: vec![outdoors],
            crowd: 1,
            ..Self::default()
        }
    }

    fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The place of a cell in the per-cell lists; `None` outside the map.
    pub fn index(&self, at: Tile) -> Option<usize> {
        self.size().index(at)
    }

    /// The cell at a place in the per-cell lists.
    pub fn tile(&self, index: usize) -> Tile {
        self.size().tile(index)
    }

    /// How a cell may be walked; outside the map not at all.
    pub fn footing(&self, at: Tile) -> Footing {
        self.index(at).map_or(Footing::Blocked, |index| self.footing[index])
    }

    /// The arena of a cell; `None` on walls and in doors (who stands in a door belongs to the arena just left).
    pub fn arena_at(&self, at: Tile) -> Option<ArenaId> {
        self.index(at).and_then(|index| self.arena_at[index])
    }

    /// Is there a doorway?
    pub fn is_door(&self, at: Tile) -> bool {
        self.index(at).is_some_and(|index| self.walls[index] == Some(Wall::Door))
    }

    /// An arena by its number.
    pub fn arena(&self, id: ArenaId) -> &Arena {
        &self.arenas[usize::from(id.0)]
    }

    /// A sector by its number.
    pub fn sector(&self, id: SectorId) -> &Sector {
        &self.sectors[usize::from(id.0)]
    }

    /// An object by its number.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[usize::from(id.0)]
    }

    /// A spot by its number.
    pub fn spot(&self, id: SpotId) -> &Spot {
        &self.spots[usize::from(id.0)]
    }

    /// `Hobbs Cafe: cafe`; of the outdoors `outdoors`.
    pub fn arena_name(&self, id: ArenaId) -> String {
        let arena = self.arena(id);
        match arena.sector {
            Some(sector) => format!("{}: {}", self.sector(sector).name, arena.name),
            None => arena.name.clone(),
        }
    }

    /// As people say it: `Hobbs Cafe, kitchen`; of the room that gives a small house its name only the house, since `the
    /// cafe of Hobbs Cafe` is no English.
    pub fn spoken_name(&self, id: ArenaId) -> String {
        let arena = self.arena(id);
        let Some(house) = arena.sector.map(|sector| &self.sector(sector).name) else { return arena.name.clone() };
        if house.to_lowercase().contains(&arena.name.to_lowercase()) {
            house.clone()
        } else {
            format!("{house}, {}", arena.name)
        }
    }

    /// `<Hobbs Cafe: cafe: stove>`.
    pub fn address(&self, id: ObjectId) -> String {
        let object = self.object(id);
        format!("<{}: {}>", self.arena_name(object.arena), object.name)
    }

    /// The sector of that name.
    pub fn find_sector(&self, name: &str) -> Option<SectorId> {
        self.sectors.iter().position(|sector| sector.name == name).map(|n| SectorId(n as u16))
    }

    /// The arena of that address, `sector: arena`.
    pub fn find_arena(&self, address: &str) -> Option<ArenaId> {
        (0..self.arenas.len()).map(|n| ArenaId(n as u16)).find(|id| self.arena_name(*id) == address)
    }

    /// The arenas of a sector.
    pub fn arenas_of(&self, sector: SectorId) -> impl Iterator<Item = ArenaId> {
        let of = move |arena: &Arena| arena.sector == Some(sector);
        self.arenas.iter().enumerate().filter(move |(_, arena)| of(arena)).map(|(n, _)| ArenaId(n as u16))
    }

    /// The objects of an arena.
    pub fn objects_in(&self, arena: ArenaId) -> impl Iterator<Item = ObjectId> {
        let all = self.objects.iter().enumerate();
        all.filter(move |(_, object)| object.arena == arena).map(|(n, _)| ObjectId(n as u16))
    }

    /// The spots of an object.
    pub fn spots_of(&self, object: ObjectId) -> impl Iterator<Item = SpotId> {
        let all = self.spots.iter().enumerate();
        all.filter(move |(_, spot)| spot.object == object).map(|(n, _)| SpotId(n as u16))
    }

    /// The sector whose indoors, walls or doors a cell belongs to; `None` in the open.
    pub fn building_at(&self, at: Tile) -> Option<SectorId> {
        let index = self.index(at)?;
        let inside = match self.arena_at[index] {
            Some(arena) => self.arena(arena).indoor,
            None => self.walls[index].is_some(),
        };
        self.sector_at[index].filter(|_| inside)
    }
}

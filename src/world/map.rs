//! A town as it was drawn: cells, sectors, arenas, objects, spots. Pure data, the same for everybody.

use std::fmt;

use bevy::prelude::{Component, Resource};
use serde::{Deserialize, Serialize};

use crate::mind::question::Span;

/// A cell of the map; x east, y south, from the north-west corner. On an agent: where it stands.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Tile {
    /// East.
    pub x: i32,
    /// South.
    pub y: i32,
}

impl Tile {
    /// The cell there.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Steps from here to there with no walls between: people walk in four directions.
    pub fn steps(self, other: Tile) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// The next cell that way.
    pub fn toward(self, facing: Facing) -> Tile {
        let (dx, dy) = facing.step();
        Tile { x: self.x + dx, y: self.y + dy }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// One of four directions.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// North.
    Up,
    /// East.
    Right,
    /// South, toward the viewer.
    #[default]
    Down,
    /// West.
    Left,
}

impl Facing {
    /// All four, clockwise from north.
    pub const ALL: [Facing; 4] = [Facing::Up, Facing::Right, Facing::Down, Facing::Left];

    /// One step that way: (east, south).
    pub const fn step(self) -> (i32, i32) {
        match self {
            Facing::Up => (0, -1),
            Facing::Right => (1, 0),
            Facing::Down => (0, 1),
            Facing::Left => (-1, 0),
        }
    }
}

/// How a cell may be walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Footing {
    /// Freely.
    #[default]
    Free,
    /// Only as the end of a walk: seats, beds, benches.
    End,
    /// Not at all.
    Blocked,
}

/// A sector by its place in [`TownMap::sectors`].
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SectorId(pub u16);

/// An arena by its place in [`TownMap::arenas`]. Number 0 is `outdoors`, outside any sector.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ArenaId(pub u16);

impl ArenaId {
    /// The open air outside any sector: one arena for the senses.
    pub const OUTDOORS: ArenaId = ArenaId(0);
}

/// An object by its place in [`TownMap::objects`].
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectId(pub u16);

/// A spot by its place in [`TownMap::spots`].
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SpotId(pub u16);

/// A house, a shop, a park.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sector {
    /// Unique in the town.
    pub name: String,
    /// Full names; empty: nobody's in particular.
    pub owners: Vec<String>,
    /// When guests may come in; `None`: always, unless it has owners and is a home.
    pub open: Option<Span>,
    /// How the game paints it: wall ramp, facade, door leaf, sign (names of the painter's).
    pub look: SectorLook,
}

/// A sector's looks, by the painter's names; empty: plain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SectorLook {
    /// Colour ramp of the walls' cap.
    pub cap: String,
    /// Face of the outer walls.
    pub front: String,
    /// Colour of the door leaf.
    pub door: String,
    /// Trade sign.
    pub sign: String,
}

/// A room, or a piece of open ground with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena {
    /// Unique in its sector.
    pub name: String,
    /// `None` for the outdoors alone.
    pub sector: Option<SectorId>,
    /// Whose room it is; empty: the sector's.
    pub owners: Vec<String>,
    /// How many may be in it at once; `None`: any number.
    pub capacity: Option<u32>,
    /// Under a roof. Routes do not lead through the indoors of a sector that is neither start nor goal.
    pub indoor: bool,
    /// The painter's floor.
    pub floor: String,
    /// The painter's wall face inside.
    pub paper: String,
}

/// What an object holds that can run out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// `food`.
    pub what: String,
    /// How much when full.
    pub full: u32,
}

/// A thing that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Unique in its arena.
    pub name: String,
    /// `stove`; names its pictures.
    pub kind: String,
    /// Where.
    pub arena: ArenaId,
    /// What it is for: verb phrases.
    pub affordances: Vec<String>,
    /// How many can use it at once.
    pub capacity: u32,
    /// The state it rests in: `off`.
    pub rest: String,
    /// What it holds that can run out.
    pub holds: Option<Holding>,
    /// Full names; empty: whoever may be in the arena.
    pub owners: Vec<String>,
    /// Which way it faces.
    pub facing: Facing,
    /// The cells it stands on, in reading order.
    pub cells: Vec<Tile>,
}

/// Who uses an object from a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Anybody.
    #[default]
    Any,
    /// Who is served.
    Guest,
    /// Who serves.
    Staff,
}

/// A cell from which an object is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which object.
    pub object: ObjectId,
    /// Where one stands, sits or lies.
    pub at: Tile,
    /// Which way one looks.
    pub facing: Facing,
    /// For whom.
    pub role: Role,
}

/// What the `walls` layer has in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wall {
    /// Plain.
    Wall,
    /// With a window.
    Window,
    /// A doorway; free to walk.
    Door,
}

/// A picture by the painter's index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Name in the index.
    pub name: String,
    /// Which of its frames.
    pub frame: u32,
}

/// What only the view needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Ground layers from bottom to top: name, and per cell the place on the ground sheet.
    pub ground: Vec<(String, Vec<Option<u32>>)>,
    /// What stands about: where, what. In reading order.
    pub decor: Vec<(Tile, Picture)>,
}

/// The town as it was drawn.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
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
}

impl TownMap {
    /// The place of a cell in the per-cell lists; `None` outside the map.
    pub fn index(&self, at: Tile) -> Option<usize> {
        let inside = (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y);
        inside.then(|| (at.y * self.width + at.x) as usize)
    }

    /// The cell at a place in the per-cell lists.
    pub fn tile(&self, index: usize) -> Tile {
        Tile { x: index as i32 % self.width, y: index as i32 / self.width }
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

//! What a town is made of: cells, sectors, arenas, objects, spots, and what only the view needs.

use std::fmt;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::ids::{ArenaId, ObjectId, SectorId};
use crate::mind::question::Span;

/// A cell of the map; x east, y south, from the north-west corner. On an agent: where it stands.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "super::ids::AnyTile")]
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

    /// Cells between, diagonals counting as one.
    pub fn distance(self, other: Tile) -> u32 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }

    /// The way one looks from here to see `there`; `None`: it is here.
    pub fn facing(self, there: Tile) -> Option<Facing> {
        let (dx, dy) = (there.x - self.x, there.y - self.y);
        match () {
            () if dx == 0 && dy == 0 => None,
            () if dx.abs() > dy.abs() => Some(if dx > 0 { Facing::Right } else { Facing::Left }),
            () => Some(if dy > 0 { Facing::Down } else { Facing::Up }),
        }
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

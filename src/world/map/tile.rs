//! A cell, and the four ways from it.

use std::fmt;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

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

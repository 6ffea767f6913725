//! Grass, water, roads, floors: which tiles of the ground sheet lie in each cell, and which of them move.

use std::collections::BTreeSet;

use super::sheets::{Index, Sheet};
use crate::world::{Tile, TownMap};

/// Frames of water, next to each other on the sheet.
pub const WATER_FRAMES: u32 = 4;

/// What lies on the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// By layer, from the lowest, and by cell: the number of the tile on its sheet; of what moves, its first frame.
    pub layers: Vec<Vec<Option<u32>>>,
    /// The first frames of what moves.
    pub moving: BTreeSet<u32>,
}

impl Ground {
    /// Reads the ground off a map.
    pub fn new(map: &TownMap, index: &Index) -> Self {
        let water = Water::find(index);
        let mut moving = BTreeSet::new();
        let mut shown = |(cell, id): (usize, &Option<u32>)| {
            let id = water.rippled((*id)?, map.tile(cell));
            let first = water.first(id);
            moving.extend(first);
            Some(first.unwrap_or(id))
        };
        let layers = map.drawing.ground.iter();
        let layers = layers.map(|(_, cells)| cells.iter().enumerate().map(&mut shown).collect()).collect();
        Self { layers, moving }
    }
}

/// Where the runs of water's frames begin on the sheet.
struct Water {
    /// First tile and number of tiles of each run.
    runs: Vec<(u32, u32)>,
    /// Plain open water, and the same with ripples.
    open: Option<u32>,
    ripples: Vec<u32>,
}

impl Water {
    fn find(index: &Index) -> Self {
        let run = |name: &str| {
            let places = index.frames(Sheet::Ground, name)?;
            Some((index.ground_number(*places.first()?), places.len() as u32))
        };
        let all = run("water");
        let ripples: Vec<(u32, u32)> = (1..9).map_while(|n| run(&format!("water/{n}"))).collect();
        // Of the pictures by mask the last has water on all eight sides.
        let open = all.and_then(|(first, count)| (first + count).checked_sub(WATER_FRAMES));
        let first = |(first, _): &(u32, u32)| *first;
        Self { open, ripples: ripples.iter().map(first).collect(), runs: all.into_iter().chain(ripples).collect() }
    }

    /// The first frame of a tile of water; `None` for all else.
    fn first(&self, id: u32) -> Option<u32> {
        let run = self.runs.iter().find(|(first, count)| (*first..first + count).contains(&id));
        run.map(|(first, _)| id - (id - first) % WATER_FRAMES)
    }

    /// Strews ripples over plain open water: one cell in six.
    fn rippled(&self, id: u32, tile: Tile) -> u32 {
        let dice = (tile.x as u32).wrapping_mul(0x9E37_79B1) ^ (tile.y as u32).wrapping_mul(0x85EB_CA77);
        let dice = (dice ^ (dice >> 15)).wrapping_mul(0x2C1B_3C6D) >> 8;
        match self.open {
            Some(open) if self.first(id) == Some(open) && !self.ripples.is_empty() && dice.is_multiple_of(6) => {
                self.ripples[(dice / 6) as usize % self.ripples.len()]
            }
            _ => id,
        }
    }
}

//! The ground of a page: which tiles are seen in each cell, and which of them move.

use std::collections::BTreeMap;

use serde::Serialize;

use super::pictures::{GROUND, Pictures};
use crate::world::{Tile, TownMap};

/// Columns of the ground sheet, and the distance from tile to tile.
const COLUMNS: i32 = 48;
const PITCH: i32 = 17;
/// Frames of water, next to each other on the sheet.
const WATER_FRAMES: u32 = 4;

/// What lies on the ground.
#[derive(Serialize)]
pub(super) struct Ground {
    /// Tiles by layer, from the lowest: one more than its number on the sheet, 0 for none.
    layers: Vec<Vec<u32>>,
    /// First frames of what moves.
    moving: Vec<u32>,
    columns: i32,
    pitch: i32,
}

/// Where the runs of water's frames begin, and how many tiles each has.
struct Water {
    runs: Vec<(u32, u32)>,
    open: Option<u32>,
    ripples: Vec<u32>,
}

impl Water {
    fn find(pictures: &Pictures) -> Self {
        let run = |name: &str| {
            let places = pictures.frames(GROUND, name)?;
            let [x, y, ..] = places[0];
            Some(((y / PITCH * COLUMNS + x / PITCH) as u32, places.len() as u32))
        };
        let all = run("water");
        let ripples: Vec<(u32, u32)> = (1..9).map_while(|n| run(&format!("water/{n}"))).collect();
        // Of the pictures by mask the last has water on all eight sides.
        let open = all.and_then(|(first, count)| (first + count).checked_sub(WATER_FRAMES));
        Self {
            open,
            ripples: ripples.iter().map(|run| run.0).collect(),
            runs: all.into_iter().chain(ripples).collect(),
        }
    }

    fn first(&self, id: u32) -> Option<u32> {
        let run = self.runs.iter().find(|(first, count)| (*first..first + count).contains(&id));
        run.map(|(first, _)| id - (id - first) % WATER_FRAMES)
    }

    /// Strews ripples over plain open water, as the window does.
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

/// Reads the ground off a map.
pub(super) fn ground(map: &TownMap, pictures: &Pictures) -> Ground {
    let water = Water::find(pictures);
    let mut moving = BTreeMap::new();
    let layers = map.drawing.ground.iter().map(|(_, cells)| {
        let shown = cells.iter().enumerate().map(|(cell, id)| {
            let Some(id) = id.map(|id| water.rippled(id, map.tile(cell))) else { return 0 };
            let first = water.first(id);
            if let Some(first) = first {
                moving.insert(first, ());
            }
            first.unwrap_or(id) + 1
        });
        shown.collect()
    });
    let layers = layers.collect();
    Ground { layers, moving: moving.into_keys().collect(), columns: COLUMNS, pitch: PITCH }
}

/// The place of a ground tile by its number in the tileset.
pub(super) fn tile(id: u32) -> [i32; 4] {
    let id = id as i32;
    [id % COLUMNS * PITCH, id / COLUMNS * PITCH, 16, 16]
}

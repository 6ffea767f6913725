//! Grass, water, roads, floors: the map's ground layers as tile maps.
//!
//! Rule: a cell keeps only what can be seen, so the layers under a closed floor cost nothing.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{asset::RenderAssetUsages, prelude::*};
use bevy_ecs_tilemap::prelude::*;

use super::{
    TILE, Z_GROUND,
    pixels::image,
    scene::{TownState, of_town},
    sheets::{Sheet, Sheets},
};
use crate::world::{Tile, TownMap};

/// Frames of water, next to each other on the sheet.
const WATER_FRAMES: u32 = 4;
/// Rounds of all frames a second: 3 frames a second.
const WATER_SPEED: f32 = 3.0 / WATER_FRAMES as f32;
/// Layers that may be laid on each other.
const LAYER_STEP: f32 = 0.05;

/// Tiles used on a map, on a picture of their own: how many there are decides how much memory they take.
struct Used {
    place: BTreeMap<u32, u32>,
    picture: Image,
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
    fn find(sheets: &Sheets) -> Self {
        let run = |name: &str| {
            let places = sheets.frames(Sheet::Ground, name)?;
            let first = (0..4096).find(|id| sheets.ground_tile(*id).min == places[0].min)?;
            Some((first, places.len() as u32))
        };
        let all = run("water");
        let ripples: Vec<(u32, u32)> = (1..9).map_while(|n| run(&format!("water/{n}"))).collect();
        // Of the pictures by mask the last has water on all eight sides.
        let open = all.map(|(first, count)| first + count - WATER_FRAMES);
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

fn used(map: &TownMap, sheets: &Sheets, all: &Image, water: &Water) -> Used {
    let mut ids = BTreeSet::new();
    for id in map.drawing.ground.iter().flat_map(|(_, cells)| cells.iter().flatten()) {
        match water.first(*id) {
            Some(first) => ids.extend(first..first + WATER_FRAMES),
            None => _ = ids.insert(*id),
        }
    }
    let side = TILE as usize;
    if ids.iter().any(|id| water.first(*id).is_some()) {
        ids.extend(water.ripples.iter().flat_map(|first| *first..first + WATER_FRAMES));
    }
    let mut pixels = vec![0u8; side * side * 4 * ids.len().max(1)];
    let mut place = BTreeMap::new();
    for (n, id) in ids.into_iter().enumerate() {
        place.insert(id, n as u32);
        let from = sheets.ground_tile(id).min.as_uvec2();
        let wide = all.width() as usize;
        let Some(data) = &all.data else { continue };
        for y in 0..side {
            let source = ((from.y as usize + y) * wide + from.x as usize) * 4;
            let target = (n * side + y) * side * 4;
            let Some(row) = data.get(source..source + side * 4) else { continue };
            pixels[target..target + side * 4].copy_from_slice(row);
        }
    }
    let mut picture = image((side, side * place.len().max(1), pixels));
    picture.asset_usage = RenderAssetUsages::all();
    Used { place, picture }
}

impl Used {
    /// Does nothing shine through this tile?
    fn closed(&self, id: u32) -> bool {
        let bytes = (TILE * TILE * 4.0) as usize;
        let from = self.place.get(&id).map(|n| *n as usize * bytes);
        let tile = from.and_then(|from| self.picture.data.as_ref()?.get(from..from + bytes));
        tile.is_some_and(|tile| tile.chunks_exact(4).all(|pixel| pixel[3] == 255))
    }
}

/// Lays the ground when there is a map.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), lay);
}

fn lay(mut commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>, mut images: ResMut<Assets<Image>>) {
    let water = Water::find(&sheets);
    let Some(all) = images.get(&sheets.picture) else { return };
    let used = used(&map, &sheets, all, &water);
    let mut shown = vec![vec![None; map.walls.len()]; map.drawing.ground.len()];
    // From the top down, until what lies in a cell leaves nothing of what is below it to be seen.
    let mut open = vec![true; map.walls.len()];
    for ((_, ids), shown) in map.drawing.ground.iter().zip(&mut shown).rev() {
        for ((id, shown), open) in ids.iter().zip(shown).zip(&mut open).filter(|((id, _), open)| **open && id.is_some())
        {
            *shown = *id;
            *open = !id.is_some_and(|id| used.closed(id));
        }
    }
    let place = |id: u32| used.place.get(&id).copied().unwrap_or_default();
    let size = TilemapSize { x: map.width as u32, y: map.height as u32 };
    let tile = TilemapTileSize { x: TILE, y: TILE };
    let texture = TilemapTexture::Single(images.add(used.picture.clone()));
    for (layer, cells) in shown.iter().enumerate() {
        if cells.iter().all(Option::is_none) {
            continue;
        }
        let entity = commands.spawn(of_town()).id();
        let mut storage = TileStorage::empty(size);
        for (cell, id) in cells.iter().enumerate().filter_map(|(cell, id)| Some((cell, (*id)?))) {
            let at = map.tile(cell);
            // Rows count from the south here.
            let position = TilePos { x: at.x as u32, y: (map.height - 1 - at.y) as u32 };
            let id = water.rippled(id, at);
            let first = water.first(id);
            let texture_index = TileTextureIndex(place(first.unwrap_or(id)));
            let tile = TileBundle { position, tilemap_id: TilemapId(entity), texture_index, ..default() };
            let mut tile = commands.spawn((of_town(), tile));
            if first.is_some() {
                let start = texture_index.0;
                tile.insert(AnimatedTile { start, end: start + WATER_FRAMES, speed: WATER_SPEED });
            }
            storage.set(&position, tile.id());
        }
        let south = -(map.height as f32) * TILE;
        let middle = Vec3::new(TILE / 2.0, south + TILE / 2.0, Z_GROUND + layer as f32 * LAYER_STEP);
        commands.entity(entity).insert(TilemapBundle {
            grid_size: tile.into(),
            size,
            storage,
            texture: texture.clone(),
            tile_size: tile,
            transform: Transform::from_translation(middle),
            ..default()
        });
    }
}

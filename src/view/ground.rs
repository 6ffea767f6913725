//! The ground as tile maps, one for each layer.
//!
//! Rule: a cell keeps only what can be seen, so the layers under a closed floor cost nothing.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{asset::RenderAssetUsages, prelude::*};
use bevy_ecs_tilemap::prelude::*;

use super::{
    TILE, Z_GROUND,
    pixels::image,
    scene::{TownState, of_town},
    sheets::Sheets,
};
use crate::{
    drawing::ground::{Ground, WATER_FRAMES},
    world::TownMap,
};

/// Rounds of all frames a second: 3 frames a second.
const WATER_SPEED: f32 = 3.0 / WATER_FRAMES as f32;
/// Layers that may be laid on each other.
const LAYER_STEP: f32 = 0.05;

/// Tiles used on a map, on a picture of their own: how many there are decides how much memory they take.
struct Used {
    place: BTreeMap<u32, u32>,
    picture: Image,
}

fn used(ground: &Ground, sheets: &Sheets, all: &Image) -> Used {
    let mut ids: BTreeSet<u32> = ground.layers.iter().flatten().flatten().copied().collect();
    ids.extend(ground.moving.iter().flat_map(|first| *first..first + WATER_FRAMES));
    let side = TILE as usize;
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

    /// Leaves of a ground only what can be seen: from the top down, until what lies in a cell hides all below it.
    fn uncover(&self, ground: &mut Ground, cells: usize) {
        let mut open = vec![true; cells];
        for layer in ground.layers.iter_mut().rev() {
            for (id, open) in layer.iter_mut().zip(&mut open) {
                id.take_if(|_| !*open);
                *open &= !id.is_some_and(|id| self.closed(id));
            }
        }
    }
}

/// Lays the ground when there is a map.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), lay);
}

fn lay(mut commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>, mut images: ResMut<Assets<Image>>) {
    let Some(all) = images.get(&sheets.picture) else { return };
    let mut ground = Ground::new(&map, &sheets);
    let used = used(&ground, &sheets, all);
    used.uncover(&mut ground, map.walls.len());
    let place = |id: u32| used.place.get(&id).copied().unwrap_or_default();
    let size = TilemapSize { x: map.width as u32, y: map.height as u32 };
    let tile = TilemapTileSize { x: TILE, y: TILE };
    let texture = TilemapTexture::Single(images.add(used.picture.clone()));
    for (layer, cells) in ground.layers.iter().enumerate() {
        if cells.iter().all(Option::is_none) {
            continue;
        }
        let entity = commands.spawn(of_town()).id();
        let mut storage = TileStorage::empty(size);
        for (cell, id) in cells.iter().enumerate().filter_map(|(cell, id)| Some((cell, (*id)?))) {
            let at = map.tile(cell);
            // Rows count from the south here.
            let position = TilePos { x: at.x as u32, y: (map.height - 1 - at.y) as u32 };
            let texture_index = TileTextureIndex(place(id));
            let tile = TileBundle { position, tilemap_id: TilemapId(entity), texture_index, ..default() };
            let mut tile = commands.spawn((of_town(), tile));
            if ground.moving.contains(&id) {
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

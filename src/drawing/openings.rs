//! Doors and windows in walls.

use bevy::math::IVec2;

use super::{Look, TILE, foot_of, rooms::is_wall, sheets::Sheet, walls::Site};
use crate::world::{Tile, TownMap};

/// Curtains, by the painter's names.
const CURTAINS: [&str; 4] = ["red", "blue", "teal", "plum"];

/// Is this a door in a wall that runs north to south?
pub(super) fn is_side_door(map: &TownMap, tile: Tile) -> bool {
    map.is_door(tile) && ![-1, 1].into_iter().any(|side| is_wall(map, Tile::new(tile.x + side, tile.y)))
}

/// Hangs a door.
pub(super) fn hang(site: &mut Site, tile: Tile, leaf: &str) {
    let sideways = is_side_door(site.map, tile);
    let name = if sideways { format!("side_door/{leaf}") } else { format!("door/{leaf}") };
    let beside = |dx| site.map.is_door(Tile::new(tile.x + dx, tile.y));
    // The last of several doors in a row hangs on its other side.
    let mirrored = if !sideways && beside(-1) && !beside(1) { 2 } else { 0 };
    let frame = |n: usize| site.index.frame(Sheet::Walls, &name, n + mirrored);
    let (Some(closed), Some(open)) = (frame(0), frame(1)) else { return };
    let at = foot_of(tile) + IVec2::new(TILE / 2, -TILE / 2);
    site.stand(Sheet::Walls, Look::Door([closed, open], at), tile, 1, 0);
}

/// Glazes a window.
pub(super) fn glaze(site: &mut Site, tile: Tile, leaf: &str, tall: bool) {
    // Only a low wall shows its windows to the street.
    let behind = if tall { None } else { site.room(tile.x, tile.y - 1) };
    let room = site.room(tile.x, tile.y + 1).map_or(0, |room| usize::from(room.0));
    let (name, up) = match tall {
        false => (format!("flower_window/{leaf}"), 0),
        true => (format!("window/{}", CURTAINS[room % CURTAINS.len()]), 8),
    };
    let Some(&[day, dark, lit]) = site.index.frames(Sheet::Walls, &name) else { return };
    site.stand(Sheet::Walls, Look::Pane([day, dark, lit], behind), tile, 2, up);
}

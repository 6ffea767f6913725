//! The rooms of a page: what is lit where somebody is awake. As `src/view/rooms.rs` has it.

use serde::Serialize;

use crate::world::{ArenaId, Tile, TownMap, map::Wall};

/// A room: its areas in world pixels (left, top, width, height), and where its lamps hang.
#[derive(Clone, Default, Serialize)]
pub(super) struct Room {
    areas: Vec<[i32; 4]>,
    lamps: Vec<[i32; 2]>,
}

/// What of the rooms never changes.
#[derive(Serialize)]
pub(super) struct Rooms {
    /// By arena; no area: it is no room.
    rooms: Vec<Room>,
    /// Per cell the arena, -1 for none.
    arena_at: Vec<i32>,
    /// Windows and doors through which a room shines on the street: x, y, room, 1 for a door.
    openings: Vec<[i32; 4]>,
    /// Cells of doorways.
    doorways: Vec<usize>,
    /// By arena, as people say it.
    names: Vec<String>,
}

/// The indoor arena of a cell.
pub(super) fn room_at(map: &TownMap, tile: Tile) -> Option<ArenaId> {
    map.arena_at(tile).filter(|arena| map.arena(*arena).indoor)
}

/// Is there a wall, window or door?
pub(super) fn is_wall(map: &TownMap, tile: Tile) -> bool {
    map.index(tile).is_some_and(|n| map.walls[n].is_some())
}

/// Is the wall in this cell tall? It is where a room lies south of it; a corner is as tall as its row.
pub(super) fn is_tall(map: &TownMap, tile: Tile) -> bool {
    let over_room = |tile: Tile| is_wall(map, tile) && room_at(map, Tile::new(tile.x, tile.y + 1)).is_some();
    let below = Tile::new(tile.x, tile.y + 1);
    over_room(tile)
        || is_wall(map, below) && [-1, 1].into_iter().any(|side| over_room(Tile::new(tile.x + side, tile.y)))
}

/// Reads the rooms off a map.
pub(super) fn rooms(map: &TownMap) -> Rooms {
    let mut rooms = vec![Room::default(); map.arenas.len()];
    let mut cells = vec![Vec::new(); map.arenas.len()];
    let (mut openings, mut doorways) = (Vec::new(), Vec::new());
    for (n, wall) in map.walls.iter().enumerate() {
        let tile = map.tile(n);
        if let Some(room) = room_at(map, tile) {
            rooms[usize::from(room.0)].areas.push(area(map, tile));
            cells[usize::from(room.0)].push(tile);
        }
        if *wall == Some(Wall::Door) {
            doorways.push(n);
        }
        let north = room_at(map, Tile::new(tile.x, tile.y - 1));
        let open_south = room_at(map, Tile::new(tile.x, tile.y + 1)).is_none();
        let (Some(wall), Some(room), true) = (wall, north, open_south) else { continue };
        let trades = map.sector_at[n].is_some_and(|sector| !map.sector(sector).look.sign.is_empty());
        match wall {
            Wall::Window => openings.push([tile.x * 16 + 8, tile.y * 16 + 16, i32::from(room.0), 0]),
            Wall::Door if trades => openings.push([tile.x * 16 + 8, tile.y * 16 + 16, i32::from(room.0), 1]),
            _ => {}
        }
    }
    for (room, cells) in rooms.iter_mut().zip(&cells) {
        room.lamps = hang(cells);
    }
    Rooms {
        rooms,
        arena_at: map.arena_at.iter().map(|arena| arena.map_or(-1, |arena| i32::from(arena.0))).collect(),
        openings,
        doorways,
        names: (0..map.arenas.len()).map(|n| map.spoken_name(ArenaId(n as u16))).collect(),
    }
}

/// What one cell of a room shows of it.
fn area(map: &TownMap, tile: Tile) -> [i32; 4] {
    let near = |x, y| Tile::new(tile.x + x, tile.y + y);
    let (mut left, mut top, mut right, mut bottom) = (tile.x * 16, tile.y * 16, (tile.x + 1) * 16, (tile.y + 1) * 16);
    if is_wall(map, near(-1, 0)) {
        left -= 4;
    }
    if is_wall(map, near(1, 0)) {
        right += 4;
    }
    if is_wall(map, near(0, -1)) {
        top -= if is_tall(map, near(0, -1)) { 24 } else { 4 };
    }
    if is_wall(map, near(0, 1)) {
        bottom -= if is_tall(map, near(0, 1)) { 16 } else { 4 };
    }
    [left, top, right - left, bottom - top]
}

/// A lamp for every 6 x 5 cells, over the cell nearest to the middle of its part.
fn hang(cells: &[Tile]) -> Vec<[i32; 2]> {
    let Some(first) = cells.first() else { return vec![] };
    let (mut west, mut north, mut east, mut south) = (first.x, first.y, first.x + 1, first.y + 1);
    for tile in cells {
        (west, north) = (west.min(tile.x), north.min(tile.y));
        (east, south) = (east.max(tile.x + 1), south.max(tile.y + 1));
    }
    let (wide, tall) = (east - west, south - north);
    let (across, down) = (((wide + 2) / 6).max(1), ((tall + 2) / 5).max(1));
    let mut lamps = Vec::new();
    for (px, py) in (0..down).flat_map(|y| (0..across).map(move |x| (x, y))) {
        let x = west * 16 + wide * 16 * (px * 2 + 1) / (across * 2);
        let y = north * 16 + tall * 16 * (py * 2 + 1) / (down * 2) - 4;
        if cells.contains(&Tile::new(x.div_euclid(16), y.div_euclid(16))) {
            lamps.push([x, y]);
        }
    }
    if lamps.is_empty() {
        let middle = cells[cells.len() / 2];
        lamps.push([middle.x * 16 + 8, middle.y * 16 + 8]);
    }
    lamps
}

//! Rooms as the eye sees them: which pixels a room takes between its walls, where its lamps hang, and which windows and
//! doors it has to the street.

use bevy::{
    math::{IRect, IVec2},
    prelude::Resource,
};

use super::{TILE, foot_of};
use crate::world::{ArenaId, SectorId, Tile, TownMap, map::Wall};

/// A window of a facade, or the door of a house with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The middle of its foot.
    pub at: IVec2,
    /// The room behind it.
    pub room: ArenaId,
    /// Is it a door?
    pub door: bool,
}

/// What of the rooms never changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct RoomPlan {
    areas: Vec<Vec<IRect>>,
    lamps: Vec<Vec<IVec2>>,
    /// Through what rooms shine on the street.
    pub openings: Vec<Opening>,
}

impl RoomPlan {
    /// The world pixels of a room: its floor and the faces of the walls seen from inside. None: it is no room.
    pub fn areas(&self, room: ArenaId) -> &[IRect] {
        self.areas.get(usize::from(room.0)).map_or(&[], Vec::as_slice)
    }

    /// Where its lamps hang.
    pub fn lamps(&self, room: ArenaId) -> &[IVec2] {
        self.lamps.get(usize::from(room.0)).map_or(&[], Vec::as_slice)
    }

    /// Reads the plan off a map.
    pub fn new(map: &TownMap) -> Self {
        let mut areas = vec![vec![]; map.arenas.len()];
        let (mut cells, mut openings) = (vec![vec![]; map.arenas.len()], vec![]);
        for (n, wall) in map.walls.iter().enumerate() {
            let tile = map.tile(n);
            if let Some(room) = room_at(map, tile) {
                areas[usize::from(room.0)].push(area(map, tile));
                cells[usize::from(room.0)].push(tile);
            }
            let (north, south) = (Tile::new(tile.x, tile.y - 1), Tile::new(tile.x, tile.y + 1));
            let (Some(wall), Some(room), None) = (wall, room_at(map, north), room_at(map, south)) else { continue };
            let at = foot_of(tile) + IVec2::new(TILE / 2, 0);
            match wall {
                Wall::Window => openings.push(Opening { at, room, door: false }),
                Wall::Door if trade(map, tile).is_some() => openings.push(Opening { at, room, door: true }),
                _ => {}
            }
        }
        Self { areas, lamps: cells.iter().map(|cells| hang(cells)).collect(), openings }
    }
}

/// The indoor arena of a cell.
pub fn room_at(map: &TownMap, tile: Tile) -> Option<ArenaId> {
    map.arena_at(tile).filter(|arena| map.arena(*arena).indoor)
}

/// Is there a wall, window or door?
pub fn is_wall(map: &TownMap, tile: Tile) -> bool {
    map.index(tile).is_some_and(|n| map.walls[n].is_some())
}

/// The house with a sign to which a cell belongs.
pub(super) fn trade(map: &TownMap, tile: Tile) -> Option<SectorId> {
    let sector = map.index(tile).and_then(|n| map.sector_at[n]);
    sector.filter(|sector| !map.sector(*sector).look.sign.is_empty())
}

/// Is the wall in this cell tall? It is where a room lies south of it; a corner is as tall as its row.
pub(super) fn is_tall(map: &TownMap, tile: Tile) -> bool {
    let over_room = |tile: Tile| is_wall(map, tile) && room_at(map, Tile::new(tile.x, tile.y + 1)).is_some();
    let below = Tile::new(tile.x, tile.y + 1);
    over_room(tile)
        || is_wall(map, below) && [-1, 1].into_iter().any(|side| over_room(Tile::new(tile.x + side, tile.y)))
}

/// What one cell of a room shows of it: a little of the side walls' cells, the face of the wall behind, less what the
/// wall in front hides.
fn area(map: &TownMap, tile: Tile) -> IRect {
    let near = |x, y| Tile::new(tile.x + x, tile.y + y);
    let (mut min, mut max) = (IVec2::new(tile.x, tile.y) * TILE, IVec2::new(tile.x + 1, tile.y + 1) * TILE);
    if is_wall(map, near(-1, 0)) {
        min.x -= 4;
    }
    if is_wall(map, near(1, 0)) {
        max.x += 4;
    }
    if is_wall(map, near(0, -1)) {
        min.y -= if is_tall(map, near(0, -1)) { 24 } else { 4 };
    }
    if is_wall(map, near(0, 1)) {
        max.y -= if is_tall(map, near(0, 1)) { 16 } else { 4 };
    }
    IRect::from_corners(min, max)
}

/// A lamp for every 6 x 5 cells, over the cell nearest to the middle of its part.
fn hang(cells: &[Tile]) -> Vec<IVec2> {
    let Some(first) = cells.first() else { return vec![] };
    let (mut low, mut high) = (IVec2::new(first.x, first.y), IVec2::new(first.x + 1, first.y + 1));
    for tile in cells {
        low = low.min(IVec2::new(tile.x, tile.y));
        high = high.max(IVec2::new(tile.x + 1, tile.y + 1));
    }
    let size = high - low;
    let parts = ((size + IVec2::new(2, 2)) / IVec2::new(6, 5)).max(IVec2::ONE);
    let mut lamps = Vec::new();
    for part in (0..parts.y).flat_map(|y| (0..parts.x).map(move |x| IVec2::new(x, y))) {
        let at = low * TILE + size * TILE * (part * 2 + 1) / (parts * 2) - IVec2::new(0, 4);
        if cells.contains(&Tile::new(at.x.div_euclid(TILE), at.y.div_euclid(TILE))) {
            lamps.push(at);
        }
    }
    if lamps.is_empty() {
        let middle = cells[cells.len() / 2];
        lamps.push(IVec2::new(middle.x, middle.y) * TILE + TILE / 2);
    }
    lamps
}

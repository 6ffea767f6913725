//! Walls of a doll's house: each house in its own colours, tall where a room lies south of them, else cut low.
//!
//! Rule: a wall's picture follows from its neighbours, the rooms it touches and its sector's look; nothing of it is
//! drawn on the map.

use bevy::math::{IRect, IVec2, Rect};

use super::{
    Depth, Drawn, Look, Standing, TILE, foot_of, openings,
    rooms::{is_tall, is_wall, room_at},
    sheets::{Index, Sheet},
    trade,
};
use crate::world::{ArenaId, Tile, TownMap, map::Wall};

/// What is built with.
pub(super) struct Site<'a> {
    pub(super) map: &'a TownMap,
    pub(super) index: &'a Index,
    drawn: Vec<Drawn>,
}

impl Site<'_> {
    /// Stands something in a cell, so many pixels off the ground; `order` among what stands on that row.
    pub(super) fn stand(&mut self, sheet: Sheet, look: Look, tile: Tile, order: i32, up: i32) {
        self.stand_at(sheet, look, foot_of(tile), order, up);
    }

    fn stand_at(&mut self, sheet: Sheet, look: Look, foot: IVec2, order: i32, up: i32) {
        let depth = Depth { row: foot.y, order };
        self.drawn.push(Drawn::Standing(Standing { sheet, look, foot: foot - IVec2::new(0, up), depth }));
    }

    /// Is this cell wall, window or door?
    pub(super) fn wall(&self, tile: Tile) -> bool {
        is_wall(self.map, tile)
    }

    /// Is this cell such a one?
    pub(super) fn is(&self, tile: Tile, wall: Wall) -> bool {
        self.map.index(tile).is_some_and(|n| self.map.walls[n] == Some(wall))
    }

    /// The room of a cell.
    pub(super) fn room(&self, x: i32, y: i32) -> Option<ArenaId> {
        room_at(self.map, Tile::new(x, y))
    }
}

/// All walls of a map, with what belongs to them.
pub fn walls(map: &TownMap, index: &Index) -> Vec<Drawn> {
    let mut site = Site { map, index, drawn: Vec::new() };
    for (n, wall) in map.walls.iter().enumerate() {
        let tile = map.tile(n);
        shadow(&mut site, tile);
        let Some(wall) = wall else { continue };
        floor(&mut site, tile);
        raise(&mut site, tile, *wall);
    }
    trade::dress(&mut site);
    site.drawn
}

/// Walls throw 3 pixels on what lies south of them.
fn shadow(site: &mut Site, tile: Tile) {
    let north = Tile::new(tile.x, tile.y - 1);
    if site.wall(tile) || !site.wall(north) || site.is(north, Wall::Door) {
        return;
    }
    // A corner's wall is only as wide as its side wall; light comes from the north-west.
    let beside = |dx| site.wall(Tile::new(north.x + dx, north.y));
    let from = if beside(-1) { 0 } else { 5 };
    let to = if beside(1) { TILE } else { 15 };
    let corner = IVec2::new(tile.x, tile.y) * TILE;
    site.drawn.push(Drawn::Shade(IRect::from_corners(corner + IVec2::new(from, 0), corner + IVec2::new(to, 3))));
}

/// Each quarter of a wall's cell takes the floor it touches.
fn floor(site: &mut Site, tile: Tile) {
    let map = site.map;
    let Some((_, floors)) = map.drawing.ground.iter().find(|(name, _)| name == "floor") else { return };
    let id_at = |x, y| map.index(Tile::new(x, y)).and_then(|n| floors.get(n).copied().flatten());
    let beside = |dx| is_wall(map, Tile::new(tile.x + dx, tile.y));
    // A door to the north or south keeps the floor that was laid in it; in a side wall two rooms meet.
    if id_at(tile.x, tile.y).is_some() && (beside(-1) || beside(1)) {
        return;
    }
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let around = [(dx, 0), (0, dy), (dx, dy)].map(|(x, y)| (tile.x + x, tile.y + y));
        let touched = around.into_iter().filter(|(x, y)| site.room(*x, *y).is_some()).find_map(|(x, y)| id_at(x, y));
        let Some(id) = touched else { continue };
        let quarter = IVec2::new(4 + dx * 4, 4 + dy * 4);
        let min = site.index.ground_tile(id).min + quarter.as_vec2();
        let place = Rect::from_corners(min, min + TILE as f32 / 2.0);
        site.drawn.push(Drawn::Flat { sheet: Sheet::Ground, place, at: IVec2::new(tile.x, tile.y) * TILE + quarter });
    }
}

/// The painter's name for a ramp, or a plain one.
fn known<'a>(name: &'a str, all: &[&'a str]) -> &'a str {
    all.iter().copied().find(|one| *one == name).unwrap_or(all[0])
}

/// How the house of a wall looks: cap, front, door.
pub(super) fn look_of(map: &TownMap, tile: Tile) -> (&str, &str, &str) {
    let around = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let sector = around.into_iter().find_map(|(x, y)| {
        let near = Tile::new(tile.x + x, tile.y + y);
        map.index(near).and_then(|n| map.sector_at[n]).filter(|_| (x, y) == (0, 0) || room_at(map, near).is_some())
    });
    let Some(look) = sector.map(|sector| &map.sector(sector).look) else { return ("wood", "plaster", "blue") };
    let cap = known(&look.cap, &["wood", "red", "teal", "blue"]);
    (cap, known(&look.front, &["plaster", "brick", "boards"]), known(&look.door, &["blue", "red", "teal", "plum"]))
}

fn raise(site: &mut Site, tile: Tile, wall: Wall) {
    let map = site.map;
    // A door in a side wall is seen edge-on and stands alone: walls end beside it.
    let joins = |dx, dy| {
        let next = Tile::new(tile.x + dx, tile.y + dy);
        is_wall(map, next) && (dy == 0 || !openings::is_side_door(map, next))
    };
    let (n, e, s, w) = (joins(0, -1), joins(1, 0), joins(0, 1), joins(-1, 0));
    let mask = usize::from(n) | usize::from(e) << 1 | usize::from(s) << 2 | usize::from(w) << 3;
    let tall = is_tall(map, tile);
    let (cap, front, leaf) = look_of(map, tile);
    if !openings::is_side_door(map, tile) {
        let part = |side| {
            let paper = paper(site, tile, side, tall, front);
            let name = format!("wall/{paper}/{cap}/{}", if tall { "tall" } else { "low" });
            site.index.frame(Sheet::Walls, &name, mask)
        };
        if let (Some(west), Some(east)) = (part(-1), part(1)) {
            face(site, tile, west, east);
        }
    }
    match wall {
        Wall::Wall => {}
        Wall::Door => openings::hang(site, tile, leaf),
        Wall::Window if e || w => openings::glaze(site, tile, leaf, tall),
        Wall::Window => {}
    }
}

/// Stands a wall whose halves may differ.
fn face(site: &mut Site, tile: Tile, west: Rect, east: Rect) {
    if west == east {
        return site.stand(Sheet::Walls, Look::Still(west), tile, 0, 0);
    }
    let half = TILE / 2;
    let (west_end, east_start) = (west.min.x + half as f32, east.min.x + half as f32);
    let west = Rect { max: west.max.with_x(west_end), ..west };
    let east = Rect { min: east.min.with_x(east_start), ..east };
    site.stand(Sheet::Walls, Look::Still(west), tile, 0, 0);
    site.stand_at(Sheet::Walls, Look::Still(east), foot_of(tile) + IVec2::new(half, 0), 0, 0);
}

/// What the half of a wall's face wears: the paper of its own room, to the street the house's front.
fn paper<'a>(site: &Site<'a>, tile: Tile, side: i32, tall: bool, front: &'a str) -> &'a str {
    if !tall {
        return front;
    }
    let map = site.map;
    let below = [(0, 1), (side, 1), (-side, 1)];
    let room = below.into_iter().find_map(|(x, y)| site.room(tile.x + x, tile.y + y));
    let wears = room.map(|room| map.arena(room).paper.as_str()).filter(|paper| !paper.is_empty());
    let papers = ["plaster", "paper_blue", "paper_teal", "paper_gold", "paper_rose", "brick", "boards", "tiles"];
    known(wears.unwrap_or(front), &papers)
}

//! The walls of a page, with doors, panes, awnings and signs: the window's rules (`src/view/walls.rs`) as a list of pictures.

use std::collections::BTreeSet;

use super::{
    ground,
    pictures::{GROUND, OUTDOORS, Pictures, Place, SheetId, WALLS},
    rooms::{is_tall, is_wall, room_at},
    scene::{Door, Pane, STEPS, Scene, Still},
};
use crate::world::{ArenaId, SectorId, Tile, TownMap, map::Wall};

/// Curtains, by the painter's names.
const CURTAINS: [&str; 4] = ["red", "blue", "teal", "plum"];
/// How many cells from a door its sign may hang, nearest first.
const BESIDE: [i32; 6] = [2, -2, 3, -3, 1, -1];

/// What is built with.
pub(super) struct Site<'a> {
    pub(super) map: &'a TownMap,
    pub(super) pictures: &'a mut Pictures,
    pub(super) scene: &'a mut Scene,
}

impl Site<'_> {
    /// The picture at a place, its foot's left end at world pixels, so many pixels off the ground.
    pub(super) fn still(&mut self, sheet: SheetId, at: Place, foot: (i32, i32), order: i32, up: i32) -> Still {
        let [.., tall] = at;
        Still(self.pictures.number(sheet, at), foot.0, foot.1 - up - tall, foot.1 * STEPS + order)
    }

    fn stand(&mut self, sheet: SheetId, at: Place, foot: (i32, i32), order: i32, up: i32) {
        let still = self.still(sheet, at, foot, order, up);
        self.scene.stills.push(still);
    }

    fn wall(&self, tile: Tile) -> bool {
        is_wall(self.map, tile)
    }

    fn room(&self, x: i32, y: i32) -> Option<ArenaId> {
        room_at(self.map, Tile::new(x, y))
    }

    fn is(&self, tile: Tile, wall: Wall) -> bool {
        self.map.index(tile).is_some_and(|n| self.map.walls[n] == Some(wall))
    }
}

/// Builds all walls.
pub(super) fn build(site: &mut Site) {
    for n in 0..site.map.walls.len() {
        let tile = site.map.tile(n);
        shadow(site, tile);
        let Some(wall) = site.map.walls[n] else { continue };
        floor(site, tile);
        raise(site, tile, wall);
    }
    dress(site);
}

/// The foot of a cell's pictures: its south-west corner.
pub(super) fn foot_of(tile: Tile) -> (i32, i32) {
    (tile.x * 16, (tile.y + 1) * 16)
}

/// Walls throw 3 pixels on what lies south of them.
fn shadow(site: &mut Site, tile: Tile) {
    let north = Tile::new(tile.x, tile.y - 1);
    if site.wall(tile) || !site.wall(north) || site.is(north, Wall::Door) {
        return;
    }
    let from = if site.wall(Tile::new(north.x - 1, north.y)) { 0 } else { 5 };
    let to = if site.wall(Tile::new(north.x + 1, north.y)) { 16 } else { 15 };
    site.scene.shades.push([tile.x * 16 + from, tile.y * 16, to - from, 3]);
}

/// Each quarter of a wall's cell takes the floor it touches.
fn floor(site: &mut Site, tile: Tile) {
    let map = site.map;
    let Some((_, floors)) = map.drawing.ground.iter().find(|(name, _)| name == "floor") else { return };
    let id_at = |x, y| map.index(Tile::new(x, y)).and_then(|n| floors.get(n).copied().flatten());
    let beside = |dx| is_wall(map, Tile::new(tile.x + dx, tile.y));
    if id_at(tile.x, tile.y).is_some() && (beside(-1) || beside(1)) {
        return;
    }
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let around = [(dx, 0), (0, dy), (dx, dy)].map(|(x, y)| (tile.x + x, tile.y + y));
        let touched = around.into_iter().filter(|(x, y)| site.room(*x, *y).is_some()).find_map(|(x, y)| id_at(x, y));
        let Some(id) = touched else { continue };
        let (right, down) = (4 + dx * 4, 4 + dy * 4);
        let [x, y, ..] = ground::tile(id);
        let number = site.pictures.number(GROUND, [x + right, y + down, 8, 8]);
        site.scene.flats.push([number as i32, tile.x * 16 + right, tile.y * 16 + down]);
    }
}

/// The painter's name for a ramp, or a plain one.
fn known<'a>(name: &'a str, all: &[&'a str]) -> &'a str {
    all.iter().copied().find(|one| *one == name).unwrap_or(all[0])
}

/// How the house of a wall looks: cap, front, door.
fn look_of(map: &TownMap, tile: Tile) -> (&str, &str, &str) {
    let around = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let sector = around.into_iter().find_map(|(x, y)| {
        let near = Tile::new(tile.x + x, tile.y + y);
        map.index(near).and_then(|n| map.sector_at[n]).filter(|_| (x, y) == (0, 0) || room_at(map, near).is_some())
    });
    let Some(look) = sector.map(|sector| &map.sector(sector).look) else { return ("wood", "plaster", "blue") };
    let cap = known(&look.cap, &["wood", "red", "teal", "blue"]);
    (cap, known(&look.front, &["plaster", "brick", "boards"]), known(&look.door, &["blue", "red", "teal", "plum"]))
}

/// Is this a door in a wall that runs north to south?
fn is_side_door(map: &TownMap, tile: Tile) -> bool {
    map.is_door(tile) && ![-1, 1].into_iter().any(|side| is_wall(map, Tile::new(tile.x + side, tile.y)))
}

fn raise(site: &mut Site, tile: Tile, wall: Wall) {
    let map = site.map;
    let joins = |dx, dy| {
        let next = Tile::new(tile.x + dx, tile.y + dy);
        is_wall(map, next) && (dy == 0 || !is_side_door(map, next))
    };
    let (n, e, s, w) = (joins(0, -1), joins(1, 0), joins(0, 1), joins(-1, 0));
    let mask = usize::from(n) | usize::from(e) << 1 | usize::from(s) << 2 | usize::from(w) << 3;
    let tall = is_tall(map, tile);
    let (cap, front, leaf) = look_of(map, tile);
    let foot = foot_of(tile);
    let sideways = is_side_door(map, tile);
    if !sideways {
        let part = |side| {
            let paper = paper(map, tile, side, tall, front);
            let name = format!("wall/{paper}/{cap}/{}", if tall { "tall" } else { "low" });
            site.pictures.frame(WALLS, &name, mask)
        };
        match (part(-1), part(1)) {
            (Some(west), Some(east)) if west == east => site.stand(WALLS, west, foot, 0, 0),
            (Some([x, y, _, h]), Some([right, top, _, tall])) => {
                site.stand(WALLS, [x, y, 8, h], foot, 0, 0);
                site.stand(WALLS, [right + 8, top, 8, tall], (foot.0 + 8, foot.1), 0, 0);
            }
            _ => {}
        }
    }
    match wall {
        Wall::Door => hang(site, tile, leaf, sideways),
        Wall::Window if e || w => glaze(site, tile, leaf, tall),
        _ => {}
    }
}

/// What the half of a wall's face wears: the paper of its own room, to the street the house's front.
fn paper<'a>(map: &'a TownMap, tile: Tile, side: i32, tall: bool, front: &'a str) -> &'a str {
    if !tall {
        return front;
    }
    let below = [(0, 1), (side, 1), (-side, 1)];
    let room = below.into_iter().find_map(|(x, y)| room_at(map, Tile::new(tile.x + x, tile.y + y)));
    let wears = room.map(|room| map.arena(room).paper.as_str()).filter(|paper| !paper.is_empty());
    let papers = ["plaster", "paper_blue", "paper_teal", "paper_gold", "paper_rose", "brick", "boards", "tiles"];
    known(wears.unwrap_or(front), &papers)
}

fn hang(site: &mut Site, tile: Tile, leaf: &str, sideways: bool) {
    let name = if sideways { format!("side_door/{leaf}") } else { format!("door/{leaf}") };
    let beside = |dx| site.map.is_door(Tile::new(tile.x + dx, tile.y));
    // The last of several doors in a row hangs on its other side.
    let mirrored = if !sideways && beside(-1) && !beside(1) { 2 } else { 0 };
    let frame = |n: usize| site.pictures.frame(WALLS, &name, n + mirrored);
    let (Some(closed), Some(open)) = (frame(0), frame(1)) else { return };
    let foot = foot_of(tile);
    let (closed, open) = (site.still(WALLS, closed, foot, 1, 0), site.still(WALLS, open, foot, 1, 0));
    site.scene.doors.push(Door { closed, open, at: [foot.0 + 8, foot.1 - 8] });
}

fn glaze(site: &mut Site, tile: Tile, leaf: &str, tall: bool) {
    let foot = foot_of(tile);
    let behind = if tall { None } else { site.room(tile.x, tile.y - 1) };
    let room = site.room(tile.x, tile.y + 1).map_or(0, |room| usize::from(room.0));
    let (name, lift) = match tall {
        false => (format!("flower_window/{leaf}"), 0),
        true => (format!("window/{}", CURTAINS[room % CURTAINS.len()]), 8),
    };
    let Some(&[day, dark, lit]) = site.pictures.frames(WALLS, &name) else { return };
    let looks = [day, dark, lit].map(|place| site.still(WALLS, place, foot, 2, lift));
    site.scene.panes.push(Pane { looks, room: behind.map_or(-1, |room| i32::from(room.0)) });
}

/// Dresses every sector that has a sign.
fn dress(site: &mut Site) {
    let mut signed = BTreeSet::new();
    // From the south, so that the street's side comes first.
    for n in (0..site.map.walls.len()).rev() {
        let tile = site.map.tile(n);
        let Some(sector) = trade(site.map, tile).filter(|_| is_front(site, tile)) else { continue };
        if site.is(tile, Wall::Door) && signed.insert(sector) {
            hang_sign(site, tile, sector);
        }
        awning(site, tile);
    }
}

fn trade(map: &TownMap, tile: Tile) -> Option<SectorId> {
    let sector = map.index(tile).and_then(|n| map.sector_at[n])?;
    (!map.sector(sector).look.sign.is_empty()).then_some(sector)
}

/// A wall with a room behind and none before it.
fn is_front(site: &Site, tile: Tile) -> bool {
    let open = site.room(tile.x, tile.y + 1).is_none() && !site.wall(Tile::new(tile.x, tile.y + 1));
    site.wall(tile) && open && site.room(tile.x, tile.y - 1).is_some()
}

/// Does an awning hang over this cell? Over windows and one cell to each side, never over a door.
fn shaded(site: &Site, tile: Tile) -> bool {
    let beside = |dx| Tile::new(tile.x + dx, tile.y);
    let window = |dx| site.is(beside(dx), Wall::Window) && is_front(site, beside(dx));
    is_front(site, tile) && !site.is(tile, Wall::Door) && [-1, 0, 1].into_iter().any(window)
}

fn awning(site: &mut Site, tile: Tile) {
    if !shaded(site, tile) {
        return;
    }
    let (west, east) = (shaded(site, Tile::new(tile.x - 1, tile.y)), shaded(site, Tile::new(tile.x + 1, tile.y)));
    let frame = match (west, east) {
        (false, false) => 0,
        (false, true) => 1,
        (true, true) => 2,
        (true, false) => 3,
    };
    let (.., leaf) = look_of(site.map, tile);
    let colour = if leaf == "plum" { "gold" } else { leaf };
    let Some(place) = site.pictures.frame(OUTDOORS, &format!("awning/{colour}"), frame) else { return };
    site.stand(OUTDOORS, place, foot_of(tile), 4, 7);
}

fn hang_sign(site: &mut Site, door: Tile, sector: SectorId) {
    let name = format!("sign/{}", site.map.sector(sector).look.sign);
    let Some(place) = site.pictures.frame(OUTDOORS, &name, 0) else { return };
    let cell = |dx: &i32| Tile::new(door.x + dx, door.y);
    let plain = |tile: &Tile| is_front(site, *tile) && site.is(*tile, Wall::Wall);
    let free = BESIDE.iter().map(cell).find(|tile| plain(tile) && !shaded(site, *tile));
    let Some(tile) = free.or_else(|| BESIDE.iter().map(cell).find(plain)) else { return };
    site.stand(OUTDOORS, place, foot_of(tile), 5, -5);
}

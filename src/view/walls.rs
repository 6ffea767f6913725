//! Walls of a doll's house: each house in its own colours, tall where a room lies south of them, else cut low;
//! and how a public house wears its trade: awnings over its windows and a sign on an iron arm.
//!
//! Rule: a wall's picture follows from its neighbours, the rooms it touches and its sector's look; nothing of it is
//! drawn on the map.

use std::collections::BTreeSet;

use bevy::{prelude::*, sprite::Anchor};

use super::{
    Feet, STEP, TILE, Z_FLAT, corner,
    light::Sky,
    rooms::{Occupied, is_tall, is_wall, room_at},
    scene::{TownState, of_town},
    sheets::{Sheet, Sheets},
    standing_z,
};
use crate::world::{ArenaId, SectorId, Tile, TownMap, map::Wall};

/// Colour of shadows.
pub const SHADE: Color = Color::srgba(0.165, 0.106, 0.239, 0.58);
/// Curtains, by the painter's names.
const CURTAINS: [&str; 4] = ["red", "blue", "teal", "plum"];
/// How near somebody's feet open a door, in world pixels from its middle.
const OPENS: f32 = 20.0;

/// A window: its pane tells the hour, and to the street whether somebody is home.
#[derive(Component, Clone, Debug)]
struct Pane {
    /// The room whose light shows; `None`: seen from inside, it shows the hour.
    room: Option<ArenaId>,
    /// Day, dark, lit.
    places: [Rect; 3],
}

/// A door.
#[derive(Component, Clone, Debug)]
struct Door {
    /// Middle of its threshold in world pixels.
    at: Vec2,
    /// Closed, open.
    places: [Rect; 2],
}

/// Builds walls, and keeps doors and panes.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), build);
    app.add_systems(PostUpdate, (open, light));
}

/// What all that is built needs.
struct Site<'a, 'w, 's> {
    /// Where to.
    commands: Commands<'w, 's>,
    /// The map.
    map: &'a TownMap,
    /// The pictures.
    sheets: &'a Sheets,
}

impl Site<'_, '_, '_> {
    /// Stands a picture with the left end of its foot at world pixels, so many pixels off the ground; `order` among what
    /// stands on that row.
    fn stand(&mut self, place: Rect, foot: Vec2, order: f32, up: f32) -> Entity {
        let depth = standing_z(-foot.y) + order * STEP;
        let (sprite, foot) = (self.sheets.sprite(place), foot + Vec2::Y * up);
        let at = Transform::from_translation(foot.extend(depth));
        self.commands.spawn((of_town(), sprite, Anchor::BOTTOM_LEFT, at)).id()
    }

    /// Lays a shadow; from its north-west corner.
    fn shade(&mut self, from: Vec2, size: Vec2) {
        let sprite = Sprite { color: SHADE, custom_size: Some(size), ..self.sheets.sprite(self.sheets.white()) };
        self.commands.spawn((
            of_town(),
            sprite,
            Anchor::TOP_LEFT,
            Transform::from_translation(from.extend(Z_FLAT + 0.5)),
        ));
    }

    /// Is this cell wall, window or door?
    fn wall(&self, tile: Tile) -> bool {
        is_wall(self.map, tile)
    }

    /// The room of a cell.
    fn room(&self, x: i32, y: i32) -> Option<ArenaId> {
        room_at(self.map, Tile::new(x, y))
    }
}

fn build(commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>) {
    let mut site = Site { commands, map: &map, sheets: &sheets };
    for (n, wall) in map.walls.iter().enumerate() {
        let tile = map.tile(n);
        shadow(&mut site, tile);
        let Some(wall) = wall else { continue };
        floor(&mut site, tile);
        raise(&mut site, tile, *wall);
    }
    dress(&mut site);
}

/// The foot of a cell's pictures.
pub fn foot_of(tile: Tile) -> Vec2 {
    corner(tile) - Vec2::new(0.0, TILE)
}

/// Walls throw 3 pixels on what lies south of them.
fn shadow(site: &mut Site, tile: Tile) {
    let north = Tile::new(tile.x, tile.y - 1);
    let open = site.map.index(north).is_some_and(|n| site.map.walls[n] == Some(Wall::Door));
    if site.wall(tile) || !site.wall(north) || open {
        return;
    }
    // A corner's wall is only as wide as its side wall; light comes from the north-west.
    let beside = |dx| site.wall(Tile::new(north.x + dx, north.y));
    let from = if beside(-1) { 0.0 } else { 5.0 };
    let to = if beside(1) { TILE } else { 15.0 };
    site.shade(corner(tile) + Vec2::new(from, 0.0), Vec2::new(to - from, 3.0));
}

/// Each quarter of a wall's cell takes the floor it touches.
fn floor(site: &mut Site, tile: Tile) {
    let floors = site.map.drawing.ground.iter().find(|(name, _)| name == "floor").map(|(_, ids)| ids);
    let Some(floors) = floors else { return };
    let id_at = |x, y| site.map.index(Tile::new(x, y)).and_then(|n| floors.get(n).copied().flatten());
    let beside = |dx| site.wall(Tile::new(tile.x + dx, tile.y));
    // A door to the north or south keeps the floor that was laid in it; in a side wall two rooms meet.
    if id_at(tile.x, tile.y).is_some() && (beside(-1) || beside(1)) {
        return;
    }
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let around = [(dx, 0), (0, dy), (dx, dy)].map(|(x, y)| (tile.x + x, tile.y + y));
        let touched = around.into_iter().filter(|(x, y)| site.room(*x, *y).is_some()).find_map(|(x, y)| id_at(x, y));
        let Some(id) = touched else { continue };
        let quarter = Vec2::new((4 + dx * 4) as f32, (4 + dy * 4) as f32);
        let whole = site.sheets.ground_tile(id);
        let place = Rect::from_corners(whole.min + quarter, whole.min + quarter + TILE / 2.0);
        let at = corner(tile) + Vec2::new(quarter.x, -quarter.y);
        let sprite = site.sheets.sprite(place);
        site.commands.spawn((of_town(), sprite, Anchor::TOP_LEFT, Transform::from_translation(at.extend(Z_FLAT))));
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
    let Tile { x, y } = tile;
    // A door in a side wall is seen edge-on and stands alone: walls end beside it.
    let joins = |dx, dy| {
        let next = Tile::new(x + dx, y + dy);
        site.wall(next) && (dy == 0 || !is_side_door(site.map, next))
    };
    let (n, e, s, w) = (joins(0, -1), joins(1, 0), joins(0, 1), joins(-1, 0));
    let mask = usize::from(n) | usize::from(e) << 1 | usize::from(s) << 2 | usize::from(w) << 3;
    let tall = is_tall(site.map, tile);
    let (cap, front, leaf) = look_of(site.map, tile);
    let foot = foot_of(tile);
    let sideways = is_side_door(site.map, tile);
    if !sideways {
        let papers = [-1, 1].map(|side| paper(site, tile, side, tall, front));
        let part = |paper: &str| {
            let name = format!("wall/{paper}/{cap}/{}", if tall { "tall" } else { "low" });
            site.sheets.frame(Sheet::Walls, &name, mask)
        };
        match [part(papers[0]), part(papers[1])] {
            [Some(west), Some(east)] if west == east => _ = site.stand(west, foot, 0.0, 0.0),
            [Some(west), Some(east)] => {
                let middle = |place: Rect| place.min.x + TILE / 2.0;
                let west = Rect { max: Vec2::new(middle(west), west.max.y), ..west };
                let east = Rect { min: Vec2::new(middle(east), east.min.y), ..east };
                site.stand(west, foot, 0.0, 0.0);
                site.stand(east, foot + Vec2::new(TILE / 2.0, 0.0), 0.0, 0.0);
            }
            _ => {}
        }
    }
    match wall {
        Wall::Wall => {}
        Wall::Door => hang(site, tile, leaf, sideways),
        Wall::Window if e || w => glaze(site, tile, leaf, tall),
        Wall::Window => {}
    }
}

/// What the half of a wall's face wears: the paper of its own room, to the street the house's front.
fn paper<'a>(site: &'a Site, tile: Tile, side: i32, tall: bool, front: &'a str) -> &'a str {
    if !tall {
        return front;
    }
    let below = [(0, 1), (side, 1), (-side, 1)];
    let room = below.into_iter().find_map(|(x, y)| site.room(tile.x + x, tile.y + y));
    let wears = room.map(|room| site.map.arena(room).paper.as_str()).filter(|paper| !paper.is_empty());
    let papers = ["plaster", "paper_blue", "paper_teal", "paper_gold", "paper_rose", "brick", "boards", "tiles"];
    known(wears.unwrap_or(front), &papers)
}

fn hang(site: &mut Site, tile: Tile, leaf: &str, sideways: bool) {
    let name = if sideways { format!("side_door/{leaf}") } else { format!("door/{leaf}") };
    let beside = |dx| site.map.is_door(Tile::new(tile.x + dx, tile.y));
    // The last of several doors in a row hangs on its other side.
    let mirrored = if !sideways && beside(-1) && !beside(1) { 2 } else { 0 };
    let frame = |n: usize| site.sheets.frame(Sheet::Walls, &name, n + mirrored);
    let (Some(closed), Some(open)) = (frame(0), frame(1)) else { return };
    let foot = foot_of(tile);
    let entity = site.stand(closed, foot, 1.0, 0.0);
    let at = foot + Vec2::splat(TILE / 2.0);
    site.commands.entity(entity).insert(Door { at, places: [closed, open] });
}

fn glaze(site: &mut Site, tile: Tile, leaf: &str, tall: bool) {
    let foot = foot_of(tile);
    let to_street = !tall;
    let behind = if to_street { site.room(tile.x, tile.y - 1) } else { None };
    let room = site.room(tile.x, tile.y + 1).map_or(0, |room| usize::from(room.0));
    let (name, lift) = match to_street {
        true => (format!("flower_window/{leaf}"), 0.0),
        false => (format!("window/{}", CURTAINS[room % CURTAINS.len()]), 8.0),
    };
    let Some(&[day, dark, lit]) = site.sheets.frames(Sheet::Walls, &name) else { return };
    let entity = site.stand(day, foot, 2.0, lift);
    site.commands.entity(entity).insert(Pane { room: behind, places: [day, dark, lit] });
}

fn open(people: Query<&Feet>, mut doors: Query<(&Door, &mut Sprite)>) {
    for (door, sprite) in &mut doors {
        let near = people.iter().any(|feet| (feet.0 + Vec2::new(0.0, TILE / 2.0)).distance(door.at) < OPENS);
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(Some(door.places[usize::from(near)]));
    }
}

fn light(sky: Res<Sky>, occupied: Res<Occupied>, mut panes: Query<(&Pane, &mut Sprite)>) {
    if !sky.is_changed() && !occupied.is_changed() {
        return;
    }
    for (pane, sprite) in &mut panes {
        let home = pane.room.is_some_and(|room| occupied.is_lit(room));
        let place = match (sky.lit(), home) {
            (false, _) => pane.places[0],
            // Outside it is still bright at dusk: only at night panes seen from inside turn dark.
            (true, false) if pane.room.is_none() && sky.dark < 1.5 => pane.places[0],
            (true, false) => pane.places[1],
            (true, true) => pane.places[2],
        };
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(Some(place));
    }
}

/// How many cells from a door its sign may hang, nearest first.
const BESIDE: [i32; 6] = [2, -2, 3, -3, 1, -1];

/// Dresses every sector that has a sign.
fn dress(site: &mut Site) {
    let mut signed = BTreeSet::new();
    // From the south, so that the street's side comes first.
    for n in (0..site.map.walls.len()).rev() {
        let tile = site.map.tile(n);
        let Some(sector) = trade(site, tile) else { continue };
        if !is_front(site, tile) {
            continue;
        }
        if site.map.walls[n] == Some(Wall::Door) && !signed.contains(&sector) {
            hang_sign(site, tile, sector);
            signed.insert(sector);
        }
        awning(site, tile);
    }
}

fn trade(site: &Site, tile: Tile) -> Option<SectorId> {
    let sector = site.map.index(tile).and_then(|n| site.map.sector_at[n])?;
    (!site.map.sector(sector).look.sign.is_empty()).then_some(sector)
}

/// A wall with a room behind and none before it.
fn is_front(site: &Site, tile: Tile) -> bool {
    let open = site.room(tile.x, tile.y + 1).is_none() && !site.wall(Tile::new(tile.x, tile.y + 1));
    site.wall(tile) && open && site.room(tile.x, tile.y - 1).is_some()
}

fn is(site: &Site, tile: Tile, wall: Wall) -> bool {
    site.map.index(tile).is_some_and(|n| site.map.walls[n] == Some(wall))
}

/// Does an awning hang over this cell? Over windows and one cell to each side, never over a door.
fn shaded(site: &Site, tile: Tile) -> bool {
    let beside = |dx| Tile::new(tile.x + dx, tile.y);
    is_front(site, tile)
        && !is(site, tile, Wall::Door)
        && [-1, 0, 1].into_iter().any(|dx| is(site, beside(dx), Wall::Window) && is_front(site, beside(dx)))
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
    let Some(place) = site.sheets.frame(Sheet::Outdoors, &format!("awning/{colour}"), frame) else { return };
    site.stand(place, foot_of(tile), 4.0, 7.0);
}

fn hang_sign(site: &mut Site, door: Tile, sector: SectorId) {
    let name = format!("sign/{}", site.map.sector(sector).look.sign);
    let Some(place) = site.sheets.frame(Sheet::Outdoors, &name, 0) else { return };
    let cell = |dx: &i32| Tile::new(door.x + dx, door.y);
    let plain = |tile: &Tile| is_front(site, *tile) && is(site, *tile, Wall::Wall);
    let free = BESIDE.iter().map(cell).find(|tile| plain(tile) && !shaded(site, *tile));
    let Some(tile) = free.or_else(|| BESIDE.iter().map(cell).find(plain)) else { return };
    site.stand(place, foot_of(tile), 5.0, -5.0);
}

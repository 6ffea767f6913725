//! How a public house wears its trade: awnings over its windows and a sign on an iron arm.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Site, foot_of, look_of};
use crate::{
    view::sheets::Sheet,
    world::{SectorId, Tile, map::Wall},
};

/// How many cells from a door its sign may hang, nearest first.
const BESIDE: [i32; 6] = [2, -2, 3, -3, 1, -1];

/// Dresses every sector that has a sign.
pub fn dress(site: &mut Site) {
    let mut signed = BTreeSet::new();
    // From the south, so that the street's side comes first.
    for n in (0..site.map.walls.len()).rev() {
        let tile = site.map.tile(n);
        let Some(sector) = trade(site, tile) else { continue };
        if !is_front(site, tile) {
            continue;
        }
        if site.map.walls[n] == Some(Wall::Door) && !signed.contains(&sector) {
            hang(site, tile, sector);
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

fn hang(site: &mut Site, door: Tile, sector: SectorId) {
    let name = format!("sign/{}", site.map.sector(sector).look.sign);
    let Some(place) = site.sheets.frame(Sheet::Outdoors, &name, 0) else { return };
    let cell = |dx: &i32| Tile::new(door.x + dx, door.y);
    let plain = |tile: &Tile| is_front(site, *tile) && is(site, *tile, Wall::Wall);
    let free = BESIDE.iter().map(cell).find(|tile| plain(tile) && !shaded(site, *tile));
    let Some(tile) = free.or_else(|| BESIDE.iter().map(cell).find(plain)) else { return };
    site.stand(place, foot_of(tile), 5.0, -5.0);
}

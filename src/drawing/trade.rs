//! How a public house wears its trade: awnings over its windows and a sign on an iron arm.

use std::collections::BTreeSet;

use super::{
    Look,
    rooms::trade,
    sheets::Sheet,
    walls::{Site, look_of},
};
use crate::world::{SectorId, Tile, map::Wall};

/// How many cells from a door its sign may hang, nearest first.
const BESIDE: [i32; 6] = [2, -2, 3, -3, 1, -1];

/// Dresses every sector that has a sign.
pub(super) fn dress(site: &mut Site) {
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
    let Some(place) = site.index.frame(Sheet::Outdoors, &format!("awning/{colour}"), frame) else { return };
    site.stand(Sheet::Outdoors, Look::Still(place), tile, 4, 7);
}

fn hang_sign(site: &mut Site, door: Tile, sector: SectorId) {
    let name = format!("sign/{}", site.map.sector(sector).look.sign);
    let Some(place) = site.index.frame(Sheet::Outdoors, &name, 0) else { return };
    let cell = |dx: &i32| Tile::new(door.x + dx, door.y);
    let plain = |tile: &Tile| is_front(site, *tile) && site.is(*tile, Wall::Wall);
    let free = BESIDE.iter().map(cell).find(|tile| plain(tile) && !shaded(site, *tile));
    let Some(tile) = free.or_else(|| BESIDE.iter().map(cell).find(plain)) else { return };
    site.stand(Sheet::Outdoors, Look::Still(place), tile, 5, -5);
}

//! Where a newcomer arrives: on ground that belongs to all, from which the whole town can be walked to.

use crate::world::{Footing, Tile, TownMap};

/// The open ground next to a place: nobody comes to town in somebody's bedroom, nor in a garden that only its house
/// leads to.
pub(super) fn near(map: &TownMap, at: Tile) -> Tile {
    let outside = |n: usize| {
        let open = map.footing[n] == Footing::Free && !map.is_door(map.tile(n));
        open && map.arena_at[n].is_none_or(|id| !map.arena(id).indoor)
    };
    let open: Vec<bool> = (0..map.footing.len()).map(outside).collect();
    let public = largest(&open, map.width.max(1) as usize);
    // Not behind a house either, where nobody would see them.
    let seen = |cell: &Tile| (1..3).all(|dy| map.footing(Tile::new(cell.x, cell.y + dy)) == Footing::Free);
    let cells = (0..public.len()).filter(|n| public[*n]).map(|n| map.tile(n)).filter(seen);
    cells.min_by_key(|cell| (cell.steps(at), *cell)).unwrap_or(at)
}

/// Of all cells that are open, those of the largest piece that hangs together: streets, lawns, squares. Cells stand row by
/// row, `wide` in a row.
fn largest(open: &[bool], wide: usize) -> Vec<bool> {
    let mut seen = vec![false; open.len()];
    let mut best = vec![];
    for first in 0..open.len() {
        if !open[first] || seen[first] {
            continue;
        }
        seen[first] = true;
        let mut piece = vec![first];
        let mut next = 0;
        while let Some(&n) = piece.get(next) {
            next += 1;
            let (left, right) = (!n.is_multiple_of(wide), !(n + 1).is_multiple_of(wide));
            let beside = [
                left.then(|| n - 1),
                right.then(|| n + 1),
                n.checked_sub(wide),
                Some(n + wide).filter(|below| *below < open.len()),
            ];
            for one in beside.into_iter().flatten() {
                if open[one] && !seen[one] {
                    seen[one] = true;
                    piece.push(one);
                }
            }
        }
        if piece.len() > best.len() {
            best = piece;
        }
    }
    let mut public = vec![false; open.len()];
    best.into_iter().for_each(|n| public[n] = true);
    public
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_garden_behind_a_hedge_is_not_public() {
        let town = ["..#...", "..##..", "####..", "......"];
        let open: Vec<bool> = town.iter().flat_map(|row| row.bytes().map(|cell| cell == b'.')).collect();
        let public = largest(&open, 6);
        let shown: Vec<String> =
            public.chunks(6).map(|row| row.iter().map(|p| if *p { '.' } else { '#' }).collect()).collect();
        assert_eq!(shown, ["###...", "####..", "####..", "......"]);
        assert!(largest(&[false; 4], 2).iter().all(|public| !public));
    }
}

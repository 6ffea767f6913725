//! Where a newcomer arrives: on ground that belongs to all, from which the whole town can be walked to, and beside nobody.

use crate::world::{Footing, Tile, TownMap};

/// The open ground next to a place: nobody comes to town in somebody's bedroom, nor in a garden that only its house
/// leads to; nor where they would hide one of the `people`, or be hidden, if there is room elsewhere.
pub(super) fn near(map: &TownMap, at: Tile, people: &[Tile]) -> Tile {
    let outside = |n: usize| {
        let open = map.footing[n] == Footing::Free && !map.is_door(map.tile(n));
        open && map.arena_at[n].is_none_or(|id| !map.arena(id).indoor)
    };
    let open: Vec<bool> = (0..map.footing.len()).map(outside).collect();
    let public = largest(&open, map.width.max(1) as usize);
    // Not behind a house either, where nobody would see them.
    let seen = |cell: &Tile| (1..3).all(|dy| map.footing(Tile::new(cell.x, cell.y + dy)) == Footing::Free);
    let cells = (0..public.len()).filter(|n| public[*n]).map(|n| map.tile(n)).filter(seen);
    nearest(cells, at, people).unwrap_or(at)
}

/// Of some cells the nearest to a place, where nobody stands too near if there is such a one.
fn nearest(cells: impl Iterator<Item = Tile>, at: Tile, people: &[Tile]) -> Option<Tile> {
    cells.min_by_key(|cell| (crowded(*cell, people), cell.steps(at), *cell))
}

/// Does anybody stand there, or next to it?
fn crowded(cell: Tile, people: &[Tile]) -> bool {
    people.iter().any(|one| one.x.abs_diff(cell.x) <= 1 && one.y.abs_diff(cell.y) <= 1)
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
    fn one_arrives_where_nobody_stands() {
        let all = || (0..81).map(|n| Tile::new(n % 9, n / 9));
        let middle = Tile::new(4, 4);
        assert_eq!(nearest(all(), middle, &[]), Some(middle));
        for one in [middle, Tile::new(4, 3), Tile::new(5, 5)] {
            let far = nearest(all(), middle, &[one]).map(|at| at.x.abs_diff(one.x).max(at.y.abs_diff(one.y)));
            assert_eq!(far, Some(2), "beside {one:?}");
        }
        let everywhere: Vec<Tile> = all().collect();
        assert_eq!(nearest(all(), middle, &everywhere), Some(middle), "where all is full there is no choice");
    }

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

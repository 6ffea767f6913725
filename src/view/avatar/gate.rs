//! Where a newcomer arrives: on ground that belongs to all, from which the whole town can be walked to, and beside nobody.

use crate::world::{Footing, Tile, TownMap, map::widest_ground};

/// The open ground next to a place: nobody comes to town in somebody's bedroom, nor in a garden that only its house
/// leads to; nor where they would hide one of the `people`, or be hidden, if there is room elsewhere.
pub(super) fn near(map: &TownMap, at: Tile, people: &[Tile]) -> Tile {
    let outside = |cell: Tile| !map.is_door(cell) && map.arena_at(cell).is_none_or(|id| !map.arena(id).indoor);
    // Not behind a house either, where nobody would see them.
    let seen = |cell: &Tile| (1..3).all(|dy| map.footing(Tile::new(cell.x, cell.y + dy)) == Footing::Free);
    nearest(widest_ground(map, outside).into_iter().filter(seen), at, people).unwrap_or(at)
}

/// Of some cells the nearest to a place, where nobody stands too near if there is such a one.
fn nearest(cells: impl Iterator<Item = Tile>, at: Tile, people: &[Tile]) -> Option<Tile> {
    cells.min_by_key(|cell| (crowded(*cell, people), cell.steps(at), *cell))
}

/// Does anybody stand there, or next to it?
fn crowded(cell: Tile, people: &[Tile]) -> bool {
    people.iter().any(|one| one.x.abs_diff(cell.x) <= 1 && one.y.abs_diff(cell.y) <= 1)
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
}

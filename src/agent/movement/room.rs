//! Which agent gets which cell in this tick: a pure function of the walkers.

use std::collections::BTreeMap;

use crate::agent::prelude::*;

/// One who may move this tick.
pub(super) struct Walker {
    /// Where it stands.
    pub at: Tile,
    /// The cell it wants to go to.
    pub wants: Option<Tile>,
    /// The cell it wants and may not enter, because the room behind is full.
    pub held: Option<Tile>,
    /// What has been settled about it.
    pub state: MoveState,
}

/// What has been settled about a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveState {
    /// Nothing yet.
    Open,
    /// Being settled: whoever asks stands in a ring with it.
    Pending,
    /// It stays.
    Stays,
    /// It goes to the cell it wants.
    Moves,
}

impl Walker {
    /// Where it stands at the tick's end.
    pub fn ends(&self) -> Tile {
        self.wants.filter(|_| self.state == MoveState::Moves).unwrap_or(self.at)
    }
}

/// Who stands where.
pub(super) type Standing = BTreeMap<Tile, usize>;

/// Settles all walkers, in their order.
pub(super) fn settle_all(walkers: &mut [Walker], standing: &Standing) {
    let mut taken = Standing::new();
    for n in 0..walkers.len() {
        settle(n, walkers, standing, &mut taken);
    }
}

/// Settles whether walker `n` moves: if its target is free at the end of the tick, because nobody is there, because the
/// occupant moves away, or because all move in a cycle. Two who swap cells are the shortest cycle.
fn settle(n: usize, walkers: &mut [Walker], standing: &Standing, taken: &mut Standing) -> bool {
    match walkers[n].state {
        MoveState::Pending | MoveState::Moves => return true,
        MoveState::Stays => return false,
        MoveState::Open => walkers[n].state = MoveState::Pending,
    }
    let moves = walkers[n].wants.is_some_and(|to| {
        let clear = match standing.get(&to) {
            Some(&other) if other != n => settle(other, walkers, standing, taken),
            _ => true,
        };
        clear && !taken.contains_key(&to)
    });
    walkers[n].state = if moves { MoveState::Moves } else { MoveState::Stays };
    taken.insert(walkers[n].ends(), n);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walkers at cells of a row that want to go to others; where they end.
    fn ends(walks: &[(i32, Option<i32>)]) -> Vec<i32> {
        let cell = |x: i32| Tile::new(x, 0);
        let walker = |(at, wants): &(i32, Option<i32>)| Walker {
            at: cell(*at),
            wants: wants.map(cell),
            held: None,
            state: MoveState::Open,
        };
        let mut walkers: Vec<Walker> = walks.iter().map(walker).collect();
        let standing = walkers.iter().enumerate().map(|(n, one)| (one.at, n)).collect();
        settle_all(&mut walkers, &standing);
        walkers.iter().map(|one| one.ends().x).collect()
    }

    #[test]
    fn a_train_moves_together_and_a_ring_goes_round() {
        assert_eq!(ends(&[(0, Some(1)), (1, Some(2)), (2, Some(3))]), [1, 2, 3]);
        assert_eq!(ends(&[(0, Some(1)), (1, Some(0))]), [1, 0], "two who meet pass each other");
        assert_eq!(ends(&[(0, Some(1)), (1, Some(2)), (2, Some(0))]), [1, 2, 0]);
    }

    #[test]
    fn of_two_who_want_one_cell_the_first_gets_it() {
        assert_eq!(ends(&[(0, Some(1)), (2, Some(1))]), [1, 2]);
        assert_eq!(ends(&[(3, Some(1)), (1, Some(2)), (2, Some(1))]), [3, 2, 1], "a ring goes before who comes to it");
    }

    #[test]
    fn behind_who_stays_all_stay() {
        assert_eq!(ends(&[(0, Some(1)), (1, Some(2)), (2, None)]), [0, 1, 2]);
    }
}

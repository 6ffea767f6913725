//! Ways through the town: the shortest walk from one cell to another, in four directions.
//!
//! People walk on free cells, end a walk on a seat or a bed but do not climb over one, and do not take short cuts
//! through houses they have no business in. The search is A*; what it knows beforehand are the distances of every
//! cell from a few landmarks, so that it looks at little more than the walk itself.

mod grid;
mod landmarks;
mod search;

use bevy::prelude::Resource;

use self::{grid::Grid, landmarks::LandmarkSets, search::Search};
use super::map::{Footing, Tile, TownMap};

/// What can be known about ways through a map before anybody walks.
#[derive(Resource, Clone, Debug)]
pub struct Ways {
    grid: Grid,
    landmark_sets: LandmarkSets,
}

impl Ways {
    /// Of a map. Takes some 5 ms for a town of 14,000 cells, and again for each house that can be walked through.
    pub fn new(map: &TownMap) -> Self {
        let grid = Grid::of(map);
        let free = |at: &Tile| map.footing(*at) == Footing::Free;
        let mut cells = (0..map.footing.len()).map(|n| map.tile(n));
        let first = map.spawns.iter().copied().find(free).or_else(|| cells.find(free));
        let landmark_sets = match first.and_then(|at| grid.node(at)) {
            Some(first) => LandmarkSets::of(&grid, first),
            None => LandmarkSets::default(),
        };
        Self { grid, landmark_sets }
    }

    /// The cells of the shortest walk, in order: without `from`, with `to`; empty where they are one.
    ///
    /// `taken` are cells not to walk through now, because somebody stands there; neither end is asked about.
    /// Of equally short walks it is always the same one, with few turns. `None`: there is no way.
    pub fn route(&self, from: Tile, to: Tile, taken: impl Fn(Tile) -> bool) -> Option<Vec<Tile>> {
        let (start, goal) = (self.grid.node(from)?, self.grid.node(to)?);
        if start == goal {
            return Some(Vec::new());
        }
        if self.grid.is_blocked(start) || self.grid.is_blocked(goal) {
            return None;
        }
        let search = Search::new(&self.grid, &self.landmark_sets, start, goal, taken)?;
        let nodes = search.search()?;
        let cells = search.straighten(nodes).into_iter().map(|node| self.grid.tile(node));
        Some(cells.skip(1).collect())
    }

    /// The nearest of several cells, by the length of the walk, and the walk; of equally near ones the first.
    pub fn nearest(&self, from: Tile, goals: &[Tile], taken: impl Fn(Tile) -> bool) -> Option<(Tile, Vec<Tile>)> {
        let mut ordered: Vec<(u32, usize)> =
            goals.iter().enumerate().map(|(n, goal)| (self.at_least(from, *goal), n)).collect();
        ordered.sort_unstable();
        let mut best: Option<(usize, usize, Vec<Tile>)> = None;
        for (least, n) in ordered {
            if best.as_ref().is_some_and(|(length, ..)| *length < least as usize) {
                break;
            }
            if let Some(walk) = self.route(from, goals[n], &taken)
                && best.as_ref().is_none_or(|(length, first, _)| (walk.len(), n) < (*length, *first))
            {
                best = Some((walk.len(), n, walk));
            }
        }
        best.map(|(_, n, walk)| (goals[n], walk))
    }

    /// Fewer steps than this a walk never takes; it costs next to nothing to know. 0 outside the map.
    pub fn at_least(&self, from: Tile, to: Tile) -> u32 {
        let (Some(start), Some(goal)) = (self.grid.node(from), self.grid.node(to)) else { return 0 };
        let steps = from.steps(to);
        if steps < 2 {
            return steps;
        }
        let landmarks = self.landmark_sets.between(self.grid.sector(start), self.grid.sector(goal));
        landmarks
            .map_or(0, |landmarks| landmarks.end(&self.grid, start).bound(&landmarks.end(&self.grid, goal)))
            .max(steps)
    }
}

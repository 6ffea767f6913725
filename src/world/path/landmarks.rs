//! Distances from landmarks, measured once: lower bounds for the length of any path (ALT, A* with landmarks).
//!
//! By the triangle: if a landmark is 50 steps from here and 80 from there, the walk takes at least 30. It holds only
//! on ground where the walk may go, so houses that could be a short cut are measured both open and shut.

use std::collections::VecDeque;

use super::grid::{Grid, NONE};

/// How many landmarks; their distances from one cell fill half a cache line.
pub const LANDMARKS: usize = 16;

/// Directions, east and south, in which the first landmarks lie as far as can be.
const CORNERS: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The most houses with several doors that are measured shut; more stay open in every survey.
const MOST_PASSAGES: usize = 8;

/// Steps from each landmark to a cell, over free cells; [`NONE`] where it does not reach.
pub type Far = [u16; LANDMARKS];

/// Distances from landmarks on one ground.
#[derive(Clone, Debug)]
pub struct Landmarks {
    far: Vec<Far>,
}

/// An end of a walk as the landmarks see it: a free cell, or a seat with the free cells around it.
#[derive(Clone, Copy, Debug)]
pub struct End {
    low: Far,
    high: Far,
    /// Steps to the nearest free cell: 0 or 1.
    extra: u32,
}

impl Landmarks {
    /// Places landmarks in the corners, then each as far from those before it as can be, and measures from them.
    fn of(grid: &Grid, first: u32, open: impl Fn(u16) -> bool) -> Self {
        let mut landmarks = Self { far: vec![[NONE; LANDMARKS]; grid.len()] };
        let mut nearest = steps_from(grid, first, &open);
        for mark in 0..LANDMARKS {
            let reached = (0..nearest.len()).filter(|n| nearest[*n] != NONE);
            let place = |n: &usize| match CORNERS.get(mark) {
                Some((east, south)) => {
                    let at = grid.tile(grid.node_at(*n));
                    east * at.x + south * at.y
                }
                None => i32::from(nearest[*n]),
            };
            let Some(farthest) = reached.max_by_key(place) else { break };
            let steps = steps_from(grid, grid.node_at(farthest), &open);
            for (n, steps) in steps.into_iter().enumerate() {
                landmarks.far[n][mark] = steps;
                nearest[n] = if mark == 0 { steps } else { nearest[n].min(steps) };
            }
        }
        landmarks
    }

    /// An end of a walk.
    pub fn end(&self, grid: &Grid, node: u32) -> End {
        if grid.is_free(node) {
            let far = self.far[grid.index(node)];
            return End { low: far, high: far, extra: 0 };
        }
        let mut end = End { low: [NONE; LANDMARKS], high: [0; LANDMARKS], extra: 1 };
        let beside = grid.around(node).into_iter().filter(|near| grid.is_free(*near));
        for far in beside.map(|near| &self.far[grid.index(near)]) {
            for (mark, steps) in far.iter().enumerate() {
                end.low[mark] = end.low[mark].min(*steps);
                end.high[mark] = end.high[mark].max(*steps);
            }
        }
        end
    }

    /// A walk from a free cell to that end has at least so many steps.
    pub fn bound(&self, index: usize, end: &End) -> u32 {
        let mut most = 0;
        for (mark, far) in self.far[index].iter().enumerate() {
            most = most.max(far.saturating_sub(end.high[mark])).max(end.low[mark].saturating_sub(*far));
        }
        u32::from(most) + end.extra
    }
}

impl End {
    /// A walk from one to the other has at least so many steps, if they are not next to each other.
    pub fn bound(&self, other: &End) -> u32 {
        let mut most = 0;
        for mark in 0..LANDMARKS {
            let (one, two) = (self.low[mark], other.low[mark]);
            most = most.max(one.saturating_sub(other.high[mark])).max(two.saturating_sub(self.high[mark]));
        }
        u32::from(most) + self.extra + other.extra
    }

    /// Does one lie on ground that landmarks see and the other not?
    pub fn apart(&self, other: &End) -> bool {
        let seen = |end: &End| end.low[0] != NONE;
        let unseen = |end: &End| end.high[0] == NONE || end.low[0] == NONE;
        !(seen(self) && seen(other) || unseen(self) && unseen(other))
    }
}

/// The surveys of a map, one for each way in which houses may be passed.
#[derive(Clone, Debug, Default)]
pub struct LandmarkSets {
    /// Sectors whose buildings can be walked through.
    passages: Vec<u16>,
    /// All open; all passages shut; only the first open; only the second ...
    landmark_sets: Vec<Landmarks>,
}

impl LandmarkSets {
    /// All of a map, measured outward from a free cell.
    pub fn of(grid: &Grid, first: u32) -> Self {
        let mut passages = grid.passages();
        passages.truncate(MOST_PASSAGES);
        let mut landmark_sets = vec![Landmarks::of(grid, first, |_| true)];
        if !passages.is_empty() {
            landmark_sets.push(Landmarks::of(grid, first, |building| !passages.contains(&building)));
            let one_open =
                |one: &u16| Landmarks::of(grid, first, |building| building == *one || !passages.contains(&building));
            landmark_sets.extend(passages.iter().map(one_open));
        }
        Self { passages, landmark_sets }
    }

    /// The one that holds for walks between these two sectors; `None` where nobody can walk at all.
    pub fn between(&self, one: u16, two: u16) -> Option<&Landmarks> {
        let place = |sector| self.passages.iter().position(|passage| *passage == sector);
        let number = match (place(one), place(two)) {
            _ if self.passages.is_empty() => 0,
            (None, None) => 1,
            (Some(n), None) | (None, Some(n)) => n + 2,
            (Some(n), Some(m)) if n == m => n + 2,
            (Some(_), Some(_)) => 0,
        };
        self.landmark_sets.get(number)
    }
}

/// Steps from there to every free cell in the open and in buildings that are `open`.
fn steps_from(grid: &Grid, start: u32, open: impl Fn(u16) -> bool) -> Vec<u16> {
    let mut steps = vec![NONE; grid.len()];
    steps[grid.index(start)] = 0;
    let mut ahead = VecDeque::from([start]);
    while let Some(node) = ahead.pop_front() {
        // Capped, not wrapped: a capped difference is still no more than the true one.
        let next = steps[grid.index(node)].saturating_add(1).min(NONE - 1);
        for near in grid.around(node) {
            let n = grid.index(near);
            if steps[n] == NONE && grid.is_free(near) && (grid.building(near) == NONE || open(grid.building(near))) {
                steps[n] = next;
                ahead.push_back(near);
            }
        }
    }
    steps
}

//! The search for one path, and fewer corners in it.

use std::{cell::Cell, collections::VecDeque};

use pathfinding::prelude::astar;

use super::{
    grid::{Grid, NONE},
    landmarks::{End, LandmarkSets, Landmarks},
};
use crate::world::map::{Facing, Tile};

/// How many times the least possible number of cells may be looked at before asking whether there is a way at all.
const PATIENCE: u32 = 6;

/// How many turns of a walk are tried at once to be walked as one.
const LOOK_AHEAD: usize = 4;

/// One path to be found.
pub struct Search<'a, F> {
    grid: &'a Grid,
    landmarks: &'a Landmarks,
    start: u32,
    goal: u32,
    /// The goal as a cell and as the landmarks see it.
    there: (Tile, End),
    /// The sectors through whose buildings it may lead.
    own: [u16; 2],
    taken: F,
}

impl<'a, F: Fn(Tile) -> bool> Search<'a, F> {
    /// From one cell to another one, neither of them blocked. `None`: they are plainly apart.
    pub fn new(grid: &'a Grid, landmark_sets: &'a LandmarkSets, start: u32, goal: u32, taken: F) -> Option<Self> {
        let own = [grid.sector(start), grid.sector(goal)];
        let landmarks = landmark_sets.between(own[0], own[1])?;
        let end = landmarks.end(grid, goal);
        let search = Self { grid, landmarks, start, goal, there: (grid.tile(goal), end), own, taken };
        let beside = grid.tile(start).steps(grid.tile(goal)) == 1;
        (beside || !landmarks.end(grid, start).apart(&end)).then_some(search)
    }

    /// May this walk lead through there?
    fn may(&self, node: u32) -> bool {
        if node == self.goal {
            return true;
        }
        let building = self.grid.building(node);
        let own = building == NONE || building == self.own[0] || building == self.own[1];
        own && self.grid.is_free(node) && !(self.taken)(self.grid.tile(node))
    }

    /// A walk from a cell that may be passed to the goal has at least so many steps.
    fn bound(&self, node: u32) -> u32 {
        if node == self.goal {
            return 0;
        }
        self.landmarks.bound(self.grid.index(node), &self.there.1).max(self.grid.tile(node).steps(self.there.0))
    }

    /// The shortest walk, both ends with it.
    pub fn search(&self) -> Option<Vec<u32>> {
        let patience = PATIENCE * self.least() + 64;
        match self.within(patience) {
            Ok(found) => found,
            Err(()) if self.sealed() => None,
            Err(()) => self.within(u32::MAX).unwrap_or(None),
        }
    }

    /// Of the whole walk.
    fn least(&self) -> u32 {
        self.landmarks.end(self.grid, self.start).bound(&self.there.1)
    }

    /// The walk, or that there is none; an error when more cells would have to be looked at.
    fn within(&self, patience: u32) -> Result<Option<Vec<u32>>, ()> {
        let left = Cell::new(patience);
        let found = astar(
            &self.start,
            |node| {
                left.set(left.get().saturating_sub(1));
                self.grid.around(*node).into_iter().filter(|near| self.may(*near)).map(|near| (near, 1))
            },
            |node| self.bound(*node),
            |node| *node == self.goal || left.get() == 0,
        );
        match found {
            Some((nodes, _)) if nodes.last() == Some(&self.goal) => Ok(Some(nodes)),
            Some(_) => Err(()),
            None => Ok(None),
        }
    }

    /// Is one end shut off from the other? Looks from both in turn, so that the smaller side decides.
    fn sealed(&self) -> bool {
        let mut seen = vec![0_u8; self.grid.len()];
        seen[self.grid.index(self.start)] = 1;
        seen[self.grid.index(self.goal)] = 2;
        let mut sides = [(1, VecDeque::from([self.start])), (2, VecDeque::from([self.goal]))];
        loop {
            for (side, ahead) in &mut sides {
                let Some(node) = ahead.pop_front() else { return true };
                for near in self.grid.around(node) {
                    let mark = seen[self.grid.index(near)];
                    if mark == 3 - *side {
                        return false;
                    }
                    if mark == 0 && self.may(near) {
                        seen[self.grid.index(near)] = *side;
                        ahead.push_back(near);
                    }
                }
            }
        }
    }

    /// The same length with fewer turns, where a staircase can be walked as one corner.
    pub fn straighten(&self, mut walk: Vec<u32>) -> Vec<u32> {
        let step = |n: usize| walk[n].wrapping_sub(walk[n - 1]);
        let last = walk.len() - 1;
        let mut turns = vec![0];
        turns.extend((1..last).filter(|n| step(*n) != step(n + 1)));
        turns.push(last);
        let mut corner = 0;
        while corner + 3 < turns.len() {
            let from = turns[corner];
            let straight = |place: &usize| {
                let to = turns[*place];
                self.grid.tile(walk[from]).steps(self.grid.tile(walk[to])) as usize == to - from
            };
            let ends: Vec<usize> = (corner + 3..turns.len()).take(LOOK_AHEAD).take_while(straight).collect();
            let bent = |end: &usize| Some((*end, self.bend(walk[from], walk[turns[*end]])?));
            match ends.iter().rev().find_map(bent) {
                Some((end, cells)) => {
                    walk.splice(from..=turns[end], cells);
                    corner = end;
                }
                None => corner += 1,
            }
        }
        walk
    }

    /// The cells from one to another with one corner, if all can be walked.
    fn bend(&self, from: u32, to: u32) -> Option<Vec<u32>> {
        let (a, b) = (self.grid.tile(from), self.grid.tile(to));
        [Tile::new(b.x, a.y), Tile::new(a.x, b.y)].into_iter().find_map(|corner| {
            let mut cells = vec![from];
            for (from, to) in [(a, corner), (corner, b)] {
                let way = Facing::ALL.into_iter().find(|way| from.toward(*way).steps(to) < from.steps(to));
                let mut at = from;
                while let Some(way) = way.filter(|_| at != to) {
                    at = at.toward(way);
                    let node = self.grid.node(at)?;
                    if !self.may(node) {
                        return None;
                    }
                    cells.push(node);
                }
            }
            Some(cells)
        })
    }
}

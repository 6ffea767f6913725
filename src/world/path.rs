//! Ways through the town: the shortest walk from one cell to another, in four directions.
//!
//! People walk on free cells, end a walk on a seat or a bed but do not climb over one, and do not take short cuts
//! through houses they have no business in. The search is A*; what it knows beforehand are the distances of every
//! cell from a few landmarks, so that it looks at little more than the walk itself.

use std::{cell::Cell, collections::VecDeque};

use bevy::prelude::Resource;
use pathfinding::prelude::astar;

use super::map::{Facing, Footing, Tile, TownMap};

/// How many landmarks; their distances from one cell fill half a cache line.
const LANDMARKS: usize = 16;

/// The distance of what no landmark reaches, and the sector or building of what is in none.
const NONE: u16 = u16::MAX;

/// How many times the least possible number of cells may be looked at before asking whether there is a way at all.
const PATIENCE: u32 = 6;

/// What can be known about ways through a map before anybody walks.
#[derive(Resource, Clone, Debug)]
pub struct Ways {
    /// Cells in a row, with one more on either side that is blocked.
    stride: u32,
    width: i32,
    height: i32,
    footing: Vec<Footing>,
    /// The sector each cell belongs to.
    sector: Vec<u16>,
    /// The sector in whose building each cell is.
    building: Vec<u16>,
    /// Steps from each landmark with all doors open to all: never more than a walk needs.
    far: Vec<[u16; LANDMARKS]>,
}

impl Ways {
    /// Of a map. Takes some 20 ms for a town of 14,000 cells.
    pub fn new(map: &TownMap) -> Self {
        let stride = map.width as u32 + 2;
        let cells = stride as usize * (map.height as usize + 2);
        let mut ways = Self {
            stride,
            width: map.width,
            height: map.height,
            footing: vec![Footing::Blocked; cells],
            sector: vec![NONE; cells],
            building: vec![NONE; cells],
            far: vec![[NONE; LANDMARKS]; cells],
        };
        for n in 0..map.footing.len() {
            let at = map.tile(n);
            let Some(node) = ways.node(at) else { continue };
            ways.footing[node as usize] = map.footing[n];
            ways.sector[node as usize] = map.sector_at[n].map_or(NONE, |sector| sector.0);
            ways.building[node as usize] = map.building_at(at).map_or(NONE, |sector| sector.0);
        }
        let first = map.spawns.first().copied().or_else(|| {
            let free = map.footing.iter().position(|footing| *footing == Footing::Free);
            free.map(|n| map.tile(n))
        });
        if let Some(first) = first.and_then(|at| ways.node(at)) {
            ways.survey(first);
        }
        ways
    }

    /// The cells of the shortest walk, in order: without `from`, with `to`; empty where they are one.
    ///
    /// `taken` are cells not to walk through now, because somebody stands there; neither end is asked about.
    /// Of equally short walks it is always the same one, with few turns. `None`: there is no way.
    pub fn route(&self, from: Tile, to: Tile, taken: impl Fn(Tile) -> bool) -> Option<Vec<Tile>> {
        let (start, goal) = (self.node(from)?, self.node(to)?);
        if start == goal {
            return Some(Vec::new());
        }
        let apart =
            self.far[start as usize].iter().zip(&self.far[goal as usize]).any(|(a, b)| (*a == NONE) != (*b == NONE));
        if apart || [start, goal].iter().any(|end| self.footing[*end as usize] == Footing::Blocked) {
            return None;
        }
        let errand = Errand { ways: self, start, goal, taken };
        let nodes = errand.search()?;
        let cells = errand.straighten(&nodes).into_iter().map(|node| self.tile(node));
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
        match (self.node(from), self.node(to)) {
            (Some(from), Some(to)) => self.bound(from, to),
            _ => 0,
        }
    }

    fn node(&self, at: Tile) -> Option<u32> {
        let inside = (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y);
        inside.then(|| (at.y + 1) as u32 * self.stride + (at.x + 1) as u32)
    }

    fn tile(&self, node: u32) -> Tile {
        Tile::new((node % self.stride) as i32 - 1, (node / self.stride) as i32 - 1)
    }

    /// The cells around, clockwise from north; every cell of the map has four.
    fn around(&self, node: u32) -> [u32; 4] {
        [node - self.stride, node + 1, node + self.stride, node - 1]
    }

    fn bound(&self, from: u32, to: u32) -> u32 {
        let marks = self.far[from as usize].iter().zip(&self.far[to as usize]);
        let far = marks.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
        u32::from(far).max(self.tile(from).steps(self.tile(to)))
    }

    /// Places each landmark as far from those before it as can be, and measures from it.
    fn survey(&mut self, first: u32) {
        let mut nearest = self.steps_from(first);
        for mark in 0..LANDMARKS {
            let reached = (0..nearest.len()).filter(|n| nearest[*n] != NONE);
            let Some(farthest) = reached.max_by_key(|n| (nearest[*n], std::cmp::Reverse(*n))) else { return };
            let steps = self.steps_from(farthest as u32);
            for (n, steps) in steps.into_iter().enumerate() {
                self.far[n][mark] = steps;
                nearest[n] = if mark == 0 { steps } else { nearest[n].min(steps) };
            }
        }
    }

    /// Steps from there to every cell over anything but blocked ones.
    fn steps_from(&self, start: u32) -> Vec<u16> {
        let mut steps = vec![NONE; self.footing.len()];
        steps[start as usize] = 0;
        let mut ahead = VecDeque::from([start]);
        while let Some(node) = ahead.pop_front() {
            // Capped, not wrapped: a capped difference is still no more than the true one.
            let next = steps[node as usize].saturating_add(1).min(NONE - 1);
            for near in self.around(node) {
                if steps[near as usize] == NONE && self.footing[near as usize] != Footing::Blocked {
                    steps[near as usize] = next;
                    ahead.push_back(near);
                }
            }
        }
        steps
    }
}

/// One walk to be found.
struct Errand<'a, F> {
    ways: &'a Ways,
    start: u32,
    goal: u32,
    taken: F,
}

impl<F: Fn(Tile) -> bool> Errand<'_, F> {
    /// May this walk lead through there?
    fn may(&self, node: u32) -> bool {
        let ways = self.ways;
        let n = node as usize;
        if node == self.goal {
            return true;
        }
        let building = ways.building[n];
        let at_home = building == NONE
            || building == ways.sector[self.start as usize]
            || building == ways.sector[self.goal as usize];
        at_home && ways.footing[n] == Footing::Free && !(self.taken)(ways.tile(node))
    }

    fn search(&self) -> Option<Vec<u32>> {
        let patience = PATIENCE * self.ways.bound(self.start, self.goal) + 64;
        match self.within(patience) {
            Ok(found) => found,
            Err(()) if self.sealed() => None,
            Err(()) => self.within(u32::MAX).unwrap_or(None),
        }
    }

    /// The walk, or that there is none; an error when more cells would have to be looked at.
    fn within(&self, patience: u32) -> Result<Option<Vec<u32>>, ()> {
        let ways = self.ways;
        let left = Cell::new(patience);
        let found = astar(
            &self.start,
            |node| {
                left.set(left.get().saturating_sub(1));
                ways.around(*node).into_iter().filter(|near| self.may(*near)).map(|near| (near, 1))
            },
            |node| ways.bound(*node, self.goal),
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
        let mut seen = vec![0_u8; self.ways.footing.len()];
        seen[self.start as usize] = 1;
        seen[self.goal as usize] = 2;
        let mut sides = [(1, VecDeque::from([self.start])), (2, VecDeque::from([self.goal]))];
        loop {
            for (side, ahead) in &mut sides {
                let Some(node) = ahead.pop_front() else { return true };
                for near in self.ways.around(node) {
                    let mark = seen[near as usize];
                    if mark == 3 - *side {
                        return false;
                    }
                    if mark == 0 && self.may(near) {
                        seen[near as usize] = *side;
                        ahead.push_back(near);
                    }
                }
            }
        }
    }

    /// The same length with fewer turns, where a staircase can be walked as one corner.
    fn straighten(&self, nodes: &[u32]) -> Vec<u32> {
        let mut walk = nodes.to_vec();
        let mut corner = 0;
        while let Some(next) = turn_after(&walk, corner) {
            // The farthest later turn to which one corner leads as fast.
            let mut ends = Vec::new();
            let mut end = next;
            while let Some(later) = turn_after(&walk, end) {
                let steps = self.ways.tile(walk[corner]).steps(self.ways.tile(walk[later]));
                if steps as usize != later - corner {
                    break;
                }
                ends.push(later);
                end = later;
            }
            let last = walk.len() - 1;
            if self.ways.tile(walk[corner]).steps(self.ways.tile(walk[last])) as usize == last - corner {
                ends.push(last);
            }
            // With two turns or more between, one corner is better.
            let bend = ends.iter().skip(1).rev().find_map(|end| Some((*end, self.bend(walk[corner], walk[*end])?)));
            match bend {
                Some((end, cells)) => {
                    walk.splice(corner..=end, cells);
                    corner = end;
                }
                None => corner = next,
            }
        }
        walk
    }

    /// The cells from one to another with one corner, if all can be walked.
    fn bend(&self, from: u32, to: u32) -> Option<Vec<u32>> {
        let (a, b) = (self.ways.tile(from), self.ways.tile(to));
        [Tile::new(b.x, a.y), Tile::new(a.x, b.y)].into_iter().find_map(|corner| {
            let mut cells = vec![from];
            for (from, to) in [(a, corner), (corner, b)] {
                let way = Facing::ALL.into_iter().find(|way| from.toward(*way).steps(to) < from.steps(to));
                let mut at = from;
                while let Some(way) = way.filter(|_| at != to) {
                    at = at.toward(way);
                    let node = self.ways.node(at)?;
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

/// The place of the first turn after a place in a walk.
fn turn_after(walk: &[u32], place: usize) -> Option<usize> {
    (place + 1..walk.len().saturating_sub(1))
        .find(|n| walk[*n].wrapping_sub(walk[n - 1]) != walk[n + 1].wrapping_sub(walk[*n]))
}

//! Ways through the town: the shortest walk from one cell to another, in four directions.
//!
//! People walk on free cells, end a walk on a seat or a bed but do not climb over one, and do not take short cuts
//! through houses they have no business in.

use std::collections::VecDeque;

use bevy::prelude::Resource;

use super::map::{Facing, Footing, SectorId, Tile, TownMap};

/// What can be known about ways through a map before anybody walks.
#[derive(Resource, Clone, Debug)]
pub struct Ways {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    footing: Footing,
    sector: Option<SectorId>,
    /// The sector whose indoors, walls or doors it belongs to.
    building: Option<SectorId>,
}

impl Ways {
    /// Of a map.
    pub fn new(map: &TownMap) -> Self {
        let cell = |n: usize| {
            let building = map.building_at(map.tile(n));
            Cell { footing: map.footing[n], sector: map.sector_at[n], building }
        };
        Self { width: map.width, height: map.height, cells: (0..map.footing.len()).map(cell).collect() }
    }

    fn index(&self, at: Tile) -> Option<usize> {
        let inside = (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y);
        inside.then(|| (at.y * self.width + at.x) as usize)
    }

    /// The cells of the shortest walk, in order: without `from`, with `to`; empty where they are one.
    ///
    /// `taken` are cells not to walk through now, because somebody stands there; neither end is asked about.
    /// Of equally short walks it is always the same one, with few turns. `None`: there is no way.
    pub fn route(&self, from: Tile, to: Tile, taken: impl Fn(Tile) -> bool) -> Option<Vec<Tile>> {
        let ends = [self.index(from)?, self.index(to)?];
        if from != to && ends.iter().any(|n| self.cells[*n].footing == Footing::Blocked) {
            return None;
        }
        let own = ends.map(|n| self.cells[n].sector);
        let may = |n: usize, at: Tile| {
            let Cell { footing, building, .. } = self.cells[n];
            let passes = footing == Footing::Free && (building.is_none() || own.contains(&building));
            at == to || passes && !taken(at)
        };
        // A* where each step either comes nearer or goes away, so the cells ahead have two estimates at most: those
        // that come nearer go to the front of the queue, the others to its end.
        let mut steps = vec![u32::MAX; self.cells.len()];
        steps[ends[0]] = 0;
        let mut ahead = VecDeque::from([(from, 0)]);
        while let Some((at, so_far)) = ahead.pop_front().filter(|(at, _)| *at != to) {
            if self.index(at).is_none_or(|n| steps[n] < so_far) {
                continue;
            }
            for near in Facing::ALL.map(|way| at.toward(way)) {
                let Some(n) = self.index(near).filter(|n| steps[*n] > so_far + 1 && may(*n, near)) else { continue };
                steps[n] = so_far + 1;
                match near.steps(to) < at.steps(to) {
                    true => ahead.push_front((near, so_far + 1)),
                    false => ahead.push_back((near, so_far + 1)),
                }
            }
        }
        // Back from the end, straight on as long as that is a way too.
        let (mut walk, mut at, mut straight) = (Vec::new(), to, Facing::Up);
        for left in (0..Some(steps[ends[1]]).filter(|steps| *steps < u32::MAX)?).rev() {
            let leads = |way: &Facing| self.index(at.toward(*way)).is_some_and(|n| steps[n] == left);
            straight = [straight].into_iter().chain(Facing::ALL).find(leads)?;
            walk.push(at);
            at = at.toward(straight);
        }
        walk.reverse();
        Some(walk)
    }
}

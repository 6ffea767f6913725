//! The cells of a map laid out for a quick search, with a blocked border so that every cell has four neighbours.

use std::collections::{BTreeMap, BTreeSet};

use crate::world::map::{Footing, Tile, TownMap};

/// In no sector, in no building, in nobody's reach.
pub const NONE: u16 = u16::MAX;

/// What a walk may not pass: blocked cells and the ends of walks.
const SHUT: u16 = u16::MAX - 1;

/// Cells by number: column and row with one blocked cell around, row in the upper half.
#[derive(Clone, Debug)]
pub struct Grid {
    width: i32,
    height: i32,
    stride: usize,
    /// The building of a free cell, [`NONE`] in the open, [`SHUT`] where a walk does not pass.
    pass: Vec<u16>,
    sector: Vec<u16>,
    blocked: Vec<bool>,
}

impl Grid {
    /// Of a map.
    pub fn of(map: &TownMap) -> Self {
        let stride = map.width as usize + 2;
        let cells = stride * (map.height as usize + 2);
        let mut grid = Self {
            width: map.width,
            height: map.height,
            stride,
            pass: vec![SHUT; cells],
            sector: vec![NONE; cells],
            blocked: vec![true; cells],
        };
        for n in 0..map.footing.len() {
            let at = map.tile(n);
            let Some(node) = grid.node(at) else { continue };
            let index = grid.index(node);
            grid.blocked[index] = map.footing[n] == Footing::Blocked;
            grid.sector[index] = map.sector_at[n].map_or(NONE, |sector| sector.0);
            if map.footing[n] == Footing::Free {
                grid.pass[index] = map.building_at(at).map_or(NONE, |sector| sector.0);
            }
        }
        grid
    }

    /// How many cells with the border.
    pub fn len(&self) -> usize {
        self.pass.len()
    }

    /// The number of a cell; `None` outside the map.
    pub fn node(&self, at: Tile) -> Option<u32> {
        let inside = (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y);
        inside.then(|| ((at.y + 1) as u32) << 16 | (at.x + 1) as u32)
    }

    /// The number of a cell by its place in the lists.
    pub fn node_at(&self, index: usize) -> u32 {
        ((index / self.stride) as u32) << 16 | (index % self.stride) as u32
    }

    /// The place of a cell in the lists.
    pub fn index(&self, node: u32) -> usize {
        (node >> 16) as usize * self.stride + (node & 0xFFFF) as usize
    }

    /// The cell of a number.
    pub fn tile(&self, node: u32) -> Tile {
        Tile::new((node & 0xFFFF) as i32 - 1, (node >> 16) as i32 - 1)
    }

    /// The cells around, clockwise from north.
    pub fn around(&self, node: u32) -> [u32; 4] {
        [node - 0x1_0000, node + 1, node + 0x1_0000, node - 1]
    }

    /// May a walk pass there, buildings aside?
    pub fn is_free(&self, node: u32) -> bool {
        self.pass[self.index(node)] != SHUT
    }

    /// May nobody be there, not even at the end of a walk?
    pub fn is_blocked(&self, node: u32) -> bool {
        self.blocked[self.index(node)]
    }

    /// The sector in whose building a free cell is.
    pub fn building(&self, node: u32) -> u16 {
        self.pass[self.index(node)]
    }

    /// The sector a cell belongs to.
    pub fn sector(&self, node: u32) -> u16 {
        self.sector[self.index(node)]
    }

    /// The buildings with more than one way in: those that could be walked through.
    pub fn passages(&self) -> Vec<u16> {
        let mut gates: BTreeMap<u16, BTreeSet<u32>> = BTreeMap::new();
        for node in (0..self.len()).map(|index| self.node_at(index)).filter(|node| self.is_free(*node)) {
            let building = self.building(node);
            let leads_out = |near: &u32| self.is_free(*near) && self.building(*near) != building;
            if building != NONE && self.around(node).iter().any(leads_out) {
                gates.entry(building).or_default().insert(node);
            }
        }
        gates.into_iter().filter(|(_, gates)| !self.is_one(gates)).map(|(building, _)| building).collect()
    }

    /// Do these cells hang together?
    fn is_one(&self, cells: &BTreeSet<u32>) -> bool {
        let mut left = cells.clone();
        let mut ahead: Vec<u32> = left.pop_first().into_iter().collect();
        while let Some(node) = ahead.pop() {
            ahead.extend(self.around(node).into_iter().filter(|near| left.remove(near)));
        }
        left.is_empty()
    }
}

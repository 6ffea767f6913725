//! What a town is made of, by number. Whoever reads numbers from a file has them compared with the map: one that is not on
//! it is refused there, and nobody who looks it up has to think of that.

use std::cell::Cell;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{Size, Tile, TownMap};

/// A sector by its place in [`TownMap::sectors`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u16")]
pub struct SectorId(pub u16);

impl SectorId {
    /// None: where somebody lives who has no home in town.
    pub const NOWHERE: SectorId = SectorId(u16::MAX);
}

/// An arena by its place in [`TownMap::arenas`]. Number 0 is `outdoors`, outside any sector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u16")]
pub struct ArenaId(pub u16);

impl ArenaId {
    /// The open air outside any sector: one arena for the senses.
    pub const OUTDOORS: ArenaId = ArenaId(0);
}

/// An object by its place in [`TownMap::objects`].
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u16")]
pub struct ObjectId(pub u16);

/// A spot by its place in [`TownMap::spots`].
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u16")]
pub struct SpotId(pub u16);

thread_local! {
    /// The map that numbers are read for.
    static ON_MAP: Cell<Numbers> = const { Cell::new(Numbers::ANY) };
}

/// The numbers that there are on a map: how many arenas, objects, spots and sectors, and which cells.
#[derive(Clone, Copy, Debug)]
pub struct Numbers([usize; 4], Option<Size>);

impl TownMap {
    /// The numbers of what is on it.
    pub fn numbers(&self) -> Numbers {
        let counts = [self.arenas.len(), self.objects.len(), self.spots.len(), self.sectors.len()];
        Numbers(counts, Some(self.size()))
    }
}

impl Numbers {
    /// Where no map is known.
    pub const ANY: Self = Self([usize::MAX; 4], None);

    /// Reads something in which no other numbers may stand.
    pub fn reading<T>(self, read: impl FnOnce() -> T) -> T {
        let before = ON_MAP.replace(self);
        let read = read();
        ON_MAP.set(before);
        read
    }
}

fn on_map(number: u16, kind: usize) -> Result<u16, String> {
    let what = ["place", "object", "spot", "sector"][kind];
    let is_there = usize::from(number) < ON_MAP.get().0[kind];
    is_there.then_some(number).ok_or_else(|| format!("there is no {what} {number} on the map"))
}

impl TryFrom<u16> for ArenaId {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        on_map(number, 0).map(Self)
    }
}

impl TryFrom<u16> for ObjectId {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        on_map(number, 1).map(Self)
    }
}

impl TryFrom<u16> for SpotId {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        on_map(number, 2).map(Self)
    }
}

impl TryFrom<u16> for SectorId {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        let sector = Self(number);
        if sector == Self::NOWHERE { Ok(sector) } else { on_map(number, 3).map(Self) }
    }
}

/// A cell as it is read.
#[derive(Deserialize)]
pub(super) struct AnyTile {
    x: i32,
    y: i32,
}

impl TryFrom<AnyTile> for Tile {
    type Error = String;

    fn try_from(AnyTile { x, y }: AnyTile) -> Result<Self, String> {
        let tile = Self::new(x, y);
        let is_there = ON_MAP.get().1.is_none_or(|size| size.index(tile).is_some());
        is_there.then_some(tile).ok_or_else(|| format!("there is no cell {tile} on the map"))
    }
}

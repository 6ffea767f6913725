//! What a town is made of, by number. Whoever reads numbers from a file has them compared with the map: one that is not on
//! it is refused there, and nobody who looks it up has to think of that.

use std::cell::Cell;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::TownMap;

/// A sector by its place in [`TownMap::sectors`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SectorId(pub u16);

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
    /// How many arenas, objects and spots there are on the map that numbers are read for.
    static ON_MAP: Cell<[usize; 3]> = const { Cell::new([usize::MAX; 3]) };
}

/// The numbers that there are on a map.
#[derive(Clone, Copy)]
pub struct Numbers([usize; 3]);

impl TownMap {
    /// The numbers of what is on it.
    pub fn numbers(&self) -> Numbers {
        Numbers([self.arenas.len(), self.objects.len(), self.spots.len()])
    }
}

impl Numbers {
    /// Reads something in which no other numbers may stand.
    pub fn reading<T>(self, read: impl FnOnce() -> T) -> T {
        let before = ON_MAP.replace(self.0);
        let read = read();
        ON_MAP.set(before);
        read
    }
}

fn on_map(number: u16, kind: usize) -> Result<u16, String> {
    let what = ["place", "object", "spot"][kind];
    let is_there = usize::from(number) < ON_MAP.get()[kind];
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

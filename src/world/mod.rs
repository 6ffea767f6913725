//! What the town is made of: the map as drawn, its places and objects as entities, ways through it.

mod fault;
pub mod map;

pub use self::{
    fault::Fault,
    map::{ArenaId, Facing, Footing, ObjectId, Role, SectorId, SpotId, Tile, TownMap},
};

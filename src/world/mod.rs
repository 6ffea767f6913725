//! What the town is made of: the map as drawn, its objects as entities, ways through it.

pub mod map;
pub mod object;
pub mod path;

pub use self::{
    map::{ArenaId, Facing, Footing, Object, ObjectId, Role, SectorId, SpotId, Tile, TownMap},
    object::{Condition, EndState, ObjectState, Objects, Use},
    path::Ways,
};
pub use crate::data::Fault;

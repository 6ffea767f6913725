//! Smallville.

pub mod clock;
pub mod mind;
pub mod schedule;
pub mod world;

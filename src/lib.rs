//! Smallville.

pub mod agent;
pub mod clock;
pub mod memory;
pub mod mind;
pub mod schedule;
pub mod world;

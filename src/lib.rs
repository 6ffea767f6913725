//! Smallville.

pub mod agent;
pub mod clock;
pub mod journal;
pub mod memory;
pub mod mind;
pub mod schedule;
#[cfg(feature = "window")]
pub mod view;
pub mod thought;
pub mod world;

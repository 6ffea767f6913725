//! Smallville.

pub mod agent;
pub mod clock;
pub mod config;
pub mod journal;
pub mod memory;
pub mod mind;
pub mod save;
pub mod schedule;
pub mod thought;
#[cfg(feature = "window")]
pub mod view;
pub mod world;

//! Paints every picture of the town and writes the tilesets that go with them.
//!
//! Rule: everything is a function of code alone. `cargo run -p painter` writes the same pixels and the same
//! names on every machine; `tests/sheets.rs` proves that what is committed is what the code paints.

#![warn(missing_docs)]

pub mod bubble;
pub mod canvas;
pub mod catalogue;
pub mod decor;
pub mod emblem;
pub mod floors;
pub mod furniture;
pub mod garden;
pub mod ground;
#[cfg(feature = "files")]
pub mod light;
pub mod outdoors;
pub mod palette;
pub mod people;
#[cfg(feature = "files")]
pub mod scene;
pub mod sheet;
pub mod sheets;
#[cfg(feature = "files")]
pub mod stage;
pub mod street;
pub mod tilesets;
pub mod walls;

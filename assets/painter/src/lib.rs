//! Paints every picture of the town and writes the tilesets that go with them.
//!
//! Rule: everything is a function of code alone. `cargo run -p painter` writes the same pixels and the same
//! names on every machine; `tests/sheets.rs` proves that what is committed is what the code paints.

#![warn(missing_docs)]

mod bubble;
pub mod canvas;
pub mod catalogue;
pub mod decor;
mod emblem;
mod floors;
mod furniture;
mod garden;
pub mod ground;
mod outdoors;
pub mod palette;
pub mod people;
pub mod sheet;
pub mod sheets;
mod street;
pub mod things;
pub mod tilesets;
mod walls;

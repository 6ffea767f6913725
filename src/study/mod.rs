//! The designer's bench: what became of a town, counted.

pub mod days;

//! Measures of a town: what is planted is found, and nothing else.

mod compare;
mod invention;
#[path = "../lived/mod.rs"]
mod lived;

mod options;
mod town;

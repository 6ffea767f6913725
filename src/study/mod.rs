//! The designer's bench: what became of a town, counted.

pub mod acquaintance;
pub mod asked;
pub mod asking;
pub mod compare;
pub mod days;
mod drawing;
pub mod evaluate;
pub mod evaluation;
pub mod events;
pub mod goals;
mod jobs;
pub mod leanings;
pub mod limits;
pub mod lines;
pub mod measure;
pub mod news;
pub mod paper;
pub mod people;
pub mod pictures;
pub mod prompts;
pub mod rehearse;
pub mod seeds;
pub mod still;
mod table;
pub mod watch;
pub mod why;

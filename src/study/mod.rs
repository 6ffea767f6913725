//! The designer's bench: what became of a town, counted.

pub mod acquaintance;
pub mod asking;
pub mod compare;
pub mod days;
mod drawing;
pub mod evaluation;
pub mod events;
pub mod goals;
mod jobs;
pub mod limits;
pub mod lines;
pub mod measure;
pub mod news;
pub mod newspaper;
pub mod opinions;
pub mod pictures;
pub mod prompts;
pub mod rehearse;
pub mod seeds;
pub mod stalls;
mod table;
pub mod watch;
pub mod why;

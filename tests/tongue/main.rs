//! The built-in mind's tongue: what it hears, what it says when it is asked, what it concludes.

mod ask;
mod courtesy;
mod data;
mod drift;
mod follow;
mod forms;
mod fuzz;
mod interview;
mod names;
mod own;
mod reflect;
mod told;

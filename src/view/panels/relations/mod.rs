//! Who knows whom, and who likes whom: a graph in a circle, so that nobody ever jumps.
//!
//! | file | concern |
//! |---|---|
//! | `ties` | what lies between any two, looked up once in a while |
//! | `draw` | the panel |

mod draw;
mod ties;

pub use draw::draw;
pub use ties::{Tone, tone};

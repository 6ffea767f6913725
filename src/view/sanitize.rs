//! Words of minds, of players and of scenarios as the screen may show them: on one line, cut with a mark.
//!
//! Rule: whatever comes out of a mind or a file goes through [`tame`] before it is drawn. It is only shown: nothing
//! in it is markup, and nothing in it can break a panel.

/// Most letters of what an object is, on a plate.
pub const STATE: usize = 90;
/// Most letters of a line of talk or a memory, where all of it is asked for.
pub const WHOLE: usize = 1200;

pub use crate::language::clean::short_line as tame;

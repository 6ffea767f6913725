//! Voices from outside: a thought that arrives in a head, memories that are given, questions.
//!
//! | file | concern |
//! |---|---|
//! | `whisper` | an inner voice, memories, a plan: what is remembered of it, what enters the agenda |
//! | `today` | a decision without an hour: its place in what is left of today |
//! | `ask` | an interview: its question from somebody's own memories, with a trace or without |
//! | `history` | a file of memories, as commands |
//!
//! Rules: what was said is turned into a memory as all memories are, in the third person with full names and absolute
//! dates; it is heeded by what everybody heeds, recall and agenda, and by nothing else. A question without a trace gets
//! the town to read and no more.

mod ask;
pub mod history;
mod today;
mod whisper;

use bevy::prelude::*;

use crate::schedule::TownResources;

pub use self::{
    ask::{Honest, ask, traceless},
    whisper::{Whisper, Whispered, Whispers, give_plan, place_of_plan, tell, voice},
};

/// Adds what interviews and whispers leave.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Whispers>();
    ask::plugin(app);
}

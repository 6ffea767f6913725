//! Voices from outside: a thought that arrives in a head, memories that are given, questions.
//!
//! | file | concern |
//! |---|---|
//! | `whisper` | an inner voice, memories, a plan: what is remembered of it, what enters the agenda |
//! | `today` | a decision without an hour: its place in what is left of today |
//! | `ask` | an interview: its question from somebody's own memories, with a trace or without |
//! | `history` | a file of memories, as lines for the console |
//!
//! Rules: what was said is turned into a memory as all memories are, in the third person with full names and absolute
//! dates; it is heeded by what everybody heeds, recall and agenda, and by nothing else. A question without a trace gets
//! the town to read and no more.

mod ask;
pub mod history;
mod today;
mod whisper;

use bevy::prelude::*;

pub use self::{
    ask::{Answers, Honest, Inquiry, Told, ask, traceless},
    whisper::{Given, VOICE, give_plan, plan, tell, voice},
};

/// Letters of what is said at once, at most.
pub const LONGEST: usize = 2000;

/// Adds what interviews leave.
pub fn plugin(app: &mut App) {
    ask::plugin(app);
}

/// `NAME: words`, cut at the first colon.
///
/// # Errors
/// There is no colon, or nothing behind it, or too much.
pub fn named<'a>(rest: &'a str, usage: &str) -> Result<(&'a str, &'a str), String> {
    let (name, words) =
        rest.split_once(':').ok_or_else(|| format!("there is no colon after the name: write {usage}"))?;
    let (name, words) = (name.trim(), words.trim());
    match () {
        () if name.is_empty() => Err(format!("it is not said who: write {usage}")),
        () if !words.chars().any(char::is_alphanumeric) => Err(format!("nothing is said: write {usage}")),
        () if words.chars().nth(LONGEST).is_some() => Err(format!("that is too long: at most {LONGEST} letters")),
        () => Ok((name, words)),
    }
}

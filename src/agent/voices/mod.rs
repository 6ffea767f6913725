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

use crate::{
    agent::resolve::{self, Somebody},
    schedule::OfTown,
};

pub use self::{
    ask::{Answers, Honest, Inquiry, Told, ask, traceless},
    whisper::{Given, VOICE, Whisper, Whispered, Whispers, give_plan, plan, tell, voice},
};

/// Letters of what is said at once, at most.
pub const LONGEST: usize = 2000;

/// Adds what interviews and whispers leave.
pub fn plugin(app: &mut App) {
    app.of_town::<Whispers>();
    ask::plugin(app);
}

/// To whom, and what: `NAME: words`; or `NAME words`, with quotation marks or without, where a beginning is somebody's
/// name. The colon of a time of day parts nothing.
///
/// # Errors
/// Nobody is called so, nothing is said, or too much.
pub fn addressed<'a>(world: &World, rest: &'a str, usage: &str) -> Result<(Somebody, &'a str), String> {
    let rest = rest.trim();
    let (name, words) = match colon(rest) {
        Some(at) => (&rest[..at], Some(rest[at + 1..].trim())),
        None => (rest, None),
    };
    if name.trim().is_empty() {
        return Err(format!("it is not said who: write {usage}"));
    }
    if let Some(words) = words
        && let Ok(one) = resolve::person(world, name)
    {
        return said(words, usage).map(|words| (one, words));
    }
    if let Some((one, words)) = resolve::beginning(world, rest)? {
        return said(unquoted(words), usage).map(|words| (one, words));
    }
    match resolve::person(world, name) {
        Err(why) if words.is_some() => Err(why),
        _ => Err(format!("there is no name of anybody here at its beginning, and no colon: write {usage}")),
    }
}

/// Where the colon after a name is: the first that is not one of a time such as 16:00.
pub fn colon(text: &str) -> Option<usize> {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let clock = |at: usize| digit(text[..at].chars().next_back()) && digit(text[at + 1..].chars().next());
    text.match_indices(':').map(|(at, _)| at).find(|at| !clock(*at))
}

/// Words, and not too many.
///
/// # Errors
/// Nothing is said, or too much.
pub fn said<'a>(words: &'a str, usage: &str) -> Result<&'a str, String> {
    match () {
        () if !words.chars().any(char::is_alphanumeric) => Err(format!("nothing is said: write {usage}")),
        () if words.chars().nth(LONGEST).is_some() => Err(format!("that is too long: at most {LONGEST} letters")),
        () => Ok(words),
    }
}

/// Without the quotation marks around the whole of it.
pub fn unquoted(words: &str) -> &str {
    let words = words.trim();
    let inner = |open: char, close: char| {
        let inner = words.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner.trim())
    };
    inner('"', '"').or_else(|| inner('“', '”')).or_else(|| inner('\'', '\'')).unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colon_of_a_time_parts_nothing() {
        assert_eq!(colon("Ann: at 16:00"), Some(3));
        assert_eq!((colon("Ann at 16:00"), colon("16:00 then: x")), (None, Some(10)));
        assert_eq!((unquoted("\"go at 16:00\""), unquoted("\"a\" and \"b\"")), ("go at 16:00", "\"a\" and \"b\""));
    }
}

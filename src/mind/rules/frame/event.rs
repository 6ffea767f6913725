//! Which noun is an event: any that somebody holds at a time, or that is somebody's and one goes to it. A few are by
//! themselves.

use std::ops::Range;

use super::Frame;
use crate::language::{
    lexicon::lex,
    text::{is_capitalized, is_punct, join},
    time::{EpochMinute, When},
};

/// A noun phrase of an event is at most so long.
const LONGEST: usize = 6;

/// Whether a word alone says that it is an event.
pub fn is_event(word: &str) -> bool {
    lex().contains("events", &word.to_lowercase())
}

fn class_of(verb: &str) -> &str {
    lex().map("class").get(verb).map_or("", String::as_str)
}

/// Where the words of a noun phrase stand that has its article or its owner at `at`.
pub fn phrase(words: &[String], at: usize) -> Option<Range<usize>> {
    let owned = words.get(at + 1).is_some_and(|next| next == "'s");
    let opens =
        |word: &String| matches!(word.as_str(), "a" | "an" | "the" | "our" | "my" | "your" | "his" | "her" | "their");
    let start = at + 1 + usize::from(owned);
    let ends =
        |word: &String| is_punct(word) || ["npend", "afterplace", "aux", "nosubject"].iter().any(|list| lex().contains(list, word));
    let end = words.iter().skip(start).position(ends).map_or(words.len(), |end| start + end);
    let head = words.get(..end)?.last()?;
    let plain = head.chars().all(|letter| letter.is_lowercase() || letter == '-') && !lex().contains("no.event", head);
    let whole = (start + 1..=start + LONGEST).contains(&end) && plain;
    (whole && (owned || opens(words.get(at)?))).then_some(start..end)
}

/// "to Ann's quiz night": whose it is, and what.
pub fn visited(words: &[String]) -> Option<(&String, Range<usize>)> {
    let of_somebody = |at: usize| {
        let owner = words.get(at + 1).filter(|owner| words[at] == "to" && is_capitalized(owner))?;
        words.get(at + 2).filter(|own| *own == "'s")?;
        let what = phrase(words, at + 1)?;
        (!lex().contains("nicknouns", &words[what.end - 1])).then_some((owner, what))
    };
    (0..words.len()).find_map(of_somebody)
}

/// Whether it is an event to which one goes.
pub fn is_visited(words: &[String]) -> bool {
    words.iter().any(|word| is_event(word)) || visited(words).is_some()
}

/// The event that a clause speaks of, with its article: `a Valentine's Day party`.
pub fn of(frame: &Frame, now: EpochMinute) -> Option<String> {
    held(frame, now).map(|held| named(&frame.rest[held])).or_else(|| event_in(&frame.rest))
}

/// What is held, hosted or given, if one can come to it: at some time, at an hour if the verb may mean other things.
fn held(frame: &Frame, now: EpochMinute) -> Option<Range<usize>> {
    let word = |at: usize| frame.rest.get(at).map_or("", String::as_str);
    let means =
        word(0) == "to" && class_of(word(1)) == "hold" && (class_of(&frame.verb) == "aim" || frame.verb == "go");
    let (verb, at) = if means { (word(1), 2) } else { (frame.verb.as_str(), 0) };
    let hour = frame.when.as_ref().is_some_and(|when| when.from.is_some());
    let comes = frame.when.as_ref().and_then(When::start).is_some_and(|start| start > now);
    let fits = match class_of(verb) {
        "hold" if verb == "host" => true,
        "hold" => hour || frame.when.is_some() && verb == "hold",
        _ => frame.subj == "there" && matches!(verb, "" | "be") && hour && comes,
    };
    // "gives a book to Ann"
    phrase(&frame.rest, at).filter(|held| fits && frame.rest.get(held.end).is_none_or(|next| next != "to"))
}

/// What somebody says they hold or have, at a time that makes no event of it yet: "I'm giving a tasting tomorrow".
pub fn offered(frame: &Frame) -> Option<String> {
    let offers = class_of(&frame.verb) == "hold" || frame.verb == "have";
    let named = || phrase(&frame.rest, 0).filter(|_| offers).map(|held| named(&frame.rest[held]));
    event_in(&frame.rest).or_else(named)
}

/// With its article.
pub fn named(words: &[String]) -> String {
    let vowel = words.first().is_some_and(|word| word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']));
    format!("{} {}", if vowel { "an" } else { "a" }, join(words))
}

/// The noun phrase of what is an event by itself.
pub fn event_in(rest: &[String]) -> Option<String> {
    let at = rest.iter().position(|word| is_event(word))?;
    let opens = |&start: &usize| {
        // "Ann's party" begins after its owner; "Valentine's" owns nothing: a capital stands on both sides of it
        let owned = rest[start] == "'s"
            && start > 0
            && at - start < LONGEST
            && (rest[start - 1].contains(' ') || !rest.get(start + 1).is_some_and(|next| is_capitalized(next)));
        owned
            || matches!(
                rest[start].to_lowercase().as_str(),
                "a" | "an" | "the" | "his" | "her" | "their" | "my" | "your"
            )
    };
    let start = (0..=at).rev().find(opens).filter(|start| at - start <= LONGEST)?;
    let owned = rest[start] == "'s" || lex().contains("owner", &rest[start].to_lowercase());
    // "a quiz night"
    let end = phrase(rest, start - usize::from(rest[start] == "'s")).map_or(at + 1, |whole| whole.end.max(at + 1));
    Some(if owned { named(&rest[start + 1..end]) } else { join(&rest[start..end]) })
}

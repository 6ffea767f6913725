//! Which noun is an event: any that somebody holds at a time, or that is somebody's and one goes to it. A few are by
//! themselves.

use std::ops::Range;

use super::{Form, Frame};
use crate::language::{
    lexicon::lex,
    text::{is_capitalized, is_holding, is_punct, join},
    time::{EpochMinute, When},
};

/// A noun phrase of an event is at most so long.
const LONGEST: usize = 6;

/// Whether a word alone says that it is an event.
pub fn is_event(word: &str) -> bool {
    lex().contains("events", &word.to_lowercase())
}

/// Where the words of a noun phrase stand that has its article or its owner at `at`.
pub fn phrase(words: &[String], at: usize) -> Option<Range<usize>> {
    let first = words.get(at)?;
    // "Valentine's Day" has no owner: a capital stands on both sides
    let owner = || first.contains(' ') || !words.get(at + 2).is_some_and(|next| is_capitalized(next));
    let owned = words.get(at + 1).is_some_and(|next| next == "'s") && owner();
    let opens = matches!(&*first.to_lowercase(), "a" | "an" | "the" | "our") || lex().contains("owner", first);
    let start = at + 1 + usize::from(owned);
    let lists = ["npend", "afterplace", "aux", "nosubject"];
    let ends = |word: &String| is_punct(word) || lists.iter().any(|list| lex().contains(list, word));
    let end = words.iter().skip(start).position(ends).map_or(words.len(), |end| start + end);
    let head = words.get(start..end)?.last()?;
    let plain = head.chars().all(|letter| letter.is_lowercase() || letter == '-') && !lex().contains("no.event", head);
    ((owned || opens) && (plain || is_event(head)) && end <= start + LONGEST).then_some(start..end)
}

/// "to Ann's quiz night": whose it is, and what.
pub fn visited(words: &[String]) -> Option<(&String, Range<usize>)> {
    let of_somebody = |at: usize| {
        let owner = words.get(at + 1).filter(|owner| words[at] == "to" && is_capitalized(owner))?;
        let what = phrase(words, at + 1).filter(|what| words[what.start - 1] == "'s")?;
        (!lex().contains("nicknouns", &words[what.end - 1])).then_some((owner, what))
    };
    (0..words.len()).find_map(of_somebody)
}

/// Whether it is an event to which one goes.
pub fn is_visited(words: &[String]) -> bool {
    words.iter().any(|word| is_event(word)) || visited(words).is_some()
}

/// The event that a clause speaks of, and where it ends: `a Valentine's Day party`.
pub fn of(frame: &Frame, now: EpochMinute) -> Option<(String, usize)> {
    let words = held(frame, now).or_else(|| listed(&frame.rest))?;
    Some((with_article(&frame.rest, words.clone()), words.end))
}

/// What is held, hosted or given, if one can come to it: at some time, at an hour if the verb may mean other things.
fn held(frame: &Frame, now: EpochMinute) -> Option<Range<usize>> {
    let word = |at: usize| frame.rest.get(at).map_or("", String::as_str);
    let means = word(0) == "to" && is_holding(word(1));
    let (verb, at) = if means { (word(1), 2) } else { (frame.verb.as_str(), 0) };
    let hour = frame.when.as_ref().is_some_and(|when| when.from.is_some());
    let comes = frame.when.as_ref().and_then(When::start).is_some_and(|start| start > now);
    let fits = match is_holding(verb) {
        true => hour || frame.when.is_some() && verb == "hold" || verb == "host" && frame.form == Form::Ing,
        false => frame.subj == "there" && matches!(verb, "" | "be") && hour && comes,
    };
    // "gives a book to Ann"
    let to = |end: usize| word(end) == "to" && frame.about.iter().any(|who| who == word(end + 1));
    phrase(&frame.rest, at).filter(|held| fits && !to(held.end))
}

/// What somebody says they hold or have, at a time that makes no event of it yet: "I'm giving a tasting tomorrow".
pub fn offered(frame: &Frame) -> Option<String> {
    let offers = frame.verb == "have" || is_holding(&frame.verb);
    let words = listed(&frame.rest).or_else(|| phrase(&frame.rest, 0).filter(|_| offers))?;
    Some(with_article(&frame.rest, words))
}

/// The noun phrase of what is an event by itself.
pub fn listed(words: &[String]) -> Option<Range<usize>> {
    let at = words.iter().position(|word| is_event(word))?;
    (0..at).rev().find_map(|start| phrase(words, start).filter(|words| words.contains(&at)))
}

/// "the party" is that, "Ann's party" a party.
fn with_article(words: &[String], range: Range<usize>) -> String {
    let article = matches!(&*words[range.start - 1].to_lowercase(), "a" | "an" | "the");
    if article { join(&words[range.start - 1..range.end]) } else { named(&words[range]) }
}

/// With "a" or "an".
pub fn named(words: &[String]) -> String {
    let vowel = words.first().is_some_and(|word| word.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']));
    format!("{} {}", if vowel { "an" } else { "a" }, join(words))
}

//! One sentence: who told it, and what.

use std::rc::Rc;

use super::{Deixis, Said, clause::clause, kept, leadin::strip_leadins};
use crate::language::{
    text::{Tokens, is_punct, tokens},
    time::to_absolute_dates,
};

/// So far into a sentence "told" may stand.
const EARLY: usize = 5;

/// Reads one sentence. Nothing: there is no frame to be had.
pub fn parse(text: &str, d: &Deixis) -> Option<Said> {
    read(text, d).map(|said| (*said).clone())
}

/// The same, shared by all who read the sentence again.
pub fn read(text: &str, d: &Deixis) -> Option<Rc<Said>> {
    kept::or_else(text, d, || fresh(text, d))
}

fn fresh(text: &str, d: &Deixis) -> Option<Said> {
    let mut tokens = d.names.merge(tokens(text).as_slice());
    while tokens.last().is_some_and(|word| is_punct(word)) {
        tokens.pop();
    }
    strip_leadins(&mut tokens);
    let tokens = to_absolute_dates(resolve(tokens, d), d.now);
    match told(&tokens, d) {
        Some((from, to, what, secret)) => {
            let inner = Deixis { last: Some(from.clone()), ..*d };
            let mut frame = clause(what, &inner)?;
            frame.secret |= secret;
            Some(Said { from: Some(from), to, frame })
        }
        None => Some(Said { from: None, to: None, frame: clause(tokens, d)? }),
    }
}

/// "I" and "you" become names. Possessives keep pointing at their owner; saying them makes "her" of them again.
fn resolve(tokens: Tokens, d: &Deixis) -> Tokens {
    let mut out = Tokens::with_capacity(tokens.len());
    for word in tokens {
        let owner = |name: &str| [name.to_owned(), "'s".to_owned()];
        match word.to_lowercase().as_str() {
            "i" | "me" | "myself" => out.push(d.me.to_owned()),
            "you" | "yourself" if !d.you.is_empty() => out.push(d.you.to_owned()),
            "my" | "mine" => out.extend(owner(d.me)),
            "your" | "yours" if !d.you.is_empty() => out.extend(owner(d.you)),
            "am" => out.push("is".to_owned()),
            _ => out.push(word),
        }
    }
    out
}

/// `X told Y (in confidence) that ..`: who, to whom, what, and whether it was in confidence.
fn told(tokens: &[String], d: &Deixis) -> Option<(String, Option<String>, Tokens, bool)> {
    let telling = |word: &String| {
        matches!(word.to_lowercase().as_str(), "told" | "tells" | "said" | "says" | "mentioned" | "mentions")
    };
    let from = tokens.first().filter(|name| tokens.len() > 3 && d.names.is_person(name))?;
    let mut at = tokens.iter().take(EARLY).position(telling).filter(|at| *at >= 1)? + 1;
    // "X has not told anybody that .." tells nothing
    if tokens[1..at - 1].iter().any(|word| matches!(word.to_lowercase().as_str(), "not" | "never")) {
        return None;
    }
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.eq_ignore_ascii_case(word));
    at += usize::from(is(at, "to"));
    let to = tokens.get(at).filter(|name| d.names.is_person(name)).cloned();
    at += usize::from(to.is_some());
    // "told Y on 8 February 2023 that ..": when it was told is no part of what was told
    if let Some(that) = (at..tokens.len().min(at + 6)).find(|&that| is(that, "that"))
        && tokens[at..that].iter().any(|word| word.chars().any(|letter| letter.is_ascii_digit()))
    {
        at = that;
    }
    let secret = is(at, "in") && is(at + 1, "confidence");
    at += if secret { 2 } else { 0 };
    at += usize::from(is(at, "that") || is(at, ",") || is(at, ":"));
    let what = tokens.get(at..).filter(|what| !what.is_empty())?;
    let topic = matches!(what[0].as_str(), "to" | "about" | "of");
    (!topic).then(|| (from.clone(), to, what.to_vec(), secret))
}

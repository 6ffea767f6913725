//! How a thought is put: with full names, dates, and no "I".

use super::super::{
    beliefs::Beliefs,
    frame::{Form, Frame, View, shift},
    phrases::{Voice, finish},
};
use crate::language::{lexicon::lex, text::ing};

/// The point of view of a memory: nobody is "I" or "you", dates are absolute.
pub fn record<'h>(head: &'h Beliefs) -> View<'h> {
    View { me: "", record: true, ..head.view("") }
}

/// A fact as a clause with full names: `Klaus Mueller is writing a paper`.
pub fn clause(head: &Beliefs, frame: &Frame) -> String {
    frame.say(&record(head))
}

/// The same with a pronoun for its subject, where that cannot be mistaken.
pub fn about_known(head: &Beliefs, frame: &Frame) -> String {
    let view = View { known: Some(frame.subj.as_str()), ..record(head) };
    frame.say(&view)
}

/// The same with no day and no hour.
pub fn without_time(frame: &Frame) -> Frame {
    Frame { when: None, ..frame.clone() }
}

/// What somebody is about, as a thing that can be spoken of: `writing a paper`; nothing for states and knowings.
pub fn gerund(head: &Beliefs, frame: &Frame) -> Option<String> {
    let class = lex().map("class").get(&frame.verb).map(String::as_str);
    let (verb, rest) = match frame.form {
        Form::Ing => (frame.verb.as_str(), frame.rest.as_slice()),
        _ if class == Some("aim") || frame.verb == "need" => {
            let (to, rest) = frame.rest.split_first()?;
            let (verb, rest) = rest.split_first()?;
            if to != "to" || verb.contains(' ') {
                return None;
            }
            (verb.as_str(), rest)
        }
        Form::Copula | Form::Part | Form::Base => return None,
        _ if matches!(frame.verb.as_str(), "have" | "know" | "feel" | "be" | "seem" | "do") => return None,
        _ => (frame.verb.as_str(), frame.rest.as_slice()),
    };
    let stops =
        |word: &String| matches!(word.as_str(), "and" | "but" | "," | "because" | "who" | "which" | "when" | "before");
    let end = rest.iter().position(stops).unwrap_or(rest.len());
    let rest = &rest[..end];
    if rest.is_empty() || rest.len() > 9 {
        return None;
    }
    Some(format!("{} {}", ing(verb), shift(rest, frame, &record(head))))
}

/// Nobody's voice: a thought is not spoken aloud, so nothing in it is contracted.
pub fn plain(head: &Beliefs) -> Voice {
    Voice { f: 3, nature: head.voice.nature, age: 40, ..Voice::default() }
}

/// A sentence as it is kept.
pub fn end(head: &Beliefs, text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    if text.is_empty() { String::new() } else { finish(&format!("{text}."), &plain(head)) }
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

//! Frames in the forms that talk needs: as an event, as something one goes to, as an -ing phrase, as a noun.

use super::{Turn, sort::plain_verb};
use crate::{
    language::{
        lexicon::lex,
        text::{ing, is_punct, split, tokens},
        time::to_spoken_dates,
    },
    mind::rules::frame::{Class, Form, Frame, View, shift},
};

/// A thing that is asked after is named in so many words.
const OBJECT: usize = 5;

/// "is holding a party", whatever wanting or deciding came before it.
pub fn event_clause(f: &Frame) -> Option<Frame> {
    let ev = f.event.as_ref()?;
    if f.subj == "there" || !f.person {
        return None;
    }
    Some(Frame {
        aux: Some("is".into()),
        neg: false,
        adv: vec![],
        verb: "hold".into(),
        form: Form::Ing,
        rest: split(ev),
        ..f.clone()
    })
}

/// "agreed to come to Y's party", "means to come .." are said as "is going to Y's party"
pub(super) fn going(f: &Frame) -> Option<Frame> {
    if !matches!(f.verb.as_str(), "agree" | "mean") || f.rest.len() < 3 || f.rest[0] != "to" {
        return None;
    }
    let (verb, rest) = if f.rest[1] == "come" {
        ("go".to_string(), f.rest[2..].to_vec())
    } else {
        let end = f.rest.iter().position(|w| w == "because").unwrap_or(f.rest.len());
        (f.rest[1].clone(), f.rest[2..end].to_vec())
    };
    Some(Frame { aux: Some("is".into()), neg: false, adv: vec![], verb, form: Form::Ing, rest, ..f.clone() })
}

/// What is done, as an -ing phrase: `writing a novel`.
pub fn gerund(f: &Frame, v: &View) -> Option<String> {
    // "has decided to go" is of "decide"
    let plain = if f.form == Form::Part { plain_verb(f) } else { f.verb.clone() };
    let (verb, rest) = match (&f.form, plain.as_str()) {
        (Form::Ing, x) if f.class != Class::Aim || f.rest.first().is_none_or(|word| word != "to") => {
            (x.to_string(), f.rest.clone())
        }
        (_, x) if lex().map("class").get(x).is_some_and(|c| c == "aim") || x == "need" => {
            if f.rest.first()? != "to" {
                return None;
            }
            (f.rest.get(1)?.clone(), f.rest[2..].to_vec())
        }
        (Form::Copula, _) => return None,
        (_, x) if lex().contains("gerund.not", x) => return None,
        (_, x) if f.class == Class::Work || f.class == Class::Other => (x.to_string(), f.rest.clone()),
        _ => return None,
    };
    let mut rest = without_deadline(rest);
    // "wants to finish marking essays": what is done is marking them
    let mut verb = ing(&verb);
    if verb == "finishing" && rest.len() > 1 && rest[0].ends_with("ing") && rest[0].len() > 4 {
        verb = rest.remove(0);
    }
    // "the Rose and Crown" is one thing
    let small = |at: usize| rest.get(at).is_some_and(|word| word.chars().next().is_some_and(char::is_lowercase));
    let joint = |at: &usize| match rest[*at].as_str() {
        "and" => small(at + 1),
        word => matches!(word, "but" | "," | "because"),
    };
    if let Some(i) = (0..rest.len()).find(joint) {
        let r = rest[..i].to_vec();
        if r.is_empty() {
            return None;
        }
        return Some(format!("{verb} {}", shift(&r, f, v)));
    }
    if rest.is_empty() && f.place.is_none() {
        return None;
    }
    let mut s = format!("{verb} {}", shift(&rest, f, v)).trim().to_string();
    if f.event.is_some()
        && let Some(p) = &f.place
    {
        s += " ";
        s += p;
    }
    Some(s)
}

/// Without "by 16 February 2023", "afterwards": what is done, and not when.
fn without_deadline(mut rest: Vec<String>) -> Vec<String> {
    let dated = |at: usize| {
        lex().contains("deadline", &rest[at])
            && rest[at + 1..].iter().any(|word| word.chars().all(|letter| letter.is_ascii_digit()))
    };
    if let Some(end) = (1..rest.len()).find(|&at| dated(at)) {
        rest.truncate(end);
    }
    if rest.last().is_some_and(|word| lex().contains("deadline.last", word)) {
        rest.pop();
    }
    rest
}

/// The thing that somebody is at, to be asked after: `the fourteenth painting` of "wants to finish the fourteenth
/// painting". None where the verb does not work on a thing.
pub fn object(f: &Frame, v: &View) -> Option<String> {
    let wish = lex().map("class").get(&f.verb).is_some_and(|class| class == "aim") && f.rest.first()? == "to";
    let (verb, rest) = match wish {
        true => (f.rest.get(1)?.clone(), f.rest[2..].to_vec()),
        false if matches!(f.form, Form::Ing | Form::Present) => (f.verb.clone(), f.rest.clone()),
        false => return None,
    };
    if !lex().contains("makes", &verb) {
        return None;
    }
    let ends = |word: &String| is_punct(word) || lex().contains("npend", word) || word == "all";
    let end = rest.iter().position(ends).unwrap_or(rest.len());
    let mut noun = rest[..end].to_vec();
    let first = noun.first()?.to_lowercase();
    match first.as_str() {
        "a" | "an" => noun[0] = "the".to_owned(),
        "the" | "his" | "her" | "their" | "my" | "your" => {}
        _ if v.names.is_person(&noun[0]) => {}
        _ => return None,
    }
    (noun.len() > 1 && noun.len() <= OBJECT).then(|| shift(&noun, f, v))
}

/// What is wished for, after "to": `finish the novel by Friday` of "wants to finish the novel by 17 February".
pub(super) fn wish(f: &Frame, v: &View) -> Option<String> {
    let aim = f.class == Class::Aim && !f.neg && f.rest.first()? == "to" && f.event.is_none() && f.when.is_none();
    let rest = to_spoken_dates(f.rest.get(1..).filter(|rest| aim && rest.len() > 1)?, v.now);
    Some(shift(&rest, f, v).trim_end_matches(" afterwards").to_owned())
}

/// `a concert`'s name without its article.
pub fn noun(ev: &Frame) -> String {
    let e = ev.event.clone().unwrap_or_default();
    let w: Vec<&str> = e.split(' ').collect();
    if matches!(w.first().map(|x| x.to_lowercase()).as_deref(), Some("a" | "an" | "the")) {
        w[1..].join(" ")
    } else {
        e
    }
}

/// What one is doing, as it stands after "I'm": the first of several things.
pub(super) fn doing_said(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let cuts =
        [", ", " and ", " then "].into_iter().filter_map(|joint| text.find(joint).map(|at| (at, at + joint.len())));
    // "the Rose and Crown" is one thing
    let small = |end: usize| text[end..].chars().next().is_some_and(char::is_lowercase);
    match cuts.filter(|(_, end)| small(*end)).min() {
        Some((start, _)) if text[..start].contains(' ') => text[..start].to_owned(),
        Some((_, end)) => text[end..].to_owned(),
        _ => text.to_owned(),
    }
}

/// A plan as it is said to the other: they are "you" in it, and people go by first names.
pub(super) fn by_first_names(t: &Turn, text: &str) -> String {
    let words = t.h.names.merge(&tokens(text));
    if !words.iter().any(|word| t.h.names.is_person(word)) {
        return text.to_owned();
    }
    let theirs = Frame { subj: t.other.clone(), person: true, ..Frame::default() };
    shift(&words, &theirs, &t.h.view(&t.other))
}

/// A part of one's plan as one says it after "I have to": `teach history`. Nothing where it is nobody's business.
pub(super) fn plan_to_do(text: &str) -> Option<String> {
    let text = doing_said(text);
    let verb = text.split(' ').next()?;
    let meal = text.split(' ').nth(1).is_some_and(|word| lex().contains("meals", word));
    let said = if verb == "have" && meal { text.replacen("have", "get", 1) } else { text.clone() };
    (lex().verb(verb) && !is_private(verb) && !verb.ends_with("ing") && text.contains(' ')).then_some(said)
}

/// The thing that a clause turns on, with its number or article: `a pressed fern`, `eleven lies`.
pub(super) fn thing(f: &Frame, v: &View) -> Option<String> {
    let wish = lex().map("class").get(&f.verb).is_some_and(|class| class == "aim") && f.rest.first()? == "to";
    let rest = if wish { f.rest.get(2..)? } else { &f.rest[..] };
    let first = rest.first()?.to_lowercase();
    if !lex().contains("thing.before", &first) && !lex().contains("numbers", &first) {
        return None;
    }
    let ends = |word: &String| is_punct(word) || lex().contains("npend", word) || lex().contains("dated", word);
    let end = rest.iter().position(ends).unwrap_or(rest.len());
    // "a game of chess"
    let whole = rest.get(end).is_some_and(|word| word == "of") && rest.get(end + 1).is_some_and(|word| !is_punct(word));
    let after = rest.get(end + 2).is_none_or(|word| is_punct(word) || lex().contains("npend", word));
    let end = if whole && after { end + 2 } else { end };
    let noun = &rest[..end];
    let plain = noun.iter().all(|word| word.chars().all(|letter| letter.is_lowercase() || letter == '-'));
    ((2..=5).contains(&noun.len()) && plain).then(|| shift(noun, f, v))
}

/// A part of one's plan as one is at it: `teaching history` of "teach history and research the bell". Nothing where it is
/// nobody's business.
pub(super) fn plan_said(text: &str) -> Option<String> {
    let text = doing_said(text);
    // "think, then compose": one thing is said
    let text = text.split(", then ").next().unwrap_or_default();
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    if is_private(verb) || verb.is_empty() {
        return None;
    }
    let plain = lex().verb(verb) || !verb.ends_with("ing");
    let verb = if plain { ing(verb) } else { verb.to_owned() };
    Some(format!("{verb} {rest}").trim().to_owned())
}

/// Whether what is done is nobody's business; a meal and a walk may be spoken of.
fn is_private(verb: &str) -> bool {
    lex().contains("private", verb) && !lex().contains("private.not", verb)
}

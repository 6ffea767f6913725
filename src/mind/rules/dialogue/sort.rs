//! What sort of thing somebody tells, and whether it is good or bad: what one says to it hangs on both.

use crate::{
    language::{lexicon::lex, text::lemma_and_tense, time::extract_time},
    mind::rules::frame::{Class, Form, Frame, event::is_visited},
};

/// The sort of a thing told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Something to which people come.
    Event,
    /// That somebody means to go to one.
    Going,
    /// That somebody means to lend a hand.
    Helping,
    /// That a hand is needed.
    Need,
    /// Standing for an office.
    Office,
    /// Something lost, broken, burned.
    Loss,
    /// Something that ails or worries.
    Worry,
    /// A quarrel.
    Feud,
    /// What somebody thinks of somebody.
    View,
    /// What somebody is after.
    Aim,
    /// What somebody has been at.
    Progress,
    /// What happened or was done.
    Deed,
    /// What somebody likes or cannot stand.
    Taste,
    /// What somebody does or is.
    Job,
    /// What is on at some hour, or just now.
    Plan,
}

/// Good news or bad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Good.
    Good,
    /// Bad.
    Bad,
    /// Neither.
    Plain,
}

/// The sort of what a frame tells.
pub fn sort_of(frame: &Frame) -> Sort {
    let small = format!(" {} ", frame.rest.join(" ").to_lowercase());
    let says = |section: &str| lex().find(section, &small).is_some();
    let plain = plain_verb(frame);
    let verb = |section: &str| lex().contains(section, &plain);
    let goes = || matches!(frame.verb.as_str(), "go" | "come") && is_visited(&frame.rest);
    match frame.class {
        _ if promises(frame, &["come", "go"]) || goes() => Sort::Going,
        _ if promises(frame, &["help"]) || frame.verb == "help" && frame.form == Form::Ing => Sort::Helping,
        _ if frame.event.is_some() => Sort::Event,
        Class::Need => Sort::Need,
        // "I'm studying at ten to two": an hour with no day is today's
        Class::Work | Class::Doing | Class::Other if hour(&frame.rest) => Sort::Plan,
        _ if verb("worryverbs") => Sort::Worry,
        _ if says("office") => Sort::Office,
        _ if verb("lossverbs") || says("losswords") => Sort::Loss,
        _ if verb("feudverbs") => Sort::Feud,
        Class::Trouble => Sort::Worry,
        Class::Think | Class::Like | Class::Dislike if !frame.about.is_empty() => Sort::View,
        Class::Like | Class::Dislike | Class::Think => Sort::Taste,
        _ if frame.form == Form::Ing
            && frame.aux.as_deref().is_some_and(|aux| aux.ends_with("been") || matches!(aux, "was" | "were")) =>
        {
            Sort::Progress
        }
        Class::Aim => Sort::Aim,
        _ if matches!(frame.form, Form::Past | Form::Part)
            && (frame.when.is_some() || verb("gladverbs") || verb("sadverbs")) =>
        {
            Sort::Deed
        }
        _ if frame.when.is_some() || !frame.lasting() => Sort::Plan,
        Class::Doing => Sort::Aim,
        _ => Sort::Job,
    }
}

/// Whether an hour is named.
fn hour(words: &[String]) -> bool {
    extract_time(&mut words.to_vec(), 0).is_some_and(|when| when.from.is_some())
}

/// "has lost" is of "lose".
pub(super) fn plain_verb(frame: &Frame) -> String {
    lemma_and_tense(&frame.verb).map_or_else(|| frame.verb.clone(), |(plain, _)| plain)
}

/// "means to come to ..", "agreed to help ..".
fn promises(frame: &Frame, what: &[&str]) -> bool {
    let to = |at: usize| frame.rest.get(at).map(String::as_str).unwrap_or_default();
    let may = frame.aux.as_deref() == Some("may") && frame.verb == "or";
    let miss = frame.neg && frame.verb == "want" && to(0) == "to" && to(1) == "miss";
    (matches!(frame.verb.as_str(), "mean" | "agree") && to(0) == "to" && what.contains(&to(1)))
        || (may || miss) && what.contains(&"come")
}

/// Good news or bad, by the words.
pub fn tone(frame: &Frame) -> Tone {
    let words = || frame.rest.iter().map(|word| word.to_lowercase());
    let small = format!(" {} ", words().collect::<Vec<_>>().join(" "));
    let verb = plain_verb(frame);
    let bad = lex().contains("sadverbs", &verb)
        || words().any(|word| lex().contains("trouble", &word) || lex().contains("bad", &word))
        || lex().find("losswords", &small).is_some()
        || lex().contains("worryverbs", &verb);
    let good = lex().contains("gladverbs", &verb) || words().any(|word| lex().contains("good", &word));
    match (bad != frame.neg, good && !frame.neg) {
        (true, _) if bad => Tone::Bad,
        (_, true) => Tone::Good,
        _ => Tone::Plain,
    }
}

/// Whether it is nothing to be told just so: bookkeeping, promises (they are asked after or kept), the body's business.
pub fn unsaid(frame: &Frame) -> bool {
    let to = frame.rest.first().is_some_and(|word| word == "to");
    let inner = frame.rest.get(1).filter(|_| to).map(String::as_str).unwrap_or_default();
    let body = !to && lex().contains("private", &frame.verb) && frame.class != Class::Trouble && frame.event.is_none();
    lex().contains("bookkeeping", &frame.verb)
        || matches!(sort_of(frame), Sort::Going | Sort::Helping)
        || frame.aux.as_deref() == Some("may")
        || body && !matches!(frame.class, Class::State | Class::Kin) && frame.when.is_none()
        || matches!(inner, "talk" | "ask" | "show" | "see" | "hear" | "miss")
}

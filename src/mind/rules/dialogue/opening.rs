//! How a talk begins.

use super::{
    Turn,
    moves::{self, Line, goes_on},
    raise::invite,
};
use crate::{
    language::{
        lexicon::lex,
        text::{capitalize, is_punct},
    },
    mind::rules::{
        asked::Asked,
        beliefs::Fact,
        frame::{Frame, View},
        tuning,
    },
};

/// From this closeness on one greets as one does those one is close to.
const CLOSE: f32 = 1.8;
/// How often one who meets a stranger gives no more than a name.
const NAME_ALONE: f32 = 0.3;
/// How often somebody who is greeted greets back in so many words.
const GREETS_BACK: f32 = 0.7;
/// How often one asks first how they are.
const ASKS_FIRST: f32 = 0.25;

/// The first line: hello, and one thing.
pub(super) fn open(t: &mut Turn) -> Option<Line> {
    let hello = greeting(t);
    let first = match () {
        () if t.cold() => t.p("open.doing", &[]),
        () if t.is_stranger() => {
            let about_me = self_line(t);
            t.p(if about_me.is_empty() { "intro.name" } else { "intro" }, &[("self", &about_me)])
        }
        () => first_move(t),
    };
    goes_on(format!("{hello} {first}"))
}

/// What one says to an acquaintance after hello.
fn first_move(t: &mut Turn) -> String {
    if t.dice.unit() < tuning::INVITES_AT_ONCE
        && let Some(invitation) = invite(t)
    {
        return invitation.words;
    }
    let asks = !t.greeted_today() && t.dice.unit() < ASKS_FIRST;
    let own = if asks { None } else { moves::of_ones_own(t) };
    own.map(|line| line.words).unwrap_or_else(|| t.p("howare", &[]))
}

/// Hello, by what they are to me and whether we have spoken today.
fn greeting(t: &mut Turn) -> String {
    let section = match () {
        () if t.cold() => "greet.cold",
        () if t.is_stranger() => "greet.stranger",
        () if t.greeted_today() => "greet.again",
        () if t.rel.kin => "greet.kin",
        () if t.rel.close >= CLOSE => "greet.close",
        () => "greet.known",
    };
    t.p(section, &[])
}

/// Whether somebody one has not met has spoken for the first time and wants no more than to be answered.
pub(super) fn introduces(t: &mut Turn) -> bool {
    let small = |asked: &Asked| {
        matches!(asked, Asked::Yourself | Asked::Name | Asked::Here | Asked::HowAre | Asked::Small | Asked::Nothing)
    };
    t.is_second() && t.is_stranger() && !t.cold() && t.question().is_none_or(|asked| small(&asked))
}

/// Hello to a stranger who has spoken first, and who one is.
pub(super) fn introduce(t: &mut Turn) -> Option<Line> {
    let about_me = if t.question().is_some() { in_short(t) } else { self_line(t) };
    // who has not said what they are called is not answered as if they had
    let section = match (t.named, about_me.is_empty()) {
        (true, true) => "intro.back.name",
        (true, false) => "intro.back",
        (false, true) => "intro.hello.ask",
        (false, false) => "intro.hello",
    };
    goes_on(t.p(section, &[("self", &about_me)]))
}

/// Hello to an acquaintance who has spoken first, before what one says to it.
pub(super) fn greeting_back(t: &mut Turn) -> String {
    let greets = t.is_second() && !t.is_stranger() && !t.just_parted();
    if greets && (t.cold() || t.dice.unit() < GREETS_BACK) { greeting(t) } else { String::new() }
}

/// What one is, in one sentence; for strangers. Now and then the name is enough.
fn self_line(t: &mut Turn) -> String {
    if t.dice.unit() < NAME_ALONE { String::new() } else { in_short(t) }
}

fn in_short(t: &mut Turn) -> String {
    // what stands first is what one is
    let first = |fact: &&Fact| {
        let frame = fact.f();
        let mine = frame.subj == t.h.me.name && !frame.secret;
        mine && !frame.rest.is_empty() && t.h.me.background.starts_with(&fact.text)
    };
    let Some(fact) = t.h.facts.iter().find(first) else { return String::new() };
    let short = shortly(fact.f());
    let said = capitalize(&short.say(&View { local: true, ..t.h.view(&t.other) })) + ".";
    t.told.push(short);
    said
}

/// What one is, without all that hangs on it: `is a poet` of "is a poet with one thin book out and a drawer of tickets".
pub(super) fn shortly(frame: &Frame) -> Frame {
    let small = |at: usize| frame.rest.get(at).is_some_and(|word| word.chars().next().is_some_and(char::is_lowercase));
    let ends = |at: usize| {
        let word = frame.rest[at].as_str();
        is_punct(word) || lex().contains("short.ends", word) || word == "and" && small(at + 1)
    };
    let end = (0..frame.rest.len()).find(|&at| ends(at)).unwrap_or(frame.rest.len());
    let rest = frame.rest[..end].to_vec();
    if rest.is_empty() {
        return frame.clone();
    }
    // "for sixteen years at the pharmacy": where, after how long, is too much
    let place = frame.place.clone().filter(|_| !rest.iter().any(|word| word == "for"));
    Frame { rest, place, ..frame.clone() }
}

//! How a talk begins.

use super::*;

/// From this closeness on one greets as one does those one is close to.
const CLOSE: f32 = 1.8;
/// How often one who meets a stranger gives no more than a name.
const NAME_ALONE: f32 = 0.3;
/// How often one says where one saw them last, and how often one speaks of what lies between the two.
const SAW: f32 = 0.3;
/// See [`SAW`].
const SHARES: f32 = 0.35;
/// How often somebody who is greeted greets back in so many words.
const GREETS_BACK: f32 = 0.7;

/// How one stands to the other at the beginning of a talk.
#[derive(Clone, Copy)]
pub(super) struct Stance {
    /// One does not care for them.
    pub cold: bool,
    /// One has not met them.
    pub stranger: bool,
}

/// The first line.
pub(super) fn opening(t: &mut Turn, stance: Stance) -> Vec<String> {
    let mut out = vec![greeting(t, stance)];
    if stance.cold {
        out.push(t.p("open.doing", &[]));
    } else if stance.stranger {
        let about_me = self_line(t);
        let section = if about_me.is_empty() { "intro.name" } else { "intro" };
        let words = t.p(section, &[("self", &about_me)]);
        let asks = words.ends_with('?');
        out.push(words);
        if !asks {
            out.push(t.p("ask.yourself", &[]));
        }
    } else {
        out.extend(first_move(t));
    }
    out
}

/// What one says to an acquaintance after hello.
fn first_move(t: &mut Turn) -> Vec<String> {
    if t.dice.unit() < tuning::INVITES_AT_ONCE
        && let Some(invitation) = own_event(t)
    {
        return vec![invitation];
    }
    if t.dice.unit() < SHARES
        && let Some(fact) = shared(t)
    {
        return vec![tell_shared(t, &fact)];
    }
    if t.dice.unit() < SAW
        && let Some(words) = saw_you(t)
    {
        return vec![words];
    }
    let drawn = t.dice.unit();
    let again = t.greeted_today();
    if drawn < if again { 0.3 } else { 0.55 }
        && let Some(question) = follow_up(t)
    {
        return vec![question];
    }
    match () {
        () if again && drawn < 0.75 => vec![t.p("open.again", &[]), t.p("ask.plans", &[])],
        () if again => vec![t.p("open.again", &[]), t.p("ask.news", &[])],
        () if drawn < 0.7 && !t.h.sit.other_doing.is_empty() => vec![t.p("open.doing", &[]), t.p("howare", &[])],
        () if drawn < 0.8 => vec![t.p("open.place", &[]), t.p("ask.doing", &[])],
        () => vec![t.p("howare", &[])],
    }
}

/// Hello, by what they are to me and whether we have spoken today.
pub(super) fn greeting(t: &mut Turn, stance: Stance) -> String {
    let section = match () {
        () if stance.cold => "greet.cold",
        () if stance.stranger => "greet.stranger",
        () if t.greeted_today() => "greet.again",
        () if t.rel.kin => "greet.kin",
        () if t.rel.close >= CLOSE => "greet.close",
        () => "greet.known",
    };
    t.p(section, &[])
}

/// What one says first to somebody who has just spoken.
pub(super) fn greeting_back(t: &mut Turn, stance: Stance) -> Option<String> {
    if stance.stranger {
        let asked = t.last.iter().any(|act| matches!(act, Act::Ask(Ask::Yourself | Ask::Name)));
        let about_me = if asked { in_short(t) } else { self_line(t) };
        // who has not said what they are called is not answered as if they had
        let section = match (t.named, about_me.is_empty()) {
            (true, true) => "intro.back.name",
            (true, false) => "intro.back",
            (false, true) => "intro.hello.ask",
            (false, false) => "intro.hello",
        };
        return Some(t.p(section, &[("self", &about_me)]));
    }
    if t.just_parted() {
        return None;
    }
    (t.dice.unit() < GREETS_BACK || stance.cold).then(|| greeting(t, stance))
}

/// What one is, in one sentence; for strangers. Now and then the name is enough.
pub(super) fn self_line(t: &mut Turn) -> String {
    if t.dice.unit() < NAME_ALONE { String::new() } else { in_short(t) }
}

fn in_short(t: &mut Turn) -> String {
    let always = |fact: &Fact| {
        let frame = fact.f();
        // what stands first is what one is
        frame.subj == t.h.me.name
            && !frame.secret
            && !frame.rest.is_empty()
            && t.h.me.background.starts_with(&fact.text)
    };
    let Some(fact) = t.h.facts.iter().find(|fact| always(fact)) else { return String::new() };
    let short = shortly(fact.f());
    t.told.push(short.clone());
    cap(&short.say(&View { local: true, ..t.h.view(&t.other) })) + "."
}

/// What one is, without all that hangs on it: `is a poet` of "is a poet with one thin book out and a drawer of tickets".
pub(super) fn shortly(frame: &Frame) -> Frame {
    let small = |at: usize| frame.rest.get(at).is_some_and(|word| word.chars().next().is_some_and(char::is_lowercase));
    let ends = |at: usize| {
        let word = frame.rest[at].as_str();
        let joint = matches!(word, "with" | "who" | "which" | "that" | "from" | "until" | "when" | "so" | "as" | "but");
        is_punct(word) || joint || word == "and" && small(at + 1)
    };
    let end = (0..frame.rest.len()).find(|&at| ends(at)).unwrap_or(frame.rest.len());
    let rest = frame.rest[..end].to_vec();
    // "for sixteen years at the pharmacy": where, after how long, is too much
    let place = frame.place.clone().filter(|_| !rest.iter().any(|word| word == "for"));
    Frame { rest, place, ..frame.clone() }
}

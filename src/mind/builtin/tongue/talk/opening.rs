//! How a talk begins.

use super::*;

/// From this closeness on one greets as one does those one is close to.
const CLOSE: f32 = 1.8;
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
        let words = t.p("intro", &[("self", &about_me)]);
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
    if t.dice.unit() < temper::INVITES_AT_ONCE
        && let Some(invitation) = own_event(t)
    {
        return vec![invitation];
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
        let about_me = self_line(t);
        return Some(t.p("intro.back", &[("self", &about_me)]));
    }
    (t.dice.unit() < GREETS_BACK || stance.cold).then(|| greeting(t, stance))
}

/// What one is, in one sentence; for strangers.
fn self_line(t: &mut Turn) -> String {
    let always = |fact: &&Fact| {
        fact.at == 0 && fact.f().when.is_none() && !fact.f().about.contains(&t.other) && fact.f().rest.len() > 1
    };
    let facts: Vec<&Fact> = own(t.h, &[Class::Work, Class::State]).into_iter().filter(always).take(2).collect();
    let Some(fact) = t.dice.pick(&facts).copied() else { return String::new() };
    cap(&fact.f().say(&t.h.view(&t.other))) + "."
}

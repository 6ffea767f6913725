//! Asking for a hand: in one breath, or first whether there is time, and then what for.

use super::*;

/// How often one asks first whether the other has time at all.
const ASKS_FIRST: f32 = 0.35;

/// Asks for a hand with what I need.
pub(super) fn ask_help(t: &mut Turn, fact: &Fact) -> String {
    let need = fact.f();
    // what will have slipped my mind by the next line is said at once
    let keeps = !t.h.sit.fleeting.iter().any(|text| text.contains(&fact.text));
    let day = need.when.as_ref().filter(|when| when.day.is_some());
    let day = day.map(|when| When { from: None, to: None, ..when.clone() }.say(t.h.sit.now)).unwrap_or_default();
    if keeps && !day.is_empty() && t.dice.unit() < ASKS_FIRST {
        return t.p("help.first", &[("day", &day)]);
    }
    in_full(t, need, "help.ask")
}

/// "Could you help me on Friday?": with what?
pub(super) fn help_what(t: &mut Turn) -> String {
    let now = t.h.sit.now;
    let lines = sentences(t.last_line());
    let day = lines.iter().find_map(|line| take(&mut split(line), now)).filter(|when| when.day.is_some());
    let day = day.map(|when| When { from: None, to: None, ..when }.say(now)).unwrap_or_default();
    let doing = t.at_work();
    t.p("help.what", &[("day", &day), ("d", &doing)])
}

/// What I need a hand with, where I have asked for one and they want to know more.
pub(super) fn help_told(t: &mut Turn) -> Option<String> {
    let asked = t.before.iter().any(|act| matches!(act, Act::Help(_)));
    let told = |act: &Act| matches!(act, Act::Tell(said) if said.frame.class == Class::Need);
    let wants = t.last.iter().any(|act| matches!(act, Act::Ask(_)));
    let answers = t.last.iter().any(|act| matches!(act, Act::Accept | Act::Decline | Act::Hedge | Act::Bye));
    if !asked || !wants || answers || t.before.iter().any(told) {
        return None;
    }
    let h = t.h;
    let mine = |fact: &&Fact| {
        let frame = fact.f();
        frame.subj == h.me.name && frame.class == Class::Need && fact.from.is_none() && !h.begun(frame)
    };
    // what was said in full already is not said again
    let need = h.facts.iter().filter(mine).map(Fact::f).find(|need| !t.said(need))?.clone();
    Some(in_full(t, &need, "help.details"))
}

/// What, where and when, as `section` has it.
fn in_full(t: &mut Turn, frame: &Frame, section: &str) -> String {
    let n = t.clause(frame);
    t.told.push(frame.clone());
    // "help carry lamps" can be asked for in one breath; "somebody to listen" cannot
    let need = Need::of(frame).filter(|_| frame.rest.iter().any(|word| word == "help"));
    let whole = need.as_ref().map(|need| need.say(t.h)).unwrap_or_default();
    let dated = need.filter(|need| need.when.as_ref().is_some_and(|when| when.day.is_some()));
    let when = dated.as_ref().and_then(|need| need.when.as_ref()).map(|when| when.say(t.h.sit.now)).unwrap_or_default();
    let task = dated.map(|need| Need { when: None, ..need }.say(t.h)).unwrap_or_default();
    t.p(section, &[("n", &n), ("need", &whole), ("task", &task), ("when", &when)])
}

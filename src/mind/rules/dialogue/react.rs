//! What one says to what one is told: by its sort, by whom it is about, and whether it is good or bad.

use super::{
    Turn,
    going::go_answer,
    moves::{Line, goes_on},
    opening::shortly,
    sort::{Sort, Tone, plain_verb, sort_of, tone},
    wording::{gerund, noun, object, thing},
};
use crate::{
    language::{importance::importance, lexicon::lex, text::tokens},
    mind::rules::{
        beliefs::{Fact, Go},
        dialogue_act::Act,
        frame::{Class, Form, Frame, shift},
        tuning,
    },
};

/// A doing of more words is not said back, nor a clause of news.
const SHORT: usize = 6;
const LONG: usize = 14;
/// What weighs so much is news, of whatever it is.
const WEIGHTY: u8 = 6;

/// A word to what was told; nothing if it needs none.
pub(super) fn react(t: &mut Turn) -> Option<Line> {
    let frame = &t.last_told()?.frame;
    // what I have told myself is only said back
    if t.acts(true).any(|act| matches!(act, Act::Tell(said) if said.frame.same(frame))) {
        return None;
    }
    // what they are at is no news that one may have had
    let known = t.cold() || frame.subj == t.h.me.name || frame.class == Class::Doing;
    let known = if known { None } else { known_before(t, frame) };
    if let Some(words) = known {
        return goes_on(words);
    }
    let words = match () {
        () if t.cold() => t.p("react.plain", &[]),
        () if frame.subj == t.h.me.name => to_mine(t, frame),
        () if frame.event.is_some() => to_event(t, frame),
        () if frame.subj == t.other => to_theirs(t, frame),
        () if is_news(t, frame) => to_news(t, frame),
        () => String::new(),
    };
    goes_on(words)
}

/// Something about me: what I did for them is nothing to be thanked for, and "you do have days" wants no answer.
fn to_mine(t: &mut Turn, frame: &Frame) -> String {
    let kind = lex().contains("kindness", &plain_verb(frame)) && tone(frame) != Tone::Bad;
    let for_them = frame.about.contains(&t.other) && frame.form == Form::Past && kind;
    match for_them {
        true => t.p("welcome", &[]),
        false if frame.form == Form::Past => t.p("react.mine.past", &[]),
        false if frame.worth_keeping(5) => t.p("react.mine", &[]),
        false => String::new(),
    }
}

/// Somebody has told me already: one says so.
fn known_before(t: &mut Turn, frame: &Frame) -> Option<String> {
    let me = &t.h.me.name;
    let to_me = |fact: &&Fact| fact.said.to.as_ref().is_none_or(|to| to == me);
    let told = |fact: &&Fact| fact.from.is_some() && fact.f().same(frame);
    let from = t.h.facts.iter().filter(to_me).find(told)?.from.as_ref()?;
    let section = if *from == t.other { "react.known.self" } else { "react.known" };
    Some(t.p(section, &[("src", &t.h.names.short(from))]))
}

/// An event: whether one comes, where it is dated and theirs; else a word.
fn to_event(t: &mut Turn, frame: &Frame) -> String {
    let dated = frame.when.as_ref().is_some_and(|when| when.from.is_some());
    if frame.subj != t.h.me.name && dated {
        let going = go_answer(t, frame);
        if !going.is_empty() {
            return going;
        }
    }
    t.p("react.event", &[("evn", &noun(frame))])
}

/// Something of the other's own.
fn to_theirs(t: &mut Turn, frame: &Frame) -> String {
    let (sort, tone) = (sort_of(frame), tone(frame));
    // "I refused a loan last week": a thing done, on whatever day
    let past = matches!(frame.form, Form::Past | Form::Part) && matches!(frame.class, Class::Other | Class::Doing);
    let lately = frame.rest.iter().any(|word| lex().contains("dated", word));
    let sort = if past && lately && matches!(sort, Sort::Job | Sort::Plan) { Sort::Deed } else { sort };
    // "I'd like to have something to show for it" was an answer itself
    let mood = frame.class == Class::State
        && frame.rest.first().is_none_or(|word| !matches!(word.as_str(), "a" | "an" | "the" | "in"));
    if mood || !frame.worth_keeping(5) && matches!(sort, Sort::Taste | Sort::View | Sort::Aim | Sort::Job) {
        return String::new();
    }
    let third = frame.about.iter().find(|who| **who != t.h.me.name && **who != t.other);
    if let (Sort::View, Some(about)) = (sort, third) {
        return to_view(t, frame, about);
    }
    if sort == Sort::Going {
        return to_going(t, frame);
    }
    // a meal is no work that one would have a word for
    let meal = frame.rest.iter().any(|word| lex().contains("meals", word) || lex().contains("body", word));
    if meal && matches!(sort, Sort::Job | Sort::Aim) {
        return String::new();
    }
    let section = match (sort, tone) {
        (Sort::Office, _) => "react.office.you",
        (Sort::Feud, _) => "react.feud.you",
        (Sort::Loss | Sort::Worry, _) | (Sort::Deed, Tone::Bad) => "react.bad",
        (Sort::Deed, Tone::Good) => "react.good",
        (Sort::Progress, _) if !frame.lasting() => return String::new(),
        (Sort::Aim | Sort::Progress, _) => "react.aim",
        (Sort::Need, _) => "react.need.you",
        (Sort::Helping, _) => "react.helping",
        (Sort::Job, _) => "react.job",
        (Sort::Deed, _) => "react.deed",
        // what wants no word gets none
        _ => return String::new(),
    };
    let (thing, doing) = matter_of(t, frame);
    // one is sorry about a thing that is lost; who misses the sea has not mislaid it
    let thing = if section == "react.bad" && sort != Sort::Loss { String::new() } else { thing };
    let with = third.map(|third| t.h.names.short(third)).unwrap_or_default();
    t.p(section, &[("ob", &thing), ("g", &doing), ("x", &with)])
}

/// All of it, if it is short enough to be said back.
fn short_clause(t: &Turn, frame: &Frame) -> String {
    Some(t.clause(frame)).filter(|clause| clause.split(' ').count() <= LONG).unwrap_or_default()
}

/// What it is about: the thing, `the eleven lies`, `a poet`, or else the doing, `teaching history`.
fn matter_of(t: &Turn, frame: &Frame) -> (String, String) {
    let view = t.h.view(&t.other);
    if frame.form == Form::Copula {
        let role = shortly(frame).rest;
        let fits = role.len() <= SHORT && role.first().is_some_and(|word| matches!(word.as_str(), "a" | "an" | "the"));
        return (if fits { shift(&role, frame, &view) } else { String::new() }, String::new());
    }
    if let Some(thing) = object(frame, &view).or_else(|| thing(frame, &view)) {
        let thing = match thing.split_once(' ') {
            Some(("a" | "an", noun)) => format!("the {noun}"),
            Some((number, _)) if lex().contains("numbers", number) => format!("the {thing}"),
            _ => thing,
        };
        return (thing, String::new());
    }
    let short = |doing: &String| (2..=SHORT).contains(&doing.split(' ').count());
    (String::new(), gerund(frame, &view).filter(short).unwrap_or_default())
}

/// They go somewhere: I do too, or I could.
fn to_going(t: &mut Turn, frame: &Frame) -> String {
    let Some(event) = frame.inner_event(&t.h.names) else { return t.p("react.plain", &[]) };
    let section = match t.h.go(&event).0 {
        _ if event.subj == t.h.me.name => "ok.accept",
        Go::Agreed | Go::Yes => "react.going.too",
        _ => "react.going",
    };
    let whose = t.event_said(&event);
    t.p(section, &[("evn", &whose)])
}

/// An opinion of theirs about somebody: mine.
fn to_view(t: &mut Turn, frame: &Frame, who: &str) -> String {
    let relation = t.h.relation(who);
    let bad = frame.class == Class::Dislike || frame.neg || frame.rest.iter().any(|word| lex().contains("bad", word));
    let section = match (bad, relation.warm > tuning::FOND, relation.warm < tuning::COLD) {
        _ if !relation.met => "tell.neutral",
        (true, true, _) => "disagree.good",
        (true, _, true) => "agree.bad",
        (false, _, true) => "disagree.bad",
        (false, true, _) => "agree.good",
        _ => "tell.neutral",
    };
    t.speak_of(section, who, &[])
}

/// Whether it is about somebody else, or about what is theirs, about a place, or weighs in itself.
fn is_news(t: &Turn, frame: &Frame) -> bool {
    let names = &t.h.names;
    // that nobody was asked for a hand, or that somebody thanked somebody, wants no word
    if lex().contains("bookkeeping", &plain_verb(frame)) {
        return false;
    }
    frame.person
        || names.is_place(&frame.subj) && !frame.verb.is_empty()
        // "Ann's counter burned" is about Ann, too
        || names.merge(&tokens(&frame.subj)).iter().any(|word| names.is_person(word))
        || importance(&t.clause(frame), "") >= WEIGHTY
}

/// News of somebody else: one shows that one has heard it before one speaks of anything of one's own.
fn to_news(t: &mut Turn, frame: &Frame) -> String {
    let relation = t.h.relation(&frame.subj);
    let clause = short_clause(t, frame);
    let section = match (sort_of(frame), tone(frame)) {
        _ if frame.of_newcomer() => "react.newcomer",
        _ if frame.person && relation.warm < tuning::COLD => "react.x.cold",
        (Sort::Need, _) => "react.need",
        (Sort::Office, _) => "react.office",
        (Sort::Going, _) => "react.going.x",
        (Sort::Loss | Sort::Worry | Sort::Feud, _) | (_, Tone::Bad) => "tidings.bad",
        (Sort::Deed, Tone::Good) => "react.x.good",
        (Sort::Aim, _) if relation.warm > 0.9 => "react.x.good",
        _ => "tidings.new",
    };
    t.speak_of(section, &frame.subj, &[("f", &clause)])
}

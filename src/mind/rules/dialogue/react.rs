//! What one says to what one is told: by its sort, by whom it is about, and whether it is good or bad.

use super::*;

/// How often one asks how it goes, after something that somebody is after.
const ASKS_ON: f32 = 0.35;
/// A doing of more words is not said back.
const SHORT: usize = 6;
/// How often one says that one has something in common.
const IN_COMMON: f32 = 0.5;

/// A word to what was told; nothing if it needs none.
pub(super) fn react(t: &mut Turn) -> String {
    let Some(said) = t.last_told() else { return String::new() };
    let frame = &said.frame;
    if t.cold() {
        return t.p("react.plain", &[]);
    }
    if frame.subj == t.h.me.name {
        // what I did for them is nothing to be thanked for, and "you do have days" wants no answer
        let for_them = frame.about.contains(&t.other) && frame.form == Form::Past && tone(frame) != Tone::Bad;
        let section = if for_them { "welcome" } else { "react.mine" };
        return if for_them || frame.worth_keeping(5) { t.p(section, &[]) } else { String::new() };
    }
    if let Some(words) = known_before(t, frame) {
        return words;
    }
    match () {
        () if frame.event.is_some() => to_event(t, frame),
        () if frame.subj == t.other => to_theirs(t, frame),
        () if frame.person => to_gossip(t, frame),
        () => String::new(),
    }
}

/// Somebody has told me already: one says so.
fn known_before(t: &mut Turn, frame: &Frame) -> Option<String> {
    let me = &t.h.me.name;
    let to_me = |fact: &&Fact| fact.said.to.as_ref().is_none_or(|to| to == me);
    let known = t.h.facts.iter().filter(to_me).find(|fact| fact.from.is_some() && fact.f().same(frame))?;
    let from = known.from.clone()?;
    let section = if from == t.other { "react.known.self" } else { "react.known" };
    let src = t.h.names.short(&from);
    Some(t.p(section, &[("src", &src)]))
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
    let lately = frame.rest.iter().any(|word| matches!(word.as_str(), "last" | "yesterday" | "ago"));
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
    if t.rel.love && matches!(sort, Sort::Aim | Sort::Job | Sort::Taste | Sort::Deed) && t.dice.unit() < 0.5 {
        return t.p("react.love", &[]);
    }
    if sort == Sort::Going {
        return to_going(t, frame);
    }
    if matches!(sort, Sort::Aim | Sort::Job | Sort::Taste)
        && let Some(words) = in_common(t, frame)
    {
        return words;
    }
    if sort == Sort::Aim && t.asks() < 2 && t.dice.unit() < ASKS_ON {
        return t.p("ask.more", &[]);
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
    let with = third.map(|third| t.x(third).0).unwrap_or_default();
    t.p(section, &[("ob", &thing), ("g", &doing), ("x", &with)])
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
            Some((number, _)) if lex().is("numbers", number) => format!("the {thing}"),
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
    let (x, he, him) = t.x(who);
    let slots = [("x", x.as_str()), ("he", &he), ("him", &him)];
    let relation = t.h.relation(who);
    let bad = frame.class == Class::Dislike || frame.neg || frame.rest.iter().any(|word| lex().is("bad", word));
    let section = match (bad, relation.warm > tuning::FOND, relation.warm < tuning::COLD) {
        _ if !relation.met => "tell.neutral",
        (true, true, _) => "disagree.good",
        (true, _, true) => "agree.bad",
        (false, _, true) => "disagree.bad",
        (false, true, _) => "agree.good",
        _ => "tell.neutral",
    };
    t.p(section, &slots)
}

/// The same is true of me.
fn in_common(t: &mut Turn, frame: &Frame) -> Option<String> {
    let mine = |fact: &&Fact| {
        let own = fact.f();
        own.subj == t.h.me.name
            && fact.from.is_none()
            && fact.said.to.is_none()
            && !own.secret
            && own.class == frame.class
            && own.verb == frame.verb
            && overlap(own.of_rest(), frame.of_rest()) >= 0.5
            && !t.said(own)
    };
    let fact = t.h.facts.iter().find(mine).filter(|_| t.dice.clone().unit() < IN_COMMON)?;
    let clause = t.clause(fact.f());
    Some(t.p("common", &[("f", &clause)]))
}

/// Something about a third person.
fn to_gossip(t: &mut Turn, frame: &Frame) -> String {
    let relation = t.h.relation(&frame.subj);
    let (x, he, him) = t.x(&frame.subj);
    let cold = relation.warm < tuning::COLD;
    let section = match (sort_of(frame), tone(frame)) {
        _ if frame.of_newcomer() => "react.newcomer",
        _ if cold => "react.x.cold",
        (Sort::Need, _) => "react.need",
        (Sort::Office, _) => "react.office",
        (Sort::Going, _) => "react.going.x",
        (Sort::Loss | Sort::Worry | Sort::Feud, _) | (Sort::Deed, Tone::Bad) => "react.x.bad",
        (Sort::Deed, Tone::Good) => "react.x.good",
        (Sort::Aim, _) if relation.warm > 0.9 => "react.x.good",
        _ => "react.x",
    };
    t.p(section, &[("x", &x), ("he", &he), ("him", &him)])
}

//! Whether one comes, whether one helps, in words; and what one says to the other's yes or no.

use super::{
    Turn,
    moves::{Line, goes_on},
    wording::{by_first_names, object, plan_to_do},
};
use crate::{
    language::{text::tokens, time::When},
    mind::rules::{
        beliefs::{Fact, Go},
        dialogue_act::{self, Act},
        frame::{Frame, shift},
        need::Need,
        tuning,
    },
};

/// They ask for a hand.
pub(super) fn answer_request(t: &mut Turn) -> Option<Line> {
    let told: Vec<Frame> = t.last()?.told().map(|said| said.frame.clone()).collect();
    let mut need = Need::in_line(t.h, &t.other, t.last_words(), &told).unwrap_or_default();
    need.when = told.into_iter().find_map(|frame| frame.when).or(need.when);
    goes_on(help_answer(t, &need))
}

/// They ask me to come.
pub(super) fn answer_invitation(t: &mut Turn) -> Option<Line> {
    let Some(event) = latest_event(t) else {
        return goes_on(t.p("hedge", &[]));
    };
    let answer = go_answer(t, &event);
    let answer = if answer.is_empty() { t.p("react.plain", &[]) } else { answer };
    let hour = event.when.as_ref().and_then(|when| when.from);
    if hour.is_none() && event.subj == t.other && matches!(t.h.go(&event).0, Go::Yes | Go::Maybe) {
        return goes_on(format!("{answer} {}", t.p("invite.hour", &[])));
    }
    goes_on(answer)
}

/// They say yes, no or perhaps to what I asked.
pub(super) fn take_answer(t: &mut Turn) -> Option<Line> {
    let (answer, help) = t.was_answered()?;
    let event = latest_event(t);
    let host = event.as_ref().is_none_or(|event| event.subj == t.h.me.name);
    let section = match (answer, help) {
        (Act::Accept, true) => "help.thanks",
        (Act::Decline, true) => "help.pity",
        (Act::Accept, false) if host => "ok.accept",
        (Act::Decline, false) if host => "ok.decline",
        (Act::Accept, false) => "ok.too",
        (Act::Decline, false) => "ok.not",
        _ => "ok.hedge",
    };
    if help {
        let need = asked_for(t).unwrap_or_default();
        let when = hour(t, need.when.as_ref());
        return goes_on(t.p(section, &[("need", &need.task), ("when", &when)]));
    }
    let when = hour(t, event.as_ref().and_then(|event| event.when.as_ref()));
    let whose = event.map(|event| t.event_said(&event)).unwrap_or_default();
    goes_on(t.p(section, &[("when", &when), ("evn", &whose)]))
}

/// With what I have asked for a hand.
fn asked_for(t: &Turn) -> Option<Need> {
    let asks =
        |line: &&dialogue_act::Line| line.who == t.h.me.name && line.acts.iter().any(|act| matches!(act, Act::Help(_)));
    let line = t.lines.iter().rfind(asks)?;
    let frames: Vec<Frame> = line.told().map(|said| said.frame.clone()).collect();
    Need::in_line(t.h, &t.h.me.name, &line.words, &frames)
}

/// `tomorrow at five`, without its end.
fn hour(t: &Turn, when: Option<&When>) -> String {
    when.map(|when| When { to: None, ..when.clone() }.say(t.h.now)).unwrap_or_default()
}

/// Something that I am at and that takes time: `the heron film`.
fn work_of_mine(t: &Turn) -> String {
    t.h.own_open().find_map(|fact| object(fact.f(), &t.h.view(""))).unwrap_or_default()
}

/// The event that was spoken of last.
pub(super) fn latest_event(t: &Turn) -> Option<Frame> {
    let f = t.told.iter().rev().find(|f| f.event.is_some())?;
    // what I know of it may be more than what was said
    Some(t.h.events().into_iter().map(|e| e.f()).find(|e| e.same(f) && e.when.is_some()).unwrap_or(f).clone())
}

/// Yes, no or perhaps to an event.
pub(super) fn go_answer(t: &mut Turn, ev: &Frame) -> String {
    let (go, why) = t.h.go(ev);
    let (when, whose) = (hour(t, ev.when.as_ref()), t.event_said(ev));
    let of_it = [("when", when.as_str()), ("evn", whose.as_str())];
    let x = t.h.names.short(&ev.subj);
    if t.acts(true).any(|act| matches!(act, Act::Accept)) {
        return t.p("already", &[]);
    }
    if let Some(words) = by_plan(t, ev, go) {
        return words;
    }
    let theirs = ev.subj == t.other;
    match go {
        Go::Agreed if ev.subj == t.h.me.name => String::new(),
        Go::Agreed => t.p("already", &[]),
        Go::Yes | Go::Maybe if t.rel.love => t.p("accept.love", &[]),
        Go::Yes => t.p("accept", &of_it),
        Go::Maybe => t.p("hedge", &of_it),
        Go::Conflict => t.p("decline.conflict", &[("why", &why)]),
        // to their face one says no, and no more
        Go::Dislike if theirs => t.p("courtesy.decline", &[]),
        Go::Dislike => t.p("decline.dislike", &[("x", &x)]),
        Go::Shy => t.p("decline.shy", &of_it),
        Go::Stranger => t.p("decline.stranger", &[("x", if theirs { "" } else { &x })]),
        Go::Over => t.p("event.over", &[]),
        Go::Busy => {
            let work = work_of_mine(t);
            t.p("decline.busy", &[("ob", &work), ("evn", &whose)])
        }
    }
}

/// No or perhaps to their face, with what I mean to do at that hour.
fn by_plan(t: &mut Turn, ev: &Frame, go: Go) -> Option<String> {
    let section = match go {
        Go::Maybe => "courtesy.hedge.plan",
        Go::Busy | Go::Stranger => "courtesy.decline.plan",
        _ => return None,
    };
    let at = ev.when.as_ref().filter(|when| when.from.is_some()).and_then(When::start);
    let at = at.filter(|_| ev.subj == t.other && !t.rel.love)?;
    let part = t.h.plan.iter().find(|part| t.h.today_at(part.from) <= at && at < t.h.today_at(part.until))?;
    let plan = plan_to_do(&by_first_names(t, &part.what))?;
    Some(t.p(section, &[("inf", &plan)]))
}

/// Yes or no to somebody who needs a hand.
fn help_answer(t: &mut Turn, need: &Need) -> String {
    if t.cold() {
        return t.p("help.cold", &[]);
    }
    if let Some(fact) = need.when.as_ref().and_then(|when| taken(t, when)) {
        let why = fact.f().say(&t.h.view(""));
        return t.p("help.no", &[("why", &why)]);
    }
    // whoever comes anyway may as well come early
    let comes = if t.acts(true).any(|act| matches!(act, Act::Accept)) { tuning::HELPS_WHERE_ONE_GOES } else { 0.0 };
    let nature = t.h.voice.warm as f32 * 0.3 + t.dice.unit() * tuning::HELP_CHANCE;
    let s = t.rel.close * 0.8 + t.rel.warm + comes + nature - tuning::HELP_COST;
    if s > tuning::HELPS {
        let task = your(t, &need.task);
        let when = hour(t, need.when.as_ref());
        t.p("help.yes", &[("need", &task), ("when", &when)])
    } else {
        let work = work_of_mine(t);
        t.p("help.busy", &[("ob", &work)])
    }
}

/// What of mine lies in those hours. What one does for them anyway, or has refused to do, is no reason against it.
fn taken<'h>(t: &Turn<'h, '_>, when: &When) -> Option<&'h Fact> {
    let (from, until) = (when.start()?, when.end()?);
    let mut mine = t.h.own().filter(|fact| !fact.f().about.contains(&t.other) && fact.f().verb != "decline");
    mine.find(|fact| {
        let hours = fact.f().when.as_ref().filter(|when| when.from.is_some());
        let hours = hours.and_then(|when| Some((when.start()?, when.end()?)));
        hours.is_some_and(|(start, end)| start < until && from < end)
    })
}

/// `carry your bags` of `carry my bags`, and of `carry Ann Lee's bags` where Ann Lee asks.
fn your(t: &Turn, task: &str) -> String {
    let words = tokens(task);
    let words = words.iter().map(|word| match word.as_str() {
        "my" => "your".to_owned(),
        "me" => "you".to_owned(),
        _ => word.clone(),
    });
    let theirs = Frame { subj: t.other.clone(), person: true, ..Frame::default() };
    shift(&t.h.names.merge(&words.collect::<Vec<_>>()), &theirs, &t.h.view(&t.other))
}

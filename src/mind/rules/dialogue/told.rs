//! Answers to what the other's line tells or cries out: a danger, a loss, what they think of one, news of others; and to
//! what asks about them or about what was just said.

use super::{
    Turn,
    moves::{Line, ends, goes_on},
    sort::{Tone, tone, unsaid},
};
use crate::{
    language::{
        cues::{Alarm, alarm_in, normalize},
        lexicon::lex,
        text::sentences,
        time::{DAY, When},
    },
    mind::rules::{
        asked::bare,
        beliefs::Fact,
        dialogue_act::Act,
        frame::{Class, Frame},
        interview,
    },
};

/// Most things that are told of them at once.
const MAX: usize = 2;

/// A fire or a flood that goes on now, or the reproach that nobody sees to it.
pub(super) fn danger(t: &Turn) -> Option<(Alarm, &'static str)> {
    sentences(t.last_words()).iter().rev().find_map(|one| alarm_in(one, &t.h.me.name))
}

/// One goes at once, whatever was talked of.
pub(super) fn see_to_danger(t: &mut Turn) -> Option<Line> {
    let (alarm, thing) = danger(t)?;
    ends(t.p(if alarm == Alarm::News { "danger.news" } else { "danger.reproach" }, &[("ob", thing)]))
}

/// Whether all of their line is a question to what I said before: "Why?"
pub(super) fn is_bare_question(t: &Turn) -> bool {
    let names: Vec<String> = t.h.me.name.to_lowercase().split_whitespace().map(str::to_owned).collect();
    t.my_lines() > 0 && bare(t.last_words(), &names).is_some()
}

/// It is answered from what I said and remember of it.
pub(super) fn follow_up(t: &mut Turn) -> Option<Line> {
    goes_on(interview::follow_up(t.h, &t.other, &t.lines, &mut t.dice)?)
}

/// Whether they want nothing: only tell.
fn only_tells(t: &Turn) -> bool {
    !t.does(|act| matches!(act, Act::Ask(_) | Act::Invite | Act::Coming | Act::Help(_)))
}

/// What shakes their life, or that of theirs: a death, an illness, a wedding.
pub(super) fn grave(t: &Turn) -> Option<Frame> {
    let theirs = |frame: &&Frame| {
        frame.subj == t.other || frame.subj.strip_prefix(&t.other).is_some_and(|rest| rest.starts_with("'s "))
    };
    let told = t.last().filter(|_| !t.cold() && only_tells(t))?.told().map(|said| &said.frame);
    { told }.filter(theirs).find(|frame| frame.grave() && frame.event.is_none()).cloned()
}

/// One feels with them before anything else.
pub(super) fn feel_with_them(t: &mut Turn) -> Option<Line> {
    let glad = grave(t)?.glad();
    goes_on(t.p(if glad { "grave.glad" } else { "grave.bad" }, &[]))
}

/// What they think of me, or think that somebody else feels for me, said to my face.
pub(super) fn of_me(t: &Turn) -> Option<Frame> {
    let told = t.last().filter(|_| only_tells(t))?.told().map(|said| &said.frame);
    let of_me = |frame: &&Frame| {
        let thought = frame.subj == t.other && frame.class == Class::Think && frame.event.is_none();
        thought && frame.about.contains(&t.h.me.name)
    };
    { told }.rfind(of_me).cloned()
}

/// It is taken as what it is.
pub(super) fn take_view_of_me(t: &mut Turn) -> Option<Line> {
    let frame = of_me(t)?;
    let likes = frame.rest.iter().any(|word| lex().contains("likewords", word));
    let section = match tone(&frame) {
        tone if frame.neg != (tone == Tone::Bad) => "ofme.bad",
        _ if likes => "ofme.liked",
        Tone::Good => "courtesy.praise",
        _ => "ofme.plain",
    };
    goes_on(t.p(section, &[]))
}

/// Whether they ask how I know them, or else what I know of them; `None`: neither.
pub(super) fn of_them(t: &Turn) -> Option<bool> {
    sentences(t.last_words()).into_iter().rev().find_map(|one| {
        let words = normalize(&one);
        let how = lex().find("ask.how.met", &words).is_some();
        (how || lex().find("ask.of.them", &words).is_some()).then_some(how)
    })
}

/// Whence I know them, or what I have kept of them.
pub(super) fn tell_of_them(t: &mut Turn) -> Option<Line> {
    let words = if of_them(t)? { how_met(t) } else { kept(t) };
    goes_on(words)
}

fn how_met(t: &mut Turn) -> String {
    let now = t.h.now;
    match t.rel.last_talk {
        Some(at) => {
            let when = When { day: Some(at / DAY), from: Some(at % DAY), to: None }.say(now);
            t.p("them.talked", &[("when", &when)])
        }
        None if t.rel.met => {
            let why = t.h.about(&t.other).into_iter().find(|fact| !fact.f().secret && fact.f().lasting());
            let why = why.map(|fact| t.clause(fact.f())).unwrap_or_default();
            t.p("them.known", &[("r", &why)])
        }
        None => t.p("them.new", &[]),
    }
}

/// What they asked me to come to, what they told, what I knew before.
fn kept(t: &mut Turn) -> String {
    let other = t.other.clone();
    let theirs = |frame: &&Frame| frame.subj == other && !frame.secret && frame.person && frame.event.is_none();
    let mut said: Vec<String> = Vec::new();
    if let Some(event) = t.told.iter().rfind(|frame| frame.event.is_some() && frame.subj == other) {
        let event = t.event_said(event);
        let yes = t.acts(true).any(|act| matches!(act, Act::Accept));
        said.push(if yes { format!("I'm coming to {event}") } else { format!("you invited me to {event}") });
    }
    let told = t.told.iter().rev().filter(theirs).filter(|frame| !unsaid(frame));
    let before = t.h.about(&other).into_iter();
    let before = before.filter(|fact| fact.from.as_ref().is_none_or(|from| *from == other)).map(Fact::f);
    let before = before.filter(|frame| theirs(frame) && frame.lasting() && !unsaid(frame) && !frame.of_newcomer());
    for frame in told.chain(before) {
        let clause = t.clause(frame);
        if said.len() < MAX && !said.contains(&clause) {
            said.push(clause);
        }
    }
    match said.is_empty() {
        true if t.rel.last_talk.is_some() => how_met(t),
        true => t.p("them.new", &[]),
        false => t.p("them.kept", &[("r", &said.join(", and "))]),
    }
}

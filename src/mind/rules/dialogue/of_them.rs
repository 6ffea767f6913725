//! What one knows of the very person one talks with: whence one knows them, and what one has kept of them, from earlier
//! days and from this talk.

use super::*;
use crate::language::cues::small;

/// Most things that are told at once.
const MOST: usize = 2;

/// What is said to the last line if it asks what one knows of whoever asks, or how one knows them.
pub(super) fn of_them(q: &Utter, head: &Beliefs, lines: &[Line], dice: &mut Dice) -> Option<UtterAnswer> {
    let last = lines.last().filter(|line| line.0 != head.me.name)?;
    let question = sentences(&last.1).into_iter().rfind(|one| {
        let words = small(one);
        lex().hit("ask.of.them", &words).is_some() || lex().hit("ask.how.met", &words).is_some()
    })?;
    let how = lex().hit("ask.how.met", &small(&question)).is_some();
    let mut t = Turn::new(head, &q.other.name, lines, &q.own_lines, dice.next());
    let words = if how { how_met(&mut t) } else { kept(&mut t) };
    let words = phrases::finish(&words, &head.voice);
    (!words.is_empty()).then_some(UtterAnswer { words, end: false })
}

/// Whence one knows them.
fn how_met(t: &mut Turn) -> String {
    let now = t.h.sit.now;
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

/// What one has kept of them: what they asked one to come to, what they told, what one knew before.
fn kept(t: &mut Turn) -> String {
    let other = t.other.clone();
    let theirs = |frame: &&Frame| frame.subj == other && !frame.secret && frame.person && frame.event.is_none();
    let mut said: Vec<String> = Vec::new();
    let bidden = t.told.iter().rev().find(|frame| frame.event.is_some() && frame.subj == other).cloned();
    if let Some(event) = bidden {
        let event = t.event_said(&event);
        let yes = t.mine.iter().any(|act| matches!(act, Act::Accept));
        said.push(if yes { format!("I'm coming to {event}") } else { format!("you invited me to {event}") });
    }
    let told: Vec<Frame> = t.told.iter().filter(theirs).filter(|frame| !unsaid(frame)).cloned().collect();
    let before: Vec<Frame> = { t.h.about(&other).into_iter() }
        .filter(|fact| fact.from.is_none() || fact.from.as_deref() == Some(other.as_str()))
        .map(|fact| fact.f().clone())
        .filter(|frame| theirs(&frame) && frame.lasting() && !unsaid(frame) && !frame.of_newcomer())
        .collect();
    for frame in told.iter().rev().chain(&before) {
        let clause = t.clause(frame);
        if said.len() < MOST && !said.contains(&clause) {
            said.push(clause);
        }
    }
    match said.is_empty() {
        true if t.rel.last_talk.is_some() => how_met(t),
        true => t.p("them.new", &[]),
        false => t.p("them.kept", &[("r", &said.join(", and "))]),
    }
}

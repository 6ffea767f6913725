//! How a talk ends.

use super::{
    Turn,
    courtesy::{self, scolded},
    moves::{Line, answer_in_parting, ends, goes_on},
    raise::{in_common_with, invite},
    sort::{Sort, sort_of},
    told,
    wording::{by_first_names, object, plan_to_do},
};
use crate::{
    language::{
        lexicon::lex,
        text::{plain_of_ing, sentences},
        time::When,
    },
    mind::{
        question::Stretch,
        rules::{dialogue_act::Act, frame::Frame},
    },
};

/// Goodbye, after a word to what came with theirs.
pub(super) fn last_word(t: &mut Turn) -> Option<Line> {
    // nobody lets them go uninvited
    let goes = t.acts(true).any(|act| matches!(act, Act::Bye));
    if !goes && let Some(invitation) = invite(t) {
        return Some(invitation);
    }
    let asks = |act: &Act| matches!(act, Act::Ask(_) | Act::Invite | Act::Coming | Act::Help(_) | Act::Accept);
    let wants = t.does(asks) || courtesy::came(t).is_some() || told::is_bare_question(t);
    let answer = if wants { answer_in_parting(t) } else { None };
    let answer = answer.unwrap_or_else(|| Line { words: String::new(), end: false });
    if answer.end {
        return Some(answer);
    }
    let cold = t.cold() || scolded(t) > 0;
    let bye = farewell(t, cold);
    // a question would keep them
    let said = sentences(&answer.words).into_iter().filter(|one| !one.ends_with('?')).collect::<Vec<_>>().join(" ");
    ends(format!("{said} {bye}").trim().to_owned())
}

/// Said before one goes.
pub(super) fn leave(t: &mut Turn) -> Option<Line> {
    if t.cold() {
        return goes_on(t.p("leave.cold", &[]));
    }
    goes_on(match t.soon().and_then(|part| to_do(t, part)) {
        Some(plan) => t.p("leave.plan", &[("inf", &plan)]),
        None => {
            let (work, plan) = (work_in_hand(t), later(t));
            t.p("leave.plain", &[("g", &work), ("inf", &plan)])
        }
    })
}

/// A part of my plan, unless it was said already.
fn to_do(t: &Turn, part: &Stretch) -> Option<String> {
    plan_to_do(&by_first_names(t, &part.what)).filter(|plan| !t.said_here(plan))
}

/// What I still have to do today.
fn later(t: &Turn) -> String {
    t.ahead().filter_map(|part| to_do(t, part)).find(|plan| is_work(plan)).unwrap_or_default()
}

/// What I go back to: `mending nets`; empty where it is nobody's business or was spoken of.
fn work_in_hand(t: &Turn) -> String {
    let doing = t.doing();
    let said = !is_work(&doing) || t.said_here(&doing);
    if said || !doing.split(' ').next().is_some_and(|verb| verb.ends_with("ing")) { String::new() } else { doing }
}

/// `mend nets`, `mending nets`: more than a meal or a walk.
fn is_work(doing: &str) -> bool {
    let verb = doing.split_once(' ').map(|(verb, _)| plain_of_ing(verb)).unwrap_or_default();
    !verb.is_empty() && !lex().contains("private", &verb) && !lex().contains("light", &verb)
}

/// The last word to somebody who has said goodbye.
fn farewell(t: &mut Turn, cold: bool) -> String {
    if cold {
        return t.p("bye.cold", &[]);
    }
    if let Some(when) = agreed_when(t) {
        return t.p("bye.seeyou", &[("when", &when)]);
    }
    let theirs = t.told.iter().rev().filter(|frame| frame.subj == t.other && frame.when.is_none() && frame.lasting());
    let thing = { theirs }.find_map(|frame| object(frame, &t.h.view(&t.other))).unwrap_or_default();
    if !thing.is_empty() {
        return t.p("bye.luck", &[("ob", &thing)]);
    }
    // who stays with others does not speak of going, and one of the two who part has a reason, not always both
    let stays = t.lines.iter().any(|line| line.who != t.h.me.name && line.who != t.other);
    let (work, plan) = if stays || t.dice.chance(45) { Default::default() } else { (work_in_hand(t), later(t)) };
    let theirs = in_common_with(t).filter(|(_, kin)| *kin).map(|(who, _)| t.h.names.short(&who)).unwrap_or_default();
    t.p("bye", &[("g", &work), ("inf", &plan), ("x", &theirs)])
}

/// When we shall see each other, if one of us said yes to something in this talk.
fn agreed_when(t: &Turn) -> Option<String> {
    let acts = || t.lines.iter().flat_map(|line| &line.acts);
    // where one thing was agreed to and another was not, it is not clear which is meant
    let yes = acts().any(|act| matches!(act, Act::Accept)) && !acts().any(|act| matches!(act, Act::Decline));
    let to_come = |when: &&When| when.day.is_some() && when.start().is_some_and(|start| start > t.h.now);
    let ours = |frame: &Frame| frame.event.is_some() || frame.subj == t.h.me.name || frame.subj == t.other;
    let shared = |frame: &&Frame| {
        ours(frame) && (frame.event.is_some() || matches!(sort_of(frame), Sort::Need | Sort::Going | Sort::Helping))
    };
    let when =
        t.told.iter().rev().filter(shared).filter_map(|frame| frame.when.as_ref()).find(to_come).filter(|_| yes)?;
    Some(When { to: None, ..when.clone() }.say(t.h.now))
}

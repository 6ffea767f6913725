//! How a talk ends.

use super::{
    courtesy::scolded,
    moves::{Line, answer_in_parting, ends, goes_on},
    *,
};

/// Goodbye, after a word to what came with theirs.
pub(super) fn last_word(t: &mut Turn) -> Option<Line> {
    // nobody lets them go uninvited
    let goes = t.acts(true).any(|act| matches!(act, Act::Bye));
    if !goes && let Some(invitation) = raise::invitation(t) {
        return goes_on(invitation);
    }
    let asks = |act: &Act| matches!(act, Act::Ask(_) | Act::Invite | Act::Coming | Act::Help(_) | Act::Accept);
    let wants = t.does(asks) || courtesy::came(t).is_some() || told::bare_question(t);
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
pub(super) fn leave(t: &mut Turn) -> String {
    if t.cold() {
        return t.p("leave.cold", &[]);
    }
    let plan = t.soon().and_then(|part| plan_to_do(&by_first_names(t, &part.2)));
    // what was said already is not said again
    let said = |plan: &String| t.lines.iter().any(|line| overlap(&line.stems, &content(&split(plan))) >= 0.8);
    match plan.filter(|plan| !said(plan)) {
        Some(plan) => t.p("leave.plan", &[("inf", &plan)]),
        None => {
            let words = t.p("leave.plain", &[]);
            let name = t.o();
            let named = words.contains(&name) || !t.named;
            if named { words } else { words.replacen('.', &format!(", {name}."), 1) }
        }
    }
}

/// The last word to somebody who has said goodbye.
fn farewell(t: &mut Turn, cold: bool) -> String {
    if cold {
        return t.p("bye.cold", &[]);
    }
    if let Some(when) = agreed_when(t) {
        return t.p("bye.seeyou", &[("when", &when)]);
    }
    let theirs = t.told.iter().rev().filter(|frame| frame.subj == t.other && frame.when.is_none());
    let thing = { theirs }.find_map(|frame| object(frame, &t.h.view(&t.other))).unwrap_or_default();
    if !thing.is_empty() && t.dice.unit() < 0.5 {
        return t.p("bye.luck", &[("ob", &thing)]);
    }
    t.p("bye", &[])
}

/// When we shall see each other, if one of us said yes to something in this talk.
fn agreed_when(t: &Turn) -> Option<String> {
    let acts = || t.lines.iter().flat_map(|line| &line.acts);
    // where one thing was agreed to and another was not, it is not clear which is meant
    let yes = acts().any(|act| matches!(act, Act::Accept)) && !acts().any(|act| matches!(act, Act::Decline));
    let to_come = |when: &&When| when.day.is_some() && when.start().is_some_and(|start| start > t.h.sit.now);
    let ours = |frame: &Frame| frame.event.is_some() || frame.subj == t.h.me.name || frame.subj == t.other;
    let shared = |frame: &&Frame| {
        ours(frame) && (frame.event.is_some() || matches!(sort_of(frame), Sort::Need | Sort::Going | Sort::Helping))
    };
    let when =
        t.told.iter().rev().filter(shared).filter_map(|frame| frame.when.as_ref()).find(to_come).filter(|_| yes)?;
    Some(When { to: None, ..when.clone() }.say(t.h.sit.now))
}

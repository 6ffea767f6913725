//! How a talk ends.

use super::*;

/// Whether I have said that I must go.
pub(super) fn took_leave(t: &Turn) -> bool {
    t.mine.iter().any(|act| matches!(act, Act::Bye))
}

/// An answer apart from small talk, as the last one if I have said that I must go, or if they have.
pub(super) fn as_last(q: &Utter, head: &Beliefs, lines: &[Line], answer: UtterAnswer, dice: &mut Dice) -> UtterAnswer {
    let mut t = Turn::new(head, &q.other.name, lines, &q.own_lines, dice.next());
    let goes = took_leave(&t) || t.last.iter().any(|act| matches!(act, Act::Bye));
    if answer.end || !goes {
        return answer;
    }
    let hurt = dialogue_act::gesture(head, &head.me.name, t.last_line()) == Some(dialogue_act::Gesture::Insult);
    let cold = hurt || t.rel.warm < tuning::COLD;
    let bye = phrases::finish(&farewell(&mut t, cold), &head.voice);
    // a question would keep them
    let said = sentences(&answer.words).into_iter().filter(|one| !one.ends_with('?')).collect::<Vec<_>>().join(" ");
    let words = once_by_name(format!("{said} {bye}").trim(), &t.o());
    UtterAnswer { words, end: true }
}

/// Said before one goes.
pub(super) fn leave(t: &mut Turn, cold: bool, soon: Option<&(Minute, Minute, String)>) -> String {
    if cold {
        return t.p("leave.cold", &[]);
    }
    let plan = soon.and_then(|part| plan_to_do(&by_first_names(t, &part.2)));
    // what was said already is not said again
    let said = |plan: &String| t.words.iter().any(|line| overlap(line, &content(&split(plan))) >= 0.8);
    match plan.filter(|plan| !said(plan)) {
        Some(plan) => t.p("leave.plan", &[("inf", &plan)]),
        None => t.p("leave.plain", &[]),
    }
}

/// The last word to somebody who has said goodbye.
pub(super) fn farewell(t: &mut Turn, cold: bool) -> String {
    if cold {
        return t.p("bye.cold", &[]);
    }
    if let Some(when) = agreed_when(t) {
        return t.p("bye.seeyou", &[("when", &when)]);
    }
    let (me, other) = (t.h.me.name.clone(), t.other.clone());
    let third = |frame: &&Frame| frame.person && frame.subj != me && frame.subj != other && frame.event.is_none();
    let (x, _, him) = t
        .told
        .iter()
        .rev()
        .find(third)
        .filter(|_| t.rel.close >= 0.8)
        .map(|frame| t.x(&frame.subj))
        .unwrap_or_default();
    let thing = t.told.iter().rev().filter(|frame| frame.subj == other && frame.when.is_none());
    let thing = { thing }.find_map(|frame| object(frame, &t.h.view(&other))).unwrap_or_default();
    let mut section = "bye";
    if !thing.is_empty() && t.dice.unit() < 0.5 {
        section = "bye.luck";
    }
    t.p(section, &[("x", &x), ("him", &him), ("ob", &thing)])
}

/// When we shall see each other, if one of us said yes to something in this talk.
fn agreed_when(t: &Turn) -> Option<String> {
    let acts = || t.mine.iter().chain(&t.theirs);
    // where one thing was agreed to and another was not, it is not clear which is meant
    let yes = acts().any(|act| matches!(act, Act::Accept)) && !acts().any(|act| matches!(act, Act::Decline));
    let to_come = |when: &&When| when.day.is_some() && when.start().is_some_and(|start| start > t.h.sit.now);
    let ours = |frame: &Frame| frame.event.is_some() || frame.subj == t.h.me.name || frame.subj == t.other;
    let shared = |frame: &&Frame| {
        ours(frame) && frame.event.is_some()
            || ours(frame) && matches!(sort_of(frame), Sort::Need | Sort::Going | Sort::Helping)
    };
    let when =
        t.told.iter().rev().filter(shared).filter_map(|frame| frame.when.as_ref()).find(to_come).filter(|_| yes)?;
    Some(When { to: None, ..when.clone() }.say(t.h.sit.now))
}

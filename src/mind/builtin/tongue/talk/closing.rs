//! How a talk ends.

use super::*;

/// What goes on for so many minutes yet is worth going back to.
const STILL: Minute = 15;
/// What is so many minutes ahead is a reason to go.
const AHEAD: Minute = 100;
/// Work is named in so many words at most.
const WORK_WORDS: usize = 6;
/// And a plan.
const PLAN_WORDS: usize = 12;

/// Said before one goes.
pub(super) fn leave(t: &mut Turn, cold: bool, soon: Option<&(Minute, Minute, String)>) -> String {
    t.leaving = true;
    if cold {
        return t.p("leave.cold", &[]);
    }
    let plan = soon.and_then(|part| plan_to_do(&by_first_names(t, &part.2)));
    // what was said already is not said again
    let said = |plan: &String| t.words.iter().any(|line| overlap(line, &content(&split(plan))) >= 0.8);
    if let Some(plan) = plan.filter(|plan| !said(plan)) {
        return t.p("leave.plan", &[("inf", &plan)]);
    }
    let mut ways = Vec::new();
    ways.extend(my_work(t).filter(|work| !said(work)).map(|work| ("leave.back", "d", work)));
    ways.extend(next_plan(t).filter(|next| !said(next)).map(|next| ("leave.next", "inf", next)));
    ways.extend(their_work(t).map(|work| ("leave.theirs", "g", work)));
    // where nothing calls, one goes without a reason
    match t.dice.below(ways.len() * 3 + 1) {
        0 => t.p("leave.plain", &[]),
        at => {
            let (section, slot, words) = ways.swap_remove((at - 1) / 3);
            t.p(section, &[(slot, &words)])
        }
    }
}

/// What I was at and may well go back to: the hour's work, in a few words.
fn my_work(t: &Turn) -> Option<String> {
    let sit = t.h.sit;
    let part = sit.plan.iter().find(|part| part.0 <= sit.now && sit.now + STILL < part.1)?;
    if sit.doing.starts_with("on the way") {
        return None;
    }
    let said = plan_said(&by_first_names(t, &part.2), None)?;
    work(said.strip_prefix("I'm ")?)
}

/// What they were at when the talk began.
fn their_work(t: &Turn) -> Option<String> {
    work(&by_first_names(t, &doing_said(&t.h.sit.other_doing)))
}

/// Work that one goes back to, as an -ing phrase; nothing where it is a rest, or the body's.
fn work(said: &str) -> Option<String> {
    let mut words = said.split(' ');
    let verb = plain_of_ing(words.next().filter(|word| word.ends_with("ing"))?);
    let idle = lex().is("idle", &verb)
        || lex().is("private", &verb)
        || words.clone().any(|word| lex().is("body", word) || lex().is("meals", word) || lex().is("pauses", word));
    (!idle && (1..WORK_WORDS).contains(&words.count())).then(|| said.to_owned())
}

/// What is next today, with its hour: `teach history at ten`.
fn next_plan(t: &Turn) -> Option<String> {
    let sit = t.h.sit;
    let part = sit.plan.iter().find(|part| part.0 > sit.now && part.0 < sit.now + AHEAD)?;
    let verb = part.2.split(' ').next().unwrap_or_default();
    if lex().is("idle", verb) && verb != "have" {
        return None;
    }
    let hour = say_hour((part.0 + 7) / 15 * 15 % DAY);
    let said = format!("{} at {hour}", plan_to_do(&by_first_names(t, &part.2))?);
    (said.split(' ').count() < PLAN_WORDS).then_some(said)
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

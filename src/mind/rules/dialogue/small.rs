//! Small talk and questions after the other's affairs.

use super::*;

/// What is longer is not quoted back.
const LONG: usize = 12;
/// How often one goes on about what they told, where nothing presses.
const ASKS_ON: f32 = 0.7;
/// How often one comes back to what they told last time, and how often in their words.
const COMES_BACK: f32 = 0.7;
const QUOTES: f32 = 0.35;

/// Nothing presses: keep to what was said, or to what is before one's eyes.
pub(super) fn filler(t: &mut Turn) -> String {
    let on = |act: &&Act| matches!(act, Act::Ask(Ask::Progress(_) | Ask::Why));
    let asked = t.mine.iter().filter(on).count();
    if asked < 2
        && t.dice.unit() < ASKS_ON
        && let Some(question) = ask_topic(t)
    {
        return question;
    }
    let small = t.recent.iter().rev().take(t.words.len()).any(|line| line.starts_with("It's "));
    if small { ask_small(t) } else { t.p("small", &[]) }
}

/// A question that anybody can be asked.
fn ask_small(t: &mut Turn) -> String {
    let asked = |ask: fn(&Ask) -> bool| t.mine.iter().any(|act| matches!(act, Act::Ask(it) if ask(it)));
    let section = match () {
        () if !asked(|ask| matches!(ask, Ask::Doing)) => "ask.doing",
        () if !asked(|ask| matches!(ask, Ask::Plans)) => "ask.plans",
        () => "ask.news",
    };
    t.p(section, &[])
}

/// A question about what they have told in this talk: each thing is asked about once.
pub(super) fn ask_topic(t: &mut Turn) -> Option<String> {
    let asked: Vec<Vec<String>> = t.mine.iter().filter_map(asked_about).collect();
    let fits = |frame: &&Frame| {
        let stems = content(&frame.rest);
        frame.subj == t.other
            && sort_of(frame) == Sort::Aim
            && frame.form != Form::Past
            && frame.when.is_none()
            && frame.worth_keeping(5)
            && !asked.iter().any(|about| overlap(about, &stems) > 0.3)
    };
    let frame = t.told.iter().rev().find(fits)?.clone();
    let just_told = |act: &Act| matches!(act, Act::Tell(said) if said.frame.same(&frame));
    if t.last.iter().any(just_told) {
        let section = if sort_of(&frame) == Sort::Aim { "ask.more.aim" } else { "ask.more" };
        return Some(t.p(section, &[]));
    }
    let (thing, doing) = t.named(&frame);
    if thing.is_empty() && doing.is_empty() {
        return None;
    }
    Some(t.p("ask.topic", &[("ob", &thing), ("g", if thing.is_empty() { &doing } else { "" })]))
}

fn asked_about(act: &Act) -> Option<Vec<String>> {
    match act {
        Act::Ask(Ask::Progress(topic)) => Some(topic.clone()),
        _ => None,
    }
}

/// A question after what they told last time, or what one knows them to be at.
pub(super) fn follow_up(t: &mut Turn) -> Option<String> {
    if let Some(words) = after_event(t) {
        return Some(words);
    }
    let now = t.h.sit.now;
    let told_me = |fact: &&Fact| {
        let frame = fact.f();
        let age = now.saturating_sub(fact.at);
        fact.from.as_deref() == Some(&t.other)
            && fact.said.to.as_ref().is_none_or(|to| *to == t.h.me.name)
            && frame.subj == t.other
            && !frame.secret
            && (90..3 * DAY).contains(&age)
            && frame.lasting()
            && !unsaid(frame)
            && !t.said(frame)
            && matches!(frame.class, Class::Aim | Class::Doing | Class::Trouble)
            && frame.when.is_none()
            && frame.worth_keeping(5)
            && frame.rest.len() <= LONG
    };
    let told: Vec<Frame> = t.h.facts.iter().filter(told_me).map(|fact| fact.f().clone()).collect();
    if !told.is_empty() && t.dice.unit() < COMES_BACK {
        let frame = told[t.dice.below(told.len())].clone();
        let clause = frame.say(&t.h.view(&t.other));
        if frame.class == Class::Trouble {
            return Some(t.p("ask.trouble", &[("f", &clause)]));
        }
        if t.dice.unit() < QUOTES {
            return Some(t.p("ask.said", &[("f", &clause)]));
        }
        if let Some(question) = ask_progress(t, &frame) {
            return Some(question);
        }
    }
    let concern = t.concern()?;
    ask_progress(t, &concern)
}

fn ask_progress(t: &mut Turn, frame: &Frame) -> Option<String> {
    let (thing, doing) = t.named(frame);
    let doing = if thing.is_empty() { doing } else { String::new() };
    let words = t.p("ask.progress", &[("ob", &thing), ("g", &doing)]);
    (!words.is_empty()).then_some(words)
}

/// "How was the party?": theirs, and it is hardly over.
fn after_event(t: &mut Turn) -> Option<String> {
    let now = t.h.sit.now;
    let just_over = |fact: &&Fact| {
        let frame = fact.f();
        let end = frame.when.as_ref().filter(|when| when.from.is_some()).and_then(When::end);
        frame.class == Class::Event && frame.subj == t.other && end.is_some_and(|end| end < now && end + DAY > now)
    };
    let event = t.h.facts.iter().find(just_over)?.f().clone();
    let name = noun(&event);
    let asked = t.recent.iter().any(|line| line.contains("How did") && line.contains(&name));
    (!asked).then(|| t.p("ask.event.after", &[("ev", &format!("the {name}"))]))
}

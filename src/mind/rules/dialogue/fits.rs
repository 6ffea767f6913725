//! Answers that fit their question: what brings one here, is it hard, how did it happen, where is somebody, how are they.

use super::*;

/// How often a thing one is at is hard.
const HARD: f32 = 0.55;

/// What brings one here: what one does, and to a stranger also who one is.
pub(super) fn here(t: &mut Turn) -> String {
    let words = t.p("ans.here", &[]);
    let introduced = t.told.iter().any(|frame| frame.subj == t.h.me.name);
    let about_me = if introduced || t.rel.met { String::new() } else { self_line(t) };
    format!("{words} {about_me}").trim().to_owned()
}

/// Is it hard?
pub(super) fn hard(t: &mut Turn) -> String {
    let me = &t.h.me.name;
    let about = t.told.iter().rev().find(|frame| frame.subj == *me).map(|frame| t.h.number(frame));
    let day = u64::from(t.h.sit.now / DAY);
    let hard = t.h.steady(&[about.unwrap_or_default(), day, 7]).unit() < HARD;
    t.p(if hard { "ans.hard" } else { "ans.easy" }, &[])
}

/// What came of the thing I have told, by how it is asked.
pub(super) fn of_story(t: &mut Turn) -> String {
    let line = format!(" {} ", split(t.last_line()).join(" ").to_lowercase());
    let says = |section: &str| lex().hit(section, &line).is_some();
    let section = match () {
        () if says("q.story.peace") => "ans.peace",
        () if says("q.story.good") => "ans.story.good",
        () if says("q.story.bad") => "ans.story.bad",
        () if says("q.story.feud") => "ans.story.feud",
        () if says("q.story.loss") => "ans.story.loss",
        () => "ans.story",
    };
    t.p(section, &[])
}

/// Have I seen somebody?
pub(super) fn seen(t: &mut Turn, who: &str) -> String {
    let (x, he, him) = t.x(who);
    let slots = [("x", x.as_str()), ("he", &he), ("him", &him)];
    match last_seen(t, who) {
        Some((doing, when)) => {
            let he = if he.is_empty() { x.clone() } else { he.clone() };
            t.p("seen.yes", &[("x", &x), ("he", &he), ("him", &him), ("g", &doing), ("when", &when)])
        }
        None if !known(t, who) => t.p("dontknow.x", &slots),
        None => t.p("seen.no", &slots),
    }
}

/// How somebody is who is close to me: what I know of them.
pub(super) fn fares(t: &mut Turn, who: &str) -> String {
    let h = t.h;
    let (x, he, him) = t.x(who);
    let slots = [("x", x.as_str()), ("he", &he), ("him", &him)];
    if !known(t, who) {
        return t.p("dontknow.x", &slots);
    }
    let tells = |fact: &&Fact| {
        let frame = fact.f();
        !frame.secret
            && frame.lasting()
            && !unsaid(frame)
            && !bare(frame)
            && frame.form != Form::Past
            && frame.when.is_none()
            && matches!(frame.class, Class::Aim | Class::Trouble | Class::Doing)
            && !frame.about.contains(&t.other)
            && !t.said(frame)
    };
    let all: Vec<&Fact> = h.about(who).into_iter().filter(tells).take(3).collect();
    let Some(fact) = t.dice.pick(&all).copied() else { return t.p("fares", &slots) };
    let mut view = View { local: true, ..h.view(&t.other) };
    view.known = Some(who);
    let clause = fact.f().say(&view);
    t.told.push(fact.f().clone());
    t.p("fares.fact", &[("x", &x), ("he", &he), ("him", &him), ("r", &clause)])
}

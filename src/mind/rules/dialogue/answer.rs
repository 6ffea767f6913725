//! Answers to questions. What is asked among acquaintances in passing has an answer of its own here; anything else that
//! may be known is answered as to somebody from outside, from the same memory.

use super::{
    super::interview,
    moves::{Line, goes_on},
    *,
};
use crate::language::cues::small;

/// How often one who is asked how they are says what they are at.
const SAYS_WHY: f32 = 0.45;
/// How often an answer gives the question back.
const GIVES_BACK: f32 = 0.35;
/// A part of a day has so many minutes at least.
const PART: u32 = 5 * 60;
/// A plan of so many words stands alone.
const LONG_PLAN: usize = 9;
/// What has so many words of weight is noticed when it is said again, and so much of it.
const LONG: usize = 10;
const SAME: f32 = 0.9;

/// The answer to the question that was put to me.
pub(super) fn answer_asked(t: &mut Turn) -> Option<Line> {
    let asked = t.question()?;
    let words = answer(t, &asked);
    goes_on(once(t, words))
}

fn answer(t: &mut Turn, asked: &Asked) -> String {
    match asked {
        Asked::HowAre => how_i_am(t),
        Asked::Doing => what_i_do(t),
        Asked::Yourself => who_i_am(t),
        Asked::Progress(topic) => how_far(t, topic),
        Asked::Plans((from, _), hours) if *from <= t.h.sit.now / DAY && hours.is_none_or(part_of_day) => plans(t),
        Asked::News => newest(t),
        Asked::Back => back(t),
        Asked::Here => t.p("ans.here", &[]),
        Asked::Small => t.p("small.back", &[]),
        Asked::LastSeen(who) => seen(t, who),
        Asked::Fares(who) => fares(t, who),
        Asked::Coming(_) => match latest_event(t).or_else(|| t.h.events().first().map(|fact| fact.f().clone())) {
            Some(event) => go_answer(t, &event),
            None => t.p("tell.unknown", &[]),
        },
        Asked::Home if !t.q.home.is_empty() => t.p("tell.home", &[("r", &t.q.home)]),
        Asked::Workplace if !t.q.workplace.is_empty() => t.p("tell.workplace", &[("r", &t.q.workplace)]),
        Asked::Nothing => t.p("ans.vague", &[]),
        // "Would you ..?" wants more than words
        Asked::Matter(_) if lex().opens("inquiry.not", &small(t.last_words())) => t.p("ans.vague", &[]),
        asked => from_memory(t, asked),
    }
}

/// Whether an evening or the like is meant, and no hour.
fn part_of_day((from, until): (u32, u32)) -> bool {
    until - from >= PART
}

/// What one knows of it, or that one does not.
fn from_memory(t: &mut Turn, asked: &Asked) -> String {
    interview::reply(t.h, &t.other, asked, t.recent.clone(), &mut t.dice).words
}

/// The answer, unless all of it stood in my line before: nobody says the same sentence twice.
fn once(t: &mut Turn, words: String) -> String {
    let own = content(&split(&words));
    let before = t.lines.iter().rfind(|line| line.who == t.h.me.name);
    let share = |said: &[String]| own.iter().filter(|stem| said.contains(stem)).count() as f32 / own.len() as f32;
    match before {
        Some(line) if own.len() >= LONG && share(&line.stems) >= SAME => t.p("tell.again", &[]),
        _ => words,
    }
}

/// Facts of mine of these classes that one may tell.
pub(super) fn own<'h>(h: &'h Beliefs<'_>, classes: &[Class]) -> Vec<&'h Fact> {
    let tells = |fact: &&Fact| {
        let frame = fact.f();
        let seen = fact.kind == Kind::Observation && fact.at > 0 && frame.form == Form::Ing;
        frame.subj == h.me.name
            && fact.from.is_none()
            && fact.said.to.is_none()
            && !frame.secret
            && frame.lasting()
            && !seen
            && frame.form != Form::Past
            && classes.contains(&frame.class)
            && !unsaid(frame)
            && !h.me.lifestyle.contains(&fact.text)
            && !bare(frame)
    };
    h.facts.iter().filter(tells).collect()
}

/// Whether they know it, from this talk or from before.
fn told(t: &Turn, fact: &Fact) -> bool {
    t.said(fact.f()) || t.h.knows(&t.other, fact.f())
}

fn how_i_am(t: &mut Turn) -> String {
    let trouble = own(t.h, &[Class::Trouble]).into_iter().find(|fact| !told(t, fact));
    if let Some(fact) = trouble.filter(|_| t.rel.close > 0.8 && t.dice.unit() < SAYS_WHY) {
        let clause = t.clause(fact.f());
        return t.p("ans.bad", &[("r", &clause)]);
    }
    let words = t.p("ans.plain", &[]);
    let asked = t.acts(true).any(|act| matches!(act, Act::Ask(_)));
    if asked || t.dice.unit() >= GIVES_BACK {
        return words;
    }
    format!("{words} {}", t.p("ask.back", &[]))
}

fn what_i_do(t: &mut Turn) -> String {
    if let Some((_, done)) = lately(t, &[]) {
        return say_progress(t, &done, false);
    }
    let facts = own(t.h, &[Class::Doing, Class::Aim]).into_iter();
    let facts: Vec<&Fact> = facts.filter(|fact| !told(t, fact) && fact.f().when.is_none()).collect();
    let Some(fact) = t.dice.pick(&facts).copied() else { return t.p("ans.now", &[]) };
    let clause = t.clause(fact.f());
    if let Some(wish) = wish(fact.f(), &t.h.view(&t.other)) {
        return t.p("share.aim", &[("f", &clause), ("w", &wish)]);
    }
    t.p("ans.doing", &[("r", &clause)])
}

/// In a few words first; the rest if one is asked again.
fn who_i_am(t: &mut Turn) -> String {
    let classes = [Class::Work, Class::Doing, Class::State, Class::Other];
    let background = &t.h.me.background;
    let first = t.h.facts.iter().find(|fact| fact.f().subj == t.h.me.name && background.starts_with(&fact.text));
    let mut all = first.into_iter().chain(own(t.h, &classes));
    let new =
        |fact: &&Fact| fact.at == 0 && fact.f().when.is_none() && background.contains(&fact.text) && !told(t, fact);
    let Some(fact) = all.find(new) else { return from_memory(t, &Asked::Yourself) };
    let short = shortly(fact.f());
    let clause = t.clause(if t.said(&short) { fact.f() } else { &short });
    t.p("ans.job", &[("r", &clause)])
}

/// How something comes along: what was done of it today, or what is known of it that was not said yet; else hardly a word.
fn how_far(t: &mut Turn, topic: &[String]) -> String {
    let h = t.h;
    // "How's it going?" after I spoke of something is about that
    let last_told = t.told.iter().rev().find(|frame| frame.subj == h.me.name).map(Frame::key);
    let topic = if topic.is_empty() { last_told.unwrap_or_default() } else { topic.to_vec() };
    if let Some((_, done)) = lately(t, &topic) {
        return say_progress(t, &done, true);
    }
    let more: Vec<&Fact> = { h.facts.iter() }
        .filter(|fact| {
            let frame = fact.f();
            let mine = frame.subj == h.me.name && fact.from.is_none() && fact.said.to.is_none() && !frame.secret;
            let of_it = overlap(frame.of_rest(), &topic) >= 0.3;
            mine && of_it && !unsaid(frame) && !bare(frame) && frame.class != Class::Need && frame.event.is_none()
        })
        .filter(|fact| !concluded(t, fact) && !told(t, fact) && progress(h, fact).is_none())
        .filter(|fact| fact.f().form != Form::Past || fact.at == 0)
        .collect();
    match t.dice.pick(&more).copied() {
        Some(fact) => {
            let clause = t.clause(fact.f());
            t.p("ans.doing", &[("r", &clause)])
        }
        None => t.p("ans.progress", &[]),
    }
}

/// The rest of my day, as I say it.
pub(super) fn ahead(t: &Turn) -> impl Iterator<Item = String> {
    let next = t.h.sit.plan.iter().filter(|part| part.0 > t.h.sit.now);
    next.filter_map(|part| plan_said(&by_first_names(t, &part.2), Some((part.0 + 15) / 30 * 30)))
}

/// What is next today, and what I have promised.
fn plans(t: &mut Turn) -> String {
    let now = t.h.sit.now;
    let mut plans: Vec<String> = ahead(t).take(2).collect();
    let promised = t.h.facts.iter().find(|fact| {
        let frame = fact.f();
        let soon = frame.when.as_ref().and_then(When::start).is_some_and(|start| start > now && start < now + DAY);
        let mine = frame.subj == t.h.me.name && fact.from.is_none() && !frame.neg && !frame.secret;
        mine && soon && matches!(sort_of(frame), Sort::Going | Sort::Event) && frame.aux.as_deref() != Some("may")
    });
    // where one goes matters to those one is close to
    if let Some(fact) = promised.filter(|fact| fact.f().event.is_some() || t.rel.close >= tuning::RELAY_CLOSE) {
        plans.insert(0, t.clause(fact.f()));
    }
    plans.retain(|plan| !t.recent.iter().rev().take(14).any(|line| line.contains(plan.as_str())));
    let Some(first) = plans.first() else { return t.p("ans.plans.none", &[]) };
    let most = if first.split(' ').count() > LONG_PLAN { 1 } else { 2 };
    let said = plans[..plans.len().min(most)].join(", and then ");
    t.p("ans.plans", &[("r", &said)])
}

/// What is new: what shook one, news of others, or of one's own.
fn newest(t: &mut Turn) -> String {
    if let Some(line) = tell_what_shook(t) {
        return line.words;
    }
    if let Some((fact, _)) = best_news(t) {
        return share(t, &fact);
    }
    match (lately(t, &[]), story(t, true)) {
        (Some((_, done)), _) => say_progress(t, &done, false),
        (None, Some(fact)) => say_story(t, &fact),
        (None, None) => t.p("nonews", &[]),
    }
}

/// "And you?": what I have asked myself.
fn back(t: &mut Turn) -> String {
    let asked = |act: &Act| match act {
        Act::Ask(asked) if !matches!(asked, Asked::Back | Asked::Small) => Some(asked.clone()),
        _ => None,
    };
    let mine = t.acts(true).rev().find_map(asked);
    match mine {
        None => how_i_am(t),
        Some(Asked::Yourself) => who_i_am(t),
        Some(
            asked @ (Asked::Here | Asked::HowAre | Asked::Doing | Asked::Plans(..) | Asked::Opinion(_) | Asked::News),
        ) => answer(t, &asked),
        Some(_) => what_i_do(t),
    }
}

/// Have I seen somebody?
fn seen(t: &mut Turn, who: &str) -> String {
    let (x, he, him) = t.x(who);
    match last_seen(t, who) {
        Some((doing, when)) => {
            let he = if he.is_empty() { x.clone() } else { he };
            t.p("seen.yes", &[("x", &x), ("he", &he), ("him", &him), ("g", &doing), ("when", &when)])
        }
        None if !known(t, who) => t.p("tell.person.no", &[("x", &x)]),
        None => t.p("seen.no", &[("x", &x)]),
    }
}

/// How somebody is who is close to me: what I know of them.
fn fares(t: &mut Turn, who: &str) -> String {
    let h = t.h;
    let (x, he, him) = t.x(who);
    let slots = [("x", x.as_str()), ("he", &he), ("him", &him)];
    if !known(t, who) {
        return t.p("tell.person.no", &slots);
    }
    let tells = |fact: &&Fact| {
        let frame = fact.f();
        let kind = matches!(frame.class, Class::Aim | Class::Trouble | Class::Doing) && frame.form != Form::Past;
        let open = !frame.secret && !frame.about.contains(&t.other) && !t.said(frame);
        open && kind && frame.lasting() && frame.when.is_none() && !unsaid(frame) && !bare(frame)
    };
    let all: Vec<&Fact> = h.about(who).into_iter().filter(tells).take(3).collect();
    let Some(fact) = t.dice.pick(&all).copied() else { return t.p("fares", &slots) };
    let view = View { local: true, known: Some(who), ..h.view(&t.other) };
    let clause = fact.f().say(&view);
    t.p("fares.fact", &[("x", &x), ("he", &he), ("him", &him), ("r", &clause)])
}

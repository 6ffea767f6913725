//! Answers to questions. What is asked among acquaintances in passing is answered here; anything else as to somebody from
//! outside, from the same memory.

use super::{
    Turn,
    deeds::{lately, progress, say_progress, say_story, story},
    going::{go_answer, latest_event},
    moves::{Line, goes_on},
    news::{best_news, concluded, share, tell_what_shook},
    opening::shortly,
    sort::unsaid,
};
use crate::{
    language::{
        cues::normalize,
        lexicon::lex,
        text::{content, overlap, tokens},
    },
    mind::rules::{
        asked::Asked,
        beliefs::{Beliefs, Fact, Kind, bare},
        dialogue_act::Act,
        frame::{Class, Form, Frame},
        interview,
    },
};

/// How often one who is asked how they are says what ails them, to those one is so close to.
const SAYS_WHY: f32 = 0.45;
const CLOSE: f32 = 0.8;
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
        Asked::News => newest(t),
        Asked::Back => back(t),
        Asked::Here => t.p("ans.here", &[]),
        Asked::Small => t.p("small.back", &[]),
        Asked::Coming(_) => match latest_event(t).or_else(|| t.h.events().first().map(|fact| fact.f().clone())) {
            Some(event) => go_answer(t, &event),
            None => t.p("tell.unknown", &[]),
        },
        Asked::Home if !t.q.home.is_empty() => t.p("tell.home", &[("r", &t.q.home)]),
        Asked::Workplace if !t.q.workplace.is_empty() => t.p("tell.workplace", &[("r", &t.q.workplace)]),
        Asked::Nothing => t.p("ans.vague", &[]),
        // "Would you ..?" wants more than words
        Asked::Matter(_) if lex().starts_with("inquiry.not", &normalize(t.last_words())) => t.p("ans.vague", &[]),
        asked => from_memory(t, asked),
    }
}

/// What one knows of it, or that one does not.
fn from_memory(t: &mut Turn, asked: &Asked) -> String {
    interview::reply(t.h, &t.other, asked, t.recent.clone(), &mut t.dice).words
}

/// The answer, unless all of it stood in my line before: nobody says the same sentence twice.
fn once(t: &mut Turn, words: String) -> String {
    let own = content(&tokens(&words));
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
        frame.lasting()
            && !seen
            && frame.form != Form::Past
            && classes.contains(&frame.class)
            && !unsaid(frame)
            && !h.me.lifestyle.contains(&fact.text)
            && !bare(frame)
    };
    h.own_open().filter(tells).collect()
}

/// Whether they know it, from this talk or from before.
fn is_told(t: &Turn, frame: &Frame) -> bool {
    t.said(frame) || t.h.knows(&t.other, frame)
}

fn how_i_am(t: &mut Turn) -> String {
    let trouble = own(t.h, &[Class::Trouble]).into_iter().find(|fact| !is_told(t, fact.f()));
    let says = t.rel.close > CLOSE && t.dice.unit() < SAYS_WHY;
    match trouble.filter(|_| says) {
        Some(fact) => t.tell("ans.bad", fact.f()),
        None => t.p("ans.plain", &[]),
    }
}

/// What one got done today, or is at now.
fn what_i_do(t: &mut Turn) -> String {
    match lately(t, &[]) {
        Some(done) => say_progress(t, &done),
        None => t.p("ans.now", &[]),
    }
}

/// In a few words first; the rest if one is asked again.
fn who_i_am(t: &mut Turn) -> String {
    let classes = [Class::Work, Class::Doing, Class::State, Class::Other];
    let background = &t.h.me.background;
    let first = t.h.facts.iter().find(|fact| fact.f().subj == t.h.me.name && background.starts_with(&fact.text));
    let of_life = |fact: &&Fact| fact.at == 0 && fact.f().when.is_none() && background.contains(&fact.text);
    let mut all = first.into_iter().chain(own(t.h, &classes)).filter(of_life);
    let Some(fact) = all.find(|fact| !is_told(t, fact.f())) else { return from_memory(t, &Asked::Yourself) };
    let short = shortly(fact.f());
    t.tell("ans.job", if t.said(&short) { fact.f() } else { &short })
}

/// How something comes along: what was done of it today, or what is known of it that was not said yet; else hardly a word.
fn how_far(t: &mut Turn, topic: &[String]) -> String {
    let h = t.h;
    // "How's it going?" after I spoke of something is about that
    let last_told = t.told.iter().rev().find(|frame| frame.subj == h.me.name).map(Frame::key);
    let topic = if topic.is_empty() { last_told.unwrap_or_default() } else { topic.to_vec() };
    if let Some(done) = lately(t, &topic) {
        return say_progress(t, &done);
    }
    let new = |fact: &&Fact| {
        let frame = fact.f();
        let of_it = overlap(frame.of_rest(), &topic) >= 0.3 && frame.class != Class::Need && frame.event.is_none();
        let tells = !unsaid(frame) && !bare(frame) && !concluded(t, fact) && !is_told(t, frame);
        of_it && tells && progress(h, fact).is_none() && (frame.form != Form::Past || fact.at == 0)
    };
    let more: Vec<&Fact> = h.own_open().filter(new).collect();
    match t.dice.pick(&more).copied() {
        Some(fact) => t.tell("ans.doing", fact.f()),
        None => t.p("ans.progress", &[]),
    }
}

/// What is new: what shook one, news of others, or of one's own.
fn newest(t: &mut Turn) -> String {
    if let Some(line) = tell_what_shook(t) {
        return line.words;
    }
    if let Some((fact, _)) = best_news(t) {
        return share(t, fact);
    }
    match (lately(t, &[]), story(t, true)) {
        (Some(done), _) => say_progress(t, &done),
        (None, Some(fact)) => say_story(t, &fact),
        (None, None) => t.p("nonews", &[]),
    }
}

/// "And you?": what I have asked myself.
fn back(t: &mut Turn) -> String {
    use Asked::{Doing, Here, HowAre, News, Opinion, Plans, Yourself};
    let asked = |act: &Act| match act {
        Act::Ask(asked @ (Doing | Here | HowAre | News | Opinion(_) | Plans(..) | Yourself)) => Some(asked.clone()),
        _ => None,
    };
    let mine = t.acts(true).rev().find_map(asked);
    answer(t, &mine.unwrap_or(HowAre))
}

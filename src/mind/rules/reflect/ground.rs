//! What people have in common, and what recurs from day to day.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        beliefs::{Beliefs, Fact, Kind},
        dice::Dice,
        frame::{Class, Form},
    },
    Thought, facts, lasting, matter, mine, others, people,
    wording::{gerund, list, word},
};
use crate::language::time::DAY;

/// All thoughts of this kind.
pub fn thoughts(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let mut out = in_common(head, dice);
    out.extend(between_others(head, dice));
    out.extend(recurring(head, dice));
    out
}

/// The same thing done or wanted by me and by somebody else: the shortest way to say it, and both memories.
fn in_common(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let me = head.me.name.as_str();
    let own: Vec<&Fact> = mine(head).filter(|fact| lasting(fact)).collect();
    let people = people(head);
    let place = |who: &str| people.iter().position(|one| one == who).unwrap_or(people.len());
    let mut best: BTreeMap<(usize, &str), (f32, String, BTreeSet<u32>)> = BTreeMap::new();
    for theirs in others(head).filter(|fact| lasting(fact)) {
        for ours in &own {
            let Some((what, weight)) = shared(head, ours, theirs) else { continue };
            let entry = best
                .entry((place(&theirs.f().subj), theirs.f().subj.as_str()))
                .or_insert_with(|| (0.0, String::new(), BTreeSet::new()));
            entry.2.extend([ours.n, theirs.n].into_iter().flatten());
            if weight > entry.0 {
                (entry.0, entry.1) = (weight, what);
            }
        }
    }
    let say = |((_, who), (weight, what, because)): ((usize, &str), (f32, String, BTreeSet<u32>))| {
        let text = word(head, "insight.common", &[("me", me), ("x", who), ("g", &what)], dice);
        Thought::new(text, because.into_iter().map(Some), weight)
    };
    best.into_iter().filter_map(say).collect()
}

/// What two facts share, in words, and how much that is.
fn shared(head: &Beliefs, a: &Fact, b: &Fact) -> Option<(String, f32)> {
    let (ours, theirs) = (matter(head, a), matter(head, b));
    let same = ours.iter().filter(|stem| theirs.contains(stem)).count();
    let verb = a.f().verb == b.f().verb && !a.f().verb.is_empty();
    if same == 0 || (!verb && same < 2 && a.f().class != b.f().class) {
        return None;
    }
    let words = [gerund(head, a.f()), gerund(head, b.f())];
    let what = words.into_iter().flatten().min_by_key(String::len)?;
    let own_names = |name: &String| *name == a.f().subj || *name == b.f().subj;
    if what.len() > 60 || a.f().about.iter().chain(&b.f().about).any(own_names) {
        return None;
    }
    Some((what, 0.7 + 0.2 * same as f32 + if verb { 0.3 } else { 0.0 }))
}

/// Two other people who share something, neither of whom may know.
fn between_others(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let all: Vec<&Fact> = others(head).filter(|fact| lasting(fact) && fact.n.is_some()).collect();
    let mut out = Vec::new();
    for (i, a) in all.iter().enumerate() {
        for b in all.iter().skip(i + 1).filter(|b| b.f().subj != a.f().subj && b.n != a.n) {
            let Some((what, weight)) = shared(head, a, b).filter(|found| found.1 >= 1.2) else { continue };
            let slots =
                [("me", head.me.name.as_str()), ("x", a.f().subj.as_str()), ("y", b.f().subj.as_str()), ("g", &what)];
            out.extend(Thought::new(word(head, "insight.between", &slots, dice), [a.n, b.n], weight * 0.6));
        }
    }
    out
}

/// What somebody was seen at, and when.
#[derive(Default)]
struct Habit {
    days: BTreeSet<u32>,
    parts: BTreeSet<&'static str>,
    because: Vec<Option<u32>>,
    what: String,
    place: String,
}

fn part(minute: u32) -> &'static str {
    match minute % DAY / 60 {
        4..12 => "morning",
        12..17 => "afternoon",
        _ => "evening",
    }
}

/// What comes again on other days, or often in one.
fn recurring(head: &Beliefs, dice: &mut Dice) -> Vec<Thought> {
    let seen = |fact: &&Fact| {
        let f = fact.f();
        fact.at > 0 && f.person && fact.kind == Kind::Observation && f.form == Form::Ing && f.class == Class::Doing
    };
    let people = people(head);
    let place = |who: &str| people.iter().position(|one| one == who);
    let mut habits: BTreeMap<(Option<usize>, String, String), Habit> = BTreeMap::new();
    for fact in facts(head).filter(seen) {
        let f = fact.f();
        // the same thing at the same place; without a thing, the place alone
        let key = matter(head, fact).into_iter().next().unwrap_or_else(|| f.place.clone().unwrap_or_default());
        if key.is_empty() {
            continue;
        }
        let habit = habits.entry((place(&f.subj), f.subj.clone(), format!("{} {key}", f.verb))).or_default();
        habit.days.insert(fact.at / DAY);
        habit.parts.insert(part(fact.at));
        habit.because.push(fact.n);
        let what = gerund(head, f).unwrap_or_default();
        if habit.what.is_empty() || what.len() < habit.what.len() && !what.is_empty() {
            habit.what = what;
        }
        habit.place = f.place.clone().map(|place| super::super::sector(&place).to_owned()).unwrap_or_default();
    }
    let mut out = Vec::new();
    for ((_, who, _), habit) in habits {
        let days = habit.days.len();
        if (days < 2 && habit.because.len() < 3) || habit.what.is_empty() {
            continue;
        }
        let me = head.me.name.as_str();
        let what =
            if habit.what.contains(&habit.place) { habit.what } else { format!("{} {}", habit.what, habit.place) };
        let parts: Vec<String> = habit.parts.iter().map(|part| (*part).to_owned()).collect();
        let when = if parts.len() == 1 && days >= 2 { list(&parts) } else { String::new() };
        let section = match (who == me, days >= 2, when.is_empty()) {
            (true, true, _) => "insight.habit.me",
            (true, false, _) => "insight.today.me",
            (false, true, false) => "insight.habit.when",
            (false, true, true) => "insight.habit",
            (false, false, _) => "insight.today",
        };
        let text = word(head, section, &[("me", me), ("x", &who), ("g", what.trim()), ("when", &when)], dice);
        let often = (habit.because.len() as f32).min(6.0) * 0.05;
        let weight = 0.45 + 0.15 * (days.min(4) as f32) + often - if days < 2 { 0.2 } else { 0.0 };
        out.extend(Thought::new(text, habit.because, weight));
    }
    out
}

//! What people have in common, and what recurs from day to day.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        beliefs::{Beliefs, Fact, Kind},
        frame::{Class, Form},
        sector,
    },
    Mirror, facts, lasting, matter, mine, others, people,
    wording::gerund,
};
use crate::language::time::DAY;

impl Mirror<'_, '_> {
    /// All thoughts of this kind.
    pub fn ground(&mut self) {
        self.in_common();
        self.between_others();
        self.recurring();
    }

    /// The same thing done or wanted by me and by somebody else: the shortest way to say it, and both memories.
    fn in_common(&mut self) {
        let head = self.head;
        let own: Vec<&Fact> = mine(head).filter(|fact| lasting(fact)).collect();
        let people = people(head);
        let place = |who: &str| people.iter().position(|one| one == who).unwrap_or(people.len());
        let mut best: BTreeMap<(usize, &str), (f32, String, BTreeSet<Option<u32>>)> = BTreeMap::new();
        for theirs in others(head).filter(|fact| lasting(fact)) {
            for ours in &own {
                let Some((what, weight)) = shared(head, ours, theirs) else { continue };
                let who = theirs.f().subj.as_str();
                let (most, said, because) = best.entry((place(who), who)).or_default();
                because.extend([ours.n, theirs.n]);
                if weight > *most {
                    (*most, *said) = (weight, what);
                }
            }
        }
        for ((_, who), (weight, what, because)) in best {
            self.think("insight.common", &[("x", who), ("g", &what)], because, weight);
        }
    }

    /// Two other people who share something, neither of whom may know.
    fn between_others(&mut self) {
        let all: Vec<&Fact> = others(self.head).filter(|fact| lasting(fact) && fact.n.is_some()).collect();
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i + 1).filter(|b| b.f().subj != a.f().subj && b.n != a.n) {
                let Some((what, weight)) = shared(self.head, a, b).filter(|found| found.1 >= 1.2) else { continue };
                let slots = [("x", a.f().subj.as_str()), ("y", b.f().subj.as_str()), ("g", &what)];
                self.think("insight.between", &slots, [a.n, b.n], weight * 0.6);
            }
        }
    }

    /// What comes again on other days, or often in one.
    fn recurring(&mut self) {
        let head = self.head;
        let seen = |fact: &&Fact| {
            let f = fact.f();
            fact.at > 0 && f.person && fact.kind == Kind::Observation && f.form == Form::Ing && f.class == Class::Doing
        };
        let people = people(head);
        let place = |who: &str| people.iter().position(|one| one == who);
        let mut habits: BTreeMap<(Option<usize>, &str, String), Habit> = BTreeMap::new();
        for fact in facts(head).filter(seen) {
            let f = fact.f();
            // the same thing at the same place; without a thing, the place alone
            let Some(key) = matter(head, fact).into_iter().next().or_else(|| f.place.clone()) else { continue };
            let habit = habits.entry((place(&f.subj), &f.subj, format!("{} {key}", f.verb))).or_default();
            habit.days.insert(fact.at / DAY);
            habit.parts.insert(match fact.at % DAY / 60 {
                4..12 => "morning",
                12..17 => "afternoon",
                _ => "evening",
            });
            habit.because.push(fact.n);
            let what = gerund(head, f).unwrap_or_default();
            if habit.what.is_empty() || what.len() < habit.what.len() && !what.is_empty() {
                habit.what = what;
            }
            habit.place = f.place.as_deref().map(sector).unwrap_or_default();
        }
        for ((_, who, _), Habit { days, parts, because, what, place }) in habits {
            let (days, seen) = (days.len(), because.len());
            if days < 2 && seen < 3 || what.is_empty() {
                continue;
            }
            let what = if what.contains(place) { what } else { format!("{what} {place}") };
            let when = parts.first().filter(|_| parts.len() == 1 && days >= 2).copied().unwrap_or_default();
            let section = match (who == self.me, days >= 2) {
                (true, true) => "insight.habit.me",
                (true, false) => "insight.today.me",
                (false, true) if !when.is_empty() => "insight.habit.when",
                (false, true) => "insight.habit",
                (false, false) => "insight.today",
            };
            let often = seen.min(6) as f32 * 0.05;
            let weight = 0.45 + 0.15 * days.min(4) as f32 + often - if days < 2 { 0.2 } else { 0.0 };
            self.think(section, &[("x", who), ("g", what.trim()), ("when", when)], because, weight);
        }
    }
}

/// What somebody was seen at, and when.
#[derive(Default)]
struct Habit<'h> {
    days: BTreeSet<u32>,
    parts: BTreeSet<&'static str>,
    because: Vec<Option<u32>>,
    what: String,
    place: &'h str,
}

/// What two facts share, in words, and how much that is.
fn shared(head: &Beliefs, a: &Fact, b: &Fact) -> Option<(String, f32)> {
    let (ours, theirs) = (matter(head, a), matter(head, b));
    let same = ours.iter().filter(|stem| theirs.contains(stem)).count();
    let verb = a.f().verb == b.f().verb && !a.f().verb.is_empty();
    if same == 0 || (!verb && same < 2 && a.f().class != b.f().class) {
        return None;
    }
    let what = [a, b].into_iter().filter_map(|fact| gerund(head, fact.f())).min_by_key(String::len)?;
    let own_names = |name: &String| *name == a.f().subj || *name == b.f().subj;
    if what.len() > 60 || a.f().about.iter().chain(&b.f().about).any(own_names) {
        return None;
    }
    Some((what, 0.7 + 0.2 * same as f32 + if verb { 0.3 } else { 0.0 }))
}

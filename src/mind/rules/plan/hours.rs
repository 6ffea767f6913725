//! A part of the day in pieces of about an hour.
//!
//! What is fixed keeps its times; the rest is filled by what the part is: washing and breakfast, work from the tasks,
//! or what its words name one after the other.

use std::cmp::Reverse;

use super::{day::wording::idle, place};
use crate::{
    language::{inflect, text::stem},
    mind::{
        question::{HoursAnswer, Piece, PlanHours, TimeOfDay},
        rules::{data, dice::Dice},
    },
};

/// Minutes of getting ready for bed at the end of a day.
const BEDTIME: i32 = 20;
/// The meals that a part may be about.
const MEALS: [&str; 5] = ["breakfast", "brunch", "lunch", "dinner", "supper"];

/// Splits the part.
pub fn split(question: &PlanHours, dice: &mut Dice) -> HoursAnswer {
    let part = &question.part;
    let whole = i32::from(part.from.until(part.until));
    let mut pieces = Pieces { question, dice, list: Vec::new() };
    let last = question.day.last().is_some_and(|last| (last.from, last.until) == (part.from, part.until));
    let bed = if last && whole >= 30 { whole - BEDTIME } else { whole };
    for (from, until, what) in fixed(question, bed) {
        pieces.fill(from);
        pieces.add(until, &what);
    }
    pieces.fill(bed);
    pieces.add(whole, data::day().section("bed")[0][1]);
    let clock = |end: i32| TimeOfDay(((i32::from(part.from.0) + end) % 1440) as u16);
    HoursAnswer { hours: pieces.list.into_iter().map(|(end, what)| Piece { until: clock(end), what }).collect() }
}

rule!(PlanHours, split);

/// What is fixed within the part, in order, with room for a piece before and after or none.
fn fixed(question: &PlanHours, whole: i32) -> Vec<(i32, i32, String)> {
    let span = |one: &crate::mind::question::Appointment| {
        let from = i32::from(question.part.from.until(one.from));
        (from, (from + i32::from(one.from.until(one.until))).min(whole), one.what.trim().to_owned())
    };
    let mut list: Vec<_> = question.appointments.iter().map(span).collect();
    list.sort();
    let mut end = 0;
    list.retain_mut(|(from, until, _)| {
        *from = if *from < end + 5 { end } else { *from };
        *until = if whole - *until < 5 { whole } else { *until };
        let room = *until - *from >= 5;
        end = if room { *until } else { end };
        room
    });
    list
}

/// Pieces so far, by their ends in minutes after the part's beginning.
struct Pieces<'a> {
    question: &'a PlanHours,
    dice: &'a mut Dice,
    list: Vec<(i32, String)>,
}

impl Pieces<'_> {
    fn end(&self) -> i32 {
        self.list.last().map_or(0, |(end, _)| *end)
    }

    /// One more, halved as often as its length asks for.
    fn add(&mut self, until: i32, what: &str) {
        let (start, what) = (self.end(), inflect::truncate_words(what, 11));
        let what = if what.trim().is_empty() { "see to this and that".to_owned() } else { what };
        // Ends are rounded to fives, so a piece may come out up to five minutes longer.
        let len = until - start;
        let count = if len <= 120 { 1 } else { (len + 114) / 115 };
        let ends = (1..=count).map(|i| if i == count { until } else { start + len * i / count / 5 * 5 });
        self.list.extend(ends.filter(|_| len > 0).map(|end| (end, what.clone())));
    }

    /// About an hour of the minutes until then, or all of them, or half.
    fn hour(&mut self, until: i32) -> i32 {
        match until - self.end() {
            ..=75 => until,
            left @ 76..=110 => self.end() + left / 10 * 5,
            left => self.end() + self.dice.minutes(45, 70).min(left - 40),
        }
    }

    /// Fills the time up to `until` with what the part is about.
    fn fill(&mut self, until: i32) {
        if until <= self.end() {
            return;
        }
        let what = &self.question.part.what;
        let stems = inflect::stems(what);
        let says = |list: &[&str]| list.iter().any(|word| stems.contains(&stem(word)));
        let meal = MEALS.into_iter().find(|meal| says(&[meal]));
        let gets_up = says(&["shower", "dress", "rise"]) || says(&["wash"]) && (says(&["get"]) || meal.is_some());
        let early = meal.is_none_or(|meal| MEALS[..2].contains(&meal)) && !says(&["dish", "cup"]);
        let mut named = Vec::new();
        if self.list.is_empty() && gets_up && early {
            self.morning(until, meal);
        } else if !self.question.tasks.is_empty() && meal.is_none() {
            self.work(until);
        } else {
            named = clauses(what);
            self.others(until, &named);
        }
        self.leisure(until, &named);
    }

    fn morning(&mut self, until: i32, meal: Option<&str>) {
        let wash = self.dice.pick(&["wash and dress", "shower and dress", "get up, wash and dress"]);
        let (wash, len) = (wash.copied().unwrap_or_default(), until - self.end());
        let Some(meal) = meal else {
            let ready = if len > 45 { self.dice.minutes(25, 35) } else { len };
            return self.add(self.end() + ready, wash);
        };
        if len < 15 {
            return self.add(until, &format!("wash and have {meal}"));
        }
        let ready = if len < 35 { len / 10 * 5 } else { self.dice.minutes(15, (len - 20).min(30)) };
        self.add(self.end() + ready, wash);
        // The words of the part, as far as they are about the meal: "have toast for breakfast".
        let own = self.question.part.what.rsplit_once(" and ").map(|(_, tail)| tail.trim_end_matches('.'));
        let own = own.filter(|tail| inflect::starts_with_verb(tail) && tail.contains(meal));
        let eaten = if until - self.end() > 50 { self.end() + self.dice.minutes(30, 40) } else { until };
        self.add(eaten, &own.map_or_else(|| format!("have {meal}"), str::to_owned));
    }

    /// One task after the other: first what the part names, then what suits the place or is on one's mind.
    fn work(&mut self, until: i32) {
        let PlanHours { part, offers, memories, tasks, .. } = self.question;
        let part = part.what.to_lowercase();
        let minded = |task: &str| i32::from(memories.iter().any(|one| inflect::shared_stems(&one.text, task) > 1));
        let suits = |task: &str| place::fits(task, offers).min(20) + 4 * minded(task);
        let mut tasks: Vec<&String> = tasks.iter().collect();
        self.dice.shuffle(&mut tasks);
        tasks.sort_by_cached_key(|task| Reverse((part.contains(&task.to_lowercase()), suits(task))));
        let mut paused = until - self.end() < 150;
        let mut turn = tasks.into_iter().cycle();
        while self.end() < until {
            if !paused && (60..=95).contains(&(until - self.end())) {
                paused = true;
                let pause = self.dice.pick(&["take a coffee break", "take a short break", "take a break and stretch"]);
                let (pause, end) = (pause.copied().unwrap_or_default(), self.end() + self.dice.minutes(10, 15));
                self.add(end, pause);
            }
            let end = self.hour(until);
            self.add(end, turn.next().map_or("", String::as_str));
        }
    }

    /// What the words name, one after the other, none of it for too long.
    fn others(&mut self, until: i32, clauses: &[String]) {
        for (i, clause) in clauses.iter().enumerate() {
            let left = until - self.end();
            let most = if MEALS.iter().any(|meal| clause.contains(meal)) { 60 } else { 90 };
            let share = left / (clauses.len() - i) as i32 / 5 * 5;
            let len = if share > most + 25 { most - 5 * self.dice.below(5) as i32 } else { share };
            let rest = i + 1 == clauses.len() && left - len < 20;
            if rest || len >= 5 {
                self.add(self.end() + if rest { left } else { len }, clause);
            }
        }
    }

    /// What is left over: at home with something of the house, elsewhere with more of the same.
    fn leisure(&mut self, until: i32, clauses: &[String]) {
        let offers = &self.question.offers;
        let outside = !offers.iter().any(|offer| offer == "sleep" || offer == "cook" || offer == "watch");
        let mut used = clauses.to_vec();
        while self.end() < until {
            let end = self.hour(until);
            let middle = i32::from(self.question.part.from.0) + (self.end() + end) / 2;
            let idle = idle("home", offers, middle, true, &used);
            let own = self.dice.pick(clauses).filter(|_| outside || idle.is_empty());
            let what = own.map(String::as_str).or_else(|| self.dice.pick(&idle).copied()).unwrap_or("rest and think");
            self.add(end, what);
            used.push(what.to_owned());
        }
    }
}

/// What a text names one after the other: `write letters, then read` gives two.
fn clauses(what: &str) -> Vec<String> {
    let what = what.trim().trim_end_matches('.');
    let parts = what.split(", then ").flat_map(|part| part.split("; ")).map(str::trim);
    let parts = parts.map(|part| part.strip_prefix("go on to ").unwrap_or(part));
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

//! A part of the day in pieces of about an hour.
//!
//! What is fixed keeps its times; the rest is filled by what the part is: washing and breakfast, work from the tasks,
//! or what its words name one after the other.

use super::{day::wording::idle, place};
use crate::mind::question::{Appointment, HoursAnswer, Piece, PlanHours, TimeOfDay};
use crate::{
    language::{inflect, text::stem},
    mind::rules::{data, dice::Dice},
};

/// Minutes of getting ready for bed at the end of a day.
const BEDTIME: i32 = 20;

/// Splits the part.
pub fn split(question: &PlanHours, dice: &mut Dice) -> HoursAnswer {
    let part = &question.part;
    let whole = i32::from(part.from.until(part.until));
    let mut pieces = Pieces { from: part.from, list: Vec::new() };
    let last = question.day.last().is_some_and(|last| (last.from, last.until) == (part.from, part.until));
    let bed = if last && whole >= 30 { whole - BEDTIME } else { whole };
    for (from, until, what) in fixed(question, bed) {
        free(question, &mut pieces, from, dice);
        pieces.add(until, &what);
    }
    free(question, &mut pieces, bed, dice);
    if bed < whole {
        pieces.add(whole, data::day().section("bed")[0][1]);
    }
    let clock = |end: i32| TimeOfDay(((i32::from(part.from.0) + end) % 1440) as u16);
    HoursAnswer { hours: pieces.list.into_iter().map(|(end, what)| Piece { until: clock(end), what }).collect() }
}

rule!(PlanHours, split);

/// Pieces so far, by their ends in minutes after the part's beginning.
struct Pieces {
    from: TimeOfDay,
    list: Vec<(i32, String)>,
}

impl Pieces {
    fn end(&self) -> i32 {
        self.list.last().map_or(0, |(end, _)| *end)
    }

    /// One more, halved as often as its length asks for.
    fn add(&mut self, until: i32, what: &str) {
        let start = self.end();
        let len = until - start;
        if len <= 0 {
            return;
        }
        let what = match inflect::at_most(what, 11) {
            text if text.trim().is_empty() => "see to this and that".to_owned(),
            text => text,
        };
        // Ends are rounded to fives, so a piece may come out up to five minutes longer.
        let count = if len <= 120 { 1 } else { (len + 114) / 115 };
        for i in 1..count {
            self.list.push((start + len * i / count / 5 * 5, what.clone()));
        }
        self.list.push((until, what));
    }

    /// The middle of the time up to `until`, as a minute of the day.
    fn middle(&self, until: i32) -> i32 {
        i32::from(self.from.0) + (self.end() + until) / 2
    }
}

/// What is fixed within the part, in order, with room for a piece before and after or none.
fn fixed(question: &PlanHours, whole: i32) -> Vec<(i32, i32, String)> {
    let start = question.part.from;
    let span = |a: &Appointment| (i32::from(start.until(a.from)), i32::from(a.from.until(a.until)));
    let within =
        question.appointments.iter().map(|a| (span(a), a)).filter(|((from, len), _)| *from < whole && *len > 0);
    let mut list: Vec<(i32, i32, String)> =
        within.map(|((from, len), a)| (from, (from + len).min(whole), a.what.trim().to_owned())).collect();
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

/// The meals that a part may be about.
const MEALS: [&str; 5] = ["breakfast", "brunch", "lunch", "dinner", "supper"];

/// Fills the time up to `until` with what the part is about.
fn free(question: &PlanHours, pieces: &mut Pieces, until: i32, dice: &mut Dice) {
    if until <= pieces.end() {
        return;
    }
    let what = question.part.what.trim();
    let stems = inflect::stems(what);
    let says = |list: &[&str]| list.iter().any(|word| stems.contains(&stem(word)));
    let meal = MEALS.into_iter().find(|meal| says(&[meal]));
    let gets_up = says(&["shower", "dress", "rise"]) || says(&["wash"]) && (says(&["get"]) || meal.is_some());
    let early = meal.is_none_or(|meal| MEALS[..2].contains(&meal)) && !says(&["dish", "cup"]);
    if pieces.list.is_empty() && gets_up && early {
        morning(question, pieces, until, meal, dice);
    } else if !question.tasks.is_empty() && meal.is_none() {
        work(question, pieces, until, dice);
    } else {
        others(question, pieces, until, clauses(what), dice);
    }
}

fn morning(question: &PlanHours, pieces: &mut Pieces, until: i32, meal: Option<&str>, dice: &mut Dice) {
    let start = pieces.end();
    let len = until - start;
    let wash =
        dice.pick(&["wash and dress", "shower and dress", "get up, wash and dress"]).copied().unwrap_or_default();
    match meal {
        None => pieces.add(if len > 45 { start + dice.minutes(25, 35) } else { until }, wash),
        Some(meal) if len < 15 => return pieces.add(until, &format!("wash and have {meal}")),
        Some(meal) => {
            let ready = if len < 35 { len / 2 / 5 * 5 } else { dice.minutes(15, (len - 20).min(30)) };
            pieces.add(start + ready, wash);
            // The words of the part, as far as they are about the meal: "have toast for breakfast".
            let own = clauses(&question.part.what).into_iter().find(|clause| clause.contains(meal)).unwrap_or_default();
            let own = own.rsplit_once(" and ").map(|(_, tail)| tail);
            let own = own.filter(|tail| inflect::starts_with_verb(tail) && tail.contains(meal));
            let own = own.map_or_else(|| format!("have {meal}"), str::to_owned);
            let eaten = if until - pieces.end() > 50 { pieces.end() + dice.minutes(30, 40) } else { until };
            pieces.add(eaten, &own);
        }
    }
    others(question, pieces, until, Vec::new(), dice);
}

fn work(question: &PlanHours, pieces: &mut Pieces, until: i32, dice: &mut Dice) {
    let mut tasks: Vec<(usize, &String)> = question.tasks.iter().map(|task| (0, task)).collect();
    dice.shuffle(&mut tasks);
    let part = &question.part.what;
    let named = |task: &str| part.to_lowercase().contains(&task.to_lowercase());
    let weighs = |task: &str| i32::from(question.memories.iter().any(|m| inflect::share(&m.text, task) > 1));
    let mut last = String::new();
    let mut paused = until - pieces.end() < 150;
    while pieces.end() < until {
        let left = until - pieces.end();
        if !paused && (60..=95).contains(&left) {
            paused = true;
            let end = pieces.end() + dice.minutes(10, 15);
            let pause = dice.pick(&["take a coffee break", "take a short break", "take a break and stretch"]);
            pieces.add(end, pause.copied().unwrap_or_default());
            continue;
        }
        // First what the part names, then what suits the place and has not had its turn.
        let best = (0..tasks.len()).min_by_key(|&i| {
            let (turns, task) = tasks[i];
            let fit = place::fits(task, &question.offers).min(20) + 4 * weighs(task);
            (*task == last, turns as i32 * 12 - fit - if turns == 0 && named(task) { 40 } else { 0 }, i)
        });
        let Some(i) = best else { break };
        let len = about_an_hour(left, dice);
        tasks[i].0 += 1;
        last = tasks[i].1.clone();
        // A part that names nothing of its tasks still begins with itself.
        pieces.add((pieces.end() + len.max(5)).min(until), &last);
    }
}

/// What the words name, one after the other; what is left over is spent at leisure.
fn others(question: &PlanHours, pieces: &mut Pieces, until: i32, clauses: Vec<String>, dice: &mut Dice) {
    let room = (until - pieces.end()) / clauses.len().max(1) as i32;
    let clauses: Vec<String> =
        clauses.into_iter().flat_map(|clause| if room > 75 { halves(&clause) } else { vec![clause] }).collect();
    let mut used: Vec<String> = clauses.clone();
    for (i, clause) in clauses.iter().enumerate() {
        let left = until - pieces.end();
        let share = left / (clauses.len() - i) as i32 / 5 * 5;
        let filler = data::day().section("home").iter().any(|row| row.get(2) == Some(&clause.as_str()));
        let most = match () {
            () if is_meal(clause) => 60,
            () if filler => 50,
            () => 90,
        };
        let end = if share > most + 25 { pieces.end() + most - 5 * dice.below(5) as i32 } else { pieces.end() + share };
        let end = if i + 1 == clauses.len() && until - end < 20 { until } else { end };
        if end - pieces.end() >= 5 {
            pieces.add(end, clause);
        }
    }
    while pieces.end() < until {
        let left = until - pieces.end();
        let len = about_an_hour(left, dice);
        let at = pieces.middle(pieces.end() + len);
        let idle = idle("home", &question.offers, at, true, &used);
        let outside = !question.offers.iter().any(|offer| offer == "sleep" || offer == "cook" || offer == "watch");
        let own = clauses.get(dice.below(clauses.len())).filter(|_| outside || idle.is_empty());
        let what = match own {
            Some(own) => own.clone(),
            None => dice.pick(&idle).map_or_else(|| "rest and think".to_owned(), |what| (*what).to_owned()),
        };
        pieces.add((pieces.end() + len.max(5)).min(until), &what);
        used.push(what);
    }
}

/// About an hour of the minutes that are left, or all of them, or half.
fn about_an_hour(left: i32, dice: &mut Dice) -> i32 {
    match left {
        ..=75 => left,
        76..=110 => left / 10 * 5,
        _ => dice.minutes(45, 70).min(left - 40),
    }
}

/// `bake bread and sweep the floor` as two, where the second is a verb phrase of its own.
fn halves(clause: &str) -> Vec<String> {
    match clause.split_once(" and ") {
        Some((a, b)) if !is_meal(clause) && inflect::starts_with_verb(b) && b.contains(' ') && a.contains(' ') => {
            vec![a.to_owned(), b.to_owned()]
        }
        _ => vec![clause.to_owned()],
    }
}

fn is_meal(clause: &str) -> bool {
    MEALS.iter().any(|meal| clause.contains(meal))
}

/// What a text names one after the other: `write letters, then read` gives two.
fn clauses(what: &str) -> Vec<String> {
    let what = what.trim().trim_end_matches('.');
    let parts = what.split(", then ").flat_map(|part| part.split("; ")).map(str::trim);
    let parts = parts.map(|part| part.strip_prefix("go on to ").unwrap_or(part));
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

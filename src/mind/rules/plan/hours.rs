//! A part of the day in pieces of about an hour.
//!
//! What is fixed keeps its times; the rest is filled by what the part is: washing and breakfast, work from the tasks,
//! or what its words name one after the other.

use super::place;
use crate::mind::question::{HoursAnswer, Piece, PlanHours, TimeOfDay};
use crate::{
    language::{inflect, text::stem},
    mind::rules::{data, dice::Dice},
};

/// Minutes of getting ready for bed at the end of a day.
const BEDTIME: i32 = 20;

/// Splits the part.
pub fn split(question: &PlanHours, dice: &mut Dice) -> HoursAnswer {
    let whole = i32::from(question.part.from.until(question.part.until));
    let mut pieces = Pieces { from: question.part.from, list: Vec::new() };
    let last =
        question.day.last().is_some_and(|last| last.until == question.part.until && last.from == question.part.from);
    let bed = if last && whole >= 30 { whole - BEDTIME } else { whole };
    for (from, until, what) in fixed(question, bed) {
        free(question, &mut pieces, from, dice);
        pieces.add(until, &what);
    }
    free(question, &mut pieces, bed, dice);
    if bed < whole {
        let text = data::day().section("bed").first().and_then(|row| row.get(1)).copied().unwrap_or("go to bed");
        pieces.add(whole, text);
    }
    HoursAnswer {
        hours: pieces.list.into_iter().map(|(end, what)| Piece { until: clock(question, end), what }).collect(),
    }
}

rule!(PlanHours, split);

fn clock(question: &PlanHours, minutes: i32) -> TimeOfDay {
    TimeOfDay(((i32::from(question.part.from.0) + minutes) % 1440) as u16)
}

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
    let mut list: Vec<(i32, i32, String)> = question
        .appointments
        .iter()
        .map(|a| (i32::from(start.until(a.from)), i32::from(a.from.until(a.until)), a.what.trim().to_owned()))
        .filter(|(from, len, _)| *from < whole && *len > 0)
        .map(|(from, len, what)| (from, (from + len).min(whole), what))
        .collect();
    list.sort();
    let mut end = 0;
    let mut out: Vec<(i32, i32, String)> = Vec::new();
    for (from, until, what) in list {
        let from = from.max(end);
        let from = if from - end < 5 { end } else { from };
        let until = if whole - until < 5 { whole } else { until };
        if until - from >= 5 {
            end = until;
            out.push((from, until, what));
        }
    }
    out
}

/// Fills the time up to `until` with what the part is about.
fn free(question: &PlanHours, pieces: &mut Pieces, until: i32, dice: &mut Dice) {
    if until <= pieces.end() {
        return;
    }
    let what = question.part.what.trim();
    let stems = inflect::stems(what);
    let says = |list: &[&str]| list.iter().any(|word| stems.contains(&stem(word)));
    let meal = ["breakfast", "brunch", "lunch", "dinner", "supper"].into_iter().find(|meal| says(&[meal]));
    let gets_up = says(&["shower", "dress", "rise"]) || (says(&["wash"]) && (says(&["get"]) || meal.is_some()));
    if pieces.list.is_empty()
        && gets_up
        && !says(&["dish", "cup"])
        && meal.is_none_or(|m| m == "breakfast" || m == "brunch")
    {
        morning(question, pieces, until, meal, dice);
    } else if !question.tasks.is_empty() && meal.is_none() {
        work(question, pieces, until, dice);
    } else {
        others(question, pieces, until, clauses(what), dice);
    }
}

fn morning(question: &PlanHours, pieces: &mut Pieces, until: i32, meal: Option<&str>, dice: &mut Dice) {
    let len = until - pieces.end();
    let start = pieces.end();
    let wash = ["wash and dress", "shower and dress", "get up, wash and dress"];
    let wash = dice.pick(&wash).copied().unwrap_or("wash and dress");
    let Some(meal) = meal else {
        let end = if len > 45 { start + dice.minutes(25, 35) } else { until };
        pieces.add(end, wash);
        return others(question, pieces, until, Vec::new(), dice);
    };
    if len < 15 {
        return pieces.add(until, &format!("wash and have {meal}"));
    }
    let ready = if len < 35 { len / 2 / 5 * 5 } else { dice.minutes(15, (len - 20).min(30)) };
    pieces.add(start + ready, wash);
    // The words of the part, as far as they are about the meal: "have toast for breakfast".
    let own = clauses(&question.part.what).into_iter().find(|clause| clause.contains(meal)).unwrap_or_default();
    let own = match own.rsplit_once(" and ").filter(|(_, tail)| inflect::starts_with_verb(tail) && tail.contains(meal))
    {
        Some((_, tail)) => tail.to_owned(),
        None => format!("have {meal}"),
    };
    let eaten = if until - pieces.end() > 50 { pieces.end() + dice.minutes(30, 40) } else { until };
    pieces.add(eaten, &own);
    others(question, pieces, until, Vec::new(), dice);
}

fn work(question: &PlanHours, pieces: &mut Pieces, until: i32, dice: &mut Dice) {
    let mut tasks: Vec<(usize, &String)> = question.tasks.iter().map(|task| (0, task)).collect();
    dice.shuffle(&mut tasks);
    let part = &question.part.what;
    let named = |task: &str| part.to_lowercase().contains(&task.to_lowercase());
    let weighs =
        |task: &str| question.memories.iter().filter(|m| inflect::share(&m.text, task) > 1).count().min(1) as i32;
    let mut last = String::new();
    let long = until - pieces.end() >= 150;
    let mut paused = !long;
    while pieces.end() < until {
        let left = until - pieces.end();
        if !paused && (60..=95).contains(&left) {
            paused = true;
            let pause = ["take a coffee break", "take a short break", "take a break and stretch"];
            pieces.add(pieces.end() + dice.minutes(10, 15), dice.pick(&pause).copied().unwrap_or(pause[1]));
            continue;
        }
        // First what the part names, then what suits the place and has not had its turn.
        let best = (0..tasks.len()).min_by_key(|&i| {
            let (turns, task) = tasks[i];
            let fit = place::fits(task, &question.offers).min(20) + 4 * weighs(task);
            (*task == last, turns as i32 * 12 - fit - if turns == 0 && named(task) { 40 } else { 0 }, i)
        });
        let Some(i) = best else { break };
        let len = match left {
            ..=75 => left,
            76..=110 => left / 10 * 5,
            _ => dice.minutes(45, 70).min(left - 40),
        };
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
        let eats = ["breakfast", "lunch", "dinner", "supper"].iter().any(|meal| clause.contains(meal));
        let filler = data::day().section("home").iter().any(|row| row.get(2) == Some(&clause.as_str()));
        let most = match (eats, filler) {
            (true, _) => 60,
            (_, true) => 50,
            _ => 90,
        };
        let end = if share > most + 25 { pieces.end() + most - 5 * dice.below(5) as i32 } else { pieces.end() + share };
        let end = if i + 1 == clauses.len() && until - end < 20 { until } else { end };
        if end - pieces.end() >= 5 {
            pieces.add(end, clause);
        }
    }
    while pieces.end() < until {
        let left = until - pieces.end();
        let len = match left {
            ..=75 => left,
            76..=110 => left / 10 * 5,
            _ => dice.minutes(45, 70).min(left - 40),
        };
        let at = pieces.middle(pieces.end() + len);
        let idle = idle(&question.offers, at, &used);
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

fn idle(offers: &[String], minute: i32, used: &[String]) -> Vec<&'static str> {
    let third = match minute.rem_euclid(1440) {
        240..=719 => 'm',
        720..=1049 => 'a',
        _ => 'e',
    };
    let rows = data::day().section("home").iter().filter(|row| row.len() > 2 && row[1].contains(third));
    let rows = rows.filter(|row| row[0] == "-" || offers.iter().any(|offer| offer == row[0])).map(|row| row[2]);
    rows.filter(|what| !used.iter().any(|before| before == what)).collect()
}

/// `bake bread and sweep the floor` as two, where the second is a verb phrase of its own.
fn halves(clause: &str) -> Vec<String> {
    let meal = ["breakfast", "lunch", "dinner", "supper"].iter().any(|meal| clause.contains(meal));
    match clause.split_once(" and ") {
        Some((a, b)) if !meal && inflect::starts_with_verb(b) && b.contains(' ') && a.contains(' ') => {
            vec![a.to_owned(), b.to_owned()]
        }
        _ => vec![clause.to_owned()],
    }
}

/// What a text names one after the other: `write letters, then read` gives two.
fn clauses(what: &str) -> Vec<String> {
    let what = what.trim().trim_end_matches('.');
    let parts = what.split(", then ").flat_map(|part| part.split("; ")).map(str::trim);
    let parts = parts.map(|part| part.strip_prefix("go on to ").unwrap_or(part));
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

//! What one has made up one's mind to, in a day that is planned.
//!
//! Only what was decided in the town counts, and only if it weighs heavily: what one was always after is in one's habits
//! already. What is done at one go is meant for the next day, or the day that was named; what takes longer is gone on
//! with for some days. What one has decided not to do is left out.

use crate::{
    language::time::{self, DAY},
    mind::{
        question::{Appointment, PlanDay},
        resolve::Resolve,
    },
};

/// What weighs less is no strong thought.
const STRONG: u8 = 9;
/// For so many days after it one is at what takes longer.
const DAYS: u32 = 5;

/// What one has made up one's mind to that bears on the day planned; what was decided last comes first, and what one
/// has decided against since is gone.
pub fn of(question: &PlanDay, day: Option<u32>) -> Vec<Resolve> {
    let Some(day) = day else { return Vec::new() };
    let mut found: Vec<Resolve> = Vec::new();
    let strong = |one: &&crate::mind::question::Recalled| one.by.is_none() && one.importance >= STRONG;
    for memory in question.memories.iter().filter(strong).rev() {
        let Some(made) = time::minute_of(&memory.when, day * DAY) else { continue };
        let Some(one) = Resolve::read(&memory.text, &question.me.name, made) else { continue };
        let settled = found.iter().any(|later| later.about == one.about || later.not && later.touches(&one.what));
        if !settled
            && (one.not && one.day.is_none_or(|named| named == day) || on(&one, day, made / DAY, &question.yesterday))
        {
            found.push(one);
        }
    }
    found
}

/// Without what one has decided not to do: habits, and places one does not go to of one's own accord.
pub fn without(question: &PlanDay, resolves: &[Resolve]) -> PlanDay {
    let mut question = question.clone();
    let barred = |text: &str| bars(resolves, text);
    question.habits.retain(|habit| !barred(&habit.what));
    for place in question.places.iter_mut().filter(|place| place.note.is_empty()) {
        if barred(&place.name) {
            place.offers.clear();
        }
    }
    question
}

/// Has one decided against it?
pub fn bars(resolves: &[Resolve], text: &str) -> bool {
    resolves.iter().any(|one| one.not && one.touches(text))
}

/// Takes out of what is fixed what one has decided against; says so.
pub fn drop_barred(resolves: &[Resolve], list: &mut Vec<Appointment>, drops: &mut Vec<String>) {
    let barred = |one: &Appointment| bars(resolves, &one.what);
    drops.extend(list.iter().filter(|one| barred(one)).map(|one| format!("{}: has decided not to", one.what.trim())));
    list.retain(|one| !barred(one));
}

/// Is this meant for a day, if it was decided on another? `done`: what was done the day before.
fn on(one: &Resolve, day: u32, made: u32, done: &str) -> bool {
    match one.day {
        Some(named) => named == day,
        None if one.lasting => (made..=made + DAYS).contains(&day),
        None => (made..=made + 1).contains(&day) && !done.split_inclusive('.').any(|deed| one.touches(deed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(deed: &str) -> Option<Resolve> {
        Resolve::read(&format!("Ann Lee has decided {deed}."), "Ann Lee", 19_400 * DAY)
    }

    #[test]
    fn what_is_not_to_be_done_is_left_out() {
        for deed in ["not to go to Green Inn", "to stop going to Green Inn"] {
            let one = read(deed).unwrap_or_else(|| panic!("{deed}"));
            assert!(
                one.not && bars(std::slice::from_ref(&one), "go to Ann's party at Green Inn: bar"),
                "{deed}: {one:?}"
            );
            assert!(!bars(&[one], "walk to the mill"), "{deed}");
        }
    }
}

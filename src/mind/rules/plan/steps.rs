//! An hour in steps that somebody watching could see.
//!
//! Each kind of activity has a scheme in `data/steps.txt`: how it begins, what most of it is, what happens in between,
//! what may go wrong, how it ends.

use super::scheme::Activity;
use crate::{
    language::inflect,
    mind::{
        question::{Piece, PlanSteps, StepsAnswer, TimeOfDay},
        rules::dice::Dice,
    },
};

/// The longest a step may be, in words.
const WORDS: usize = 8;

/// What comes before and after the middle of an hour: a phase of its scheme or words, and in an hour of how many steps
/// at least.
type Outline = (&'static [(&'static str, usize)], &'static [(&'static str, usize)]);

const MORNING: Outline = (&[("using the toilet", 4), ("begin", 2), ("brushing teeth", 3)], &[("end", 1)]);
const BEDTIME: Outline = (&[("begin", 3), ("brushing teeth", 1), ("using the toilet", 4)], &[("end", 2)]);
const MEAL: Outline = (&[("begin", 2), ("cook", 3), ("brew", 6), ("main", 1)], &[("end", 4)]);
const OTHER: Outline = (&[("begin", 3)], &[("end", 4)]);

/// Splits the piece.
pub fn split(question: &PlanSteps, dice: &mut Dice) -> StepsAnswer {
    let part = &question.part;
    let activity = Activity::of(question, dice);
    let goes_on = |other: &str| {
        let needed = inflect::content(&part.what).count().min(2);
        needed > 0 && inflect::shared_stems(other, &part.what) >= needed
    };
    let (begins, ends) = (!goes_on(&question.before), !goes_on(&question.after));
    let lengths = lengths(i32::from(part.from.until(part.until)), dice);
    let (texts, snag) = texts(&activity, lengths.len(), (begins, ends), dice);
    let (mut end, mut before) = (i32::from(part.from.0), part.from);
    let mut steps: Vec<Piece> = Vec::new();
    for (len, text) in lengths.into_iter().zip(texts) {
        end += len;
        let (what, until) = (inflect::truncate_words(&text, WORDS), TimeOfDay((end % 1440) as u16));
        match steps.last_mut() {
            // The same once more is one longer step, if it may be.
            Some(last) if last.what == what && before.until(until) <= 15 => last.until = until,
            last => {
                before = last.map_or(before, |last| last.until);
                steps.push(Piece { until, what });
            }
        }
    }
    StepsAnswer { steps, result: activity.result(&question.me.name, snag.as_deref(), ends, dice) }
}

rule!(PlanSteps, split);

/// 5 to 15 minutes each, the first one short; a remainder that is no five goes to the last.
fn lengths(mut left: i32, dice: &mut Dice) -> Vec<i32> {
    let mut list = Vec::new();
    while left > 15 {
        let len = if list.is_empty() { 5 } else { dice.minutes(5, 15).min((left - 5) / 5 * 5) };
        list.push(len);
        left -= len;
    }
    list.extend((left > 0).then_some(left));
    list
}

/// As many lines as steps: how it begins, what is done with now and then something else or a snag, how it ends. Gives the
/// snag as it will be remembered.
fn texts(
    activity: &Activity,
    steps: usize,
    (begins, ends): (bool, bool),
    dice: &mut Dice,
) -> (Vec<String>, Option<String>) {
    let (first, last) = match activity.scheme {
        "morning" => MORNING,
        "bedtime" => BEDTIME,
        "meal" => MEAL,
        _ => OTHER,
    };
    let routine = ["morning", "bedtime", "meal"].contains(&activity.scheme);
    let lay = |phases: &[(&str, usize)], dice: &mut Dice| {
        let mut list: Vec<String> = Vec::new();
        for (phase, _) in phases.iter().filter(|(_, least)| steps >= *least) {
            match *phase {
                "begin" | "brew" if !begins => {}
                "cook" if !begins || !activity.cooked => {}
                "end" if !ends => {}
                words if words.contains(' ') => list.push(words.to_owned()),
                phase => list.extend(activity.line(phase, &list, dice)),
            }
        }
        list
    };
    let (mut list, end) = (lay(first, dice), lay(last, dice));
    let body = steps.saturating_sub(list.len() + end.len());
    let wrong = if !routine && body > 2 && dice.chance(30) { 1 + dice.below(body - 1) } else { 0 };
    let pause = if activity.works && body > 4 && wrong == 0 && dice.chance(25) { 1 + dice.below(body - 1) } else { 0 };
    let mut snag = None;
    for i in 0..body {
        let varied = i % 2 == 1 || routine || list.last() == Some(&activity.ing);
        let next = if i > 0 && i == wrong {
            activity.snag(dice).map(|(seen, remembered)| {
                snag = Some(remembered);
                seen
            })
        } else if i > 0 && i == pause {
            activity.coffee(dice)
        } else if varied {
            activity.line("mid", &list, dice).or_else(|| activity.line("main", &list, dice))
        } else {
            None
        };
        list.push(next.unwrap_or_else(|| activity.ing.clone()));
    }
    list.extend(end);
    (list, snag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::rules::data;

    #[test]
    fn lengths_always_add_up() {
        for whole in 0..400 {
            for seed in 0..5 {
                let list = lengths(whole, &mut Dice::new(seed));
                assert_eq!(list.iter().sum::<i32>(), whole);
                assert!(list.iter().all(|len| *len <= 15 && (*len >= 5 || whole < 5)), "{list:?}");
            }
        }
    }

    #[test]
    fn every_line_of_the_schemes_begins_with_an_ing_word_and_is_short() {
        for (name, rows) in data::steps().sections().filter(|(name, _)| *name != "calls") {
            for row in
                rows.iter().filter(|row| ["begin", "main", "mid", "snag", "end", "cook", "brew"].contains(&row[0]))
            {
                assert_eq!(row.len(), 3, "[{name}] {row:?}");
                for text in row[2].split('/').map(|text| text.split(';').next().unwrap_or_default().trim()) {
                    let first = text.split_whitespace().next().unwrap_or_default();
                    assert!(first == "{ing}" || first.ends_with("ing"), "[{name}] {text:?}");
                    assert!(text.split_whitespace().count() <= WORDS, "[{name}] {text:?} is too long");
                }
            }
        }
    }
}

//! An hour in steps that somebody watching could see.
//!
//! Each kind of activity has a scheme in `data/steps.txt`: how it begins, what most of it is, what happens in between,
//! what may go wrong, how it ends.

use super::scheme::{self, Told};
use crate::mind::question::{Piece, PlanSteps, StepsAnswer, TimeOfDay};
use crate::{language::inflect, mind::rules::dice::Dice};

/// The longest a step may be, in words.
const WORDS: usize = 8;

/// Splits the piece.
pub fn split(question: &PlanSteps, dice: &mut Dice) -> StepsAnswer {
    let whole = i32::from(question.part.from.until(question.part.until));
    let told = Told::of(question, dice);
    let shape = Shape {
        begins: !goes_on(&question.before, &question.part.what),
        ends: !goes_on(&question.after, &question.part.what),
    };
    let lengths = lengths(whole, dice);
    let (texts, snag) = match told.scheme {
        "morning" => (morning(&told, lengths.len(), dice), None),
        "bedtime" => (bedtime(&told, lengths.len(), dice), None),
        "meal" => (meal(&told, lengths.len(), shape, dice), None),
        _ => any(&told, &lengths, shape, dice),
    };
    let (mut end, mut before) = (0, question.part.from);
    let mut steps: Vec<Piece> = Vec::new();
    for (i, len) in lengths.iter().enumerate() {
        end += len;
        let what = texts.get(i).or(texts.last()).cloned().unwrap_or_else(|| told.ing.clone());
        let until = TimeOfDay(((i32::from(question.part.from.0) + end) % 1440) as u16);
        match steps.last_mut() {
            // The same once more is one longer step, if it may be.
            Some(last) if last.what == what && before.until(until) <= 15 => last.until = until,
            last => {
                before = last.map_or(before, |last| last.until);
                steps.push(Piece { until, what });
            }
        }
    }
    let result = scheme::result(&told, &question.me.name, snag.as_deref(), shape.ends, dice);
    StepsAnswer { steps, result }
}

rule!(PlanSteps, split);

/// Whether an activity has already begun, or will go on.
#[derive(Clone, Copy)]
struct Shape {
    begins: bool,
    ends: bool,
}

fn goes_on(other: &str, this: &str) -> bool {
    let needed = inflect::content(this).count().min(2);
    needed > 0 && inflect::share(other, this) >= needed
}

/// Five, ten or fifteen minutes each; a remainder that is no five goes to the last.
fn lengths(whole: i32, dice: &mut Dice) -> Vec<i32> {
    let (mut left, odd) = (whole / 5, whole % 5);
    let short_first = left > 3;
    let mut list = Vec::new();
    while left > 0 {
        let len = match left.min(3) {
            _ if list.is_empty() && short_first => 1,
            1 => 1,
            2 if dice.chance(60) => 2,
            3 if dice.chance(35) => 3,
            most => 1 + dice.below(most as usize) as i32,
        };
        list.push(len * 5);
        left -= len;
    }
    match list.pop() {
        None if odd > 0 => list.push(odd),
        None => {}
        Some(15) if odd > 0 => list.extend([5, 10 + odd]),
        Some(last) => list.push(last + odd),
    }
    list
}

/// The teeth, whatever else is left out.
const TEETH: &str = "brushing teeth";
const TOILET: &str = "using the toilet";

fn morning(told: &Told, n: usize, dice: &mut Dice) -> Vec<String> {
    let (shower, dress) = (told.line("begin", dice), told.line("end", dice));
    let mut list = match n {
        0 | 1 => vec!["washing and getting dressed".into()],
        2 => vec![if dice.chance(50) { shower } else { "washing and brushing teeth".into() }, dress],
        3 => vec![shower, TEETH.into(), dress],
        _ => vec![TOILET.into(), shower, TEETH.into(), dress],
    };
    while list.len() < n {
        let next = told.fresh("mid", &list, dice).unwrap_or_else(|| told.ing.clone());
        list.insert(list.len() / 2 * 2, next);
    }
    list
}

fn bedtime(told: &Told, n: usize, dice: &mut Dice) -> Vec<String> {
    let bed = told.line("end", dice);
    let mut list = match n {
        0 | 1 => vec!["brushing teeth and going to bed".into()],
        2 => vec![TEETH.into(), bed],
        3 => vec![told.line("begin", dice), TEETH.into(), bed],
        _ => vec![told.line("begin", dice), TEETH.into(), TOILET.into(), bed],
    };
    while list.len() < n {
        let next = told.fresh("mid", &list, dice).unwrap_or_else(|| "reading in bed".into());
        list.insert(list.len() - 1, next);
    }
    list
}

fn meal(told: &Told, n: usize, shape: Shape, dice: &mut Dice) -> Vec<String> {
    let mut list = Vec::new();
    let mut ends = Vec::new();
    if n > 1 && shape.begins {
        list.extend(told.first("begin", dice));
    }
    if n > 2 && shape.begins && told.cooked {
        list.extend(told.first("cook", dice));
    }
    if n > 3 {
        ends.extend(told.first("end", dice));
    }
    if n > 5 && told.has("make coffee") {
        list.extend(told.first("brew", dice));
    }
    list.extend(told.first("main", dice));
    while list.len() + ends.len() < n {
        let next = told.fresh("mid", &list, dice).or_else(|| told.fresh("main", &list, dice));
        list.push(next.unwrap_or_else(|| told.ing.clone()));
    }
    list.extend(ends);
    list
}

/// Begin, do, now and then something else, a snag perhaps, an end. Gives the snag as it will be remembered.
fn any(told: &Told, lengths: &[i32], shape: Shape, dice: &mut Dice) -> (Vec<String>, Option<String>) {
    let n = lengths.len();
    let mut list: Vec<String> = Vec::new();
    let mut snag = None;
    if n > 2 && shape.begins {
        list.push(told.line("begin", dice));
    }
    let end = (n > 3 && shape.ends).then(|| told.line("end", dice));
    let body = n.saturating_sub(list.len() + usize::from(end.is_some()));
    let start = list.len();
    let whole: i32 = lengths.iter().sum();
    let wrong = if body > 2 && dice.chance(30) { 1 + dice.below(body - 1) } else { usize::MAX };
    let pause = if body > 2 && whole >= 45 && wrong == usize::MAX { 1 + dice.below(body - 1) } else { usize::MAX };
    for i in 0..body {
        let short = lengths.get(start + i).is_some_and(|len| *len == 5);
        let goes_on = i % 2 == 1 || list.last().is_some_and(|last| *last == told.ing);
        let next = match () {
            () if i == wrong => told.snag(dice).map(|(seen, remembered)| {
                snag = Some(remembered);
                seen
            }),
            () if i == pause && short && told.near_toilet() && dice.chance(30) => told.extra("toilet", dice),
            () if i == pause && told.works && dice.chance(25) => told.extra("coffee", dice),
            () if i > 0 && goes_on => {
                let phase = if dice.chance(60) { "mid" } else { "main" };
                told.fresh(phase, &list, dice).or_else(|| told.fresh("mid", &list, dice))
            }
            () => None,
        };
        list.push(next.unwrap_or_else(|| told.ing.clone()));
    }
    list.extend(end);
    (list.into_iter().map(|text| inflect::at_most(&text, WORDS)).collect(), snag)
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

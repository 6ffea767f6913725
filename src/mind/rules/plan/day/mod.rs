//! A day in parts.
//!
//! What is fixed comes first, then getting up and meals, then work in its hours, then habits as the dice draw them;
//! what is left is home life and ways out; what one has newly made up one's mind to goes before habits. At the end it is made into as many parts as a day may have and put into words.

mod events;
mod fit;
mod fixed;
mod free;
mod line;
mod meals;
mod places;
mod resolve;
pub(super) mod wording;

pub use self::resolve::Resolve;

use self::{line::Line, places::Places};
use crate::mind::question::{DayAnswer, PartAnswer, PlanDay, TimeOfDay};
use crate::mind::rules::dice::Dice;

/// Plans the day.
pub fn plan(question: &PlanDay, dice: &mut Dice) -> DayAnswer {
    let resolves = resolve::of(question, events::day(question));
    let question = &resolve::without(question, &resolves);
    let places = Places::of(question);
    let (mut line, drops) = fixed::day(question, &places, dice);
    meals::lay(question, &mut line, &places, dice);
    free::work(question, &mut line, &places, dice);
    resolve::lay(&resolves, &mut line, &places);
    free::habits(question, &mut line, &places, dice);
    free::rest(&mut line, &places, dice);
    fit::to_parts(&mut line, &places);
    if let Some(work) = &question.work {
        wording::work(&mut line.blocks, work, &places, dice);
    }
    answer(&line, drops)
}

rule!(PlanDay, plan);

fn answer(line: &Line, drops: String) -> DayAnswer {
    let clock = |minutes: i32| TimeOfDay(minutes.rem_euclid(1440) as u16);
    let part = |block: &line::Block| PartAnswer {
        until: clock(block.until),
        what: wording::join(&block.what),
        place: block.place,
    };
    DayAnswer { wake: clock(line.wake), parts: line.blocks.iter().map(part).collect(), drops }
}

//! The built-in mind: rules over a question's inputs, and nothing else.
//!
//! One file a concern; word lists and little grammars lie in `data/`, so that they can be read and bettered without
//! reading code. No answer depends on anything but the inputs and the question's dice.

mod data;
mod day;
mod dice;
mod hours;
mod look;
mod place;
mod scheme;
mod steps;
mod words;

use serde::Serialize;

use self::dice::Dice;
use super::{
    Ask, MindError, Reply,
    question::{PlanDay, PlanHours, PlanSteps, Question, WhereAndLook},
};

/// Answers at once. The same question with the same dice gets the same answer, whoever runs it and when.
///
/// # Errors
/// When there is no rule for the question, or its inputs cannot be read.
pub fn answer(ask: &Ask) -> Result<Reply, MindError> {
    let mut dice = Dice::new(ask.dice);
    match ask.purpose.as_str() {
        PlanDay::PURPOSE => write(&day::plan(&read(ask)?, &mut dice)),
        PlanHours::PURPOSE => write(&hours::split(&read(ask)?, &mut dice)),
        PlanSteps::PURPOSE => write(&steps::split(&read(ask)?, &mut dice)),
        WhereAndLook::PURPOSE => write(&place::choose(&read(ask)?, &mut dice)),
        _ => Err(MindError(format!("the built-in mind has no rule for {:?}", ask.purpose))),
    }
}

fn read<Q: Question>(ask: &Ask) -> Result<Q, MindError> {
    serde_json::from_str(&ask.inputs)
        .map_err(|why| MindError(format!("the inputs of a {:?} question cannot be read: {why}", ask.purpose)))
}

fn write(answer: &impl Serialize) -> Result<Reply, MindError> {
    serde_json::to_string(answer).map(Reply).map_err(|why| MindError(format!("an answer cannot be written: {why}")))
}

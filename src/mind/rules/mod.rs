//! The built-in mind: rules over a question's inputs, and nothing else.
//!
//! One file a concern; word lists and little grammars lie in `data/`, so that they can be read and bettered without
//! reading code. No answer depends on anything but the inputs and the question's dice.

pub mod after_talk;
pub mod beliefs;
pub mod context;
pub(crate) mod dialogue;
pub mod dialogue_act;
mod follow_up;
pub mod frame;
pub mod inner_voice;
pub mod interview;
pub mod need;
pub mod overheard;
pub mod phrases;
mod plan;
pub mod reflect;
pub mod tuning;
pub mod weigh;

mod data;
pub mod dice;
pub mod react;

pub use self::plan::day::Resolve;

use serde::Serialize;

use self::dice::Dice;
use super::{
    Ask, MindError, Reply,
    question::{
        AfterTalk, AskMyself, Conclude, Interview, OfferedObject, Placed, PlanDay, PlanHours, PlanSteps, Question,
        React, Relate, Summarise, Utter, Weigh, WhereAndLook,
    },
};

/// Answers at once. The same question with the same dice gets the same answer, whoever runs it and when.
///
/// # Errors
/// When there is no rule for the question, or its inputs cannot be read.
pub fn answer(ask: &Ask) -> Result<Reply, MindError> {
    let mut dice = Dice::new(ask.dice);
    match ask.purpose.as_str() {
        PlanDay::PURPOSE => write(&plan::day::plan(&read(ask)?, &mut dice)),
        PlanHours::PURPOSE => write(&plan::hours::split(&read(ask)?, &mut dice)),
        PlanSteps::PURPOSE => write(&plan::steps::split(&read(ask)?, &mut dice)),
        React::PURPOSE => write(&react::decide(&read(ask)?, &mut dice)),
        WhereAndLook::PURPOSE => write(&plan::place::choose(&read(ask)?, &mut dice)),
        Utter::PURPOSE => write(&dialogue::answer_question(&read(ask)?, &mut dice)),
        AfterTalk::PURPOSE => write(&after_talk::answer(&read(ask)?, &mut dice)),
        Weigh::PURPOSE => write(&weigh::weigh(&read(ask)?)),
        Summarise::PURPOSE => write(&reflect::summarise(&read(ask)?, &mut dice)),
        Relate::PURPOSE => write(&reflect::relate(&read(ask)?, &mut dice)),
        AskMyself::PURPOSE => write(&reflect::ask_myself(&read(ask)?, &mut dice)),
        Conclude::PURPOSE => write(&reflect::conclude(&read(ask)?, &mut dice)),
        Interview::PURPOSE => write(&interview::answer(&read(ask)?, &mut dice)),
        _ => Err(MindError(format!("the built-in mind has no rule for {:?}", ask.purpose))),
    }
}

/// How something done at an object looks to others: `step` with the -ing word first, `dice` any number.
pub fn looks(object: &OfferedObject, step: &str, dice: u64) -> Placed {
    let mut dice = Dice::new(dice);
    Placed {
        place: object.n,
        state: plan::look::state(object, step, &mut dice),
        uses: plan::look::uses(object, step),
        emoji: plan::look::emoji(step, "", &mut dice),
        leaves: plan::look::leaves(step),
    }
}

fn read<Q: Question>(ask: &Ask) -> Result<Q, MindError> {
    serde_json::from_str(&ask.inputs)
        .map_err(|why| MindError(format!("the inputs of a {:?} question cannot be read: {why}", ask.purpose)))
}

fn write(answer: &impl Serialize) -> Result<Reply, MindError> {
    serde_json::to_string(answer).map(Reply).map_err(|why| MindError(format!("an answer cannot be written: {why}")))
}

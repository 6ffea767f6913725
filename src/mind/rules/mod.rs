//! The built-in mind: rules over a question's inputs, and nothing else.
//!
//! One file a concern; word lists and little grammars lie in `data/`, so that they can be read and bettered without
//! reading code. No answer depends on anything but the inputs and the question's dice.

/// `rule!(Relate, relate)`: this function is the rule for that kind of question.
macro_rules! rule {
    ($question:ident, $rule:expr) => {
        impl crate::mind::question::Rule for $question {
            fn answer(&self, dice: u64) -> <Self as crate::mind::question::Question>::Answer {
                ($rule)(self, &mut crate::mind::dice::Dice::new(dice))
            }
        }
    };
}

pub mod after_talk;
pub mod asked;
pub mod beliefs;

pub(crate) mod dialogue;
pub mod dialogue_act;
pub mod frame;
pub mod interview;
pub mod need;
pub mod overheard;
pub mod phrases;
mod plan;
pub mod reflect;
pub mod tuning;
pub mod weigh;

mod data;
pub mod react;

use super::{Ask, MindError, Reply, dice, question::kind_of};

/// Answers at once. The same question with the same dice gets the same answer, whoever runs it and when.
///
/// # Errors
/// When there is no rule for the question, or its inputs cannot be read.
pub fn answer(ask: &Ask) -> Result<Reply, MindError> {
    let unknown = || MindError(format!("the built-in mind has no rule for {:?}", ask.purpose));
    (kind_of(&ask.purpose).ok_or_else(unknown)?.rule)(ask).map_err(MindError)
}

/// `Hobbs Cafe` of `Hobbs Cafe: kitchen`.
pub(super) fn sector(place: &str) -> &str {
    place.split_once(':').map_or(place, |(sector, _)| sector).trim()
}

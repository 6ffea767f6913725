//! The built-in mind: rules over a question's inputs, and nothing else.

use rand::{RngExt, SeedableRng};

use super::questions::{React, Reaction, Utter, Utterance, Where};
use smallville::{
    clock::Dice,
    mind::question::Question,
    mind::{Ask, MindError, Reply},
};

/// Answers at once. The same question gets the same answer, whoever runs it and when.
pub fn answer(ask: &Ask) -> Result<Reply, MindError> {
    let mut dice = Dice::seed_from_u64(ask.dice);
    let bad = |error: serde_json::Error| MindError(error.to_string());
    let text = match ask.purpose.as_str() {
        Where::PURPOSE => {
            let question: Where = serde_json::from_str(&ask.inputs).map_err(bad)?;
            serde_json::to_string(&dice.random_range(0..question.options.len()))
        }
        React::PURPOSE => {
            let reaction = match serde_json::from_str(&ask.inputs).map_err(bad)? {
                React::Fire(thing, _) if dice.random_range(0..3) > 0 => Reaction::Fix(thing),
                React::Person(other, _) if dice.random_range(0..3) == 0 => Reaction::TalkTo(other),
                _ => Reaction::CarryOn,
            };
            serde_json::to_string(&reaction)
        }
        Utter::PURPOSE => {
            let question: Utter = serde_json::from_str(&ask.inputs).map_err(bad)?;
            let news =
                (!question.news.is_empty()).then(|| question.news[dice.random_range(0..question.news.len())].clone());
            let words = "so it goes ".repeat(1 + dice.random_range(0..24));
            let end = question.turn >= 2 + dice.random_range(0..6);
            serde_json::to_string(&Utterance { words, news, end })
        }
        other => return Err(MindError(format!("no rule for {other:?}"))),
    };
    text.map(Reply).map_err(bad)
}

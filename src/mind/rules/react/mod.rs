//! What to do about what is noticed: rules over the inputs of [`React`].

mod people;
mod things;

use super::dice::Dice;
use crate::mind::question::{Choice, React, ReactAnswer, ReactionKind, Sort};

/// Decides.
pub fn decide(question: &React, dice: &mut Dice) -> ReactAnswer {
    match question.noticed.sort {
        Sort::Object => things::about(question, dice),
        Sort::Person => people::about(question, dice),
        Sort::Speech => people::overheard(question, dice),
    }
}

rule!(React, decide);

/// The first option of a sort.
fn option(question: &React, kind: ReactionKind) -> Option<&Choice> {
    question.options.iter().find(|option| option.kind == kind)
}

/// Nothing is done.
fn carry_on(question: &React, why: &str) -> ReactAnswer {
    let option = option(question, ReactionKind::CarryOn).or(question.options.first()).map_or(0, |option| option.n);
    ReactAnswer { why: why.into(), option, ..ReactAnswer::default() }
}

/// Somebody is spoken to, if that is offered.
fn speak(question: &React, to: &str, why: &str, topic: String) -> Option<ReactAnswer> {
    let to = |option: &&Choice| option.kind == ReactionKind::Talk && option.with.as_deref() == Some(to);
    let option = question.options.iter().find(to)?.n;
    Some(ReactAnswer { why: why.into(), option, what: topic, emoji: "💬".into(), ..ReactAnswer::default() })
}

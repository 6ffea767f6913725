//! The questions that an agent can ask its mind. Each kind is one implementation of [`Question`]: its inputs and its
//! answer as plain data, and what everybody else has to know of it.
//!
//! A new kind is
//! 1. a type here, in the file of its faculty, and its name in the list at the end of that file;
//! 2. `prompts/<purpose>.md`, its wording for a language model;
//! 3. its rule, [`Rule`], in the file of its faculty in `src/mind/rules`;
//! 4. where an agent asks it and stores the answer, in `src/agent`.
//!
//! Without its name in the list, its label or its rule it does not compile; without a prompt, a specimen or anybody who
//! asks it a test names it (`tests/prompts/`).

mod common;
mod embed;
mod kind;
mod near;
mod place;
mod plan;
mod react;
mod reflect;
mod settle;
mod talk;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

pub use self::{
    common::*,
    embed::*,
    kind::{Checked, Kind, asked, kind_of, kinds, label, read, specimens},
    place::*,
    plan::*,
    react::*,
    reflect::*,
    settle::{Doer, Does, OpenNeed, Settled, TalkAct, Terms},
    talk::*,
};

/// One kind of question: its inputs are the fields, its answer a type.
pub trait Question: Listed + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name: of its prompt's file, in journals and tables. One in flight per agent and purpose.
    const PURPOSE: &'static str;
    /// What it is about, for tables and for whoever asks why: `the day's plan`.
    const LABEL: &'static str;
    /// What somebody did who has answered it, if that is worth looking back at: `planned the day`.
    const MOMENT: Option<&'static str> = None;
    /// A day of a small town may pass without it.
    const RARE: bool = false;
    /// What is hoped for.
    type Answer: Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Whether an answer makes sense for these inputs; the error says what is wrong, for the model to correct.
    ///
    /// # Errors
    /// One sentence about the first thing that is wrong.
    fn admits(&self, answer: &Self::Answer) -> Result<(), String>;
    /// Corrects in a model's answer what is wrong beyond doubt, before it is checked.
    fn repair(&self, _answer: &mut Self::Answer) {}
    /// Takes out of the inputs, as JSON, what its prompt need not show.
    fn leave_out(_inputs: &mut Map<String, Value>) {}
    /// An answer for people: what a row is about, and what it says. Numbers are resolved to what they stand for.
    fn in_words(&self, answer: &Self::Answer) -> Vec<Field> {
        serde_json::to_value(answer).map_or_else(|_| Vec::new(), |answer| fields(&answer))
    }
    /// Inputs of its specimen that `specimen.json`, which all kinds share, does not have.
    fn specimen() -> Value {
        json!({})
    }
}

/// How the built-in mind answers a kind of question. Implemented beside the rule, in `src/mind/rules`.
#[diagnostic::on_unimplemented(
    message = "the built-in mind has no rule for `{Self}`",
    note = "write `rule!({Self}, function)` beside the function in src/mind/rules"
)]
pub trait Rule: Question {
    /// The answer. `dice` is this question's own chance: the same inputs and dice give the same answer.
    fn answer(&self, dice: u64) -> Self::Answer;
}

/// A kind that stands in a list of kinds; the macro `list!` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is in no list of questions",
    note = "add it to the `list!` at the end of its file in src/mind/question"
)]
pub trait Listed {}

/// The kinds of a file.
macro_rules! list {
    ($($kind:ty),* $(,)?) => {
        $(impl super::Listed for $kind {})*
        pub(super) const KINDS: &[super::Kind] = &[$(super::Kind::of::<$kind>()),*];
    };
}
use list;

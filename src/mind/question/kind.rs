//! Kinds of questions by name, for whoever has a question and not its type. Texts to embed ([`super::Embed`]) are not
//! among them: no model is asked that in words.

use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use super::{Embed, Field, Question, Rule, place, plan, react, reflect, specimen, talk};
use crate::mind::{Ask, Reply};

/// One kind of question; see [`Question`].
pub struct Kind {
    /// Its name.
    pub purpose: &'static str,
    /// What it is about.
    pub label: &'static str,
    /// What somebody did who has answered it, if that is worth looking back at.
    pub moment: Option<&'static str>,
    /// The JSON schema of its answer, as its type gives it.
    pub schema: fn() -> Schema,
    /// Whether a reply answers the question; the error is one sentence, for the model to correct.
    pub check: fn(&Ask, &Reply) -> Result<(), String>,
    /// A model's JSON as an answer: repaired, then checked.
    pub repair: fn(&Ask, Value) -> Result<Reply, String>,
    /// The built-in mind's answer.
    pub rule: fn(&Ask) -> Result<Reply, String>,
    /// Takes out of the inputs what the prompt need not show.
    pub leave_out: fn(&mut Map<String, Value>),
    /// A reply for people.
    pub in_words: fn(&Ask, &Reply) -> Result<Vec<Field>, String>,
    /// The inputs of a made-up question of this kind.
    pub specimen: fn() -> Result<Value, String>,
}

/// All kinds.
pub fn kinds() -> impl Iterator<Item = &'static Kind> + Clone {
    [plan::KINDS, place::KINDS, react::KINDS, talk::KINDS, reflect::KINDS].into_iter().flatten()
}

/// The kind of this name.
pub fn kind_of(purpose: &str) -> Option<&'static Kind> {
    kinds().find(|kind| kind.purpose == purpose)
}

/// What questions of this name are about, in words.
pub fn label(purpose: &str) -> String {
    match kind_of(purpose) {
        Some(kind) => kind.label.into(),
        None if purpose == Embed::PURPOSE => Embed::LABEL.into(),
        None => purpose.replace('_', " "),
    }
}

impl Kind {
    pub(super) const fn of<Q: Question<Answer: JsonSchema> + Rule>() -> Self {
        Self {
            purpose: Q::PURPOSE,
            label: Q::LABEL,
            moment: Q::MOMENT,
            schema: || schemars::schema_for!(Q::Answer),
            check: |ask, reply| read::<Q>(ask, reply).map(drop),
            repair: repair::<Q>,
            rule: |ask| write(&asked::<Q>(ask)?.answer(ask.dice)),
            leave_out: Q::leave_out,
            in_words: |ask, reply| read::<Q>(ask, reply).map(|(question, answer)| question.in_words(&answer)),
            specimen: specimen::inputs::<Q>,
        }
    }
}

fn repair<Q: Question>(ask: &Ask, answer: Value) -> Result<Reply, String> {
    let question: Q = asked(ask)?;
    let mut answer = serde_json::from_value(answer).map_err(unreadable)?;
    question.repair(&mut answer);
    question.admits(&answer)?;
    write(&answer)
}

fn write(answer: &impl serde::Serialize) -> Result<Reply, String> {
    serde_json::to_string(answer).map(Reply).map_err(|why| format!("the answer cannot be written: {why}"))
}

fn unreadable(why: serde_json::Error) -> String {
    format!("the answer cannot be read: {why}")
}

/// The question and its answer, checked.
///
/// # Errors
/// One sentence about what is wrong.
pub fn read<Q: Question>(ask: &Ask, reply: &Reply) -> Result<(Q, Q::Answer), String> {
    let question: Q = asked(ask)?;
    let answer = serde_json::from_str(&reply.0).map_err(unreadable)?;
    question.admits(&answer)?;
    Ok((question, answer))
}

/// The question alone.
///
/// # Errors
/// One sentence, if its inputs are not those of this kind.
pub fn asked<Q: Question>(ask: &Ask) -> Result<Q, String> {
    serde_json::from_str(&ask.inputs).map_err(|why| format!("the question itself cannot be read: {why}"))
}

//! Kinds of questions by name, for whoever has a question and not its type. Texts to embed ([`super::Embed`]) are not
//! among them: no model is asked that in words.

use std::any::Any;

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde_json::{Map, Value};

use super::{Embed, Field, Question, Rule, place, plan, react, reflect, talk};
use crate::mind::{Ask, QuestionId, Reply};

/// A question and its answer, read and checked: `(Q, Q::Answer)`.
pub type Checked = Box<dyn Any + Send + Sync>;

/// One kind of question; see [`Question`].
pub struct Kind {
    /// Its name.
    pub purpose: &'static str,
    /// What it is about.
    pub label: &'static str,
    /// What somebody did who has answered it, if that is worth looking back at.
    pub moment: Option<&'static str>,
    /// A day of a small town may pass without it.
    pub rare: bool,
    /// The JSON schema of its answer, as its type gives it.
    pub schema: fn() -> Schema,
    /// Reads a reply, if it answers the question; the error is one sentence, for the model to correct.
    pub read: fn(&Ask, &Reply) -> Result<Checked, String>,
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
            rare: Q::RARE,
            schema: || {
                let settings = SchemaSettings::default().with(|settings| settings.inline_subschemas = true);
                settings.into_generator().into_root_schema_for::<Q::Answer>()
            },
            read: |ask, reply| read::<Q>(ask, reply).map(|pair| Box::new(pair) as Checked),
            repair: repair::<Q>,
            rule: |ask| write(&asked::<Q>(ask)?.answer(ask.dice)),
            leave_out: Q::leave_out,
            in_words: |ask, reply| read::<Q>(ask, reply).map(|(question, answer)| question.in_words(&answer)),
            specimen: inputs::<Q>,
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

/// Inputs by name: a kind takes those that it has.
const SHARED: &str = include_str!("specimen.json");

/// Inputs that a question may do without.
const OPTIONAL: [&str; 8] = ["summary", "work", "talk", "topic", "object", "stock", "taken_by", "open"];

/// Made-up questions, one of each kind with all that can be in it, then one with as little as can be, about a lighthouse
/// that is in no town. A prompt that can be filled in with these has no slot that its question lacks.
///
/// # Panics
/// If a kind has an input that is neither in `specimen.json` nor in [`Question::specimen`]; it is named.
pub fn specimens() -> Vec<Ask> {
    let full = |kind: &Kind| match (kind.specimen)() {
        Ok(inputs) => (kind.purpose, inputs),
        Err(why) => panic!("the specimen of {}: {why}", kind.purpose),
    };
    let full: Vec<(&str, Value)> = kinds().map(full).collect();
    let mut bare = full.clone();
    bare.iter_mut().for_each(|(_, inputs)| empty(inputs));
    let ask = |(purpose, inputs): (&str, Value)| Ask {
        id: QuestionId { agent: 0, count: 0 },
        purpose: purpose.into(),
        inputs: inputs.to_string(),
        asked: 0,
        due: 1,
        give_up: 1,
        dice: 0,
    };
    full.into_iter().chain(bare).map(ask).collect()
}

fn inputs<Q: Question>() -> Result<Value, String> {
    let read = || {
        let mut inputs: Map<String, Value> = serde_json::from_str(SHARED)?;
        let own: Map<String, Value> = serde_json::from_value(Q::specimen())?;
        inputs.extend(own);
        serde_json::to_value(serde_json::from_value::<Q>(inputs.into())?)
    };
    read().map_err(|why: serde_json::Error| why.to_string())
}

/// Lists without anything in them, nothing where nothing can be.
fn empty(inputs: &mut Value) {
    let Value::Object(fields) = inputs else { return };
    for (key, value) in fields {
        match value {
            Value::Array(list) => list.clear(),
            value if OPTIONAL.contains(&key.as_str()) => *value = Value::Null,
            Value::Object(_) => empty(value),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::Reply;

    #[test]
    fn every_kind_has_a_specimen_that_its_rule_answers() {
        let names: std::collections::BTreeSet<_> = kinds().map(|kind| kind.purpose).collect();
        assert_eq!(names.len(), kinds().count(), "two kinds have the same name");
        for (ask, kind) in specimens().iter().zip(kinds()) {
            let Reply(answer) = (kind.rule)(ask).unwrap_or_else(|why| panic!("{}: {why}", kind.purpose));
            (kind.read)(ask, &Reply(answer.clone())).unwrap_or_else(|why| panic!("{}: {why}: {answer}", kind.purpose));
            let rows = (kind.in_words)(ask, &Reply(answer)).unwrap_or_default();
            assert!(!rows.is_empty() || kind.purpose == "insights", "{} says nothing", kind.purpose);
        }
    }
}

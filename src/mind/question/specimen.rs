//! Made-up questions, one of each kind with all that can be in it and one with as little as can be, about a lighthouse
//! that is in no town. A prompt that can be filled in with these has no slot that its question lacks.

use serde_json::{Map, Value};

use super::{Question, kinds};
use crate::mind::{Ask, QuestionId};

/// Inputs by name: a kind takes those that it has.
const SHARED: &str = include_str!("specimen.json");

/// Inputs that a question may do without.
const OPTIONAL: [&str; 8] = ["summary", "work", "talk", "topic", "object", "stock", "taken_by", "open"];

/// All of them: first the full ones, then the bare ones.
///
/// # Panics
/// If a kind has an input that is neither in `specimen.json` nor in [`Question::specimen`]; it is named.
pub fn specimens() -> Vec<Ask> {
    let full = |kind: &super::Kind| match (kind.specimen)() {
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

pub(super) fn inputs<Q: Question>() -> Result<Value, String> {
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
            (kind.check)(ask, &Reply(answer.clone())).unwrap_or_else(|why| panic!("{}: {why}: {answer}", kind.purpose));
            let rows = (kind.in_words)(ask, &Reply(answer)).unwrap_or_default();
            assert!(!rows.is_empty() || kind.purpose == "insights", "{} says nothing", kind.purpose);
        }
    }
}

//! Answers for people, a row for each thing that they say.

use serde_json::Value;

use super::{Piece, TimeOfDay};

/// A field of an answer: what it is about, and what it says.
pub type Field = (String, String);

/// A row.
pub(super) fn row(about: impl Into<String>, text: impl Into<String>) -> Field {
    (about.into(), text.into())
}

/// Those rows that say something.
pub(super) fn filled(mut rows: Vec<Field>) -> Vec<Field> {
    rows.retain(|(_, text)| !text.trim().is_empty());
    rows
}

/// `09:00–09:10`: what is done then.
pub(super) fn pieces(mut from: TimeOfDay, all: &[Piece]) -> Vec<Field> {
    let told =
        |piece: &Piece| row(format!("{}–{}", std::mem::replace(&mut from, piece.until), piece.until), &piece.what);
    all.iter().map(told).collect()
}

/// Any JSON, field by field; empty fields are left out.
pub fn fields(answer: &Value) -> Vec<Field> {
    let Value::Object(fields) = answer else { return vec![row("answer", line(answer))] };
    let told = fields.iter().flat_map(|(name, value)| {
        let name = name.replace('_', " ");
        match value {
            Value::Array(all) if all.iter().any(Value::is_object) => {
                all.iter().map(|one| row(name.clone(), line(one))).collect()
            }
            _ => vec![row(name, line(value))],
        }
    });
    filled(told.collect())
}

fn line(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(line).collect::<Vec<_>>().join(", "),
        Value::Object(_) => {
            let told = fields(value).into_iter().map(|(name, text)| format!("{name}: {text}"));
            told.collect::<Vec<_>>().join(" · ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn any_answer_is_told() {
        let rows = fields(&json!({ "steps": [{ "until": "08:05", "what": "rising" }], "so_far": "", "n": 3 }));
        let rows: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(rows, [("n", "3"), ("steps", "until: 08:05 · what: rising")]);
        assert_eq!(fields(&"no JSON".into()), [row("answer", "no JSON")]);
    }
}

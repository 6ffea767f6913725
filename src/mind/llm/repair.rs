//! Small repairs that cannot change what is meant, and the limits that every answer has.

use serde_json::{Map, Value};

use crate::language::clean;

/// More letters than this no part of an answer needs: no prompt would show more of it.
const LONGEST_TEXT: usize = 600;
/// More things than this no list of an answer needs.
const LONGEST_LIST: usize = 100;
/// Marks above and below one letter: languages need two.
const MOST_MARKS: usize = 2;

/// The value in the form's types, where that is beyond doubt: `"3"` for 3, 3.0 for 3, `"true"`, nothing for an empty
/// text or list, one thing for a list of one. What the form does not name is left out.
pub(super) fn fit(value: Value, form: &Value) -> Value {
    match (form["type"].as_str(), value) {
        (Some("object"), Value::Object(mut map)) => {
            let Some(fields) = form["properties"].as_object() else { return Value::Object(map) };
            let kept = fields.iter().filter_map(|(name, form)| Some((name.clone(), fit(map.remove(name)?, form))));
            Value::Object(kept.collect::<Map<_, _>>())
        }
        (Some("array"), Value::Array(list)) => {
            Value::Array(list.into_iter().map(|one| fit(one, &form["items"])).collect())
        }
        (Some("array"), Value::Null) => Value::Array(Vec::new()),
        (Some("array"), one @ (Value::Number(_) | Value::String(_))) => Value::Array(vec![fit(one, &form["items"])]),
        (Some("string"), Value::Null) => Value::String(String::new()),
        (Some("boolean"), Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => Value::String(text),
        },
        (Some("integer"), Value::String(text)) => {
            text.trim().parse::<i64>().map_or(Value::String(text), |number| Value::Number(number.into()))
        }
        (Some("integer"), Value::Number(number)) => match number.as_f64() {
            Some(whole) if !number.is_i64() && !number.is_u64() && whole.fract() == 0.0 && whole.abs() < 1e9 => {
                #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
                let whole = whole as i64;
                Value::Number(whole.into())
            }
            _ => Value::Number(number),
        },
        (_, value) => value,
    }
}

/// Takes out of every text what is not seen or breaks lines.
///
/// # Errors
/// One sentence, if a text or a list is longer than any answer's.
pub(super) fn clean(value: &mut Value) -> Result<(), String> {
    match value {
        Value::String(text) => {
            *text = line(text);
            match text.chars().count() {
                letters if letters > LONGEST_TEXT => {
                    Err(format!("a text of {letters} letters is far too long; say it in a sentence"))
                }
                _ => Ok(()),
            }
        }
        Value::Array(list) if list.len() > LONGEST_LIST => Err(format!("a list of {} is far too long", list.len())),
        Value::Array(list) => list.iter_mut().try_for_each(clean),
        Value::Object(map) => map.values_mut().try_for_each(clean),
        _ => Ok(()),
    }
}

/// On one line, without signs that turn the direction of writing, hide text or pile up over a letter.
pub(super) fn line(text: &str) -> String {
    let mut marks = 0;
    let fits = |c: &char| {
        // Private use, and what stands for no character.
        let none = matches!(c, '\u{200c}' | '\u{fffc}'..='\u{ffff}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
        if none || clean::is_invisible(*c) && !c.is_whitespace() {
            return false;
        }
        let mark = matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20f0}' | '\u{fe20}'..='\u{fe2f}');
        marks = if mark { marks + 1 } else { 0 };
        marks <= MOST_MARKS
    };
    clean::line(text.chars().filter(fits), usize::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_beyond_doubt_is_made_to_fit() {
        let form = json!({ "type": "object", "properties": {
            "n": { "type": "integer" }, "yes": { "type": "boolean" }, "text": { "type": "string" },
            "list": { "type": "array", "items": { "type": "integer" } },
        }});
        let given = json!({ "n": " 3 ", "yes": "False", "text": null, "list": "4", "more": [[]] });
        assert_eq!(fit(given, &form), json!({ "n": 3, "yes": false, "text": "", "list": [4] }));
        let given = json!({ "n": 2.0, "list": [1.0, "2", 2.5] });
        assert_eq!(fit(given, &form), json!({ "n": 2, "list": [1, 2, 2.5] }));
        let odd = json!({ "n": "three", "yes": 1, "text": 5, "list": { "a": 1 } });
        assert_eq!(fit(odd.clone(), &form), odd);
    }

    #[test]
    fn texts_are_one_line_of_what_can_be_seen() {
        assert_eq!(line(" a\n\tb\u{0} c\u{202E}d\u{1B}[31m "), "a b cd[31m");
        assert_eq!(line("Z\u{0301}\u{0302}\u{0303}\u{0304}a"), "Z\u{0301}\u{0302}a");
        assert_eq!(line("👩\u{200D}🍳 ☕\u{FE0F} 北京"), "👩\u{200D}🍳 ☕\u{FE0F} 北京");
        assert!(clean(&mut json!({ "a": ["x".repeat(2000)] })).is_err());
        assert!(clean(&mut json!(vec![1; 200])).is_err());
    }
}

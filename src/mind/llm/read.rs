//! From a model's words to an answer that has been checked. Nothing else of a model's words reaches the town.

use std::{
    borrow::Cow,
    panic::{AssertUnwindSafe, catch_unwind},
};

use serde_json::{Map, Value};

use super::{chat, lenient_json};
use crate::{
    language::clean,
    mind::{Ask, Reply, question::Kind},
};

/// More than this of an answer is not read, in bytes.
const LONGEST: usize = 64 << 10;
/// No form is nested deeper.
const DEEPEST: usize = 32;
/// So many places are tried for an object's beginning.
const PLACES: usize = 64;

/// The answer to this question in these words of a model, repaired where that is safe, and checked.
///
/// # Errors
/// One sentence about what is wrong, for the model to correct.
pub fn answer(ask: &Ask, kind: &Kind, words: &str) -> Result<Reply, String> {
    let read = || {
        let flat = chat::flat(&(kind.schema)());
        let mut value = fit(Value::Object(object(words, &flat)?), &flat);
        limit(&mut value)?;
        (kind.repair)(ask, value)
    };
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err("the answer cannot be read at all".into()))
}

/// Whether these words are a whole object as they stand.
pub(super) fn is_whole(words: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(stripped(cut(words)).trim()).is_ok()
}

fn cut(words: &str) -> &str {
    &words[..words.floor_char_boundary(LONGEST)]
}

fn object(words: &str, flat: &Value) -> Result<Map<String, Value>, String> {
    let words = cut(words).trim();
    if let Ok(whole) = serde_json::from_str(words) {
        guard(words)?;
        return Ok(unwrapped(whole, flat));
    }
    let bare = stripped(words);
    let bare = bare.trim();
    guard(bare)?;
    let known = |map: &Map<String, Value>| chat::fields(flat).any(|name| map.contains_key(name));
    // Prose may hold brackets of its own: the first object with something of the form in it counts.
    let starts = || bare.match_indices('{').map(|(at, _)| &bare[at..]).take(PLACES);
    let strict = |text: &str| serde_json::Deserializer::from_str(text).into_iter().next()?.ok();
    let read = starts().filter_map(strict).chain(starts().filter_map(lenient_json::object));
    let found = read.map(|map| unwrapped(map, flat)).find(known);
    let found = found.or_else(|| lenient_json::object(starts().next()?));
    found.ok_or_else(|| "there is no JSON object in the answer".into())
}

/// `{"answer": {…}}` is the answer, if the form has no such field.
fn unwrapped(map: Map<String, Value>, flat: &Value) -> Map<String, Value> {
    let known = |map: &Map<String, Value>| chat::fields(flat).any(|name| map.contains_key(name));
    match map.values().next() {
        Some(Value::Object(inner)) if map.len() == 1 && !known(&map) && known(inner) => inner.clone(),
        _ => map,
    }
}

/// Refuses what would be read by going down too deep.
fn guard(words: &str) -> Result<(), String> {
    let mut depth = 0_usize;
    for byte in words.bytes() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err("the answer is nested too deep".into());
        }
    }
    Ok(())
}

/// How thinking is marked by those who do not keep it apart.
const MARKS: [(&str, &str); 4] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>"), ("[think]", "[/think]")];

/// The words without thinking: without what is between marks, before a closing mark that nothing opened, and after an
/// opening one that nothing closes.
pub(super) fn stripped(words: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(words);
    for (open, close) in MARKS {
        // Lower case letter for letter, so that places are the same in both.
        let mut low = text.to_ascii_lowercase();
        if let Some(end) = low.rfind(close) {
            // All up to the last closing mark, unless an answer stands before the opening one.
            let start = low.find(open).filter(|start| *start < end && low[..*start].contains('{')).unwrap_or(0);
            let (before, after) = (text[..start].to_owned(), text[end + close.len()..].to_owned());
            text = Cow::Owned(before + &after);
            low = text.to_ascii_lowercase();
        }
        if let Some(start) = low.find(open) {
            text = Cow::Owned(text[..start].to_owned());
        }
    }
    text
}

/// More letters than this no part of an answer needs: no prompt would show more of it.
const LONGEST_TEXT: usize = 600;
/// More things than this no list of an answer needs.
const LONGEST_LIST: usize = 100;
/// Marks above and below one letter: languages need two.
const MAX_MARKS: usize = 2;

/// The value in the form's types, where that is beyond doubt: `"3"` for 3, 3.0 for 3, `"true"`, nothing for an empty
/// text or list, one thing for a list of one. What the form does not name is left out.
fn fit(value: Value, form: &Value) -> Value {
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
        (Some("integer"), Value::Number(number)) => {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            let whole = number.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e9).map(|n| n as i64);
            whole.map_or(Value::Number(number), Value::from)
        }
        (_, value) => value,
    }
}

/// Takes out of every text what is not seen or breaks lines.
///
/// # Errors
/// One sentence, if a text or a list is longer than any answer's.
fn limit(value: &mut Value) -> Result<(), String> {
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
        Value::Array(list) => list.iter_mut().try_for_each(limit),
        Value::Object(map) => map.values_mut().try_for_each(limit),
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
        marks <= MAX_MARKS
    };
    clean::line(text.chars().filter(fits), usize::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn thinking_goes_and_the_answer_stays() {
        for (words, left) in [
            ("<think>I {maybe}</think>{\"a\":1}", "{\"a\":1}"),
            ("I {maybe}\n</think>\n{\"a\":1}", "\n{\"a\":1}"),
            ("<THINK>one</think> <think>two</Think>{\"a\":1}", "{\"a\":1}"),
            ("{\"a\":1}<think>was that right?", "{\"a\":1}"),
            ("{\"a\":1}<think>was it?</think>", "{\"a\":1}"),
            ("[THINK]well[/THINK]{}", "{}"),
            ("<think>never done", ""),
            ("no thinking here", "no thinking here"),
            ("é<think>é", "é"),
        ] {
            assert_eq!(stripped(words), left, "{words}");
        }
    }

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
        assert!(limit(&mut json!({ "a": ["x".repeat(2000)] })).is_err());
        assert!(limit(&mut json!(vec![1; 200])).is_err());
    }
}

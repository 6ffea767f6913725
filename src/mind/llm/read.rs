//! From a model's words to an answer that has been checked. Nothing else of a model's words reaches the town.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};

use super::{lenient_json, reasoning, repair, schema};
use crate::mind::{Ask, Reply, question::Kind};

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
        let flat = schema::flat(&(kind.schema)());
        let mut value = repair::fit(Value::Object(object(words, &flat)?), &flat);
        repair::clean(&mut value)?;
        (kind.repair)(ask, value)
    };
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err("the answer cannot be read at all".into()))
}

/// Whether these words are a whole object as they stand.
pub(super) fn is_whole(words: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(reasoning::stripped(cut(words)).trim()).is_ok()
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
    let bare = reasoning::stripped(words);
    let bare = bare.trim();
    guard(bare)?;
    let known = |map: &Map<String, Value>| schema::fields(flat).any(|name| map.contains_key(name));
    let mut at = 0;
    for _ in 0..PLACES {
        let Some(start) = bare[at..].find('{').map(|n| at + n) else { break };
        let mut stream = serde_json::Deserializer::from_str(&bare[start..]).into_iter::<Map<String, Value>>();
        match stream.next() {
            Some(Ok(map)) => {
                let map = unwrapped(map, flat);
                if known(&map) {
                    return Ok(map);
                }
                at = start + stream.byte_offset().max(1);
            }
            _ => at = start + 1,
        }
    }
    let start = bare.find('{').ok_or("there is no JSON object in the answer")?;
    // Prose may hold brackets of its own: the first object with something of the form in it counts.
    let mut starts = bare[start..].match_indices('{').map(|(n, _)| start + n).take(PLACES);
    let found = starts.find_map(|start| Some(unwrapped(lenient_json::object(&bare[start..])?, flat)).filter(known));
    let found = found.or_else(|| lenient_json::object(&bare[start..]));
    found.ok_or_else(|| "the answer is not one JSON object".into())
}

/// `{"answer": {…}}` is the answer, if the form has no such field.
fn unwrapped(map: Map<String, Value>, flat: &Value) -> Map<String, Value> {
    let known = |map: &Map<String, Value>| schema::fields(flat).any(|name| map.contains_key(name));
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

//! Which of the inputs are left out so that a prompt keeps its bound.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::front::Cut;

/// Inputs of a question.
pub type Inputs = Map<String, Value>;

/// Gives the lines of a talk their numbers, which stay when others are left out.
pub fn number(inputs: &mut Inputs) {
    let Some(Value::Array(lines)) = inputs.get_mut("lines") else { return };
    for (n, line) in lines.iter_mut().enumerate() {
        if let Value::Object(line) = line {
            line.insert("n".into(), (n + 1).into());
        }
    }
}

/// Leaves out memories that stand in an earlier one of these lists already.
pub fn once<'a>(inputs: &mut Inputs, lists: impl IntoIterator<Item = &'a Cut>) {
    let mut seen = BTreeSet::new();
    for one in lists {
        let Some(Value::Array(list)) = inputs.get_mut(&one.list) else { continue };
        list.retain(|memory| match (memory.get("when"), memory.get("text")) {
            (Some(when), Some(text)) => seen.insert((when.to_string(), text.to_string())),
            _ => true,
        });
    }
}

/// Leaves out what weighs least, about `bytes` of it but one thing at least, from the first list that has more than it
/// keeps; then from any that has something. False: there is nothing left to leave out.
pub fn cut(inputs: &mut Inputs, lists: &[Cut], bytes: usize) -> bool {
    let noticed = inputs.get("noticed").and_then(|noticed| noticed.get("object")).and_then(Value::as_u64);
    for hard in [false, true] {
        for one in lists {
            let keep = if hard { 0 } else { one.keep };
            let Some(Value::Array(list)) = inputs.get_mut(&one.list) else { continue };
            let mut gone = 0;
            while gone < bytes.max(1) && list.len() > keep {
                let Some(at) = least(&one.list, list, noticed) else { break };
                gone += size(&list.remove(at));
            }
            if gone > 0 {
                return true;
            }
        }
    }
    false
}

/// The one to leave out first, if any may be.
fn least(name: &str, list: &[Value], noticed: Option<u64>) -> Option<usize> {
    let weight = |one: &Value| one.get("importance").and_then(Value::as_u64);
    let worth = |(at, one): &(usize, &Value)| match weight(one) {
        // Of memories that weigh the same, the older.
        Some(weight) => (weight, *at),
        None if ["lines", "own_lines"].contains(&name) => (0, *at),
        // What stands first is nearest, soonest or likeliest.
        None => (0, usize::MAX - at),
    };
    list.iter().enumerate().filter(|(_, one)| !needed(one, noticed)).min_by_key(worth).map(|(at, _)| at)
}

/// Where the person stands, what the plan names, what is noticed: these places stay.
fn needed(one: &Value, noticed: Option<u64>) -> bool {
    let yes = |key: &str| one.get(key).and_then(Value::as_bool).unwrap_or_default();
    let objects = one.get("objects").and_then(Value::as_array);
    let seen = |object: &Value| noticed.is_some() && object.get("n").and_then(Value::as_u64) == noticed;
    yes("here") || yes("meant") || objects.is_some_and(|objects| objects.iter().any(seen))
}

/// About how many bytes it takes in a prompt: its texts.
fn size(one: &Value) -> usize {
    match one {
        Value::String(text) => text.len() + 2,
        Value::Array(all) => all.iter().map(size).sum(),
        Value::Object(all) => all.values().map(size).sum(),
        _ => 1,
    }
}

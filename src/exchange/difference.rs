//! How a question is not the one that was recorded, in words.

use serde_json::Value;

use crate::{language::clean::short_line, mind::Ask};

/// Characters of each of the two that are told.
const TOLD: usize = 80;

/// The first that is otherwise about a question: a field of its inputs, else when it was asked or is due.
pub(super) fn difference(now: &Ask, then: &Ask) -> Option<String> {
    let read = |ask: &Ask| serde_json::from_str(&ask.inputs).unwrap_or_else(|_| Value::String(ask.inputs.clone()));
    let times =
        |ask: &Ask| [("tick", ask.asked), ("due tick", ask.due), ("last tick", ask.give_up), ("dice", ask.dice)];
    let (field, is, was) = match now.purpose == then.purpose {
        false => ("kind".into(), now.purpose.clone(), then.purpose.clone()),
        true => field(String::new(), &read(now), &read(then)).or_else(|| {
            let mut pairs = times(now).into_iter().zip(times(then));
            let ((name, is), (_, was)) = pairs.find(|(is, was)| is != was)?;
            Some((name.into(), is.to_string(), was.to_string()))
        })?,
    };
    let [is, was] = [is, was].map(|value| short_line(&value, TOLD));
    Some(format!("its {field} is {is}, and was {was}"))
}

/// The first field that differs, such as `parts[2].what`, and both of its values.
fn field(path: String, now: &Value, then: &Value) -> Option<(String, String, String)> {
    match (now, then) {
        _ if now == then => None,
        (Value::Object(now), Value::Object(then)) => {
            let dot = if path.is_empty() { "" } else { "." };
            let names = now.keys().chain(then.keys().filter(|name| !now.contains_key(*name)));
            let values = |name: &str| [now, then].map(|all| all.get(name).unwrap_or(&Value::Null));
            names
                .map(|name| (name, values(name)))
                .find_map(|(name, [now, then])| field(format!("{path}{dot}{name}"), now, then))
        }
        (Value::Array(now), Value::Array(then)) => {
            let values = |n: usize| [now, then].map(|all| all.get(n).unwrap_or(&Value::Null));
            (0..now.len().max(then.len())).find_map(|n| {
                let [now, then] = values(n);
                field(format!("{path}[{n}]"), now, then)
            })
        }
        _ => Some((path, now.to_string(), then.to_string())),
    }
}

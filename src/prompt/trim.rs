//! Which of the inputs are left out so that a prompt keeps its bound.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::file::Cut;

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

/// The inputs with each memory once, in the first of these lists that has it; none that only says what the other is
/// anyway. What is cut from one list may stand in a later one: this is done again after each cut.
pub fn once<'a>(inputs: &Inputs, lists: impl IntoIterator<Item = &'a Cut>) -> Inputs {
    let (mut inputs, mut seen) = (inputs.clone(), BTreeSet::new());
    let people = inputs.get("people").and_then(Value::as_array).into_iter().flatten();
    let others = inputs.get("other").into_iter().chain(people);
    let relations: Vec<String> = others.filter_map(|one| Some(one.get("relation")?.as_str()?.to_owned())).collect();
    // What may be cited by its number stays.
    let told = |memory: &Value, text: &str| {
        let bare = text.trim_end_matches('.');
        memory["n"].is_null() && !bare.is_empty() && relations.iter().any(|relation| relation.contains(bare))
    };
    // A head may name a list more than once, to cut it in turn with others.
    let mut done: Vec<&str> = Vec::new();
    for one in lists {
        if done.contains(&one.list.as_str()) {
            continue;
        }
        done.push(&one.list);
        let Some(Value::Array(list)) = inputs.get_mut(&one.list) else { continue };
        list.retain(|memory| match (memory.get("when"), memory.get("text").and_then(Value::as_str)) {
            (Some(when), Some(text)) => !told(memory, text) && seen.insert((when.to_string(), text.to_owned())),
            _ => true,
        });
    }
    inputs
}

/// Drops the least important entries, about `bytes` but at least one, from the first list that exceeds its `keep`; if
/// none does, from any list that has one to drop. Returns false if there is nothing left to drop.
pub fn cut(inputs: &mut Inputs, lists: &[Cut], bytes: usize) -> bool {
    let stays = Stays::of(inputs);
    for hard in [false, true] {
        for one in lists {
            let keep = if hard { 0 } else { one.keep };
            let Some(Value::Array(list)) = inputs.get_mut(&one.list) else { continue };
            let mut gone = 0;
            while gone < bytes.max(1) && list.len() > keep {
                let Some(at) = least(&one.list, list, &stays) else { break };
                gone += size(&list.remove(at));
            }
            if gone > 0 {
                return true;
            }
        }
    }
    false
}

/// Bonus importance of a memory that was retrieved as relevant to the question: it outlasts an important one that has
/// nothing to do with it, but a mere glance does not.
const BEARS: u64 = 4;

/// The one to leave out first, if any may be.
fn least(name: &str, list: &[Value], stays: &Stays) -> Option<usize> {
    let bears = |one: &Value| if one["bears"] == true { BEARS } else { 0 };
    let weight = |one: &Value| Some(one.get("importance")?.as_u64()? + bears(one));
    let split = list.iter().position(|one| stays.is_split(one)).filter(|_| name == "day");
    let worth = |(at, one): &(usize, &Value)| match weight(one) {
        // Of memories that weigh the same, the older of those that were lived; what was always so is not old.
        Some(weight) => (2 * weight + u64::from(one["when"] == ""), *at),
        None if ["lines", "own_lines"].contains(&name) => (0, *at),
        // Of a day, what is past before what is to come.
        None if split.is_some_and(|split| *at < split) => (0, *at),
        // What stands first is nearest, soonest or likeliest.
        None => (1, usize::MAX - at),
    };
    let free = |(_, one): &(usize, &Value)| !stays.needs(one);
    list.iter().enumerate().filter(free).min_by_key(worth).map(|(at, _)| at)
}

/// What is never left out.
struct Stays {
    /// The place of the object that is noticed.
    noticed: Option<u64>,
    /// Of a day, what is being split, by its beginning.
    split: Option<String>,
}

impl Stays {
    fn of(inputs: &Inputs) -> Self {
        let inner = |one: &str, field: &str| inputs.get(one).map_or(Value::Null, |one| one[field].clone());
        Self { noticed: inner("noticed", "object").as_u64(), split: inner("part", "from").as_str().map(str::to_owned) }
    }

    fn is_split(&self, one: &Value) -> bool {
        self.split.is_some() && one["from"].as_str() == self.split.as_deref()
    }

    /// Where the person stands, what the plan names, what is noticed, what is split.
    fn needs(&self, one: &Value) -> bool {
        let yes = |key: &str| one.get(key).and_then(Value::as_bool).unwrap_or_default();
        let objects = one.get("objects").and_then(Value::as_array);
        let seen = |object: &Value| self.noticed.is_some() && object.get("n").and_then(Value::as_u64) == self.noticed;
        yes("here") || yes("meant") || objects.is_some_and(|objects| objects.iter().any(seen)) || self.is_split(one)
    }
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

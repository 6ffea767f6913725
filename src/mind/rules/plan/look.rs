//! What others see: the state of an object in use, what it uses up, the emoji of a step.

use std::sync::LazyLock;

use crate::{
    language::{condition::ConditionKind, inflect, text::stem},
    mind::{
        question::{OfferedObject, Placed},
        rules::{data, dice::Dice},
    },
};

/// How something done at an object looks to others, but for the emoji: `step` with the -ing word first.
pub fn placed(object: &OfferedObject, step: &str, dice: &mut Dice) -> Placed {
    let (leaves, leaves_kind) = leaves(step);
    let uses = takes(object, step).min(object.stock.as_ref().map_or(0, |stock| stock.left));
    Placed { place: object.n, state: state(object, step, dice), uses, emoji: String::new(), leaves, leaves_kind }
}

/// How the object looks while the step is done at it, in one to four words.
pub fn state(object: &OfferedObject, step: &str, dice: &mut Dice) -> String {
    let stems = inflect::stems(step);
    let mut name = inflect::stems(&object.name);
    // A bed in a garden is no bed.
    let has = |what: &str| object.affordances.iter().any(|a| a == what);
    if has("garden") {
        name = inflect::stems("garden");
    }
    let rows = data::looks().section("states").iter().filter(|row| row.len() > 2).enumerate();
    let fit = rows.filter(|(_, row)| {
        let own = inflect::stems(row[0]);
        own.iter().all(|word| name.contains(word)) && (row[1] == "-" || stems.contains(&stem(row[1])))
    });
    let best = fit.min_by_key(|(i, row)| (usize::MAX - inflect::stems(row[0]).len(), row[1] == "-", *i));
    let Some((_, row)) = best else { return "in use".into() };
    let choices: Vec<&str> = row[2].split('/').map(str::trim).collect();
    let chosen = dice.pick(&choices).copied().unwrap_or("in use");
    if chosen.contains("{does}") { does(step) } else { chosen.to_owned() }
}

/// What a step does, without where: `frying eggs at the stove` gives `frying eggs`.
fn does(step: &str) -> String {
    let mut text = step.to_lowercase();
    for cut in [" at ", " on ", " in ", " from ", " for ", " and ", ",", " with "] {
        if let Some(at) = text.find(cut) {
            text.truncate(at);
        }
    }
    let text = text.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    if text.is_empty() || text.chars().count() > 40 { "in use".into() } else { text }
}

/// What stays when the step is done, and of what kind that is; mostly nothing.
pub fn leaves(step: &str) -> (String, ConditionKind) {
    let stems = inflect::stems(step);
    let rows = data::looks().section("leaves").iter().filter(|row| row.len() == 2);
    let mut fit = rows.filter(|row| inflect::stems(row[0]).iter().all(|word| stems.contains(word)));
    let state = |row: &Vec<&str>| (row[1].to_owned(), ConditionKind::named(row[1]).unwrap_or_default());
    fit.next().map(state).unwrap_or_default()
}

/// How much of what runs out there the step takes, whatever is left.
pub fn takes(object: &OfferedObject, step: &str) -> u32 {
    let Some(stock) = &object.stock else { return 0 };
    let step = inflect::stems(step);
    let lead = step.first().map_or("", String::as_str);
    if data::looks().section("puts").iter().any(|row| stem(row[0]) == lead) {
        return 0;
    }
    let what = inflect::stems(&stock.what);
    let rows = data::looks().section("uses").iter().filter(|row| row.len() > 2);
    let mut fit = rows.filter(|row| what.contains(&stem(row[0])) && step.contains(&stem(row[1])));
    fit.next().and_then(|row| row[2].parse().ok()).unwrap_or(0)
}

/// One emoji, sometimes two.
pub fn emoji(step: &str, part_of: &str, dice: &mut Dice) -> String {
    let mut rows = matches(step);
    if rows.is_empty() {
        rows = matches(part_of);
    }
    let mut choose = |choices: &&'static str| {
        let choices: Vec<&str> = choices.split_whitespace().collect();
        dice.pick(&choices).copied().unwrap_or("🙂")
    };
    let first = rows.first().map_or("🙂", &mut choose);
    let second = rows.get(1).map(choose).filter(|second| *second != first);
    match second {
        Some(second) if dice.chance(30) => format!("{first}{second}"),
        _ => first.to_owned(),
    }
}

/// The choices of emoji that the words of a text call for.
fn matches(text: &str) -> Vec<&'static str> {
    /// Stems that must all occur, and the choices that they call for.
    type Row = (Vec<Vec<String>>, &'static str);
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
        let calls = |row: &str| row.split_whitespace().map(|call| call.split('+').map(stem).collect()).collect();
        let rows = data::emoji().section("").iter().filter(|row| row.len() > 1);
        rows.map(|row| (calls(row[0]), row[1])).collect()
    });
    let stems = inflect::stems(text);
    let says = |call: &Vec<String>| call.iter().all(|word| stems.contains(word));
    ROWS.iter().filter(|(calls, _)| calls.iter().any(says)).map(|(_, choices)| *choices).collect()
}

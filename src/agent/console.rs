//! Commands that change the town: one line in, one sentence out, for people. What is typed is data and nothing else.

use bevy::prelude::*;

use super::{avatar, rows};
use crate::{
    clock::Now,
    journal::Command,
    memory::rows::Rows,
    mind::is_unseen,
    thought::Obey,
    world::{Condition, ObjectId, ObjectState, Objects, TownMap},
};

/// Longer states are cut for show.
const SHOWN: usize = 60;
/// And of longer ones no more is kept.
const KEPT: usize = 10_000;
/// So many names are suggested.
const NEAREST: usize = 3;
/// Words that put a thing back as it rests.
const REST: [&str; 5] = ["normal", "clear", "as usual", "at rest", "fine"];

/// How a command looks.
const USAGE: &str = "write set <Sector: arena: object> is STATE, or ... is normal";

/// Adds obeying.
pub fn plugin(app: &mut App) {
    app.insert_resource(Obey(obey));
}

/// Does what a line says.
///
/// # Errors
/// One sentence about what is wrong with it, and what to write instead.
pub fn obey(world: &mut World, command: &Command) -> Result<String, String> {
    let line = command.line.trim();
    if let Some(done) = avatar::obey(world, line) {
        return done;
    }
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match verb {
        "set" => set(world, rest.trim()),
        rows::COMMAND => embeddings(world, line),
        _ => Err(format!("there is no command {:?}: {USAGE}", clean(verb).0)),
    }
}

/// Not for people: the town says so itself when it begins, by the mind it was given.
fn embeddings(world: &mut World, line: &str) -> Result<String, String> {
    let on = rows::switched(line).ok_or_else(|| format!("write {} or {}", rows::switch(true), rows::switch(false)))?;
    world.resource_mut::<Rows>().switch(on);
    Ok(format!("memories are compared by {}", if on { "the rows of a server" } else { "the built-in rows" }))
}

fn set(world: &mut World, rest: &str) -> Result<String, String> {
    let parts = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
    let (address, state) = parts.ok_or_else(|| format!("there is no <address> in it: {USAGE}"))?;
    let state = state.trim();
    let state = state.strip_prefix("is ").or_else(|| state.strip_prefix("to ")).unwrap_or(state);
    let (shown, full) = clean(state.trim());
    if shown.is_empty() || shown == "is" {
        return Err(format!("it is not said how it is to be: {USAGE}"));
    }
    let (Some(map), Some(objects)) = (world.get_resource::<TownMap>(), world.get_resource::<Objects>()) else {
        return Err("there is no town yet".into());
    };
    let id = find(map, address)?;
    let (name, object, entity) = (map.address(id), map.object(id).clone(), objects.entity(id));
    let now = world.resource::<Now>().0;
    let Some(mut thing) = world.get_mut::<ObjectState>(entity) else { return Err(format!("{name} is not there")) };
    if REST.contains(&shown.to_lowercase().as_str()) || shown == object.rest {
        thing.condition = None;
        if thing.left == 0 {
            thing.refill(&object);
        }
        return Ok(format!("{name} is as it was"));
    }
    let answer = format!("{name} is {shown}");
    thing.condition = Some(Condition { what: shown, full, since: now, by: None });
    Ok(answer)
}

/// A state as it may be shown, and in full if that is longer. Control characters, line breaks and marks that turn
/// writing round are no part of it.
fn clean(state: &str) -> (String, String) {
    let plain: String = state
        .chars()
        .map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c })
        .filter(|c| !is_unseen(*c))
        .take(KEPT)
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.chars().count() <= SHOWN {
        return (plain, String::new());
    }
    let cut: String = plain.chars().take(SHOWN - 1).collect();
    // Nothing is cut between a sign and what belongs to it.
    let cut = cut.trim_end_matches(['\u{200D}', '\u{FE0F}', ' ']);
    (format!("{cut}…"), plain)
}

/// The object of an address; of the same in small letters, if there is none.
pub(super) fn find(map: &TownMap, address: &str) -> Result<ObjectId, String> {
    let plain = |text: &str| text.split(':').map(str::trim).collect::<Vec<_>>().join(": ").to_lowercase();
    let wanted = plain(address);
    let all = || (0..map.objects.len()).map(|n| ObjectId(n as u16));
    let name = |id: ObjectId| map.address(id).trim_matches(['<', '>']).to_string();
    if let Some(id) = all().find(|id| plain(&name(*id)) == wanted) {
        return Ok(id);
    }
    let mut near: Vec<(usize, ObjectId)> = all().map(|id| (apart(&plain(&name(id)), &wanted), id)).collect();
    near.sort_unstable();
    let near: Vec<String> = near.iter().take(NEAREST).map(|(_, id)| map.address(*id)).collect();
    let what = clean(address).0;
    match near.is_empty() {
        true => Err(format!("there is no object <{what}>")),
        false => Err(format!("there is no object <{what}>; the nearest are {}", near.join(", "))),
    }
}

/// How many letters must be put in, taken out or changed to make one text of the other.
fn apart(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().take(200).collect(), other.chars().take(200).collect());
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (n, a) in one.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], n + 1);
        for (m, b) in other.iter().enumerate() {
            let change = corner + usize::from(a != b);
            corner = row[m + 1];
            row[m + 1] = change.min(corner + 1).min(row[m] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_cleaned_and_cut() {
        assert_eq!(clean("burning"), ("burning".into(), String::new()));
        assert_eq!(clean(" on\tfire\n\u{202E}now\u{7} ").0, "on fire now");
        let (shown, full) = clean(&"燃".repeat(20_000));
        assert_eq!((shown.chars().count(), full.chars().count()), (SHOWN, KEPT));
        assert!(shown.ends_with('…'));
        assert_eq!(clean("<b>{{ x }}</b> 🔥").0, "<b>{{ x }}</b> 🔥");
    }

    #[test]
    fn letters_apart() {
        assert_eq!((apart("stove", "stove"), apart("stove", "stvoe"), apart("", "ab")), (0, 2, 2));
    }
}

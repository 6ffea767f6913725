//! What dealing with things looks like, read from `assets/things.toml` (the painter reads the rest of it). It is the same
//! for every town: what others see is a part of the town, so that no file of a user can change it under a save.

use std::sync::OnceLock;

use serde::Deserialize;

use super::map::Object;

#[derive(Deserialize)]
struct Things {
    actions: Vec<Action>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Action {
    does: Vec<String>,
    #[serde(default)]
    at: String,
    emoji: String,
}

fn things() -> &'static Things {
    static THINGS: OnceLock<Things> = OnceLock::new();
    let read = || toml::from_str(include_str!("../../assets/things.toml"));
    THINGS.get_or_init(|| read().unwrap_or_else(|why| panic!("assets/things.toml: {why}")))
}

/// The emoji of what somebody does at a thing; empty if there is none.
pub fn emoji(thing: &Object, deed: &str) -> &'static str {
    let called = format!("{} {}", thing.kind, thing.name).to_lowercase();
    let is_at = |word: &str| word.is_empty() || called.split_whitespace().any(|one| one.starts_with(word));
    let row = things().actions.iter().find(|row| row.does.iter().any(|one| one == deed) && is_at(&row.at));
    row.map_or("", |row| &row.emoji)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_whole() {
        assert!(things().actions.len() > 100 && things().actions.iter().all(|row| !row.does.is_empty()));
    }
}

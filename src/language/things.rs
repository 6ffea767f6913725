//! What `assets/things.toml` says of furniture besides its pictures, which the painter reads: the words that a kind brings
//! with it, and the emoji of what is done at it. It is part of the program, so that no file of a user can change what
//! others see under a save.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct Things {
    kinds: Vec<Kind>,
    actions: Vec<Action>,
}

#[derive(Deserialize)]
struct Kind {
    #[serde(default)]
    words: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Action {
    does: Vec<String>,
    #[serde(default)]
    at: String,
    emoji: String,
}

static THINGS: LazyLock<Things> = LazyLock::new(|| {
    let read = toml::from_str(include_str!("../../assets/things.toml"));
    read.unwrap_or_else(|why| panic!("assets/things.toml: {why}"))
});

/// The words that kinds bring with them: rows for the built-in mind's tables, below heads such as `[looks.states]`.
pub fn words() -> impl Iterator<Item = &'static str> {
    THINGS.kinds.iter().map(|kind| kind.words.as_str())
}

/// The emoji of what somebody does at a thing, given its kind and its name; empty if there is none.
pub fn emoji(called: &str, deed: &str) -> &'static str {
    let called = called.to_lowercase();
    let is_at = |word: &str| word.is_empty() || called.split_whitespace().any(|one| one.starts_with(word));
    let row = THINGS.actions.iter().find(|row| row.does.iter().any(|one| one == deed) && is_at(&row.at));
    row.map_or("", |row| &row.emoji)
}

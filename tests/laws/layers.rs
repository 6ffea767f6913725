//! Imports run one way. This is the order; a module may use those before it and none after.

use super::{none, source::Source};

/// The house from the ground up.
const ORDER: [&str; 22] = [
    "language", "mind", "schedule", "clock", "data", "config", "prompt", "world", "memory", "journal", "exchange",
    "agent", "save", "town", "console", "headless", "cli", "study", "view", "doctor", "lib", "main",
];
/// What draws: only the view may know it.
const DRAWING: [&str; 4] = ["bevy_egui", "bevy_ecs_tilemap", "winit", "twemoji_assets"];

/// The only function of the built-in mind that others may call: it is a mind like any other.
const ENTRY: &str = "answer";
/// Who still reads words with the rules of the built-in mind. This list only gets shorter.
const READ_WITH_RULES: [&str; 8] = [
    "src/agent/avatar/hands.rs",
    "src/agent/voices/today.rs",
    "src/agent/voices/whisper.rs",
    "src/view/drama/parting.rs",
    "src/view/drama/spoken.rs",
    "src/view/story/pick.rs",
    "src/view/story/shots.rs",
    "src/view/ticker/watch.rs",
];

/// Places where something of the built-in mind other than its entry is used.
fn rules(source: &Source) -> Vec<usize> {
    let used = |at: &usize| {
        let rest = source.bare[at + "rules".len()..].strip_prefix("::");
        rest.is_some_and(|rest| !rest.starts_with(ENTRY))
    };
    source.words("rules").into_iter().filter(used).collect()
}

/// Who is used where: (place in the text, module of ours).
fn uses(source: &Source) -> Vec<(usize, String)> {
    let module = source.module();
    let mut found = Vec::new();
    for start in ["crate", "smallville"] {
        for at in source.words(start) {
            found.extend(heads(&source.bare, at + start.len(), at));
        }
    }
    // `super` as often as the module is deep leads to the root: what follows is a module of ours.
    for at in source.words("super") {
        let before = source.bare[..at].trim_end();
        if before.ends_with("super::") {
            continue;
        }
        let (mut rest, mut up) = (&source.bare[at..], 0);
        while let Some(after) = rest.strip_prefix("super") {
            up += 1;
            rest = after.strip_prefix("::").unwrap_or(after);
        }
        if up >= module.len() {
            let from = source.bare.len() - rest.len() - 2;
            found.extend(heads(&source.bare, from, at));
        }
    }
    found
}

/// The first names after `::` at `from`, one or a group in braces.
fn heads(text: &str, from: usize, at: usize) -> Vec<(usize, String)> {
    let Some(rest) = text[from..].strip_prefix("::") else { return Vec::new() };
    let name = |rest: &str| -> String { rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(group) = rest.trim_start().strip_prefix('{') else { return vec![(at, name(rest))] };
    let (mut depth, mut fresh, mut found) = (1, true, Vec::new());
    for (n, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' => fresh |= depth == 1,
            c if fresh && c.is_alphabetic() => {
                found.push((text.len() - group.len() + n, name(&group[n..])));
                fresh = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// The laws that `source` breaks.
fn broken(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let module = source.module();
    let own = module.first().copied().unwrap_or("lib");
    let line = |at: usize| source.bare[..at].rfind('\n').map_or(0, |start| start + 1);
    let text = |at: usize| source.code[line(at)..].lines().next().unwrap_or_default().trim().to_string();
    let mut say = |at: usize, law: &str| faults.push(format!("{}: `{}`: {law}", source.place(at), text(at)));
    let Some(rank) = ORDER.iter().position(|one| *one == own) else {
        say(0, &format!("{own} has no place in the order of the house; give it one in tests/laws/layers.rs"));
        return faults;
    };
    for (at, other) in uses(source) {
        // At the root itself an item of its own, such as a macro.
        let Some(its) = ORDER.iter().position(|one| *one == other) else { continue };
        if own == "mind" && !["mind", "language"].contains(&other.as_str()) {
            say(at, "a mind knows no town: of ours, mind imports language alone (law 2)");
        } else if other == "view" && !["view", "doctor", "main", "lib"].contains(&own) {
            say(at, "the town knows no window: nobody imports view (law 1)");
        } else if its > rank {
            say(at, &format!("imports run one way: {own} comes before {other}"));
        }
    }
    if source.module().get(..2) != Some(&["mind", "rules"]) && !READ_WITH_RULES.contains(&source.path.as_str()) {
        for at in rules(source) {
            say(
                at,
                "of the built-in mind only `answer` is used elsewhere: what everybody needs of language is in language",
            );
        }
    }
    if own == "mind" {
        source.words("bevy").into_iter().for_each(|at| say(at, "a mind knows no town: no Bevy in mind (law 2)"));
    }
    if own != "view" {
        for at in DRAWING.iter().flat_map(|name| source.words(name)) {
            say(at, "the town knows no window: what draws is used in view alone (law 1)");
        }
    }
    faults
}

#[test]
fn imports_run_one_way() {
    let sources = Source::all();
    assert!(sources.len() > 80, "only {} files of source were found", sources.len());
    let count: usize = sources.iter().map(|source| uses(source).len()).sum();
    assert!(count > 100, "only {count} imports were found");
    none(&sources.iter().flat_map(broken).collect::<Vec<_>>());
}

#[test]
fn a_line_that_breaks_a_law_is_caught() {
    let bad = [
        ("src/mind/a.rs", "use crate::world::Tile;", "law 2"),
        ("src/mind/a.rs", "use bevy::prelude::*;", "law 2"),
        ("src/mind/rules/a.rs", "use super::super::super::agent::Persona;", "law 2"),
        ("src/agent/a.rs", "use crate::{\n    clock::Now,\n    view::{hud, keys},\n};", "src/agent/a.rs:3"),
        ("src/headless.rs", "fn f() { crate::view::play::play() }", "law 1"),
        ("src/clock/mod.rs", "use super::agent;", "clock comes before agent"),
        ("src/world/map/x.rs", "use super::super::super::agent::Persona;", "world comes before agent"),
        ("src/journal/mod.rs", "use crate::{mind::{Ask, Reply}, exchange::Door};", "journal comes before exchange"),
        ("src/town.rs", "use winit::event::Event;", "law 1"),
        ("src/view/a.rs", "use crate::mind::rules::beliefs::Beliefs;", "only `answer`"),
        ("src/study/a.rs", "use crate::mind::{\n    rules::{beliefs, frame},\n};", "only `answer`"),
        ("src/new/mod.rs", "", "no place in the order"),
    ];
    for (path, text, law) in bad {
        let faults = broken(&Source::new(path, text));
        assert_eq!(faults.len(), 1, "{path}: {text}: {faults:?}");
        assert!(faults[0].contains(law), "{}", faults[0]);
    }
    let good = [
        ("src/agent/plan/ask.rs", "use super::super::known::Seen;\nuse crate::{clock::Now, mind::question::Wish};"),
        ("src/clock/dice.rs", "use super::AgentId; // crate::agent\n#[cfg(test)]\nmod tests { use crate::agent; }"),
        ("src/agent/mod.rs", "//! [`crate::view`]\npub(super) fn f() {}\nfn g() { super::clock::hash_of(&1); }"),
        ("src/main.rs", "use smallville::{cli::Cli, view::play};"),
    ];
    for (path, text) in good {
        none(&broken(&Source::new(path, text)));
    }
}

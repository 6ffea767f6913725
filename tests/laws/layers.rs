//! Imports run one way. This is the order; a module may use those before it and none after.

use std::collections::{BTreeMap, BTreeSet};

use super::{none, source::Source};

/// The house from the ground up.
const ORDER: [&str; 26] = [
    "language",
    "terminal",
    "mind",
    "schedule",
    "clock",
    "data",
    "config",
    "prompt",
    "world",
    "drawing",
    "memory",
    "command",
    "journal",
    "exchange",
    "agent",
    "chronicle",
    "save",
    "town",
    "console",
    "cli",
    "headless",
    "study",
    "view",
    "doctor",
    "lib",
    "main",
];
/// What draws: only the view may know it.
const DRAWING: [&str; 4] = ["bevy_egui", "bevy_ecs_tilemap", "winit", "twemoji_assets"];

/// The only function of the built-in mind that others may call: it is a mind like any other.
const ENTRY: &str = "answer";

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
            found.extend(heads(&source.bare, at + start.len()));
        }
    }
    // `super` as often as the module is deep leads to the root: what follows is a module of ours.
    found.extend(parents(source).into_iter().filter(|(up, _)| *up >= module.len()).flat_map(|(_, names)| names));
    found
}

/// What follows each `super::super::…`, and how often `super` stands there.
fn parents(source: &Source) -> Vec<(usize, Vec<(usize, String)>)> {
    let first = |at: &usize| !source.bare[..*at].trim_end().ends_with("super::");
    let after = |at: usize| {
        let (mut rest, mut up) = (&source.bare[at..], 0);
        while let Some(after) = rest.strip_prefix("super") {
            up += 1;
            rest = after.strip_prefix("::").unwrap_or(after);
        }
        (up, heads(&source.bare, source.bare.len() - rest.len() - 2))
    };
    source.words("super").into_iter().filter(first).map(after).collect()
}

/// The first names after `::` at `from`, one or a group in braces, and where they stand.
fn heads(text: &str, from: usize) -> Vec<(usize, String)> {
    let Some(rest) = text[from..].strip_prefix("::") else { return Vec::new() };
    let name = |rest: &str| -> String { rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(group) = rest.trim_start().strip_prefix('{') else { return vec![(from + 2, name(rest))] };
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
    if source.module().get(..2) != Some(&["mind", "rules"]) {
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

/// Parts of an agent's life that meet in their components.
const FACULTIES: [&str; 8] =
    ["perception", "plan", "reaction", "dialogue", "reflection", "movement", "avatar", "voices"];

/// What a file of a folder of `src/` takes from which of its neighbours there.
fn neighbours(source: &Source, folder: &str) -> Vec<(usize, String)> {
    let module = source.module();
    let [first, own, ..] = module[..] else { return Vec::new() };
    if first != folder {
        return Vec::new();
    }
    let inner = |at: usize| heads(&source.bare, at + folder.len());
    let from_root = uses(source).into_iter().filter(|(_, name)| name == folder).flat_map(|(at, _)| inner(at));
    let near = parents(source).into_iter().filter(|(up, _)| up + 1 == module.len()).flat_map(|(_, names)| names);
    from_root.chain(near).filter(|(_, name)| *name != own && !["self", ""].contains(&name.as_str())).collect()
}

/// The neighbours that lead from one back to itself, if any do.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let leads_to = |from: &String| {
        let (mut seen, mut ahead) = (BTreeSet::new(), vec![from]);
        while let Some(one) = ahead.pop() {
            ahead.extend(graph.get(one).into_iter().flatten().filter(|next| seen.insert((*next).clone())));
        }
        seen
    };
    let on: Vec<String> = graph.keys().filter(|one| leads_to(one).contains(*one)).cloned().collect();
    (!on.is_empty()).then_some(on)
}

#[test]
fn the_parts_of_an_agent_form_no_circle() {
    let sources = Source::all();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut faults = Vec::new();
    for source in &sources {
        for (at, other) in neighbours(source, "agent") {
            let own = source.module()[1].to_string();
            if other.starts_with(char::is_uppercase) {
                faults.push(format!("{}: inside agent, {other} is imported from its own file", source.place(at)));
            } else if own == "components" {
                faults.push(format!("{}: components come before {other}", source.place(at)));
            }
            graph.entry(own).or_default().insert(other);
        }
    }
    none(&faults);
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 60, "too few imports were found: {graph:?}");
    assert_eq!(circle(&graph), None, "these import each other, round about: {graph:?}");
    let each_other: BTreeSet<(&str, &str)> = graph
        .iter()
        .flat_map(|(own, others)| others.iter().map(|other| (own.as_str(), other.as_str())))
        .filter(|(own, other)| FACULTIES.contains(own) && FACULTIES.contains(other))
        .collect();
    assert!(each_other.is_empty(), "parts of an agent meet in src/agent/components: {each_other:?}");
}

/// What of the window still leads back to something that stands above it. This list only gets shorter.
const STILL_BACK: [(&str, &str); 14] = [
    // Who the player is, and where their step leads, is kept with what they do.
    ("people", "avatar"),
    ("overlays", "avatar"),
    ("camera", "avatar"),
    // The table of panels has their keys.
    ("keys", "panels"),
    ("overlays", "panels"),
    // The story has the camera.
    ("camera", "story"),
    // What panels open: other panels, boxes, hints.
    ("panels", "hints"),
    ("panels", "dock"),
    ("panels", "bubbles"),
    ("panels", "marks"),
    ("panels", "avatar"),
    ("panels", "console"),
    ("avatar", "console"),
    // Before a save is opened it is asked.
    ("title", "autosave"),
];

/// The files and folders right below a folder of `src/`, and which of their neighbours each imports from.
fn parts(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let sources = Source::all();
    let own = |source: &Source| match source.module()[..] {
        [first, own, ..] if first == folder => Some(own.to_string()),
        _ => None,
    };
    let mut graph: BTreeMap<String, BTreeSet<String>> =
        sources.iter().filter_map(own).map(|one| (one, BTreeSet::new())).collect();
    let parts: BTreeSet<String> = graph.keys().cloned().collect();
    for source in &sources {
        let others =
            neighbours(source, folder).into_iter().map(|(_, other)| other).filter(|other| parts.contains(other));
        if let Some(all) = own(source).and_then(|own| graph.get_mut(&own)) {
            all.extend(others);
        }
    }
    graph
}

#[test]
fn the_parts_of_a_mind_form_no_circle() {
    let graph = parts("mind");
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 5, "too few imports were found: {graph:?}");
    assert_eq!(circle(&graph), None, "these import each other, round about: {graph:?}");
}

#[test]
fn the_parts_of_the_window_form_no_other_circle() {
    let mut graph = parts("view");
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 200, "too few imports were found: {graph:?}");
    for (own, other) in STILL_BACK {
        let there = graph.get_mut(own).is_some_and(|others| others.remove(other));
        assert!(there, "{own} imports {other} no more: take it off the list");
    }
    assert_eq!(circle(&graph), None, "these import each other, round about: {graph:?}");
}

#[test]
fn a_circle_is_found() {
    let graph = |text: &str| {
        let source = Source::new("src/agent/plan/ask.rs", text);
        neighbours(&source, "agent").into_iter().map(|(_, name)| name).collect::<Vec<_>>()
    };
    assert_eq!(graph("use super::{Plan, answer};\nuse super::super::recall;"), ["recall"]);
    assert_eq!(graph("use crate::{agent::{cast, dialogue::Talk, plan::Day}, clock::Now};"), ["cast", "dialogue"]);
    assert_eq!(graph("fn f() { crate::agent::voices::hear() } // crate::agent::avatar"), ["voices"]);
    let edges = |all: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in all {
            graph.entry((*from).into()).or_default().insert((*to).into());
        }
        graph
    };
    assert_eq!(circle(&edges(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    assert_eq!(circle(&edges(&[("a", "b"), ("b", "c"), ("c", "b")])), Some(vec!["b".to_string(), "c".to_string()]));
}

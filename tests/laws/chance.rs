//! No other source of chance: no wall clock, no order of a hash map, no global dice or counter (law 4).

use super::{none, source::Source};

/// Where the town lives: what these do must come out the same everywhere.
const SIMULATION: [&str; 10] =
    ["world", "memory", "journal", "exchange", "agent", "clock", "schedule", "prompt", "mind/rules", "language"];
/// The driver decides when ticks run, by a wall clock, and never what they do. The cache looks values up by key and never
/// goes through them.
const EXCEPT: [&str; 2] = ["src/clock/driver.rs", "src/language/cache.rs"];
/// What must not be used, and why.
const BANNED: [(&str, &str); 17] = [
    ("Instant", "no wall clock"),
    ("SystemTime", "no wall clock"),
    ("Zoned", "no wall clock"),
    ("Timestamp", "no wall clock"),
    ("Real", "no wall clock"),
    ("HashMap", "no order of a hash map: take a BTreeMap or a Vec"),
    ("HashSet", "no order of a hash set: take a BTreeSet or a Vec"),
    ("EntityHashMap", "no order of a hash map: take a BTreeMap or a Vec"),
    ("EntityHashSet", "no order of a hash set: take a BTreeSet or a Vec"),
    ("RandomState", "no chance from a hasher"),
    ("thread_rng", "no global dice: ask Seed::dice"),
    ("ThreadRng", "no global dice: ask Seed::dice"),
    ("from_os_rng", "no global dice: ask Seed::dice"),
    ("SysRng", "no global dice: ask Seed::dice"),
    ("AtomicU32", "no global counter"),
    ("AtomicU64", "no global counter"),
    ("AtomicUsize", "no global counter"),
];
/// The same for paths, of which the last word alone would mean too much.
const BANNED_PATHS: [&str; 3] = ["rand::rng", "rand::random(", "rand::random::"];

fn broken(source: &Source) -> Vec<String> {
    let inside = |folder: &&str| {
        source
            .module()
            .join("/")
            .split_once(*folder)
            .is_some_and(|(before, after)| before.is_empty() && (after.is_empty() || after.starts_with('/')))
    };
    if !SIMULATION.iter().any(inside) || EXCEPT.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (word, law) in BANNED {
        for at in source.words(word) {
            faults.push(format!("{}: {word} in the simulation: {law} (law 4)", source.place(at)));
        }
    }
    for path in BANNED_PATHS {
        for (at, _) in source.bare.match_indices(path) {
            faults.push(format!(
                "{}: {path} in the simulation: no global dice: ask Seed::dice (law 4)",
                source.place(at)
            ));
        }
    }
    faults
}

#[test]
fn there_is_no_other_source_of_chance() {
    none(&Source::all().iter().flat_map(broken).collect::<Vec<_>>());
}

#[test]
fn another_source_of_chance_is_caught() {
    let caught = |path: &str, text: &str| broken(&Source::new(path, text)).len();
    assert_eq!(caught("src/agent/a.rs", "use std::{collections::HashMap, time::Instant};"), 2);
    assert_eq!(caught("src/world/map/a.rs", "static N: AtomicU64 = AtomicU64::new(0);"), 2);
    assert_eq!(caught("src/mind/rules/a.rs", "let mut dice = rand::rng();"), 1);
    assert_eq!(caught("src/memory/mod.rs", "let now = std::time::SystemTime::now();"), 1);
    assert_eq!(caught("src/clock/driver.rs", "use std::time::Instant;"), 0, "the driver may look");
    assert_eq!(caught("src/view/light.rs", "use std::time::Instant;"), 0, "and so may the window");
    assert_eq!(caught("src/agent/a.rs", "// HashMap\nlet s = \"Instant\"; let instantly = 1;"), 0);
}

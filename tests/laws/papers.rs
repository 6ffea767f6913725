//! What the docs name exists, files stay small, and no scenario is written into the program.

use std::collections::BTreeSet;

use smallville::{agent::Scenario, data::Data, world::TownMap};

use super::{files, none, root, scenarios, source::Source};

/// More lines than this are more than one concern.
const LONGEST: usize = 400;
/// Names in paths that stand for something else.
const STANDS_FOR: [char; 7] = ['<', '>', '*', '{', '}', '…', '$'];

/// What in a page looks like a path in the repository: (line, path).
fn paths(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let quoted = line.split('`').skip(1).step_by(2);
        let linked = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for word in quoted.chain(linked) {
            let word = word.split('#').next().unwrap_or_default().trim_end_matches(':');
            let path = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c) || STANDS_FOR.contains(&c));
            let top = word.split('/').next().unwrap_or_default();
            let ours = ["src", "tests", "benches", "assets", "maps", "prompts", "docs", ".ci"].contains(&top);
            let file = word.ends_with(".md") || word.ends_with(".rs") || word == "Cargo.toml";
            let slashed = word.contains('/') && !word.starts_with('/') && !word.contains("//");
            if path && (slashed && (ours || top == "..") || file) {
                found.push((n + 1, word.to_string()));
            }
        }
    }
    found
}

/// Is there such a path, from the repository's folder or from `src/`? Of one with a stand-in, what comes before it.
fn exists(path: &str) -> bool {
    let fixed = match path.find(STANDS_FOR) {
        Some(at) => path[..at].rsplit_once('/').map_or("", |(before, _)| before),
        None => path,
    };
    fixed.is_empty() || root().join(fixed).exists() || root().join("src").join(fixed).exists()
}

#[test]
fn every_path_that_the_docs_name_exists() {
    let mut faults = Vec::new();
    let pages = ["ARCHITECTURE.md", "README.md", "CHANGELOG.md", "maps/README.md", "assets/painter/README.md"];
    for page in pages.iter().map(|page| root().join(page)).chain(files(&root().join("docs"), &["md"])) {
        let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        let near = page.parent().expect("a folder");
        for (line, path) in paths(&text) {
            if !exists(&path) && !exists(&near.join(&path).display().to_string()) {
                faults.push(format!("{}:{line}: there is no {path}", page.display()));
            }
        }
    }
    none(&faults);
}

#[test]
fn a_path_that_is_not_there_is_caught() {
    let text = "see `src/nowhere.rs` and `agent/plan/mod.rs`, [there](docs/none.md), `--hours 2`, `assets/scenarios/<id>/cast/`";
    let named: Vec<String> = paths(text).into_iter().map(|(_, path)| path).collect();
    assert_eq!(named, ["src/nowhere.rs", "agent/plan/mod.rs", "assets/scenarios/<id>/cast/", "docs/none.md"]);
    assert_eq!(named.iter().map(|path| exists(path)).collect::<Vec<_>>(), [false, true, true, false]);
}

#[test]
fn files_stay_small() {
    let mut faults = Vec::new();
    for file in
        files(&root().join("src"), &["rs"]).into_iter().chain(files(&root().join("assets/painter/src"), &["rs"]))
    {
        let lines = std::fs::read_to_string(&file).expect("a text").lines().count();
        if lines > LONGEST {
            let file = file.strip_prefix(root()).expect("a file of ours");
            faults.push(format!("{}: {lines} lines; more than {LONGEST} are more than one concern", file.display()));
        }
    }
    none(&faults);
}

/// The names of all people and of all sectors of every scenario.
fn names() -> [BTreeSet<String>; 2] {
    let data = Data::only(root());
    let [mut people, mut sectors] = [BTreeSet::new(), BTreeSet::new()];
    for id in scenarios() {
        let scenario = Scenario::open(&id, &data).expect("a good scenario");
        let map = TownMap::read(&scenario.map, &data).expect("a good map");
        people.extend(scenario.people.iter().map(|one| one.persona.name.clone()));
        sectors.extend(map.sectors.iter().map(|sector| sector.name.clone()));
    }
    [people, sectors]
}

#[test]
fn no_scenario_is_written_into_the_program() {
    let [people, sectors] = names();
    assert!(people.len() >= 25 && sectors.len() >= 20, "{people:?} {sectors:?}");
    // Of people's names each word too, unless it is a word like any other.
    let words = people.iter().flat_map(|name| name.split(' ')).filter(|word| *word != "Park").map(str::to_string);
    let names: BTreeSet<String> = words.chain(people.iter().cloned()).chain(sectors).collect();
    let mut faults = Vec::new();
    let mut look = |place: &dyn Fn(usize) -> String, text: &str| {
        for name in &names {
            for (at, _) in text.match_indices(name.as_str()) {
                let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
                if !letter(text[..at].chars().next_back()) && !letter(text[at + name.len()..].chars().next()) {
                    faults.push(format!("{}: {name:?} is a name of a scenario", place(at)));
                }
            }
        }
    };
    for source in Source::all() {
        look(&|at| source.place(at), &source.code);
    }
    for file in files(&root().join("src"), &["txt"]) {
        let text = std::fs::read_to_string(&file).expect("a text");
        let inner = file.strip_prefix(root()).expect("a file of ours").display();
        look(&|at| format!("{inner}:{}", text[..at].matches('\n').count() + 1), &text);
    }
    none(&faults);
}

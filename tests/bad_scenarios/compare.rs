//! Faults of comparisons: what changes nothing, or could not be told afterwards.

use super::town::{SCENARIO, Town, has, list};

const COMPARE: &str = r#"
[[compare]]
id = "quiet"
talk = 0.5
measure = "reach"
goes = "down"
"#;

fn with(old: &str, new: &str) -> Town {
    let town = Town::new();
    let text = format!("{SCENARIO}{COMPARE}");
    assert!(text.contains(old), "{old:?} is not there");
    town.write("small/scenario.toml", text.replacen(old, new, 1));
    town
}

#[test]
fn every_fault_of_a_comparison_is_told() {
    assert_eq!(with("quiet", "quiet").faults(), []);
    let cases: [(&str, &str, usize, &str); 11] = [
        ("talk = 0.5", "", 9, "changes nothing"),
        ("talk = 0.5", "talk = 1.5", 9, "invalid share of talk"),
        ("goes = \"down\"", "", 9, "exactly one of goes, to and over"),
        ("goes = \"down\"", "goes = \"down\"\nto = 1.0", 9, "exactly one of goes, to and over"),
        ("goes = \"down\"", "goes = \"down\"\nseeds = 8.0", 9, "invalid share of seeds"),
        ("goes = \"down\"", "goes = \"down\"\nnews = \"fox\"", 9, "news that does not exist"),
        ("measure = \"reach\"", "measure = \"behind\"", 9, "only one of absent and a measure"),
        ("talk = 0.5", "absent = \"carrier\"", 9, "only one of absent and a measure"),
        ("goes = \"down\"", "goes = \"sideways\"", 12, "sideways"),
        ("measure = \"reach\"", "measure = \"bliss\"", 11, "bliss"),
        ("talk = 0.5", "without = [\"sleep\"]", 10, "sleep"),
    ];
    for (old, new, line, what) in cases {
        let faults = with(old, new).faults();
        assert!(has(&faults, "small/scenario.toml", line, what), "{new}: line {line}: {what} in {}", list(&faults));
    }
    let town = Town::new();
    town.write("small/scenario.toml", format!("{SCENARIO}{COMPARE}{COMPARE}"));
    assert!(has(&town.faults(), "small/scenario.toml", 9, "is defined twice"), "{}", list(&town.faults()));
}

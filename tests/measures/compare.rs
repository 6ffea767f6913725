//! What a study compares is named in the scenario, and seed by seed the same.

use std::{path::Path, process::Command};

use serde_json::Value;
use smallville::{agent::Scenario, data::Data};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn study(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
    let output = command.args(["study", "--experiments", "--data", ROOT]).args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_scenario_names_what_is_compared_beforehand() {
    let data = Data::only(Path::new(ROOT));
    let ids = |id: &str| {
        let scenario = Scenario::open(id, &data).unwrap_or_else(|faults| panic!("{faults:?}"));
        scenario.compare.into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    let all = ids("the_ville");
    assert!(all.len() >= 6, "{all:?}");
    let some = ids("three_friends");
    assert!(!some.is_empty() && some.len() < all.len(), "what is about news that is not there is left out: {some:?}");
}

#[test]
fn each_seed_is_a_pair() {
    let only = ["--scenario", "three_friends", "--hours", "0.2", "--seeds", "3..4", "--only", "half the talk"];
    let (code, out, err) = study(&[&only[..], &["--json", "--jobs", "2"]].concat());
    assert_eq!((code, err.as_str()), (Some(1), ""), "nobody has talked yet, so nothing goes any way");
    let all: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((all["seeds"].clone(), all["pass"].clone()), (serde_json::json!([3, 4]), Value::Bool(false)));
    let one = &all["comparisons"][0];
    assert_eq!(
        (one["id"].as_str(), one["right"].as_u64(), one["needed"].as_u64()),
        (Some("half the talk"), Some(0), Some(2))
    );
    let pairs = one["pairs"].as_array().expect("pairs");
    assert!(pairs.len() == 2 && pairs.iter().all(|pair| pair["as_it_is"] == pair["changed"]), "{out}");
    let (again, text, _) = study(&only);
    assert!(again == Some(1) && text.contains("0 of 2 as named, 2 needed"), "{text}");
}

#[test]
fn what_is_not_named_is_refused() {
    let (code, out, err) = study(&["--only", "the moon"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(
        err.starts_with("smallville: ") && err.contains("no comparison \"the moon\"") && err.contains("half the talk")
    );
}

//! Scenarios made by strangers: whatever stands in them, every fault is named with file and line, and nothing panics.

#[path = "../bad_maps/small.rs"]
#[allow(dead_code, reason = "another test breaks the map; here it is the ground to stand on")]
mod small;

mod compare;
mod files;
mod news;
mod odd;
mod people;
mod town;

use assert_cmd::Command;
use town::{SCENARIO, Town, has, list, person};

#[test]
fn the_small_town_has_no_fault() {
    let town = Town::new();
    assert_eq!(town.faults(), [], "{}", list(&town.faults()));
}

#[test]
fn every_fault_of_every_file_is_told_at_once() {
    let town = Town::new();
    town.scenario("tick_seconds = 10", "tick_seconds = 7");
    town.ada("age = 34", "age = 340");
    town.ada("home = \"Ada's house\"", "home = \"Nowhere\"");
    town.write("small/cast/bo.toml", person("Bo Two").replace("voice", "voize"));
    town.write("small/cast/cy.toml", person("Cy Three").replace("wake = \"07:00\"", "wake = \"25:00\""));
    let faults = town.faults();
    let wanted = [
        ("small/scenario.toml", 6, "tick_seconds cannot be 7"),
        ("cast/ada.toml", 2, "age 340 is not"),
        ("cast/ada.toml", 10, "there is no sector \"Nowhere\""),
        ("cast/bo.toml", 8, "voize"),
        ("cast/cy.toml", 12, "25:00"),
    ];
    for (file, line, what) in wanted {
        assert!(has(&faults, file, line, what), "{file}, line {line}: {what} is missing in {}", list(&faults));
    }
    // Also when the first file is past reading.
    town.write("small/scenario.toml", "name = ");
    let faults = town.faults();
    assert!(has(&faults, "small/scenario.toml", 1, ""), "{}", list(&faults));
    assert!(has(&faults, "cast/bo.toml", 8, "voize") && has(&faults, "cast/cy.toml", 12, "25:00"), "{}", list(&faults));
}

#[test]
fn a_check_prints_each_fault_on_a_line_and_fails() {
    let town = Town::new();
    let check = |what: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        let output = command.arg("check").arg(what).arg("--data").arg(town.root()).output().expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let folder = town.at("small").display().to_string();
    for what in ["small", &folder] {
        let (code, out, err) = check(what);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains("no fault"));
    }
    town.ada("age = 34", "age = 340");
    town.ada("pronouns = \"she\"", "pronouns = \"we\"");
    for what in ["small", &folder] {
        let (code, out, err) = check(what);
        assert_eq!((code, out.lines().count()), (Some(1), 2), "{out}{err}");
        assert!(out.contains("ada.toml, line 2: ") && out.contains("ada.toml, line 3: "), "{out}");
        assert_eq!(err, "smallville: 2 faults\n");
    }
    town.write("small/scenario.toml", SCENARIO.replace("map = \"small\"", "map = \"../small\""));
    let (code, out, err) = check(&folder);
    assert!(code == Some(1) && out.contains("scenario.toml, line 3: ") && !err.contains("panicked"), "{out}{err}");
}

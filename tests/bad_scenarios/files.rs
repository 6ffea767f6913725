//! The files themselves: form, size, links, and what a scenario may reach.

use super::town::{SCENARIO, Town, has, list, person};

#[test]
fn what_is_not_toml() {
    for (text, line) in [("name = \"Small\"\nabout = \n", 2), ("", 1), ("\n\n]", 3), ("name = \"a\nb\"", 2)] {
        let town = Town::new();
        town.write("small/scenario.toml", text);
        town.one("small/scenario.toml", line, "");
        let town = Town::new();
        town.write("small/cast/ada.toml", text);
        assert!(has(&town.faults(), "cast/ada.toml", line, ""), "{}", list(&town.faults()));
    }
}

#[test]
fn unknown_keys_and_wrong_types() {
    let scenario = [
        ("seed = 1", "sead = 1", 5, "sead"),
        ("seed = 1", "seed = \"one\"", 5, "string"),
        ("seed = 1", "seed = -1", 5, "-1"),
        ("seed = 1", "seed = 1\nurl = \"https://example.com\"", 6, "url"),
        ("seed = 1", "seed = 1\nseed = 2", 6, "duplicate"),
        ("tick_seconds = 10", "tick_seconds = 10.5", 6, "floating point"),
        ("map = \"small\"", "map = [\"small\"]", 3, ""),
    ];
    for (old, new, line, what) in scenario {
        let town = Town::new();
        town.scenario(old, new);
        town.one("small/scenario.toml", line, what);
    }
    let ada = [
        ("voice", "voize", 8, "voize"),
        ("age = 34", "age = \"old\"", 2, "string"),
        ("age = 34", "age = -3", 2, "-3"),
        ("wake = \"07:00\"", "wake = \"25:00\"", 12, "25:00"),
        ("wake = \"07:00\"", "wake = \"7 o'clock\"", 12, "7 o'clock"),
        ("wake = \"07:00\"", "wake = 7", 12, ""),
        ("often = 60", "ofter = 60", 29, "ofter"),
        ("importance = 3", "importance = 300", 41, "300"),
        ("[work]", "[werk]", 16, "werk"),
        ("name = \"Ada One\"", "", 1, "name"),
    ];
    for (old, new, line, what) in ada {
        let town = Town::new();
        town.ada(old, new);
        town.one("cast/ada.toml", line, what);
    }
}

#[test]
fn texts_that_are_none() {
    for (bytes, line, what) in [
        (b"name = \"Ad\xff\xfe\"".as_slice(), 1, "UTF-8"),
        (b"\n\nname = \"Ada\x00One\"\n", 3, ""),
        (b"# \x00\n", 1, ""),
        (b"\"\\u001b[2J\" = 1\n", 1, "unknown field"),
    ] {
        let town = Town::new();
        town.write("small/cast/ada.toml", bytes);
        town.one("cast/ada.toml", line, what);
    }
    let town = Town::new();
    town.write("small/cast/ada.toml", format!("{} = 1\n", "x".repeat(100_000)));
    town.one("cast/ada.toml", 1, "unknown field");
}

#[test]
fn files_too_large_or_too_deep() {
    let town = Town::new();
    town.write("small/cast/ada.toml", format!("{}\n# {}", person("Ada One"), "x".repeat(10_000_000)));
    town.one("cast/ada.toml", 0, "bytes");
    let town = Town::new();
    town.write("small/scenario.toml", format!("{SCENARIO}# {}", "x".repeat(10_000_000)));
    town.one("small/scenario.toml", 0, "bytes");
    let deep = 100_000;
    for text in [
        format!("name = {}{}", "[".repeat(deep), "]".repeat(deep)),
        format!("name = {}", "{a=".repeat(deep / 2)),
        format!("{}a = 1", "a.".repeat(deep)),
        format!("[{}a]", "a.".repeat(deep)),
    ] {
        let town = Town::new();
        town.write("small/cast/ada.toml", &text);
        assert_eq!(town.faults().len(), 1, "{}", list(&town.faults()));
    }
}

#[test]
fn a_folder_where_a_file_should_be() {
    let town = Town::new();
    std::fs::create_dir(town.at("small/cast/bo.toml")).expect("a folder");
    town.one("cast/bo.toml", 0, "not a file");
}

#[cfg(unix)]
#[test]
fn a_map_that_is_a_link_leads_nowhere_else() {
    let (town, other) = (Town::new(), tempfile::tempdir().expect("a folder"));
    town.scenario("map = \"small\"\n", "");
    std::fs::write(other.path().join("key"), "KEY=secret").expect("written");
    std::os::unix::fs::symlink(other.path().join("key"), town.at("small/map.tmx")).expect("linked");
    town.one("map.tmx", 0, "leads out of");
}

#[test]
fn scenarios_that_extend_each_other() {
    let town = Town::new();
    let extends = |other: &str| format!("name = \"More\"\nextends = \"{other}\"\n");
    town.write("a/scenario.toml", extends("b"));
    town.write("b/scenario.toml", extends("c"));
    town.write("c/scenario.toml", extends("a"));
    town.write("own/scenario.toml", extends("own"));
    for which in ["a", "b", "c", "own"] {
        let faults = town.faults_of(which);
        assert!(faults.len() == 1 && faults[0].what.contains("extends itself"), "{}", list(&faults));
    }
    // A row of them that leads to a good one: only so many are followed.
    for n in 1..=40 {
        let other = if n == 1 { "small".to_owned() } else { format!("row{}", n - 1) };
        town.write(&format!("row{n}/scenario.toml"), extends(&other));
    }
    assert_eq!(town.faults_of("row10"), []);
    let faults = town.faults_of("row40");
    assert!(faults.len() == 1 && faults[0].what.contains("more than 16 scenarios"), "{}", list(&faults));
    town.write("lost/scenario.toml", extends("nowhere"));
    assert!(has(&town.faults_of("lost"), "lost/scenario.toml", 2, "\"nowhere\""));
    town.write("out/scenario.toml", extends("../small"));
    assert!(has(&town.faults_of("out"), "out/scenario.toml", 2, "\"../small\""));
    town.write("more/scenario.toml", extends("small"));
    assert_eq!(town.faults_of("more"), []);
    town.write("some/scenario.toml", format!("{}people = [\"Ada One\", \"Nobody\"]\n", extends("small")));
    assert!(has(&town.faults_of("some"), "some/scenario.toml", 3, "\"Nobody\""));
    town.write("none/scenario.toml", format!("{}people = []\n", extends("small")));
    assert!(
        has(&town.faults_of("none"), "none/scenario.toml", 3, "list of people is empty"),
        "{}",
        list(&town.faults_of("none"))
    );
}

#[test]
fn a_map_is_named_by_its_id() {
    for (map, what) in [
        ("../small", "not a valid map id"),
        ("/etc/passwd", "not a valid map id"),
        ("small.tmx", "not a valid map id"),
        ("big", "no map \"big\""),
    ] {
        let town = Town::new();
        town.scenario("map = \"small\"", &format!("map = \"{map}\""));
        town.one("small/scenario.toml", 3, what);
    }
    let town = Town::new();
    town.scenario("map = \"small\"\n", "");
    town.one("small/scenario.toml", 0, "has no map");
}

#[test]
fn when_it_starts_and_how_long_a_tick_is() {
    for start in ["soon", "2023-02-30T06:30", "06:30", "2023-02-13T25:00", ""] {
        let town = Town::new();
        town.scenario("2023-02-13T06:30", start);
        town.one("small/scenario.toml", 4, "date");
    }
    for seconds in ["0", "7", "61", "3600"] {
        let town = Town::new();
        town.scenario("tick_seconds = 10", &format!("tick_seconds = {seconds}"));
        town.one("small/scenario.toml", 6, "tick_seconds cannot be");
    }
    let town = Town::new();
    town.scenario("name = \"Small\"", "name = \" \"");
    town.one("small/scenario.toml", 1, "name");
}

#[test]
fn nobody_and_too_many() {
    let town = Town::new();
    std::fs::remove_file(town.at("small/cast/ada.toml")).expect("a file");
    town.one("small/cast", 0, "no people");
    std::fs::remove_dir(town.at("small/cast")).expect("a folder");
    town.one("small/cast", 0, "no people");
    let town = Town::new();
    for n in 0..1000 {
        town.write(&format!("small/cast/p{n}.toml"), person(&format!("P{n} Q")));
    }
    let faults = town.faults();
    assert!(has(&faults, "small/scenario.toml", 0, "the maximum is 1000"), "{}", list(&faults[..faults.len().min(5)]));
}

#[cfg(unix)]
#[test]
fn links_that_lead_out() {
    use std::os::unix::fs::symlink;

    let town = Town::new();
    let outside = tempfile::tempdir().expect("a folder");
    std::fs::write(outside.path().join("bo.toml"), person("Bo Two")).expect("a file");
    symlink(outside.path().join("bo.toml"), town.at("small/cast/bo.toml")).expect("a link");
    town.one("cast/bo.toml", 0, "leads out");
    let town = Town::new();
    symlink(outside.path().join("gone.toml"), town.at("small/cast/bo.toml")).expect("a link");
    town.one("cast/bo.toml", 0, "cannot be read");
    let town = Town::new();
    symlink("/dev/zero", town.at("small/cast/bo.toml")).expect("a link");
    town.one("cast/bo.toml", 0, "leads out");
    let town = Town::new();
    std::fs::remove_dir_all(town.at("small/cast")).expect("a folder");
    symlink(outside.path(), town.at("small/cast")).expect("a link");
    town.one("cast/bo.toml", 0, "leads out");
    let town = Town::new();
    std::fs::write(outside.path().join("scenario.toml"), SCENARIO).expect("a file");
    std::fs::remove_file(town.at("small/scenario.toml")).expect("a file");
    symlink(outside.path().join("scenario.toml"), town.at("small/scenario.toml")).expect("a link");
    town.one("small/scenario.toml", 0, "leads out");
    // A map of its own that is a link to elsewhere.
    let town = Town::new();
    town.scenario("map = \"small\"\n", "");
    std::fs::copy(town.root().join("maps/small.tmx"), outside.path().join("map.tmx")).expect("a file");
    symlink(outside.path().join("map.tmx"), town.at("small/map.tmx")).expect("a link");
    assert!(!town.faults().is_empty(), "the map is read from elsewhere");
}

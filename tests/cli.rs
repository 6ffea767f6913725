//! The command line as a script sees it: exit codes, what goes where, stable keys, saves that say the same.

use std::{
    path::{Path, PathBuf},
    process::Output,
};

use assert_cmd::Command;
use serde_json::Value;

/// The keys that scripts rely on.
const KEYS: [&str; 19] = [
    "agents",
    "ticks",
    "seed",
    "start",
    "end",
    "journal_hash",
    "state_hash",
    "wall_s",
    "peak_mb",
    "calls",
    "tokens_in",
    "tokens_out",
    "usd",
    "answered_by",
    "fallbacks",
    "given_up",
    "stopped",
    "faults",
    "scenario",
];

fn smallville(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
    // Away from here, without a screen, and without anything of the user's own.
    command.current_dir(std::env::temp_dir()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.env("XDG_DATA_HOME", std::env::temp_dir().join("no smallville here")).env_remove("RUST_LOG");
    command.args(arguments).output().expect("the program runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Succeeds, says nothing on stderr, and gives one JSON object on stdout.
#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = smallville(&[arguments, &["--json"]].concat());
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{arguments:?}");
    let text = out(&output);
    assert_eq!(text.lines().count(), 1, "one object on one line: {text}");
    serde_json::from_str(&text).expect("JSON")
}

/// Fails with exit code 1 and one sentence on stderr, nothing on stdout.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = smallville(arguments);
    let words = err(&output);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""), "{arguments:?}: {words}");
    assert_eq!(words.lines().count(), 1, "one sentence: {words}");
    let inner = ["panicked", "unwrap", "Err(", "backtrace", ".rs:", "Fault {", "os error"];
    assert!(words.starts_with("smallville: ") && inner.iter().all(|bad| !words.contains(bad)), "{words}");
    words
}

/// Exit code 2: called in a way it does not know.
#[track_caller]
fn misused(arguments: &[&str]) -> String {
    let output = smallville(arguments);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{arguments:?}: {}", err(&output));
    err(&output)
}

fn hashes(report: &Value) -> (String, String) {
    let text = |key: &str| report[key].as_str().expect("a hash").to_string();
    (text("journal_hash"), text("state_hash"))
}

fn folder() -> (tempfile::TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_path_buf();
    (folder, move |name: &str| path.join(name).display().to_string())
}

const THREE: [&str; 3] = ["run", "--scenario", "three_friends"];

/// `run` of the three friends, with more arguments.
fn three(more: &[&str]) -> Value {
    json(&[&THREE, more].concat())
}

#[test]
fn a_run_prints_one_object_with_stable_keys() {
    let report = three(&["--hours", "2"]);
    let object = report.as_object().expect("an object");
    for key in KEYS {
        assert!(object.contains_key(key), "{key} is missing: {report}");
    }
    let number = |key: &str| report[key].as_u64().expect("a number");
    assert_eq!((number("agents"), number("ticks"), number("seed"), number("calls")), (3, 720, 1, 0));
    assert_eq!((number("tokens_in"), number("tokens_out"), report["usd"].as_f64()), (0, 0, Some(0.0)));
    assert_eq!(
        (report["start"].as_str(), report["end"].as_str()),
        (Some("2023-02-13T06:30:00"), Some("2023-02-13T08:30:00"))
    );
    assert_eq!(report["faults"], Value::Array(vec![]));
    let answered = report["answered_by"].as_object().expect("an object");
    assert!(answered["builtin"].as_u64().expect("a number") > 10);
    assert_eq!((answered["model"].as_u64(), answered["cassette"].as_u64(), answered.len()), (Some(0), Some(0), 3));
    let hex = |hash: &str| hash.len() >= 32 && hash.chars().all(|c| c.is_ascii_hexdigit());
    assert!(hex(&hashes(&report).0) && hex(&hashes(&report).1) && report["wall_s"].as_f64().expect("seconds") > 0.0);
}

#[test]
fn a_run_without_json_prints_a_table() {
    let output = smallville(&["run", "--scenario", "three_friends", "--hours", "0.1"]);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    for key in ["agents  3", "ticks  36", "state_hash"] {
        assert!(out(&output).contains(key), "{}", out(&output));
    }
}

#[test]
fn the_same_seed_is_the_same_town_for_any_number_of_threads() {
    let town = ["run", "--hours", "0.8"];
    let one = json(&[&town[..], &["--threads", "1"]].concat());
    let many = json(&[&town[..], &["--threads", "8"]].concat());
    assert_eq!(hashes(&one), hashes(&many));
    assert_eq!((one["agents"].as_u64(), one["ticks"].as_u64()), (Some(25), Some(288)));
}

#[test]
fn another_seed_is_another_town() {
    let [first, second] = ["7", "8"].map(|seed| three(&["--hours", "1", "--seed", seed]));
    let ([a, b], [c, d]) = ([hashes(&first).0, hashes(&first).1], [hashes(&second).0, hashes(&second).1]);
    assert!(a != c && b != d);
    assert_eq!((first["seed"].as_u64(), second["seed"].as_u64()), (Some(7), Some(8)));
}

#[test]
fn a_loaded_town_goes_on_as_if_nothing_had_been() {
    let (_folder, at) = folder();
    let (save, more) = (at("a.town"), at("b.town"));
    let straight = three(&["--hours", "2", "--seed", "5"]);
    three(&["--hours", "1.2", "--seed", "5", "--save", &save]);
    let further = json(&["run", "--load", &save, "--hours", "2", "--save", &more]);
    assert_eq!(hashes(&further), hashes(&straight));
    assert_eq!(further["seed"].as_u64(), Some(5));
    assert_eq!(further["scenario"].as_str(), Some("three_friends"));
    // And on in the same file.
    let same = json(&["run", "--load", &save, "--hours", "2", "--save", &save]);
    assert_eq!(hashes(&same), hashes(&straight));
    for file in [&more, &save] {
        let loaded = json(&["run", "--load", file, "--hours", "2"]);
        assert_eq!(hashes(&loaded), hashes(&straight), "{file}");
    }
    // What was recorded is told again without any mind.
    let again = json(&["run", "--mind", &format!("cassette:{more}"), "--hours", "2"]);
    assert_eq!(hashes(&again), hashes(&straight));
    let told = again["answered_by"]["cassette"].as_u64().expect("a number");
    assert_eq!(Some(told), straight["answered_by"]["builtin"].as_u64(), "{again}");
    assert_eq!(again["answered_by"]["builtin"].as_u64(), Some(0));
}

#[test]
fn a_cassette_that_ends_says_so() {
    let (_folder, at) = folder();
    let save = at("short.town");
    three(&["--hours", "0.5", "--save", &save]);
    let words = refused(&["run", "--mind", &format!("cassette:{save}"), "--hours", "3"]);
    assert!(
        words.contains("short.town has no answer") && words.contains("ends at tick 180") && words.contains("--load"),
        "{words}"
    );
}

/// What stands in the way of a file is told by its name.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_too_long_and_links_that_lead_nowhere_are_told_as_such() {
    let (folder, at) = folder();
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.path().join(name)).expect("a link");
    link("gone.town", "nothing.town");
    link("round.town", "round.town");
    let whole = at(&format!("{}.town", "x".repeat(300)));
    // Only what is made beside the file is too long.
    let nearly = at(&format!("{}.town", "x".repeat(248)));
    for (file, told) in [
        (at("nothing.town"), "nothing.town is a link to gone.town, which is not there"),
        (at("round.town"), "round.town is a link that leads round in a circle"),
        (whole, "its name is too long"),
        (nearly.clone(), "its name is too long"),
    ] {
        let words = refused(&[&THREE[..], &["--hours", "0.1", "--save", &file]].concat());
        assert!(words.contains(told), "{words}");
        if file != nearly {
            let words = refused(&["run", "--hours", "0.1", "--load", &file]);
            assert!(words.contains(told), "{words}");
        }
    }
    let save = at("a.town");
    three(&["--hours", "0.1", "--save", &save]);
    let words = refused(&["fork", &save, "--out", &at(&format!("{}.town", "x".repeat(238)))]);
    assert!(words.contains("its name is too long"), "{words}");
}

#[test]
fn a_save_is_of_one_town() {
    let (_folder, at) = folder();
    let save = at("a.town");
    three(&["--hours", "0.5", "--seed", "2", "--save", &save]);
    let words = refused(&["run", "--load", &save, "--seed", "3", "--hours", "1"]);
    assert!(words.contains('2') && words.contains('3'), "{words}");
    let words = refused(&["run", "--load", &save, "--scenario", "the_ville", "--hours", "1"]);
    assert!(words.contains("three_friends") && words.contains("the_ville"), "{words}");
    let words = refused(&["run", "--scenario", "three_friends", "--save", &save, "--hours", "1"]);
    assert!(words.contains("a.town"), "what was lived is not overwritten: {words}");
    let loaded = json(&["run", "--load", &save, "--hours", "0.5"]);
    assert_eq!(loaded["ticks"].as_u64(), Some(180), "and it is still whole");
}

#[test]
fn what_is_no_save_is_refused() {
    let (folder, at) = folder();
    let garbage = at("garbage.town");
    std::fs::write(&garbage, vec![0x5a; 9000]).expect("a file");
    let text = at("text.town");
    std::fs::write(&text, "SQLite format 3\0 and then nothing of the kind").expect("a file");
    let (nothing, missing) = (at("empty.town"), at("missing.town"));
    std::fs::write(&nothing, "").expect("a file");
    let inside = folder.path().display().to_string();
    for file in [&garbage, &text, &nothing, &missing, &inside] {
        for arguments in [["run", "--load", file].as_slice(), &["run", "--mind", &format!("cassette:{file}")]] {
            let words = refused(&[arguments, &["--hours", "1"]].concat());
            assert!(words.contains(file.as_str()), "{words}");
        }
    }
    let words =
        refused(&["run", "--hours", "0.1", "--scenario", "three_friends", "--save", &at("no/such/folder.town")]);
    assert!(words.contains("folder.town"), "{words}");
    assert!(!PathBuf::from(missing).exists(), "looking for a save makes none");
}

#[test]
fn a_check_finds_nothing_wrong_with_what_comes_with_the_game() {
    let output = smallville(&["check"]);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{}", out(&output));
    assert!(out(&output).contains("the_ville") && out(&output).contains("three_friends"));
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps/the_ville.tmx");
    let output = smallville(&["check", &map.display().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn an_unknown_scenario_is_one_sentence() {
    for arguments in [["run", "--scenario", "nowhere"].as_slice(), &["run", "--scenario", "../../etc"]] {
        let words = refused(arguments);
        assert!(words.contains("no such scenario") && words.contains("the_ville"), "{words}");
    }
    let output = smallville(&["check", "nowhere"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("no such scenario") && !err(&output).contains("panicked"));
}

#[test]
fn hours_that_cannot_be() {
    for hours in ["0", "-1", "nan", "9000"] {
        let words = refused(&["run", "--scenario", "three_friends", &format!("--hours={hours}")]);
        assert!(words.contains("hours"), "{words}");
    }
    misused(&["run", "--hours", "two"]);
}

#[test]
fn wrong_usage_is_told_from_failure() {
    misused(&["run", "--seed", "minus one"]);
    misused(&["play", "--speed", "nan"]);
    misused(&["--seed", "3", "run", "--hours", "0.1"]);
    misused(&["run", "--seed", "-1"]);
    misused(&["run", "--seed", "18446744073709551616"]);
    misused(&["study", "--seeds", "5..1"]);
    misused(&["study", "--seeds", "1..100000000000"]);
    misused(&["run", "--threads", "0"]);
    misused(&["rehearse", "--slots", "0"]);
    misused(&["torture", "--times", "0"]);
    misused(&["paper", "a.town", "--day", "0"]);
    for nothing in [
        ["run", "--scenario", ""].as_slice(),
        &["study", "--scenario", " "],
        &["rehearse", "--scenario", ""],
        &["run", "--absent", ""],
        &["run", "--model", ""],
        &["check", ""],
        &["prompts", "--agent", ""],
        &["why", "a.town", "--agent", ""],
        &["interview", "a.town", "--agent", "Ann", ""],
        &["talks", "a.town", "--words", ""],
    ] {
        let words = misused(nothing);
        assert!(words.contains("nothing is written there"), "{nothing:?}: {words}");
    }
    misused(&["run", "--pace", "sometimes"]);
    misused(&["fly"]);
    let words = misused(&["run", "--mind", "gpt"]);
    assert!(words.contains("builtin") && words.contains("cassette"), "{words}");
    misused(&["run", "--mind", "cassette:"]);
    assert!(out(&smallville(&["--version"])).starts_with("smallville "));
    assert!(out(&smallville(&["--help"])).contains("run"));
}

/// A pipe would be waited for, and a device read for ever.
#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_refused_at_once() {
    let (_folder, at) = folder();
    let (pipe, save) = (at("pipe"), at("a.town"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()));
    three(&["--hours", "0.1", "--save", &save]);
    let tape = |file: &str| format!("cassette:{file}");
    let run = [&THREE[..], &["--hours", "0.1"]].concat();
    for (arguments, file) in [
        ([&run[..], &["--record", &pipe]].concat(), pipe.as_str()),
        ([&run[..], &["--mind", &tape(&pipe)]].concat(), &pipe),
        ([&run[..], &["--mind", &tape("/dev/zero")]].concat(), "/dev/zero"),
        ([&run[..], &["--record", "/dev/zero"]].concat(), "/dev/zero"),
        ([&run[..], &["--config", &pipe]].concat(), &pipe),
        (vec!["export", &save, "--html", &pipe], &pipe),
        (vec!["export", &save, "--out", &pipe], &pipe),
        (vec!["evaluate", &save, "--out", &pipe], &pipe),
        (vec!["trust", &pipe], &pipe),
        (vec!["study", "--scenario", "three_friends", "--hours", "9000", "--out", &pipe], &pipe),
        ([&run[..], &["--mind", &tape(&at("none.jsonl"))]].concat(), "none.jsonl: cannot be read: there is no such"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        let output = command.args(&arguments).timeout(std::time::Duration::from_secs(60)).output().expect("it runs");
        let words = err(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {words}");
        let is_told = words.contains(file) && words.to_lowercase().contains("file") && !words.contains("os error");
        assert!(is_told, "{words}");
    }
    assert!(smallville(&["export", &save, "--html", "/dev/null"]).status.success());
}

#[test]
fn a_moment_that_a_save_does_not_hold_is_refused() {
    let (_folder, at) = folder();
    let (save, fork) = (at("a.town"), at("b.town"));
    three(&["--hours", "0.5", "--save", &save]);
    for when in ["2023-02-13 06:29", "2023-02-12 08:00", "1900-01-01 00:00", "2023-02-13 07:30"] {
        for arguments in [
            ["fork", &save, "--at", when, "--out", &fork].as_slice(),
            &["why", &save, "--agent", "Klaus", "--at", when],
        ] {
            let words = refused(arguments);
            assert!(words.contains("a.town goes from 2023-02-13 06:30 to 2023-02-13 07:00"), "{when}: {words}");
            assert!(!words.contains("take a time before its end"), "{when} may be before its beginning: {words}");
        }
    }
    assert!(!PathBuf::from(&fork).exists());
    assert!(smallville(&["fork", &save, "--at", "2023-02-13 06:30", "--out", &fork]).status.success());
}

#[test]
fn a_folder_of_data_is_there() {
    let (_folder, at) = folder();
    for arguments in [["check"].as_slice(), &["run", "--hours", "0.1", "--scenario", "three_friends"]] {
        let words = refused(&[arguments, &["--data", &at("nowhere")]].concat());
        assert!(words.contains("there is no folder") && words.contains("nowhere"), "{words}");
        let before = refused(&[&["--data", &at("nowhere")], arguments].concat());
        assert_eq!(before, words, "it may stand before the command, too");
    }
    let data = env!("CARGO_MANIFEST_DIR");
    assert!(smallville(&["--data", data, "check", "three_friends"]).status.success());
}

/// A town is gone only when another one has come.
#[test]
fn a_load_that_fails_leaves_the_town_open() {
    let (_folder, at) = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
    let lines = format!("run 60\nsave {}\nload {}\ntime\n", at("a.town"), at("none.town"));
    let output = command.args(["console", "--scenario", "three_friends"]).write_stdin(lines).output().expect("it runs");
    assert!(err(&output).contains("there is no save"), "{}", err(&output));
    assert!(out(&output).lines().last().is_some_and(|time| time.contains("tick 60")), "{}", out(&output));
}

#[test]
fn a_recording_is_a_file_of_its_own() {
    let (_folder, at) = folder();
    let both = at("both.town");
    let words = refused(&[&THREE[..], &["--hours", "0.1", "--save", &both, "--record", &both]].concat());
    assert!(words.contains("both.town cannot be both"), "{words}");
    let tape = at("tape.jsonl");
    for (line, told) in [
        ("{}", "missing field `purpose`"),
        (r#"["x"]"#, "expected an answer"),
        (r#"{"purpose": "day_plan", "agent": 0, "count": 0, "answer": 5}"#, "neither an object nor a text"),
    ] {
        std::fs::write(&tape, format!("\n{line}\n")).expect("a tape");
        let words = refused(&[&THREE[..], &["--hours", "0.1", "--mind", &format!("cassette:{tape}")]].concat());
        assert!(words.contains("tape.jsonl:2: ") && words.contains(told) && !words.contains("column"), "{words}");
    }
}

/// What nobody may write beyond is as good as a full disk.
#[cfg(unix)]
#[test]
fn a_recording_without_room_ends_in_a_whole_line_and_a_sentence() {
    let (_folder, at) = folder();
    let tape = at("tape.jsonl");
    let script = "trap '' XFSZ; ulimit -f 32; exec \"$0\" run --scenario three_friends --hours 3 --record \"$1\"";
    let mut command = Command::new("sh");
    let output = command.args(["-c", script, env!("CARGO_BIN_EXE_smallville"), &tape]).output().expect("it runs");
    let (code, words) = (output.status.code(), err(&output));
    assert_eq!((code, words.lines().count(), out(&output).as_str()), (Some(1), 1, ""), "{words}");
    assert!(words.contains("tape.jsonl: cannot be written any more") && !words.contains("os error"), "{words}");
    let text = std::fs::read_to_string(&tape).expect("a tape");
    assert!(text.len() > 8000 && text.ends_with("}\n"), "{}", text.len());
    let whole = |line: &str| serde_json::from_str::<Value>(line).is_ok();
    assert!(text.lines().all(whole));
}

/// A display that is not there is a fact of life, not a crash.
#[cfg(target_os = "linux")]
#[test]
fn a_window_without_a_display_is_one_sentence() {
    for arguments in [[].as_slice(), &["play"], &["play", "--scenario", "three_friends"]] {
        let words = refused(arguments);
        assert!(words.contains("smallville run"), "{words}");
    }
}

/// What is wrong with a save is said at once, whether or not there could be a window.
#[test]
fn a_save_that_cannot_be_played_on_is_told_before_there_is_a_window() {
    let (_folder, at) = folder();
    let (none, other) = (at("none.town"), at("other.town"));
    std::fs::write(&other, "no town").expect("the folder can be written");
    for file in [&none, &other] {
        let words = refused(&["play", "--load", file]);
        assert!(words.contains(file.as_str()) && !words.contains("smallville run"), "{words}");
    }
}

#[test]
fn the_doctor_says_what_works() {
    let output = smallville(&["doctor"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    for what in ["scenario  the_ville: no fault", "mind      builtin", "window"] {
        assert!(out(&output).contains(what), "{}", out(&output));
    }
}

#[test]
fn a_save_is_evaluated_with_pictures_and_is_left_as_it_was() {
    let (_folder, at) = folder();
    let (save, pictures) = (at("a.town"), at("pictures"));
    three(&["--hours", "0.5", "--talk", "0.5", "--save", &save]);
    let all = json(&["evaluate", &save, "--out", &pictures]);
    assert_eq!((all["agents"].as_u64(), all["hours"].as_f64()), (Some(3), Some(0.5)));
    let keys = [
        "news",
        "density_start",
        "density_end",
        "acquaintance",
        "events",
        "refusals",
        "odd_places",
        "repeated_lines",
        "calls_by_question",
        "calls_per_agent_day",
        "tokens_per_agent_day",
    ];
    assert!(keys.iter().all(|key| !all[key].is_null()), "{all}");
    for name in ["spread", "network", "way-party"] {
        let read = |end: &str| std::fs::read(format!("{pictures}/{name}.{end}")).expect("a picture");
        assert!(read("svg").starts_with(b"<svg ") && read("svg").ends_with(b"</svg>\n"), "{name}");
        assert!(read("png").starts_with(b"\x89PNG"), "{name}");
    }
    assert_eq!(json(&["evaluate", &save]), all, "asked again, the same is said");
    let text = out(&smallville(&["evaluate", &save]));
    assert!(text.contains("party") && text.contains("acquaintance"), "{text}");
    refused(&["evaluate", &at("none.town")]);
    refused(&["evaluate", &save, "--mind", "cassette:a.town"]);
}

#[test]
fn an_experiment_is_kept_in_its_save() {
    let (_folder, at) = folder();
    let save = at("a.town");
    let changed = ["--hours", "0.5", "--absent", "Klaus Mueller", "--without", "reflection", "--talk", "0.25"];
    let first = three(&[&changed[..], &["--save", &save]].concat());
    assert_eq!(first["agents"].as_u64(), Some(2));
    let loaded = json(&["run", "--load", &save, "--hours", "0.5"]);
    assert_eq!(hashes(&loaded), hashes(&first));
    let words = refused(&["run", "--load", &save, "--hours", "1", "--talk", "0.5"]);
    assert!(words.contains("talk") && words.contains("0.25") && !words.contains("--scenario"), "{words}");
    let words = refused(&["run", "--load", &save, "--hours", "1", "--agents", "3"]);
    assert!(words.contains("the number of people, the seed and the settings are part of a save"), "{words}");
    let words = refused(&["run", "--scenario", "three_friends", "--absent", "Klaus"]);
    assert!(words.contains("the nearest are Klaus Mueller"), "{words}");
    let late = ["--command-at", "2023-02-13 20:00 set <x> is burning"];
    assert!(refused(&[&THREE[..], &["--hours", "1"], &late].concat()).contains("the run ends"));
    for bad in [["--talk", "2"], ["--without", "sleep"], ["--agents", "0"], ["--command-at", "at noon: dance"]] {
        misused(&[&THREE[..], &bad].concat());
    }
}

#[test]
fn a_town_is_not_saved_into_an_unrelated_save() {
    let (_folder, at) = folder();
    let (a, b, short) = (at("a.town"), at("b.town"), at("short.town"));
    let first = three(&["--hours", "1", "--save", &a]);
    let other = json(&["run", "--scenario", "harbour", "--hours", "1", "--save", &b]);
    let before = std::fs::read(&b).expect("a save");
    let words = refused(&["run", "--load", &a, "--hours", "2", "--save", &b]);
    assert!(words.contains("another town") && words.contains("never overwritten"), "{words}");
    assert_eq!(std::fs::read(&b).expect("a save"), before);
    assert_eq!(hashes(&json(&["run", "--load", &b, "--hours", "1"])), hashes(&other));
    // The same town, lived further, is not cut; a beginning of it may go on.
    three(&["--hours", "0.5", "--save", &short]);
    let words = refused(&["run", "--load", &short, "--hours", "1", "--save", &a]);
    assert!(words.contains("lived up to tick 360"), "{words}");
    let on = json(&["run", "--load", &a, "--hours", "1", "--save", &short]);
    assert_eq!(hashes(&on), hashes(&first));
    assert_eq!(hashes(&json(&["run", "--load", &short, "--hours", "1"])), hashes(&first));
    // A save of the same town in which something else was done.
    let fire = ["--command-at", "2023-02-13 06:45 set <nowhere> is burning"];
    let otherwise = at("otherwise.town");
    three(&[&["--hours", "0.5", "--save", &otherwise][..], &fire].concat());
    let words = refused(&["run", "--load", &a, "--hours", "2", "--save", &otherwise]);
    assert!(words.contains("another past"), "{words}");
}

#[test]
fn a_command_for_a_time_is_journaled_and_what_is_refused_is_told() {
    let (_folder, at) = folder();
    let save = at("a.town");
    let command = ["--hours", "0.5", "--command-at", "2023-02-13 06:40 set <nowhere> is burning"];
    let first = three(&[&command[..], &["--save", &save]].concat());
    let faults = first["faults"].as_array().expect("a list");
    assert!(faults.len() == 1 && faults[0].as_str().expect("words").contains("set <nowhere> is burning"), "{first}");
    let again = json(&["run", "--load", &save, "--hours", "0.5"]);
    assert_eq!((hashes(&again), &again["faults"]), (hashes(&first), &first["faults"]));
    let words = refused(&["run", "--load", &save, "--hours", "1", "--command-at", "2023-02-13 06:45 leave"]);
    assert!(words.contains("that is past"), "{words}");
    let words = refused(&[&THREE[..], &["--hours", "0.5", "--command-at", "2023-02-13 06:40 make no sense"]].concat());
    assert!(words.contains("is no command"), "{words}");
}

#[test]
fn answers_on_tape_play_the_same_town_without_a_mind_and_a_missing_one_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let tape = folder.path().join("tape.jsonl");
    let tape = tape.to_str().expect("text");
    let which = ["run", "--scenario", "harbour", "--hours", "2"];
    let lived = json(&[&which[..], &["--record", tape]].concat());
    let mind = format!("cassette:{tape}");
    let played = json(&[&which[..], &["--mind", &mind]].concat());
    assert_eq!((&lived["state_hash"], &played["answered_by"]["builtin"]), (&played["state_hash"], &Value::from(0)));
    let text = std::fs::read_to_string(tape).expect("a tape");
    let short: Vec<&str> = text.lines().take(text.lines().count() / 2).collect();
    std::fs::write(tape, short.join("\n")).expect("a shorter tape");
    let told = smallville(&[&which[..], &["--mind", &mind]].concat());
    assert_eq!(told.status.code(), Some(1));
    assert!(err(&told).contains("has no answer to this question"), "{}", err(&told));
    let through = json(&[&which[..], &["--mind", &mind, "--fall-through"]].concat());
    assert!(through["fallbacks"].as_u64().is_some_and(|many| many > 0));
}

#[test]
fn a_server_that_is_not_there_costs_answers_and_not_the_day() {
    // Port 9 is nobody's; the first failures are tried again, then the server is left alone.
    let arguments = ["run", "--scenario", "three_friends", "--hours", "1", "--mind", "http://127.0.0.1:9/v1", "--json"];
    let output = smallville(&[&arguments[..], &["--model", "m"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).expect("JSON");
    let all =
        report["answers_by_question"].as_object().expect("counts").values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!((report["fallbacks"].as_u64(), report["answered_by"]["model"].as_u64()), (Some(all), Some(0)));
}

#[test]
fn minds_and_caps_that_cannot_be_are_refused_in_a_sentence() {
    let why = refused(&["run", "--hours", "1", "--cap-usd", "1", "--mind", "ollama", "--model", "m"]);
    assert!(why.contains("needs a price"), "{why}");
    let why = refused(&["run", "--hours", "1", "--mind", "configured"]);
    assert!(why.contains("smallville.toml"), "{why}");
    let (_folder, at) = folder();
    let file = at("c.toml");
    for (text, key) in [
        ("[caps]\nusd = nan", "caps.usd is NaN"),
        ("[price]\ninput = -1.0\noutput = 2.0", "price.input is -1"),
        ("[price]\ninput = 1.0\noutput = inf", "price.output is inf"),
    ] {
        std::fs::write(&file, text).expect("a file");
        let why = refused(&["run", "--hours", "0.1", "--scenario", "three_friends", "--config", &file]);
        assert!(why.contains("c.toml: ") && why.contains(key) && why.contains("no sum of money"), "{why}");
    }
    for secret in ["htp://u:PW@host/TOKEN/v1", "sk-or-v1-TOKEN0123456789PW", "TOKENPWTOKENPWTOKENPW"] {
        let why = misused(&["run", "--hours", "1", "--mind", secret]);
        assert!(why.contains("ollama") && !why.contains("PW") && !why.contains("TOKEN"), "{why}");
    }
    let output = smallville(&["run", "--mind", "gpt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("ollama"), "{}", err(&output));
}

/// The program with its data going to `out`: exit code and stderr.
#[cfg(target_os = "linux")]
fn printing_to(out: impl Into<std::process::Stdio>, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_smallville"));
    command.env("XDG_DATA_HOME", std::env::temp_dir().join("no smallville here")).stdout(out);
    let output = command.args(arguments).stderr(std::process::Stdio::piped()).output().expect("the program runs");
    (output.status.code(), err(&output))
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_nobody_can_read_is_no_panic() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    for arguments in
        [["check", "three_friends"].as_slice(), &["doctor"], &["run", "--scenario", "three_friends", "--hours", "0.1"]]
    {
        // Who reads no more, as `head` does, has what they want.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let (code, told) = printing_to(writer, arguments);
        assert_eq!((code, told.contains("panicked")), (Some(0), false), "{arguments:?}: {told}");
        let (code, told) = printing_to(full(), arguments);
        assert_eq!(code, Some(1), "{arguments:?}: {told}");
        assert!(told.contains("not all of the output could be written") && !told.contains("panicked"), "{told}");
    }
}

#[test]
fn nothing_that_is_printed_moves_a_cursor() {
    let odd = |text: &str| text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}');
    let name = "\u{1b}[31mno\u{202e}where\u{9b}";
    let output = smallville(&["check", name]);
    assert!(out(&output).contains("[31mnowhere") && !odd(&out(&output)) && !odd(&err(&output)), "{output:?}");
    let words = refused(&["run", "--scenario", name]);
    assert!(words.contains("[31mnowhere") && !odd(&words), "{words:?}");
}

#[test]
fn a_log_in_a_pipe_has_no_colours() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
    command.env("RUST_LOG", "info").env("XDG_DATA_HOME", std::env::temp_dir().join("no smallville here"));
    let output = command.args(["run", "--scenario", "three_friends", "--hours", "0.01"]).output().expect("it runs");
    assert!(err(&output).contains("INFO") && !err(&output).contains('\u{1b}'), "{}", err(&output));
}

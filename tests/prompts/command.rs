//! `smallville prompts` and `smallville check` as a script sees them.

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

use super::Copied;

fn smallville(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
    command.current_dir(std::env::temp_dir()).env_remove("RUST_LOG");
    command.env("XDG_DATA_HOME", std::env::temp_dir().join("no smallville here"));
    command.args(arguments).output().expect("the program runs")
}

#[track_caller]
fn out(output: &Output, code: i32) -> String {
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{err}");
    let text = if code == 0 { output.stdout.clone() } else { output.stderr.clone() };
    String::from_utf8(text).expect("text")
}

#[test]
fn what_would_be_asked_is_printed() {
    let three = ["prompts", "--scenario", "three_friends", "--agent", "Klaus"];
    let text = out(&smallville(&[&three[..], &["--hours", "2.5"]].concat()), 0);
    for kind in ["day_plan", "hours", "steps", "where_and_look", "interview"] {
        assert!(text.contains(&format!("######## {kind} · asked 2023-02-13T")), "{kind} is missing");
    }
    assert!(text.contains("PERSON: Klaus Mueller, 20") && !text.contains("PERSON: Maria"), "one person's alone");
    assert!(text.contains("of them new") && text.contains("together"), "{text}");

    // A save is lived again to its end, and nobody is asked anew.
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("a.town").display().to_string();
    out(&smallville(&["run", "--scenario", "three_friends", "--hours", "2.5", "--save", &save]), 0);
    let json = out(&smallville(&["prompts", "--agent", "Klaus", "--load", &save, "--json"]), 0);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["at"], "2023-02-13T09:00:00");
    for prompt in json["prompts"].as_array().expect("prompts") {
        let user = prompt["user"].as_str().expect("a text");
        assert!(text.contains(user), "{} is another than without the save", prompt["question"]);
        assert!(prompt["tokens"].as_u64() > Some(300) && prompt["ask"]["inputs"].is_string());
    }
    let steps = &json["tokens"]["steps"];
    assert!(steps["asked"].as_u64() > Some(2) && steps["mean"].as_u64() > steps["new"].as_u64(), "{steps}");
}

#[test]
fn what_cannot_be_printed_is_said() {
    let three = ["prompts", "--scenario", "three_friends", "--agent"];
    let why = out(&smallville(&[&three[..], &["Nobody"]].concat()), 1);
    assert!(why.contains("there is nobody called \"Nobody\""), "{why}");
    let why = out(&smallville(&[&three[..], &["Klaus", "--question", "dance"]].concat()), 1);
    assert!(why.contains("\"dance\" is no question; there are day_plan"), "{why}");
    out(&smallville(&["prompts"]), 2);
}

#[test]
fn a_folder_of_prompts_can_be_checked() {
    let good = smallville(&["check", &super::ours().display().to_string()]);
    assert!(out(&good, 0).contains("no fault in "));

    let copied = Copied::new();
    copied.change("hours.md", "{{ part.what }}", "{{ part.waht }}").change("steps.md", "bound: 850", "bound: much");
    let folder = copied.0.path().display().to_string();
    let bad = smallville(&["check", &folder]);
    assert_eq!(bad.status.code(), Some(1));
    let faults = String::from_utf8(bad.stdout).expect("text");
    assert!(faults.contains("steps.md, line 6: bound is a number from 100 to 100000, not \"much\""), "{faults}");

    // With the settings mended, what is filled in is tried too.
    copied.change("steps.md", "bound: much", "bound: 850");
    let line = copied.line("hours.md", "part.waht");
    let faults = String::from_utf8(smallville(&["check", &folder]).stdout).expect("text");
    assert!(faults.contains(&format!("hours.md, line {line}: the question has no `part.waht`")), "{faults}");
}

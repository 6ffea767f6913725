//! What the README promises: its commands are commands, its tables are whole.

use clap::Parser;
use smallville::{
    cli::{Cli, Command},
    data::Data,
    headless,
    mind::rules,
    study::evaluate,
    town::Options,
};

const README: &str = include_str!("../README.md");

/// The lines of all code blocks, with their number.
fn code() -> Vec<(usize, &'static str)> {
    let mut inside = false;
    let mut lines = Vec::new();
    for (n, line) in README.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            lines.push((n + 1, line.trim()));
        }
    }
    lines
}

/// Words as a shell would cut them; what stands between double quotes is one.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in line.chars().chain([' ']) {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    words
}

/// Every command line of the program, in code blocks and in running text, from the word `smallville` on.
fn commands() -> Vec<(usize, String)> {
    let blocks = code().into_iter().map(|(n, line)| (n, line.to_string()));
    let text = README.lines().enumerate().flat_map(|(n, line)| {
        let quoted: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        quoted.into_iter().map(move |quoted| (n + 1, quoted.to_string()))
    });
    let ours = |(n, line): (usize, String)| {
        let line = line.replacen("cargo run --release --", "smallville", 1);
        let line = if line == "cargo run --release" { "smallville".to_string() } else { line };
        let is_ours = line == "smallville" || line.starts_with("smallville ");
        is_ours.then_some((n, line))
    };
    blocks.chain(text).filter_map(ours).collect()
}

#[test]
fn every_command_is_one() {
    let commands = commands();
    assert!(commands.len() >= 12, "only {} commands were found in the README", commands.len());
    let bad: Vec<String> = (commands.iter())
        .filter_map(|(n, line)| {
            Cli::try_parse_from(words(line)).err().map(|error| format!("line {n}: {line}\n{error}"))
        })
        .collect();
    assert!(bad.is_empty(), "commands of the README that do not parse:\n{}", bad.join("\n"));
}

#[test]
fn every_command_of_the_program_is_shown() {
    let shown: Vec<Command> =
        commands().iter().filter_map(|(_, line)| Cli::try_parse_from(words(line)).ok()?.command).collect();
    let has = |is: fn(&Command) -> bool| shown.iter().any(is);
    assert!(has(|command| matches!(command, Command::Play(_))), "play is not shown");
    assert!(has(|command| matches!(command, Command::Run(_))), "run is not shown");
    assert!(has(|command| matches!(command, Command::Evaluate(_))), "evaluate is not shown");
    assert!(has(|command| matches!(command, Command::Study(_))), "study is not shown");
    assert!(has(|command| matches!(command, Command::Check { .. })), "check is not shown");
    assert!(has(|command| matches!(command, Command::Doctor)), "doctor is not shown");
}

#[test]
fn every_key_of_the_report_is_told() {
    let options = Options { scenario: "three_friends".into(), threads: 1, ..Options::default() };
    let data = Data::only(env!("CARGO_MANIFEST_DIR"));
    let report = headless::run(&options, 0.01, &data).unwrap_or_else(|trouble| panic!("{trouble}"));
    let report = report.as_object().expect("an object").clone();
    let told = |key: &&String| README.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{key}`")));
    let missing: Vec<&String> = report.keys().filter(|key| !told(key)).collect();
    assert!(missing.is_empty(), "the README's table of --json does not have {missing:?}");
}

#[test]
fn every_key_of_an_evaluation_is_told() {
    let options = Options { scenario: "three_friends".into(), threads: 1, ..Options::default() };
    let data = Data::only(env!("CARGO_MANIFEST_DIR"));
    let mut app = headless::app(&options, &data).unwrap_or_else(|trouble| panic!("{trouble}"));
    let all = evaluate::lived(&mut app, 6, &rules::answer, 1, &headless::live);
    let all = serde_json::to_value(all.unwrap_or_else(|trouble| panic!("{trouble}"))).expect("an object");
    let told = |key: &String| README.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{key}`")));
    let mut keys: Vec<String> = all.as_object().expect("an object").keys().cloned().collect();
    for inner in
        [&all["news"][0], &all["acquaintance"], &all["events"][0], &all["events"][0]["helpers"], &all["refusals"]]
    {
        keys.extend(inner.as_object().expect("an object").keys().cloned());
    }
    let missing: Vec<&String> = keys.iter().filter(|key| !told(key)).collect();
    assert!(missing.is_empty(), "the README's table of evaluate --json does not have {missing:?}");
}

#[cfg(feature = "window")]
#[test]
fn every_key_of_the_keyboard_is_told() {
    let rows = smallville::view::keys::told(&smallville::view::keys::bind::Bindings::default());
    let labels = rows.into_iter().map(|(label, _)| label);
    let missing: Vec<String> = labels.filter(|label| !README.contains(&format!("| `{label}` |"))).collect();
    assert!(missing.is_empty(), "the README's table of keys does not have {missing:?}");
}

#[test]
fn words_are_cut_as_a_shell_would() {
    assert_eq!(words(r#"a --until "b c" """#), ["a", "--until", "b c", ""]);
}

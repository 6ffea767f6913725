//! What README.md and docs/ promise: every command parses, every table is complete, and docs/command-line.md says what the
//! command line says.

use std::path::Path;

use clap::{CommandFactory, Parser};
use smallville::{
    cli::{Cli, Command},
    data::Data,
    headless,
    mind::rules,
    study::evaluation,
    town::Options,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// README.md and every page of docs/: (name, text).
fn pages() -> Vec<(String, String)> {
    let docs = std::fs::read_dir(root().join("docs")).expect("a folder of docs");
    let names = docs.map(|file| format!("docs/{}", file.expect("a file").file_name().display()));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".md")).chain(["README.md".into()]).collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), page(&name))).collect()
}

/// What stands under a heading, down to the next one of its level.
#[track_caller]
fn section(name: &str, heading: &str) -> String {
    let text = page(name);
    let (_, rest) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{name} has no {heading:?}"));
    let level = heading.split(' ').next().unwrap_or_default();
    rest.split(&format!("\n{level} ")).next().unwrap_or_default().to_string()
}

/// Words as a shell would cut them; what stands between double quotes is one, and `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in line.chars().chain([' ']) {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            '#' if !quoted && !begun => break,
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

/// Every command line of the program, in code blocks and in running text: (place, words from `smallville` on).
fn commands() -> Vec<(String, Vec<String>)> {
    let mut commands = Vec::new();
    for (name, text) in pages() {
        let mut inside = false;
        for (n, line) in text.lines().enumerate() {
            if line.starts_with("```") {
                inside = !inside;
                continue;
            }
            let found: Vec<&str> = if inside { vec![line] } else { line.split('`').skip(1).step_by(2).collect() };
            for line in found {
                let mut words = words(line);
                if words.len() >= 3 && words[..3] == ["cargo", "run", "--release"] {
                    // What follows `--`, if anything does.
                    words = [vec!["smallville".to_string()], words.split_off(words.len().min(4))].concat();
                }
                if words.first().is_some_and(|word| word == "smallville") {
                    commands.push((format!("{name}:{}: {}", n + 1, line.trim()), words));
                }
            }
        }
    }
    commands
}

#[test]
fn every_command_is_one() {
    let commands = commands();
    assert!(commands.len() >= 40, "only {} commands were found", commands.len());
    let bad: Vec<String> = (commands.iter())
        .filter_map(|(place, words)| Cli::try_parse_from(words).err().map(|error| format!("{place}\n{error}")))
        .collect();
    assert!(bad.is_empty(), "commands that do not parse:\n{}", bad.join("\n"));
}

#[test]
fn every_command_of_the_program_is_shown() {
    let parsed = commands().into_iter().filter_map(|(_, words)| Cli::try_parse_from(words).ok()?.command);
    let shown: Vec<std::mem::Discriminant<Command>> = parsed.map(|command| std::mem::discriminant(&command)).collect();
    let different: Vec<_> = shown.iter().enumerate().filter(|(n, one)| !shown[..*n].contains(one)).collect();
    assert_eq!(different.len(), Cli::command().get_subcommands().count(), "a command without an example");
}

/// Keys without a row in a table of the section.
fn untold<'a>(keys: impl IntoIterator<Item = &'a String>, section: &str) -> Vec<&'a String> {
    let told = |key: &String| section.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{key}`")));
    keys.into_iter().filter(|key| !told(key)).collect()
}

#[test]
fn every_key_of_the_report_is_told() {
    let options = Options { scenario: "three_friends".into(), threads: 1, ..Options::default() };
    let data = Data::only(root());
    let report = headless::run(&options, 0.01, &data).unwrap_or_else(|trouble| panic!("{trouble}"));
    let report = report.as_object().expect("an object");
    let missing = untold(report.keys(), &section("docs/measuring.md", "## Running a town"));
    assert!(missing.is_empty(), "the table of run --json does not have {missing:?}");
}

#[test]
fn every_key_of_an_evaluation_is_told() {
    let options = Options { scenario: "three_friends".into(), threads: 1, ..Options::default() };
    let data = Data::only(root());
    let mut app = headless::app(&options, &data).unwrap_or_else(|trouble| panic!("{trouble}"));
    let all = evaluation::lived(&mut app, 6, &rules::answer, 1, &headless::live);
    let all = serde_json::to_value(all.unwrap_or_else(|trouble| panic!("{trouble}"))).expect("an object");
    let mut keys: Vec<String> = all.as_object().expect("an object").keys().cloned().collect();
    for inner in
        [&all["news"][0], &all["acquaintance"], &all["events"][0], &all["events"][0]["helpers"], &all["refusals"]]
    {
        keys.extend(inner.as_object().expect("an object").keys().cloned());
    }
    let missing = untold(&keys, &section("docs/measuring.md", "## Measuring a save"));
    assert!(missing.is_empty(), "the table of evaluate --json does not have {missing:?}");
}

#[cfg(feature = "window")]
#[test]
fn every_key_of_the_keyboard_is_told() {
    let keys = section("docs/playing.md", "## Keys");
    let rows = smallville::view::keys::told(&smallville::view::keys::bind::Bindings::default());
    let labels = rows.into_iter().map(|(label, _)| label);
    let missing: Vec<String> = labels.filter(|label| !keys.contains(&format!("| `{label}` |"))).collect();
    assert!(missing.is_empty(), "the table of keys in docs/playing.md does not have {missing:?}");
}

/// An option or argument as an entry of a list, with its default and its choices.
fn entry(arg: &clap::Arg) -> String {
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = format!("- `{arg}`: {}.", help.trim_end_matches('.'));
    if arg.get_action().takes_values() {
        for value in arg.get_default_values() {
            text += &format!(" Default: `{}`.", value.display());
        }
        for value in arg.get_possible_values() {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            text += &format!("\n  - `{}`: {}.", value.get_name(), help.trim_end_matches('.'));
        }
    }
    text + "\n"
}

/// docs/command-line.md, from clap's own definitions.
fn command_line() -> String {
    let mut cli = Cli::command();
    cli.build();
    let mut text = String::from(
        "# Command line\n\n\
        <!-- Written by `UPDATE_DOCS=1 cargo test --test readme` from src/cli.rs. -->\n\n\
        `smallville` alone opens the title; with options of `play` but no command it opens a town. `--help` after any command\n\
        prints what stands here, `--version` the version. Every command also takes:\n\n",
    );
    text.extend(cli.get_arguments().filter(|arg| arg.is_global_set()).map(entry));
    for command in cli.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let usage = command.render_usage();
        text += &format!("\n## {}\n\n{}.\n\n```text\n{usage}\n```\n", command.get_name(), about.trim_end_matches('.'));
        let own = |arg: &&clap::Arg| !arg.is_hide_set() && !arg.is_global_set() && arg.get_id() != "help";
        let (first, rest): (Vec<_>, Vec<_>) = command.get_arguments().filter(own).partition(|arg| arg.is_positional());
        let entries: String = first.into_iter().chain(rest).map(entry).collect();
        if !entries.is_empty() {
            text += &format!("\n{entries}");
        }
    }
    text
}

#[test]
fn the_page_of_the_command_line_is_what_clap_says() {
    let name = "docs/command-line.md";
    let text = command_line();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(root().join(name), &text).expect("the page is written");
    }
    let page = page(name);
    let differs = page.lines().zip(text.lines()).enumerate().find(|(_, (old, new))| old != new);
    let advice = "write it anew with UPDATE_DOCS=1 cargo test --test readme";
    assert!(differs.is_none(), "{name} is not what clap says, {advice}: {differs:?}");
    assert_eq!(page.len(), text.len(), "{name} is shorter or longer than what clap says; {advice}");
}

#[test]
fn words_are_cut_as_a_shell_would() {
    assert_eq!(words(r#"a --until "b c" "" # d"#), ["a", "--until", "b c", ""]);
}

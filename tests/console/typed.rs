//! Commands as values and as lines: every one has a row, and reads as it is written.

use proptest::prelude::*;
use smallville::{
    command::{Command, Destination, Inquiry, LONGEST, ROWS},
    language::condition::ConditionKind,
    world::{Facing, Tile},
};

/// The variants of [`Command`], as the file of it names them.
fn variants() -> Vec<&'static str> {
    let text = include_str!("../../src/command/mod.rs").split_once("pub enum Command {").map_or("", |(_, rest)| rest);
    let text = text.split_once("\n}").map_or("", |(body, _)| body);
    let lines = text.lines().filter_map(|line| line.strip_prefix("    "));
    let names = lines.filter(|line| line.starts_with(char::is_uppercase));
    names.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()).collect()
}

#[test]
fn every_command_has_a_row_and_reads_as_it_is_written() {
    let mut seen = Vec::new();
    for row in ROWS {
        let command: Command = row.example.parse().unwrap_or_else(|why| panic!("{}: {why}", row.example));
        assert_eq!(command.to_string(), row.example);
        assert!(row.example.starts_with(row.usage.name()), "{}", row.example);
        assert!(row.usage.is_called(&row.usage.name().to_uppercase()));
        let debug = format!("{command:?}");
        seen.push(debug.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_string());
    }
    let forgotten: Vec<_> = variants().into_iter().filter(|one| !seen.iter().any(|row| row == one)).collect();
    assert!(variants().len() >= 15 && forgotten.is_empty(), "commands without a row: {forgotten:?}");
}

#[test]
fn arguments_are_typed() {
    let read = |line: &str| line.parse::<Command>();
    let set = |thing: &str, state: &str, kind| Command::Set { thing: thing.into(), state: state.into(), kind };
    assert_eq!(read("SET <A: b: c> is on fire"), Ok(set("A: b: c", "on fire", ConditionKind::Burning)));
    assert_eq!(read("set <A: b: c> to warm [leaking]"), Ok(set("A: b: c", "warm", ConditionKind::Leaking)));
    assert_eq!(read("set A: b: c is empty"), Ok(set("A: b: c", "empty", ConditionKind::Empty)));
    assert_eq!(read("walk 3, 4"), Ok(Command::Goto(Destination::Tile(Tile::new(3, 4)))));
    assert_eq!(read("walk Ann"), Ok(Command::Goto(Destination::Name("Ann".into()))));
    assert_eq!(read("step N"), Ok(Command::Step(Facing::Up)));
    let say = |to: Option<&str>, words: &str| Command::Say { to: to.map(Into::into), words: words.into() };
    assert_eq!(read("say to Ann Lee: hi"), Ok(say(Some("Ann Lee"), "hi")));
    assert_eq!(read("say to be or not"), Ok(say(None, "to be or not")));
    assert_eq!(read("say \"to be: that\""), Ok(say(None, "to be: that")));
    for way in ["as a reporter, remembered", "remembered as a reporter", "remembered, as a reporter"] {
        let inquiry = Inquiry { role: "a reporter".into(), remembered: true, ..Inquiry::new("Ann Lee", "why?") };
        assert_eq!(read(&format!("ask Ann Lee {way}: why?")), Ok(Command::Ask(inquiry)), "{way}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    for (line, why) in [
        ("dance", "no command"),
        ("bye bye", "too much: write bye"),
        ("set", "is STATE"),
        ("set <a: b: c> is", "how it is to be"),
        ("voice Ann", "no colon"),
        ("voice Ann: !", "nothing is said"),
        ("give-plan Ann: 14:00-14:00 x", "ends as it begins"),
        ("step up there", "too much"),
        ("step left-ish", "no direction"),
        ("join", "needs a name"),
        ("join Ann; a; b", "not clear"),
        ("use stove", "<address>"),
        ("embeddings maybe", "on|off"),
        ("say", "nothing is said"),
    ] {
        let told = line.parse::<Command>().expect_err(line);
        assert!(told.contains(why) && told.len() < 300, "{line}: {told}");
    }
    assert!(format!("say {}", "x".repeat(LONGEST)).parse::<Command>().is_err());
}

proptest! {
    /// Whatever is read, its line reads as the same: what is done is what a replay does.
    #[test]
    fn what_is_read_is_written_so_that_it_reads_the_same(
        row in 0..ROWS.len(),
        parts in prop::collection::vec("(<A: b>|to |is |: |\"|'|\\[burning\\]|; |as |, |remembered|in character|look |at 3 4|\
            14:00-15:00 |[a-zA-Z0-9 .,:;<>\"\\[\\]é\u{202e}\\n-]{0,12})", 0..7),
    ) {
        let line = format!("{} {}", ROWS[row].usage.name(), parts.concat());
        if let Ok(command) = line.parse::<Command>() {
            prop_assert_eq!(command.to_string().parse::<Command>(), Ok(command));
        }
    }
}

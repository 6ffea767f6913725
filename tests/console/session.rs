//! The console without a window, line by line: what is refused ends nothing, and no town is lost without a word.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// Somebody at the console.
struct Session {
    program: Child,
    keyboard: ChildStdin,
    screen: BufReader<ChildStdout>,
}

impl Session {
    fn begin(folder: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        command.current_dir(folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder).arg("console");
        command.args(more).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = command.spawn().expect("the program runs");
        let keyboard = program.stdin.take().expect("a keyboard");
        let screen = BufReader::new(program.stdout.take().expect("a screen"));
        Self { program, keyboard, screen }
    }

    /// Types a line; what is said to it, which is nothing if it is refused.
    fn says(&mut self, line: &str) -> String {
        writeln!(self.keyboard, "{line}\nseed").expect("somebody listens");
        let mut said = String::new();
        loop {
            let before = said.len();
            self.screen.read_line(&mut said).expect("text");
            if said.len() == before || said[before..].contains("(three_friends), seed") {
                said.truncate(before);
                return said;
            }
        }
    }

    /// No more lines: whether all was done, and all that was refused.
    fn end(mut self) -> (bool, String) {
        drop(self.keyboard);
        let mut refused = String::new();
        self.program.stderr.take().expect("a stream").read_to_string(&mut refused).expect("text");
        (self.program.wait().expect("an end").success(), refused)
    }
}

const FRIENDS: [&str; 2] = ["--scenario", "three_friends"];

#[test]
fn a_save_that_can_no_longer_be_written_ends_no_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::begin(folder.path(), &[&FRIENDS[..], &["--save", "a.town"]].concat());
    assert!(session.says("run 60").contains("tick 60"));
    fs::remove_file(folder.path().join("a.town")).expect("it is there");
    assert_eq!(session.says("run 1h"), "");
    assert!(session.says("time").contains("tick"), "it is still there");
    assert_eq!(session.says("save b.town"), "saved\n");
    assert!(session.says("run 60").contains("tick"));
    let (all_done, refused) = session.end();
    assert!(!all_done && refused.contains("was deleted") && refused.lines().count() == 1, "{refused}");
    let save = smallville::save::Save::read(&folder.path().join("b.town")).expect("a save");
    assert!(save.meta().tick > 120, "{:?}", save.meta());
}

#[test]
fn a_town_that_is_kept_nowhere_is_not_left_for_another_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::begin(folder.path(), &FRIENDS);
    session.says("run 60");
    let said = session.says("save a.town");
    assert!(said.starts_with("saved; from ") && said.contains("kept nowhere"), "what is not in it is said: {said}");
    session.says("run 60");
    let (all_done, refused) = session.end();
    assert!(all_done, "{refused}");
    let mut session = Session::begin(folder.path(), &[&FRIENDS[..], &["--seed", "3"]].concat());
    session.says("run 30");
    session.says("load a.town");
    assert!(session.says("time").contains("tick 30"), "the other one has not come");
    assert!(session.says("save b.town").starts_with("saved; from "), "it says what is not in it");
    session.says("load a.town");
    assert!(session.says("time").contains("tick 120"), "now it has");
    // Nothing has been lived in it since, so nothing is lost.
    session.says("load b.town");
    assert!(session.says("time").contains("tick 30"));
    let (all_done, refused) = session.end();
    assert!(!all_done && refused.contains("kept in no save") && refused.lines().count() == 1, "{refused}");
}

#[test]
fn the_file_that_a_town_is_kept_in_is_saved_and_loaded_like_any_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::begin(folder.path(), &[&FRIENDS[..], &["--save", "a.town"]].concat());
    session.says("run 60");
    assert_eq!(session.says("save a.town"), "saved\n");
    session.says("run 60");
    assert!(session.says("load ./a.town").contains("all of it is written"));
    assert!(session.says("run 60").contains("tick 180"));
    assert_eq!(session.end(), (true, String::new()));
    // One that was opened from a file and is kept nowhere else goes on there.
    let mut session = Session::begin(folder.path(), &["a.town"]);
    assert!(session.says("run 400").contains("tick 580"));
    assert_eq!(session.says("save a.town"), "saved\n");
    assert_eq!(session.end(), (true, String::new()));
    let mut replay = Command::new(env!("CARGO_BIN_EXE_smallville"));
    let replayed =
        replay.args(["replay", "--headless", "a.town"]).current_dir(folder.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&replayed.stdout);
    assert!(replayed.status.success() && said.contains("580 ticks lived again"), "{said}");
}

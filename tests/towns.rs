//! One town after another in one world: nothing of a town is left in the next.

#[path = "lived/mod.rs"]
mod lived;

use std::{path::Path, process::Command};

use bevy::prelude::*;
use lived::{data, options};
use smallville::{
    agent::state_hash,
    clock::{Calendar, Now, Roster},
    exchange::{CommandQueue, live_until},
    journal::Journal,
    save::Save,
    town::{self, OpenSave, Options, TownInfo},
};

/// The hashes of state and journal after an hour, in a process of its own.
fn fresh(scenario: &str, seed: u64) -> (String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_smallville"))
        .args(["run", "--hours", "1", "--json", "--mind", "builtin", "--scenario", scenario, "--seed"])
        .arg(seed.to_string())
        .output()
        .expect("the program runs");
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("it prints an object");
    let text = |key: &str| report[key].as_str().unwrap_or_default().to_owned();
    (text("state_hash"), text("journal_hash"))
}

fn hour(world: &mut World) -> (String, String) {
    let end = world.resource::<Now>().0 + world.resource::<Calendar>().ticks(60);
    live_until(world, end).expect("it lives");
    (state_hash(world), world.resource::<Journal>().hash())
}

#[test]
fn three_towns_one_after_another_are_as_in_processes_of_their_own() {
    let mut app = lived::town("three_friends", 3);
    let world = app.world_mut();
    let towns = [("three_friends", 3), ("harbour", 1), ("three_friends", 4)];
    for (n, (scenario, seed)) in towns.into_iter().enumerate() {
        if n > 0 {
            town::open_in(world, &options(scenario, seed), &data()).expect("it opens");
        }
        assert_eq!(hour(world), fresh(scenario, seed), "{scenario} of seed {seed} is another town here");
        // Something is still to be done when the town is left.
        world.resource_mut::<CommandQueue>().push(smallville::command::Command::Leave);
        town::leave(world).expect("there is nothing to be written");
        assert!(world.resource::<Roster>().0.is_empty() && world.resource::<CommandQueue>().waiting().count() == 0);
        assert!(!world.contains_resource::<TownInfo>() && world.resource::<Journal>().answers.is_empty());
    }
    town::leave(world).expect("to leave where there is no town is nothing");
}

#[test]
fn a_town_is_written_when_it_is_left_and_no_other_writes_into_its_file() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let file = folder.path().join("friends.town");
    let keep = Options { save: Some(file.clone()), ..options("three_friends", 1) };
    let mut app = lived::open(&keep);
    let world = app.world_mut();
    hour(world);
    let (left, now) = (state_hash(world), world.resource::<Now>().0);
    let twin = folder.path().join("copy.town");
    town::copy(world, &twin).expect("it is copied");
    town::leave(world).expect("it is written");
    assert!(!world.contains_resource::<OpenSave>());
    let tick = |path: &Path| Save::read(path).expect("it is a save").meta().tick;
    assert_eq!((tick(&file), tick(&twin)), (now, now));
    town::open_in(world, &options("harbour", 1), &data()).expect("it opens");
    hour(world);
    town::leave(world).expect("there is nothing to be written");
    assert_eq!(tick(&file), now, "the other town has not touched it");
    for file in [file, twin] {
        let again = Options { load: Some(file), ..Options { threads: 2, ..Options::default() } };
        town::open_in(world, &again, &data()).expect("it opens");
        live_until(world, now).expect("it lives again");
        assert_eq!(state_hash(world), left, "it is the town that was left");
        town::leave(world).expect("there is nothing to be written");
    }
}

#[test]
fn a_copy_that_cannot_be_written_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let mut app = lived::town("three_friends", 1);
    let nowhere = folder.path().join("no such folder/copy.town");
    let why = town::copy(app.world_mut(), &nowhere).expect_err("there is no such folder").to_string();
    assert!(why.contains("no such folder"), "{why}");
}

#[test]
fn the_paper_of_a_day_tells_of_a_fire_and_of_nothing_that_was_not() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let file = folder.path().join("friends.town").display().to_string();
    let smallville = |args: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_smallville")).args(args).output().expect("the program runs");
        (run.status.success(), String::from_utf8_lossy(&run.stdout).into_owned(), run.stderr)
    };
    let fire = "2023-02-13 07:10 set <Isabella Rodriguez's apartment: main room: stove> is burning";
    let lived = ["run", "--scenario", "three_friends", "--hours", "4", "--mind", "builtin", "--save", &file];
    let (fine, ..) = smallville(&[&lived[..], &["--command-at", fire]].concat());
    assert!(fine);
    let (fine, paper, _) = smallville(&["paper", &file]);
    assert!(fine && paper.contains("EVENING PAPER") && paper.contains("Day 1, Monday 13 February, up to 10:30"));
    // The first is the story at the top, the second what was done from outside.
    assert!(paper.contains("07:10 the stove at Isabella Rodriguez's apartment was burning"), "{paper}");
    assert!(paper.contains("unseen hand") && !paper.contains("Nobody comes"), "{paper}");
    let (fine, again, _) = smallville(&["paper", &file, "--day", "1"]);
    assert!(fine && again == paper, "the same paper again");
    let (fine, nothing, why) = smallville(&["paper", &file, "--day", "2"]);
    assert!(!fine && nothing.is_empty() && String::from_utf8_lossy(&why).contains("no paper of day 2"));
}

//! The console in real towns: what it answers, that looking leaves no trace, and that no line can break it.

#[path = "../lived/mod.rs"]
mod lived;

mod bad;
mod forgiving;
mod minds;
mod questions;
mod session;
mod typed;
mod voices;

use bevy::prelude::*;
use lived::town;
use smallville::{
    agent::{Persona, Whereabouts, components::plan::DayPlan, state_hash},
    clock::{Calendar, Minute, Now, Roster},
    command::Command,
    console::{self, Outcome, ProgramCommand, Results, complete, usage, usages},
    exchange::{CommandQueue, run_until},
    journal::Journal,
    mind::question::TimeOfDay,
    world::{ObjectId, TownMap},
};

/// Lives up to a time of the first day.
fn until(app: &mut App, time: &str) {
    let calendar = *app.world().resource::<Calendar>();
    let time: TimeOfDay = time.parse().expect("a time");
    let tick = calendar.tick(Minute(u32::from(time.0)));
    run_until(app, tick).unwrap_or_else(|why| panic!("{why}"));
}

fn said(app: &App, line: &str) -> String {
    match console::read(app.world(), line) {
        Ok(Outcome::Said(words)) | Ok(Outcome::Program(_, words)) => words,
        other => panic!("{line}: {other:?}"),
    }
}

fn refused(app: &App, line: &str) -> String {
    match console::read(app.world(), line) {
        Err(why) => why,
        other => panic!("{line}: {other:?}"),
    }
}

/// Does what a line says; what comes back when it has entered.
fn done(app: &mut App, line: &str) -> Result<String, String> {
    let Outcome::Enters(commands) = console::read(app.world(), line)? else { panic!("{line} changes nothing") };
    let mut queue = app.world_mut().resource_mut::<CommandQueue>();
    let ticket = commands.into_iter().map(|command| queue.push(command)).last().expect("a command");
    let next = app.world().resource::<Now>().0 + 1;
    run_until(app, next).unwrap_or_else(|why| panic!("{why}"));
    app.world_mut().resource_mut::<Results>().take(ticket).expect("something came of it")
}

fn first_person(app: &App) -> (Entity, String) {
    let entity = *app.world().resource::<Roster>().0.values().next().expect("somebody");
    (entity, app.world().get::<Persona>(entity).expect("a name").name.clone())
}

/// Lines that look, for everybody and everything there is to look at.
fn looking(app: &App) -> Vec<String> {
    let (_, name) = first_person(app);
    let first = name.split(' ').next().unwrap_or_default().to_lowercase();
    let plain = ["all-schedules", "where", "events", "news", "time", "seed", "cost", "doctor", "help", "help set"];
    let of_one = ["schedule", "where", "memory", "tree", "chats", "relations", "find"];
    let mut lines: Vec<String> = plain.iter().map(|line| line.to_string()).collect();
    lines.extend(of_one.iter().flat_map(|verb| [format!("{verb} {name}"), format!("{verb} {first}")]));
    for more in ["hourly", "steps", "day"] {
        lines.push(format!("schedule {name} {more}"));
    }
    for more in ["observations", "reflections", "dialogue", "plans coffee", "a party", "observations the stove"] {
        lines.push(format!("memory {name} {more}"));
    }
    lines.extend(["tile 10 10", "tile 10, 10 events", "tile 0 0 details", "find stove"].map(String::from));
    lines
}

#[test]
fn looking_answers_and_leaves_no_trace() {
    let mut app = town("three_friends", 1);
    until(&mut app, "10:00");
    let before = (state_hash(app.world_mut()), app.world().resource::<Journal>().hash());
    for line in looking(&app) {
        let words = said(&app, &line);
        assert!(!words.trim().is_empty(), "{line} says nothing");
    }
    for usage in usages() {
        assert!(said(&app, "help").contains(usage.name()), "help does not tell {usage}");
    }
    assert_eq!(before, (state_hash(app.world_mut()), app.world().resource::<Journal>().hash()));
    assert_eq!(app.world().resource::<CommandQueue>().waiting().count(), 0);
}

#[test]
fn looking_tells_what_is_so() {
    let mut app = town("three_friends", 1);
    until(&mut app, "10:00");
    let (who, name) = first_person(&app);
    let plan = app.world().get::<DayPlan>(who).expect("a plan");
    let day = said(&app, &format!("schedule {name}"));
    assert!(plan.parts.iter().all(|part| day.contains(&part.what)), "{day}");
    let steps = said(&app, &format!("schedule {name} steps"));
    assert!(steps.lines().count() > day.lines().count() && steps.contains('>'), "{steps}");
    let here = app.world().get::<Whereabouts>(who).expect("somewhere").0;
    let place = app.world().resource::<TownMap>().arena_name(here);
    assert!(said(&app, &format!("where {name}")).contains(&place));
    assert!(said(&app, "time").starts_with("Monday 13 February, 10:00"));
    assert!(said(&app, "seed").contains("seed 1"));
    assert!(said(&app, &format!("tree {name}")).contains("rooms and open places"));
}

#[test]
fn a_fire_is_set_noticed_and_put_out_again() {
    let mut app = town("three_friends", 1);
    until(&mut app, "08:00");
    let map = app.world().resource::<TownMap>();
    let of_kind = |id: &ObjectId| map.object(*id).kind == "stove";
    let stove = (0..map.objects.len()).map(|n| ObjectId(n as u16)).find(of_kind).expect("a stove");
    let address = map.address(stove);
    let answer = done(&mut app, &format!("set {address} is burning")).expect("it burns");
    assert!(answer.starts_with(&format!("{address} is burning. ")) && answer.contains("near"), "{answer}");
    assert!(said(&app, "events").contains(&format!("{address} is burning")));
    let plain = address.trim_matches(['<', '>']);
    assert_eq!(done(&mut app, &format!("reset {plain}")), Ok(format!("{address} is as it was")));
    done(&mut app, &format!("set {plain} is leaking")).expect("without signs around it");
    assert_eq!(done(&mut app, "reset everything"), Ok("one thing is as it was".into()));
    let journal = &app.world().resource::<Journal>().commands;
    assert_eq!(journal.len(), 4, "{journal:?}");
}

#[test]
fn what_is_not_there_is_answered_with_the_nearest() {
    let app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    assert!(refused(&app, "shedule x").contains("schedule"));
    let typo = format!("{}x", &name[..name.len() - 1]);
    assert!(refused(&app, &format!("where {typo}")).contains(&name), "{typo}");
    let address = app.world().resource::<TownMap>().address(ObjectId(3));
    let wrong = address.replace('>', "x>");
    assert!(refused(&app, &format!("set {wrong} is burning")).contains("nearest"));
    for line in [
        "set",
        "set stove",
        "tile",
        "tile x y",
        "tile -1 0",
        "tile 1 2 nonsense",
        "schedule",
        "until",
        "run",
        "until 25:00",
        "run 0",
        "run 99999999999999999999",
        "run -5m",
        "speed 0",
        "speed fast",
        "load",
        "memory",
        "until 2023-02-13 01:00",
        "follow nobody at all",
        "find zzzqqq",
        "help nonsense",
        "reset",
        "embeddings maybe",
    ] {
        let why = refused(&app, line);
        assert!(!why.is_empty() && why.len() < 600, "{line}: {why}");
    }
}

#[test]
fn what_steers_is_told_apart() {
    let app = town("three_friends", 1);
    let steers = |line: &str| match console::read(app.world(), line) {
        Ok(Outcome::Program(steer, _)) => steer,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(steers("pause"), ProgramCommand::Pause);
    assert_eq!(steers("SPEED 4"), ProgramCommand::Speed(4.0));
    assert_eq!(steers("run 10m"), ProgramCommand::Until(60));
    assert_eq!(steers("run 60"), ProgramCommand::Until(60));
    assert_eq!(steers("until 07:30"), ProgramCommand::Until(360));
    assert_eq!(steers("until 2023-02-13 07:30"), ProgramCommand::Until(360));
    assert_eq!(steers("quit"), ProgramCommand::Quit);
    assert_eq!(steers("save"), ProgramCommand::Save(None));
    assert!(matches!(steers("find stove"), ProgramCommand::Show(_)));
}

#[test]
fn completion_leads_to_lines_that_are_understood() {
    let app = town("three_friends", 1);
    let world = app.world();
    let (_, name) = first_person(&app);
    let first = name.split(' ').next().unwrap_or_default().to_lowercase();
    let person = complete(world, &format!("where {first}"));
    assert_eq!(person[0].line, format!("where {name} "));
    let how: Vec<String> = complete(world, &format!("schedule {name} h")).into_iter().map(|one| one.line).collect();
    assert_eq!(how, [format!("schedule {name} hourly ")]);
    let thing = complete(world, "set <stove");
    assert!(!thing.is_empty() && thing.iter().all(|one| one.shown.contains("stove")), "{thing:?}");
    assert!(console::read(world, &format!("{}is burning", thing[0].line)).is_ok());
    for usage in usages() {
        let offers = complete(world, usage.name());
        assert!(offers.iter().any(|one| one.shown == usage.name()), "{usage}");
    }
}

#[test]
fn every_command_of_the_reference_has_its_match() {
    let page = include_str!("../../docs/playing.md");
    let table =
        page.split("### If you know the paper's own console").nth(1).expect("a table of the reference's commands");
    let rows: Vec<&str> = table
        .lines()
        .skip_while(|line| !line.starts_with("| there |"))
        .skip(2)
        .take_while(|l| l.starts_with('|'))
        .collect();
    assert_eq!(rows.len(), 19, "the reference has 19 commands");
    let app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    for line in rows {
        let ours = line.split('|').nth(2).expect("our column");
        let commands: Vec<&str> = ours.split('`').skip(1).step_by(2).collect();
        assert!(!commands.is_empty(), "{line}");
        for command in commands {
            let verb = command.split(' ').next().unwrap_or_default();
            assert!(usage(verb).is_some(), "{line}: there is no command {verb}");
            let filled = command.replace("NAME", &name).replace("X Y", "3 4");
            // What needs more than a name is known by its command alone.
            if !filled.contains("QUESTION") && !filled.contains("F.csv") {
                assert!(console::read(app.world(), &filled).is_ok(), "{filled}");
            }
        }
    }
}

#[test]
fn a_looking_command_is_none_of_the_town_and_says_so() {
    let why = "time".parse::<Command>().expect_err("it changes nothing");
    assert!(why.contains("no command that changes the town"), "{why}");
}

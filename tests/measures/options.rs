//! What can be changed about a scenario before it lives.

use std::collections::BTreeSet;

use bevy::prelude::*;
use smallville::{
    agent::{Persona, ablation::Ablation, scenario::mentions},
    headless,
    memory::MemoryKind,
    town::{Experiment, TownError},
    world::TownMap,
};

use super::town::friends;

fn names(app: &mut App) -> Vec<String> {
    let mut personas = app.world_mut().query::<&Persona>();
    personas.iter(app.world()).map(|one| one.name.clone()).collect()
}

fn opened(experiment: Experiment) -> App {
    friends(experiment).unwrap_or_else(|trouble| panic!("{trouble}"))
}

fn refused(experiment: Experiment) -> String {
    match friends(experiment) {
        Err(TownError::Message(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it opened"),
    }
}

#[test]
fn a_cast_is_repeated_under_other_names_with_room_for_all() {
    let mut app = opened(Experiment { agents: Some(10), ..Experiment::default() });
    let names = names(&mut app);
    assert_eq!((names.len(), names.iter().collect::<BTreeSet<_>>().len()), (10, 10), "{names:?}");
    let mut again = opened(Experiment { agents: Some(10), ..Experiment::default() });
    assert_eq!(self::names(&mut again), names, "names are not drawn by lot");
    let mut personas = app.world_mut().query::<&Persona>();
    let copy = personas.iter(app.world()).find(|one| one.name == names[3]).expect("the first copy");
    assert_eq!(copy.home, "Isabella Rodriguez's apartment", "places stay what they are called");
    let own = copy.name.split(' ').next().expect("a first name");
    assert!(copy.background.contains(&copy.name) && mentions(&copy.aim, own), "{}", copy.background);
    let known: Vec<&str> = copy.people.iter().map(|one| one.name.as_str()).collect();
    assert!(known.iter().any(|one| names[3..6].contains(&one.to_string())), "knows the copies: {known:?}");
    assert_eq!(app.world().resource::<TownMap>().crowd, 4);
    // All lie in beds, and none is in the way of another.
    headless::live(&mut app, 120).unwrap_or_else(|trouble| panic!("{trouble}"));
}

#[test]
fn fewer_than_the_cast_are_the_first() {
    let mut app = opened(Experiment { agents: Some(2), ..Experiment::default() });
    assert_eq!(names(&mut app), ["Isabella Rodriguez", "Klaus Mueller"]);
}

#[test]
fn somebody_may_be_absent_and_must_be_somebody() {
    let mut app = opened(Experiment { absent: vec!["Klaus Mueller".into()], ..Experiment::default() });
    assert_eq!(names(&mut app), ["Isabella Rodriguez", "Maria Lopez"]);
    let why = refused(Experiment { absent: vec!["Klaus Muller".into()], ..Experiment::default() });
    assert!(why.contains("nobody called \"Klaus Muller\"") && why.contains("the nearest are Klaus Mueller"), "{why}");
    let all = ["Isabella Rodriguez", "Klaus Mueller", "Maria Lopez"].map(String::from).to_vec();
    assert!(refused(Experiment { absent: all, ..Experiment::default() }).contains("nobody is left"));
}

#[test]
fn what_people_do_without_becomes_a_condition() {
    let without = BTreeSet::from(["reflection".to_string(), "planning".to_string()]);
    let app = opened(Experiment { without, talk: Some(0.5), ..Experiment::default() });
    let conditions = app.world().resource::<Ablation>();
    assert_eq!(conditions.talk, 0.5);
    assert_eq!(conditions.without, [MemoryKind::Reflection, MemoryKind::Plan].into());
    let without = BTreeSet::from(["talk".to_string()]);
    let app = opened(Experiment { without, ..Experiment::default() });
    assert_eq!(app.world().resource::<Ablation>().talk, 0.0);
}

#[test]
fn a_command_for_a_time_that_is_past_is_refused() {
    let when = jiff::civil::date(2023, 2, 12).at(8, 0, 0, 0);
    let why = refused(Experiment { commands: vec![(when, "look".into())], ..Experiment::default() });
    assert!(why.contains("that is past"), "{why}");
}

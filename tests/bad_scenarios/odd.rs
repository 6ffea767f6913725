//! Scenarios that are odd and not wrong live; those that cannot live are refused with a reason.

use smallville::{
    agent::{Persona, components::action::CurrentAction, scenario::News},
    data::Data,
    headless,
    memory::MemoryStream,
    town::{Experiment, Options},
};

use super::town::{Town, has, list, person};

/// Lives some hours of a scenario; its people do something all the time, and remember.
fn lives(which: &str, data: &Data, experiment: Experiment, hours: f64) -> usize {
    let options = Options { scenario: which.into(), seed: Some(1), threads: 2, experiment, ..Options::default() };
    let mut app = headless::app(&options, data).unwrap_or_else(|why| panic!("{which} does not open: {why}"));
    let end = headless::ticks(hours, app.world().resource()).expect("hours to live");
    headless::live(&mut app, end).unwrap_or_else(|why| panic!("{which} does not live: {why}"));
    let world = app.world_mut();
    let mut people = world.query::<(&Persona, &CurrentAction, &MemoryStream)>();
    for (who, action, stream) in people.iter(world) {
        assert!(!action.what.is_empty(), "{} does nothing", who.name);
        assert!(!stream.all().is_empty(), "{} remembers nothing", who.name);
    }
    people.iter(world).count()
}

#[test]
fn one_person_alone_and_no_news() {
    let town = Town::new();
    assert_eq!(town.faults(), [], "{}", list(&town.faults()));
    let scenario = smallville::agent::Scenario::open("small", &Data::only(town.root())).expect("a good scenario");
    assert!(scenario.news.iter().all(|news: &News| news.id.is_empty()), "it has no news");
    assert_eq!(lives("small", &Data::only(town.root()), Experiment::default(), 26.0), 1);
}

#[test]
fn news_of_somebody_alone() {
    let town = Town::new();
    town.scenario(
        "tick_seconds = 10",
        "tick_seconds = 10\n[[news]]\nid = \"fox\"\ntext = \"Ada One saw a fox.\"\nsource = \"Ada One\"\n\
         ask = [\"Has anybody seen a fox?\"]\nmust = [[\"fox\"]]",
    );
    assert_eq!(town.faults(), [], "{}", list(&town.faults()));
    assert_eq!(lives("small", &Data::only(town.root()), Experiment::default(), 2.0), 1);
    // Told by nobody, or by somebody who is not there.
    town.ada("saw a fox", "saw a hare");
    town.one("small/scenario.toml", 10, "has no memory that tells \"fox\"");
    let town = Town::new();
    let news = "[[news]]\nid = \"fox\"\ntext = \"A fox.\"\nsource = \"Bo Two\"\nask = [\"A fox?\"]\nmust = [[\"fox\"]]";
    town.scenario("tick_seconds = 10", &format!("tick_seconds = 10\n{news}"));
    assert!(has(&town.faults(), "small/scenario.toml", 10, "nobody called \"Bo Two\""), "{}", list(&town.faults()));
}

#[test]
fn two_hundred_people() {
    let data = Data::only(env!("CARGO_MANIFEST_DIR"));
    let crowd = Experiment { agents: Some(200), ..Experiment::default() };
    assert_eq!(lives("harbour", &data, crowd, 0.05), 200);
    // Written out by hand, in a house with one bed: refused, and it is said who has none.
    let town = Town::new();
    for n in 1..200 {
        town.write(&format!("small/cast/p{n:03}.toml"), person(&format!("Person N{n}")));
    }
    let faults = town.faults();
    assert!(has(&faults, "cast/p199.toml", 11, "Person N25 and"), "{}", list(&faults));
}

#[test]
fn an_object_that_is_good_for_nothing() {
    let town = Town::new();
    town.map("<property name=\"affordances\" value=\"sit\"/>", "<property name=\"affordances\" value=\"\"/>");
    assert_eq!(town.faults(), [], "{}", list(&town.faults()));
    assert_eq!(lives("small", &Data::only(town.root()), Experiment::default(), 14.0), 1);
    // A bed that is good for nothing is no bed.
    let town = Town::new();
    town.map("<property name=\"affordances\" value=\"sleep, rest\"/>", "<property name=\"affordances\" value=\"\"/>");
    town.one("cast/ada.toml", 11, "has no bed");
}

#[test]
fn a_person_without_a_home() {
    let town = Town::new();
    town.ada("home = \"Ada's house\"\n", "");
    town.one("cast/ada.toml", 1, "home");
    let town = Town::new();
    town.ada("home = \"Ada's house\"", "home = \"Yard\"");
    let faults = town.faults();
    assert!(
        !faults.is_empty() && faults.iter().all(|fault| fault.file.ends_with("cast/ada.toml")),
        "{}",
        list(&faults)
    );
}

#[test]
fn nobody_at_all() {
    let town = Town::new();
    std::fs::remove_file(town.at("small/cast/ada.toml")).expect("a file");
    let faults = town.faults();
    assert!(!faults.is_empty(), "a town of nobody is refused");
    println!("{}", list(&faults));
}

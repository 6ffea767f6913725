//! A newcomer who left comes back as themselves.

use smallville::{
    agent::{avatar::Departed, components::Newcomer, persona::Persona, state_hash},
    journal::Journal,
    memory::MemoryStream,
    world::ObjectState,
};

use super::{somebody, town::Town};

fn memories(town: &Town, name: &str) -> Vec<String> {
    town.of::<MemoryStream>(town.find(name)).all().iter().map(|one| one.text.clone()).collect()
}

fn departed(town: &Town) -> Vec<String> {
    town.app.world().resource::<Departed>().0.values().map(|one| one.persona.name.clone()).collect()
}

#[test]
fn who_left_comes_back_with_what_they_remember() {
    let mut town = Town::at(9.0);
    let (name, at) = somebody(&mut town);
    town.does(&format!("join Juno Reed; she; a glazier from the coast; look guest_2; at {} {}", at.x, at.y))
        .expect("they come");
    let me = town.find("Juno Reed");
    town.does(&format!("say to {name}: Hello, I am Juno Reed, a glazier.")).expect("they are near");
    town.until(600, |town| memories(town, &name).iter().any(|text| text.contains("Juno Reed")));
    town.live(60);
    let (was, theirs) = (memories(&town, "Juno Reed"), memories(&town, &name));
    assert_eq!(town.does("leave"), Ok("Juno Reed leaves town".into()));
    assert_eq!(departed(&town), ["Juno Reed"]);
    town.live(30);
    assert_eq!(town.does("join juno reed"), Ok("Juno Reed comes back to town".into()));
    assert!(departed(&town).is_empty());
    assert_eq!(town.find("Juno Reed"), me, "the same person");
    let persona = town.of::<Persona>(me);
    assert_eq!((persona.look.as_str(), persona.pronouns.as_str()), ("guest_2", "she"));
    assert_eq!(persona.background, "a glazier from the coast");
    let now = memories(&town, "Juno Reed");
    assert!(was.iter().all(|text| now.contains(text)), "nothing is forgotten: {now:?}");
    let count = |text: &str| now.iter().filter(|one| one.as_str() == text).count();
    assert_eq!(count("Juno Reed left town."), 1);
    assert_eq!(count("Juno Reed came back to town."), 1);
    assert_eq!(count("a glazier from the coast"), 1);
    let still = memories(&town, &name);
    assert!(theirs.iter().all(|text| still.contains(text)), "others remember them as before");
    // They are somebody to talk to, as before.
    town.of::<Newcomer>(me);
    town.live(60);
}

#[test]
fn what_is_said_anew_counts_and_others_keep_their_names() {
    let mut town = Town::at(9.0);
    town.does("join Juno Reed; she; a glazier").expect("they come");
    assert!(town.does("join Juno Reed").is_err(), "one avatar at a time");
    town.does("leave").expect("they leave");
    assert!(town.does("possess Juno Reed").is_err(), "nobody is there to be taken over");
    town.does("join Bo Hale").expect("another comes");
    let bo = town.find("Bo Hale");
    assert_ne!(bo, town.find("Juno Reed"));
    town.does("leave").expect("they leave");
    assert_eq!(departed(&town), ["Juno Reed", "Bo Hale"]);
    let resident = town.names().into_values().next().expect("somebody lives here");
    assert!(town.does(&format!("join {resident}")).is_err(), "the name of a resident");
    assert!(town.does("join JUNO REED; he; a painter by now; look guest_3").is_ok());
    let persona = town.of::<Persona>(town.find("Juno Reed"));
    assert_eq!((persona.look.as_str(), persona.pronouns.as_str()), ("guest_3", "he"));
    assert_eq!(persona.background, "a painter by now");
    let kept = memories(&town, "Juno Reed");
    assert!(kept.iter().any(|text| text == "a glazier") && kept.iter().any(|text| text == "a painter by now"));
    assert_eq!(departed(&town), ["Bo Hale"]);
}

#[test]
fn who_leaves_in_the_middle_of_a_talk_remembers_it() {
    let mut town = Town::at(9.0);
    let (name, at) = somebody(&mut town);
    town.does(&format!("join Juno Reed; at {} {}", at.x, at.y)).expect("they come");
    let me = town.find("Juno Reed");
    town.does(&format!("say to {name}: Good morning! How are you?")).expect("they are near");
    town.until(600, |town| {
        let talks = town.app.world().resource::<smallville::agent::components::talk::Talks>();
        talks.open.values().any(|talk| talk.members.contains(&me) && talk.lines.iter().any(|line| line.by != me))
    });
    town.does("leave").expect("they leave");
    town.live(30);
    town.does("join Juno Reed").expect("they come back");
    let kept = memories(&town, "Juno Reed");
    assert!(kept.iter().any(|text| text.starts_with(&format!("{name} said: "))), "{kept:?}");
}

#[test]
fn coming_back_is_lived_again() {
    let mut town = Town::at(9.0);
    let (name, at) = somebody(&mut town);
    town.does(&format!("join Juno Reed; a glazier; at {} {}", at.x, at.y)).expect("they come");
    let before = state_hash(town.app.world_mut());
    town.does(&format!("say to {name}: Hello!")).expect("they are near");
    town.live(60);
    town.does("leave").expect("they leave");
    let gone = state_hash(town.app.world_mut());
    town.live(10);
    town.does("join Juno Reed").expect("they come back");
    town.does(&format!("say to {name}: I am back.")).ok();
    town.live(120);
    let (hash, end) = (state_hash(town.app.world_mut()), town.now());
    assert!(before != gone && gone != hash);
    let journal = town.app.world().resource::<Journal>().clone();
    let mut again = Town::again(journal, end);
    assert_eq!(state_hash(again.app.world_mut()), hash);
    assert!(again.names().values().any(|one| one == "Juno Reed"));
    let me = again.find("Juno Reed");
    let mut things = again.app.world_mut().query::<&ObjectState>();
    assert!(things.iter(again.app.world()).all(|thing| thing.uses.iter().all(|one| one.by != me)));
}

//! Prompts of a town that lives: every kind of question that comes up, from its real inputs.

use std::collections::BTreeSet;

use bevy::prelude::*;
use serde_json::Value;
use smallville::{
    clock::AgentId,
    exchange::{Thinking, live_until},
    language::{inflect, text::stem},
    mind::{Ask, Phrasing, question::kinds},
};

use super::{prompts, towns};

/// Everything that was asked in so many hours.
fn asked(scenario: &str, hours: f64) -> Vec<Ask> {
    let mut app = towns::town(scenario, 3);
    let end = towns::tick(&app, hours);
    let world = app.world_mut();
    let mut thinkers = world.query::<(&AgentId, &Thinking)>();
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    for tick in 1..=end {
        live_until(world, tick).expect("the town goes on");
        for ask in thinkers.iter(world).flat_map(|(_, thinking)| thinking.open()) {
            if seen.insert(ask.id) {
                all.push(ask.clone());
            }
        }
    }
    all
}

/// The numbers of the things that a prompt lists.
fn listed(user: &str) -> Vec<usize> {
    let rows = user.lines().skip_while(|line| *line != "OBJECTS:").skip(1).take_while(|line| line.starts_with("  "));
    rows.filter_map(|row| row.trim_start().split(' ').next()?.parse().ok()).filter(|n| *n > 0).collect()
}

/// What is listed for steps is here or in the house that is meant, or a step names what it is for.
fn near(ask: &Ask) {
    let inputs: Value = serde_json::from_str(&ask.inputs).expect("JSON");
    let all = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let words = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let house = |place: &Value| words(&place["name"]).split(": ").next().unwrap_or_default().to_owned();
    let places = all(&inputs["places"]);
    let Some(meant) = places.iter().find(|place| place["meant"] == true).map(house) else { return };
    let steps = std::iter::once(&inputs["step"]).chain(inputs["then"].as_array().into_iter().flatten());
    let doing: Vec<String> = steps.flat_map(|step| inflect::stems(&words(&step["what"])).to_vec()).collect();
    for place in &places {
        let listed: Vec<Value> = all(&place["objects"]).into_iter().filter(|one| one["apart"] != true).collect();
        let uses = listed.iter().flat_map(|one| all(&one["affordances"])).map(|one| words(&one));
        let mut firsts = uses.filter_map(|one| Some(stem(one.split(' ').next()?)));
        let serves = firsts.any(|first| doing.contains(&first));
        assert!(listed.is_empty() || place["here"] == true || house(place) == meant || serves, "{place} {doing:?}");
    }
}

#[test]
fn things_are_numbered_without_a_gap_and_say_who_is_at_them() {
    let (prompts, all) = (prompts(), asked("three_friends", 4.0));
    let (mut rooms, mut used) = (Vec::new(), 0);
    for ask in all.iter().filter(|ask| ["where_and_look", "reaction"].contains(&ask.purpose.as_str())) {
        let user = prompts.phrase(ask).expect("a prompt").user;
        let (first, listed) = (if ask.purpose == "reaction" { 11 } else { 1 }, listed(&user));
        assert_eq!(listed, (first..first + listed.len()).collect::<Vec<_>>(), "{user}");
        used += user.matches(", in use by ").count();
        // Whoever has risen does not find their bed occupied.
        let beds = user.lines().filter(|line| line.contains(" bed, occupied"));
        beds.for_each(|bed| assert!(bed.contains("in use by ") || bed.contains("taken by "), "{user}"));
        if ask.purpose == "where_and_look" {
            assert!(user.contains("   0 none of these"), "{user}");
            near(ask);
            rooms.push(user.lines().filter(|line| line.starts_with("  ") && line.ends_with(':')).count());
        }
    }
    assert!(used > 0 && rooms.len() > 10);
    assert!(rooms.iter().all(|rooms| *rooms < 8), "only rooms that matter are listed: {rooms:?}");
}

#[test]
fn what_a_town_asks_can_be_put_into_words() {
    let prompts = prompts();
    let all = asked("three_friends", 17.0);
    let asked: BTreeSet<&str> = all.iter().map(|ask| ask.purpose.as_str()).collect();
    let missing = kinds().filter(|kind| !kind.rare).map(|kind| kind.purpose);
    let missing: Vec<&str> = missing.filter(|purpose| !asked.contains(purpose)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
    for ask in &all {
        let prompt = prompts.phrase(ask).unwrap_or_else(|why| panic!("{why}\n{}", ask.inputs));
        let bound = prompts.front_matter(&ask.purpose).expect("a prompt").bound;
        assert!(prompt.tokens() <= bound.into(), "{}: {} tokens", ask.purpose, prompt.tokens());
        let inputs: serde_json::Value = serde_json::from_str(&ask.inputs).expect("JSON");
        let name = inputs["me"]["name"].as_str().expect("a name");
        assert!(prompt.system.contains(name) && prompt.user.contains(name), "{}", ask.purpose);
        let text = format!("{}\n{}", prompt.system, prompt.user);
        let nature = inputs["me"]["nature"].as_u64().expect("a nature").to_string();
        assert!(nature.len() < 6 || !text.contains(&nature), "{}", ask.purpose);
        assert!(!text.contains(&ask.dice.to_string()), "{}", ask.purpose);
        assert!(!text.contains("{{") && !text.contains("…") && !text.contains("\n\n"), "{text}");
    }
}

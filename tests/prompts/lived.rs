//! Prompts of a town that lives: every kind of question that comes up, from its real inputs.

use std::collections::BTreeSet;

use bevy::prelude::*;
use smallville::{
    clock::AgentId,
    exchange::{Thinking, live_until},
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

#[test]
fn what_a_town_asks_can_be_put_into_words() {
    let prompts = prompts();
    let all = asked("three_friends", 14.0);
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

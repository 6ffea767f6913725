//! Days of the real town, looked at tick by tick: what must never happen, and what must differ.

#[path = "../lived/mod.rs"]
mod lived;

mod crowd;
mod watch;

use std::collections::BTreeSet;

use bevy::prelude::*;
use lived::{live_until_hour as live, town};
use smallville::{
    agent::{Persona, components::plan::DayPlan},
    clock::{AgentId, Roster},
    memory::{Memory, MemoryStream},
};
use watch::Watch;

/// A debug build lives fewer hours of fewer seeds: it takes twenty times as long.
const SEEDS: &[u64] = if cfg!(debug_assertions) { &[11] } else { &[11, 12, 13, 14, 15] };
const HOURS: f64 = if cfg!(debug_assertions) { 11.0 } else { 48.0 };

/// The planned day of everybody, in words, by their number.
fn plans(app: &mut App) -> Vec<String> {
    let people: Vec<Entity> = app.world().resource::<Roster>().0.values().copied().collect();
    let mut query = app.world_mut().query::<&DayPlan>();
    let plan = |one: &Entity| {
        let parts = &query.get(app.world(), *one).expect("a plan").parts;
        let words = parts.iter().map(|part| format!("{}-{} {}", part.from.0 % 1440, part.until.0 % 1440, part.what));
        words.collect::<Vec<_>>().join("; ")
    };
    people.iter().map(plan).collect()
}

#[test]
fn nothing_impossible_happens() {
    for &seed in SEEDS {
        let mut app = town("the_ville", seed);
        watch::plugin(&mut app);
        live(&mut app, HOURS);
        app.world().resource::<Watch>().judge(seed);
    }
}

#[test]
fn nothing_impossible_happens_by_night() {
    let mut app = town("three_friends", 21);
    watch::plugin(&mut app);
    live(&mut app, 40.0);
    app.world().resource::<Watch>().judge(21);
}

#[test]
fn to_have_seen_somebody_pass_is_no_memory() {
    let mut app = town("three_friends", 4);
    live(&mut app, 6.0);
    let mut streams = app.world_mut().query::<&MemoryStream>();
    let seen: Vec<&Memory> = streams.iter(app.world()).flat_map(|stream| stream.all()).collect();
    let trifles = [" is walking ", " is looking about ", " is occupied", " is taken", " is in use", " is busy"];
    let trifle = seen.iter().find(|memory| trifles.iter().any(|words| memory.text.contains(words)));
    assert_eq!(trifle.map(|memory| &memory.text), None);
    assert!(seen.iter().any(|memory| memory.text.contains(" is ") && memory.created > 0), "people are still seen");
}

#[test]
fn people_and_seeds_differ_in_their_days() {
    let [mut first, mut second] = [31, 32].map(|seed| town("the_ville", seed));
    live(&mut first, 0.1);
    live(&mut second, 0.1);
    let (one, other) = (plans(&mut first), plans(&mut second));
    assert!(one.iter().chain(&other).all(|plan| plan.len() > 60), "somebody has no plan: {one:?}");
    assert_eq!(one.iter().collect::<BTreeSet<_>>().len(), one.len(), "two have the very same day");
    let same = one.iter().zip(&other).filter(|(one, other)| one == other).count();
    assert!(same <= one.len() / 5, "{same} of {} do the same in another seed", one.len());
}

#[test]
fn days_differ() {
    let mut app = town("three_friends", 1);
    let mut days: Vec<Vec<String>> = Vec::new();
    // From Monday to Thursday, each looked at in the morning: all are workdays.
    for day in 0..if cfg!(debug_assertions) { 2 } else { 4 } {
        live(&mut app, 24.0 * f64::from(day) + 4.0);
        days.push(plans(&mut app));
    }
    for (n, day) in days.iter().enumerate() {
        for other in &days[n + 1..] {
            let same = day.iter().zip(other).filter(|(one, other)| one == other).count();
            assert!(same <= day.len() / 3, "{same} of {} do again what they did: {day:?} {other:?}", day.len());
        }
    }
    let mut names = app.world_mut().query::<(&AgentId, &Persona)>();
    assert_eq!(names.iter(app.world()).count(), 3);
}

//! A cap is never passed, nearly all that it allows is used, and where it ends does not hang on who answers first.

use std::{process::Command, time::Duration};

use smallville::{
    exchange::{Minds, live_until},
    journal::{Journal, Tally},
    mind::Caps,
};

use super::{
    oracle::{Oracle, settings},
    stage::{Act, Heard, Stage},
    town::{lived, tick},
};

/// Requests that are allowed.
const CAP: u64 = 60;

/// A number of the request's own.
fn sum(heard: &Heard) -> u64 {
    heard.body["messages"].to_string().bytes().fold(7, |sum, byte| sum * 31 % 1_000_003 + u64::from(byte))
}

/// Hours of a town whose server is as fast as `wait` says; what it did, and how many requests it had.
fn day(caps: Caps, wait: impl Fn(u64) -> u64 + Send + Sync + 'static) -> (String, Tally, u64) {
    let oracle = Oracle::new();
    let knows = oracle.clone();
    let stage = Stage::new(move |_, heard| {
        let first = heard.body["messages"].as_array().is_some_and(|messages| messages.len() == 2);
        // One in seven first answers is none, so that questions take one request or two.
        let answer = if first && sum(heard).is_multiple_of(7) { Act::words("well") } else { knows.act(heard) };
        Act::Late(Duration::from_millis(wait(sum(heard))), Box::new(answer))
    });
    let mut app = lived("three_friends", 0.0);
    let mut minds = app.world_mut().resource_mut::<Minds>();
    minds.connect(Box::new(oracle.line(&settings(&stage.url()), &|_| None)));
    minds.renew_budget(caps, None);
    let end = tick(&app, 8.0);
    live_until(app.world_mut(), end).expect("the town goes on");
    let world = app.world();
    (world.resource::<Journal>().hash(), world.resource::<Tally>().clone(), stage.calls() as u64)
}

#[test]
fn a_cap_on_calls_is_used_up_and_never_passed_whoever_answers_first() {
    let caps = Caps { calls: Some(CAP), ..Caps::default() };
    let (quick, tally, calls) = day(caps, |_| 0);
    let spent = u64::from(tally.spent().calls);
    println!("{calls} requests of {CAP} allowed, {spent} counted; {} answers of the built-in mind", tally.builtin);
    assert!(tally.fallbacks > 20, "there was more to ask than the cap allowed");
    assert!(calls <= CAP && spent <= CAP, "{calls} requests, {spent} counted");
    assert!(10 * calls >= 9 * CAP, "{calls} of {CAP} requests");
    let (odd, tally, again) = day(caps, |sum| sum % 5 * 6);
    assert_eq!((odd, again), (quick, calls), "another order of answers makes no difference: {:?}", tally.trouble);
}

#[test]
fn a_small_cap_on_calls_is_used_too() {
    let (_, tally, calls) = day(Caps { calls: Some(5), ..Caps::default() }, |sum| sum % 3 * 4);
    assert_eq!((calls, tally.spent().calls), (5, 5));
}

#[test]
fn a_town_that_stops_at_a_cap_goes_on_where_it_stood() {
    // The oracle knows what is asked of it from the same town, lived here.
    let oracle = Oracle::new();
    let knows = oracle.clone();
    let stage = Stage::new(move |_, heard| knows.act(heard));
    let mut app = lived("three_friends", 0.0);
    app.world_mut().resource_mut::<Minds>().connect(Box::new(oracle.line(&settings(&stage.url()), &|_| None)));
    let end = tick(&app, 3.0);
    live_until(app.world_mut(), end).expect("the town goes on");
    let before = stage.calls();
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        command.current_dir(folder.path()).env("XDG_CONFIG_HOME", folder.path()).env("XDG_DATA_HOME", folder.path());
        command.args(["run", "--mind", &stage.url(), "--model", "m", "--json", "--hours", "3"]).args(arguments);
        let out = command.output().expect("the program runs");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{said}");
        (serde_json::from_slice::<serde_json::Value>(&out.stdout).expect("a report"), said)
    };
    let begin = ["--scenario", "three_friends", "--save", "a.town", "--cap-calls", "20", "--at-cap", "stop"];
    let (report, said) = run(&begin);
    assert!(said.contains("the cap of 20 calls is reached") && said.contains("--load"), "{said}");
    assert!(report["stopped"].as_str().is_some_and(|why| why.contains("20 calls")), "{report}");
    assert!(report["ticks"].as_u64().is_some_and(|ticks| (1..1080).contains(&ticks)), "{report}");
    assert_eq!(
        (&report["answered_by"]["builtin"], stage.calls() - before),
        (&0.into(), 20),
        "nobody else has answered"
    );
    let (report, _) = run(&["--load", "a.town", "--save", "a.town"]);
    assert_eq!((&report["ticks"], &report["stopped"]), (&1080.into(), &serde_json::Value::Null));
    assert_eq!(report["answered_by"]["builtin"], 0, "{report}");
    // What this town thinks about first takes more than one request.
    let before = stage.calls();
    let begin = ["--scenario", "three_friends", "--save", "b.town", "--cap-calls", "1", "--at-cap", "stop"];
    let (report, said) = run(&begin);
    assert_eq!(report["calls"], stage.calls() - before, "all that was paid for is counted");
    let stood = report["ticks"].as_u64();
    let go_on = |cap: &str| run(&["--load", "b.town", "--save", "b.town", "--cap-calls", cap, "--at-cap", "stop"]);
    assert_eq!(go_on("1").0["ticks"].as_u64(), stood);
    let needed = said.split("give --cap-calls ").nth(1).and_then(|rest| rest.split(' ').next()).expect("what it takes");
    assert!(go_on(needed).0["ticks"].as_u64() > stood, "{said}");
}

#[test]
fn a_cap_on_tokens_ends_where_it_should_in_any_order() {
    let caps = Caps { tokens: Some(60_000), ..Caps::default() };
    let (quick, tally, _) = day(caps, |_| 0);
    let spent = tally.spent();
    let tokens = spent.tokens_in + spent.tokens_out;
    println!("{tokens} tokens of 60000 allowed");
    assert!((50_000..=60_000).contains(&tokens), "{tokens}");
    assert_eq!(day(caps, |sum| sum % 4 * 5).0, quick);
}

//! A question from outside of the town goes to the server that the town has, out of the same budget, and leaves no trace.

use std::time::{Duration, Instant};

use bevy::app::App;
use smallville::{
    agent::state_hash,
    console::{Outcome, Spoken, answer, read},
    exchange::{Minds, ask_out_of_band, live_until, poll_out_of_band},
    journal::{Journal, Tally},
    mind::Caps,
};

use super::{
    oracle::{Oracle, settings},
    stage::{Act, Stage},
    town::{live, lived, tick},
};

/// Asks at the console and waits for the answer.
fn ask(app: &mut App, line: &str) -> Spoken {
    let Ok(Outcome::Asks(ask, _)) = read(app.world(), line) else { panic!("{line:?} is no question") };
    let id = ask_out_of_band(app.world_mut(), (*ask).clone()).expect("a language model is asked");
    let began = Instant::now();
    let came = loop {
        if let Some(came) = poll_out_of_band(app.world_mut(), &ask, id) {
            break came;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "nothing came");
        app.world_mut().resource_mut::<Minds>().wait(Duration::from_millis(20));
    };
    answer(&ask, Some(came.outcome.map_err(|why| why.0))).expect("the built-in mind has one at least")
}

#[test]
fn it_is_asked_counted_and_leaves_no_trace() {
    let oracle = Oracle::new();
    let knows = oracle.clone();
    let stage =
        Stage::new(move |_, heard| match heard.body["messages"].to_string().contains("outside of the day's run") {
            true => Act::words(r#"{"answer":"I count the gulls.","known":true,"evidence":[]}"#),
            false => knows.act(heard),
        });
    let mut app = lived("three_friends", 1.0);
    live(&mut app, oracle.line(&settings(&stage.url()), &|_| None));
    app.world_mut().resource_mut::<Minds>().renew_budget(Caps { calls: Some(2), ..Caps::default() }, None);
    let before = (state_hash(app.world_mut()), app.world().resource::<Journal>().hash());
    let name = app.world().resource::<smallville::town::TownInfo>().people[0].clone();
    let line = format!("ask {name} as a news reporter: What did you do today?");
    for n in 1..=2 {
        let spoken = ask(&mut app, &line);
        assert_eq!((spoken.words.as_str(), spoken.why), ("I count the gulls.", None));
        let tally = app.world().resource::<Tally>();
        assert_eq!((tally.spent().calls, tally.by_question["interview"].usage.calls), (n, n));
        assert_eq!(app.world().resource::<Minds>().budget().spent().calls, n);
    }
    let spoken = ask(&mut app, &line);
    assert!(spoken.why.as_deref().is_some_and(|why| why.contains("cap of 2 calls")), "{spoken:?}");
    assert!(spoken.words != "I count the gulls." && !spoken.words.is_empty());
    assert_eq!(stage.calls(), 2, "the cap holds for questions from outside too");
    assert_eq!((state_hash(app.world_mut()), app.world().resource::<Journal>().hash()), before);
    let end = tick(&app, 1.2);
    live_until(app.world_mut(), end).expect("the town goes on");
}

#[test]
fn what_nobody_answers_the_built_in_mind_does() {
    let oracle = Oracle::new();
    let stage = Stage::new(|_, _| Act::words("no idea"));
    let mut app = lived("three_friends", 0.5);
    live(&mut app, oracle.line(&settings(&stage.url()), &|_| None));
    let name = app.world().resource::<smallville::town::TownInfo>().people[0].clone();
    let spoken = ask(&mut app, &format!("ask {name}: Who are you?"));
    assert!(spoken.why.is_some() && !spoken.words.is_empty(), "{spoken:?}");
    assert_eq!(app.world().resource::<Tally>().by_question["interview"].fallbacks, 1);
    assert_eq!(app.world().resource::<Minds>().budget().spent().calls, 2);
}

//! A server that is slower than the town lives: what comes in time counts, and what comes too late is at least counted.

use std::time::{Duration, Instant};

use bevy::{app::App, time::TimeUpdateStrategy};
use smallville::{clock::Driver, exchange::Minds, journal::Tally};

use super::{
    oracle::{Oracle, settings},
    stage::{Act, Stage},
    town::{live, lived, speed},
};

/// What the server takes for an answer.
const SLOW: Duration = Duration::from_millis(700);
/// Real time that is played, at 16 game minutes a second.
const PLAYED: Duration = Duration::from_secs(15);
const FRAME: Duration = Duration::from_millis(8);

fn play(app: &mut App, time: Duration) {
    let began = Instant::now();
    while began.elapsed() < time {
        let frame = Instant::now();
        app.update();
        std::thread::sleep(FRAME.saturating_sub(frame.elapsed()));
    }
}

#[test]
fn at_sixteen_times_the_speed_a_slow_server_is_still_used_and_every_request_is_counted() {
    let oracle = Oracle::new();
    let knows = oracle.clone();
    let stage = Stage::new(move |_, heard| Act::Late(SLOW, Box::new(knows.act(heard))));
    let mut app = lived("harbour", 3.0);
    live(&mut app, oracle.line(&settings(&stage.url()), &|_| None));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    let rate = speed(&app, 16.0);
    let mut driver = app.world_mut().resource_mut::<Driver>();
    (driver.until, driver.speed, driver.budget) = (u64::MAX, Some(rate), Some(Duration::from_millis(3)));
    let before = app.world().resource::<Tally>().clone();
    play(&mut app, PLAYED);
    // What is still under way comes or is given up.
    app.world_mut().resource_mut::<Driver>().speed = Some(0.0);
    std::thread::sleep(SLOW * 2);
    app.world_mut().resource_mut::<Driver>().speed = Some(rate);
    play(&mut app, FRAME * 4);
    let calls = stage.calls() as u32;
    let (tally, minds) = (app.world().resource::<Tally>(), app.world().resource::<Minds>());
    let spent = tally.spent();
    let model = tally.model - before.model;
    println!(
        "{calls} requests; {model} answers in time, {} too late; counted: {} calls, {} tokens, of these {} calls and {} \
         tokens for nothing; {} under way",
        tally.given_up,
        spent.calls,
        spent.tokens_in,
        tally.lost.calls,
        tally.lost.tokens_in,
        minds.under_way(),
    );
    assert!(tally.given_up > 0, "the server is slow enough to be late");
    assert!(model > 10, "and some of its answers are in time: {model}");
    let open = minds.under_way() as u32;
    // What is broken off as it leaves is counted, and may never be read by the server.
    let counted = spent.calls <= calls + 8 && spent.calls + open + 8 >= calls;
    assert!(counted, "{} counted of {calls}, {open} open", spent.calls);
    assert!(spent.tokens_in > u64::from(spent.calls) * 200);
}

//! A server that is down when the town begins, for an hour of its day, or now and then: the day goes on, the built-in mind
//! answers, and the model is used again soon after it is there.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use bevy::app::App;
use smallville::{
    clock::Now,
    exchange::{Minds, live_until},
    journal::{By, Journal, Tally},
    mind::llm::{BreakerSettings, Settings},
};

use super::{
    oracle::{Oracle, settings},
    stage::{Act, Heard, Stage},
    town::{lived, tick},
};

/// What makes it be away.
#[derive(Clone, Copy)]
enum Down {
    HangsUp,
    Broken,
    Silent,
}

/// A server that is well or not, as it is told.
struct Weather {
    well: AtomicBool,
    /// When it was well again, and when it was asked for an answer first after that.
    times: Mutex<(Option<Instant>, Option<Instant>)>,
}

impl Weather {
    fn new(well: bool) -> Arc<Self> {
        Arc::new(Self { well: AtomicBool::new(well), times: Mutex::default() })
    }

    fn clears(&self) {
        self.well.store(true, Ordering::SeqCst);
        *self.times.lock().expect("nobody panicked") = (Some(Instant::now()), None);
    }

    fn act(&self, oracle: &Oracle, heard: &Heard, down: Down) -> Act {
        match (self.well.load(Ordering::SeqCst), down) {
            (true, _) => {
                if !heard.what.starts_with("GET") {
                    self.times.lock().expect("nobody panicked").1.get_or_insert_with(Instant::now);
                }
                oracle.act(heard)
            }
            (false, Down::HangsUp) => Act::HangUp,
            (false, Down::Broken) => Act::text(503, "<html>the runner has died</html>"),
            (false, Down::Silent) => Act::Hang,
        }
    }

    /// From its return to the first question that it answered.
    fn back_after(&self) -> Duration {
        let (clears, asked) = *self.times.lock().expect("nobody panicked");
        asked.expect("it was asked again") - clears.expect("it was away")
    }
}

/// As [`settings`], and a server that says nothing is left soon.
fn short(url: &str) -> Settings {
    let mut settings = settings(url);
    (settings.limits.idle_s, settings.limits.whole_s) = (0.3, 0.6);
    settings
}

fn town(stage: &Stage, oracle: &Oracle) -> App {
    let mut app = lived("three_friends", 0.0);
    app.world_mut().resource_mut::<Minds>().connect(Box::new(oracle.line(&short(&stage.url()), &|_| None)));
    app
}

fn until(app: &mut App, hours: f64) {
    let tick = tick(app, hours);
    live_until(app.world_mut(), tick).unwrap_or_else(|why| panic!("the town stopped: {why}"));
}

/// Answers of the model and of the built-in mind between two hours.
fn answers(app: &App, from: f64, to: f64) -> (usize, usize) {
    let journal = app.world().resource::<Journal>();
    let of = |by: &dyn Fn(&By) -> bool| {
        journal.answers_between(tick(app, from), tick(app, to)).filter(|(_, entry)| by(&entry.by)).count()
    };
    (of(&|by| matches!(by, By::Model(_))), of(&|by| *by == By::Builtin))
}

/// Lives on a little at a time until the model has answered; in lockstep the town is much faster than the server.
fn until_used(app: &mut App, weather: &Weather) -> Duration {
    let (began, before) = (Instant::now(), app.world().resource::<Tally>().model);
    weather.clears();
    while app.world().resource::<Tally>().model == before {
        let next = app.world().resource::<Now>().0 + 6;
        live_until(app.world_mut(), next).unwrap_or_else(|why| panic!("the town stopped: {why}"));
        // As slow as a window at its highest speed, or the town's day would be over before the server is looked at.
        std::thread::sleep(Duration::from_millis(16));
        assert!(began.elapsed() < Duration::from_secs(20), "it is not used again");
    }
    began.elapsed()
}

/// The most that may pass: the breaker's wait, its look, and a question.
fn most(rest: &BreakerSettings) -> Duration {
    Duration::from_secs_f64(rest.look_s + rest.glance_s)
}

#[test]
fn by_the_settings_that_come_with_the_program_it_is_used_within_twenty_seconds() {
    assert!(most(&BreakerSettings::default()) < Duration::from_secs(20), "{:?}", most(&BreakerSettings::default()));
}

#[test]
fn down_from_the_start() {
    let (oracle, weather) = (Oracle::new(), Weather::new(false));
    let (knows, sky) = (oracle.clone(), weather.clone());
    let stage = Stage::new(move |_, heard| sky.act(&knows, heard, Down::Broken));
    let mut app = town(&stage, &oracle);
    let began = Instant::now();
    until(&mut app, 3.0);
    let (model, builtin) = answers(&app, 0.0, 3.0);
    println!("down from the start: 3 hours in {:?}, {builtin} answers of the built-in mind", began.elapsed());
    assert!(model == 0 && builtin > 20, "{model} and {builtin}");
    let used = until_used(&mut app, &weather);
    let back = weather.back_after();
    println!("asked again after {back:?}, used after {used:?}");
    let rest = settings("").breaker;
    assert!(back < most(&rest) + Duration::from_millis(500), "{back:?}");
    until(&mut app, 17.5);
    let (model, builtin) = answers(&app, 5.0, 17.5);
    println!("the rest of the day: {model} answers of the model, {builtin} in its place");
    assert!(model > 50 && builtin * 10 < model, "{model} and {builtin}");
}

#[test]
fn down_for_an_hour_in_the_middle() {
    for (down, end) in [(Down::HangsUp, 17.5), (Down::Silent, 8.0)] {
        let (oracle, weather) = (Oracle::new(), Weather::new(true));
        let (knows, sky) = (oracle.clone(), weather.clone());
        let stage = Stage::new(move |_, heard| sky.act(&knows, heard, down));
        let mut app = town(&stage, &oracle);
        until(&mut app, 2.0);
        assert!(answers(&app, 0.0, 2.0).0 > 20);
        weather.well.store(false, Ordering::SeqCst);
        let began = Instant::now();
        until(&mut app, 3.0);
        let (model, builtin) = answers(&app, 2.0, 3.0);
        println!(
            "the hour without it took {:?}: {model} answers that had come, {builtin} in its place",
            began.elapsed()
        );
        assert!(builtin > 3, "{model} and {builtin}");
        let used = until_used(&mut app, &weather);
        println!("asked again after {:?}, used after {used:?}", weather.back_after());
        assert!(weather.back_after() < most(&settings("").breaker) + Duration::from_millis(500));
        until(&mut app, end);
        let (model, builtin) = answers(&app, 4.0, end);
        println!("after it: {model} answers of the model, {builtin} in its place");
        assert!(model > 20 && builtin * 10 < model, "{model} and {builtin}");
    }
}

#[test]
fn flapping() {
    let oracle = Oracle::new();
    let knows = oracle.clone();
    // Three of ten requests fail, in all ways.
    let stage = Stage::new(move |n, heard| match n % 10 {
        2 => Act::HangUp,
        5 => Act::text(502, "Bad Gateway"),
        8 => Act::BreakOff(200),
        _ => knows.act(heard),
    });
    let mut app = town(&stage, &oracle);
    let began = Instant::now();
    until(&mut app, 17.5);
    let (model, builtin) = answers(&app, 0.0, 17.5);
    println!("flapping: a day in {:?}: {model} answers of the model, {builtin} in its place", began.elapsed());
    assert!(model > 100 && builtin * 5 < model, "{model} and {builtin}");
}

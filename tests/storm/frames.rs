//! A mind that stalls shows in no frame: the driver's time is what it is with one that answers at once.

use std::time::{Duration, Instant};

use bevy::{app::App, time::TimeUpdateStrategy};
use smallville::{
    clock::{Driver, Now},
    journal::Tally,
};

use super::town::{after, live, lived, speed};

/// What every answer takes.
const STALL: Duration = Duration::from_secs(5);
/// Frames of each town, and how long one is: shorter than a screen's, so that the test is not long.
const FRAMES: usize = 6000;
const FRAME: Duration = Duration::from_millis(4);
/// As the window's.
const BUDGET: Duration = Duration::from_millis(3);
/// Requests at a time.
const SLOTS: usize = 8;
/// How often it is tried: the machine has other things to do, and one bad second is the worst of all frames.
const TRIES: usize = 3;

/// A town on its feet, as a window plays it.
fn played(minutes: f64, stall: Duration) -> App {
    let mut app = lived("the_ville", 3.0);
    live(&mut app, after(stall, SLOTS));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    let rate = speed(&app, minutes);
    let mut driver = app.world_mut().resource_mut::<Driver>();
    (driver.until, driver.speed, driver.budget) = (u64::MAX, Some(rate), Some(BUDGET));
    app
}

/// The driver's time of a frame in microseconds.
fn frame(app: &mut App) -> f64 {
    app.update();
    app.world().resource::<Driver>().spent.as_secs_f64() * 1e6
}

/// The driver's frames, from the shortest to the longest.
struct Frames(Vec<f64>);

impl Frames {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    fn at(&self, share: f64) -> f64 {
        self.0[((self.0.len() - 1) as f64 * share).round() as usize]
    }
}

/// Both towns side by side, a frame each in turn, so that what disturbs one disturbs the other. How much longer the
/// 99.9th per cent frame of the one that stalls is.
fn ratio(minutes: f64) -> f64 {
    let (mut calm, mut stalled) = (played(minutes, Duration::ZERO), played(minutes, STALL));
    let begins = calm.world().resource::<Now>().0;
    let (mut of_calm, mut of_stalled) = (Vec::with_capacity(FRAMES), Vec::with_capacity(FRAMES));
    for _ in 0..FRAMES {
        let began = Instant::now();
        of_calm.push(frame(&mut calm));
        of_stalled.push(frame(&mut stalled));
        std::thread::sleep((FRAME).saturating_sub(began.elapsed()));
    }
    let (of_calm, of_stalled) = (Frames::of(of_calm), Frames::of(of_stalled));
    let figures = |name: &str, app: &App, frames: &Frames| {
        let (now, tally) = (app.world().resource::<Now>().0, app.world().resource::<Tally>());
        println!(
            "{name}, speed {minutes}: {FRAMES} frames, {} ticks, {} answers of the mind, {} in its place: median {:.1} µs, \
             p99 {:.0} µs, p99.9 {:.0} µs, worst {:.0} µs",
            now - begins,
            tally.model,
            tally.fallbacks,
            frames.at(0.5),
            frames.at(0.99),
            frames.at(0.999),
            frames.at(1.0),
        );
        assert!(now > begins + 50, "it went on");
    };
    figures("at once", &calm, &of_calm);
    figures("after 5 s", &stalled, &of_stalled);
    let ratio = of_stalled.at(0.999) / of_calm.at(0.999);
    println!("p99.9: {ratio:.2} times");
    ratio
}

#[test]
fn a_stall_of_five_seconds_in_every_answer_shows_in_no_frame() {
    let fair = |_| ratio(4.0) <= 2.0;
    assert!((0..TRIES).any(fair), "none of {TRIES} tries");
}

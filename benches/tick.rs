//! What a tick costs at 25 people: the mean of an afternoon hour, and the frames of a window at speed 1.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use bevy::{app::App, time::TimeUpdateStrategy};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use smallville::{
    clock::{Calendar, Driver, Ended, Now},
    data::Data,
    exchange::{Minds, run_until},
    headless,
    town::Options,
};

/// The hour from two o'clock, in hours from the beginning at half past six.
const AFTERNOON: (f64, f64) = (7.5, 8.5);
/// Game minutes a second at speed 1, frames a second, and frames looked at: 5 minutes of play.
const SPEED: f64 = 1.0;
const RATE: f64 = 60.0;
const FRAMES: usize = 18_000;

/// The town at two in the afternoon.
fn afternoon() -> App {
    let options = Options { scenario: "the_ville".into(), threads: 2, ..Options::default() };
    let mut app = headless::app(&options, &Data::only(Path::new(env!("CARGO_MANIFEST_DIR")))).expect("the town opens");
    let tick = tick(&app, AFTERNOON.0);
    run_until(&mut app, tick).expect("the town goes on");
    app
}

fn tick(app: &App, hours: f64) -> u64 {
    headless::ticks(hours, app.world().resource::<Calendar>()).expect("hours that can be")
}

fn hour(criterion: &mut Criterion) {
    let app = afternoon();
    let (from, until) = (tick(&app, AFTERNOON.0), tick(&app, AFTERNOON.1));
    let mut group = criterion.benchmark_group("25 people");
    group.sample_size(10).throughput(Throughput::Elements(until - from));
    group.bench_function("ticks of an afternoon hour", |bench| {
        bench.iter_custom(|times| {
            let lived = |_| {
                let mut app = afternoon();
                let began = Instant::now();
                run_until(&mut app, until).expect("the town goes on");
                began.elapsed()
            };
            let whole: Duration = (0..times).map(lived).sum();
            println!("{:.1} µs a tick", whole.as_secs_f64() * 1e6 / (times * (until - from)) as f64);
            whole
        });
    });
    group.finish();
}

/// Not a mean but the worst of many: what a player would see as a stutter.
fn frames(_: &mut Criterion) {
    let mut app = afternoon();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / RATE)));
    let seconds = app.world().resource::<Calendar>().tick_seconds;
    let begins = app.world().resource::<Now>().0;
    {
        let mut driver = app.world_mut().resource_mut::<Driver>();
        driver.until = u64::MAX;
        driver.speed = Some(SPEED * 60.0 / f64::from(seconds));
        driver.budget = Some(Duration::from_millis(3));
    }
    let (mut spent, mut waited) = (Vec::with_capacity(FRAMES), 0);
    for _ in 0..FRAMES {
        app.update();
        let driver = app.world().resource::<Driver>();
        spent.push(driver.spent.as_secs_f64() * 1e6);
        if driver.ended == Ended::Waiting {
            // In a window the rest of the frame passes meanwhile.
            waited += 1;
            app.world_mut().resource_mut::<Minds>().wait(Duration::from_secs_f64(1.0 / RATE));
        }
    }
    spent.sort_by(f64::total_cmp);
    let at = |share: f64| spent[((spent.len() - 1) as f64 * share) as usize];
    let ticks = app.world().resource::<Now>().0 - begins;
    println!(
        "driver at speed {SPEED}, {FRAMES} frames of 1/{RATE} s, {ticks} ticks: median {:.1} µs, p99 {:.0} µs, \
         p99.9 {:.0} µs, worst {:.0} µs; {waited} frames waited for an answer",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0),
    );
}

criterion_group!(benches, hour, frames);
criterion_main!(benches);

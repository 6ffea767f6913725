//! Towns of the game's own scenarios, lived without a window.
#![allow(dead_code, reason = "each test takes what it needs")]

use bevy::prelude::*;
use smallville::{
    clock::{Calendar, Now},
    data::Data,
    exchange::run_until,
    headless,
    town::Options,
};

/// The data that came with the program.
pub fn data() -> Data {
    Data::only(env!("CARGO_MANIFEST_DIR"))
}

pub fn options(scenario: &str, seed: u64) -> Options {
    Options { scenario: scenario.into(), seed: Some(seed), threads: 2, ..default() }
}

pub fn open(options: &Options) -> App {
    headless::app(options, &data()).unwrap_or_else(|why| panic!("{}: {why}", options.scenario))
}

pub fn town(scenario: &str, seed: u64) -> App {
    open(&options(scenario, seed))
}

pub fn now(app: &App) -> u64 {
    app.world().resource::<Now>().0
}

/// The tick at which so many hours since the beginning are over.
pub fn tick(app: &App, hours: f64) -> u64 {
    headless::ticks(hours, app.world().resource::<Calendar>()).unwrap_or_else(|why| panic!("{why}"))
}

/// Lives up to this many hours since the beginning.
pub fn live_until_hour(app: &mut App, hours: f64) {
    let end = tick(app, hours);
    headless::live(app, end).unwrap_or_else(|why| panic!("{why}"));
}

/// Lives so many ticks more.
pub fn live_ticks(app: &mut App, ticks: u64) {
    let end = now(app) + ticks;
    run_until(app, end).unwrap_or_else(|why| panic!("{why}"));
}

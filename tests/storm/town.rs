//! Towns to be lived, and ways to a mind for them.

use std::time::Duration;

use bevy::prelude::*;
use smallville::{
    clock::{Calendar, Driver, Pace},
    exchange::{Minds, live_until},
    mind::{
        Ask, Mind,
        client::{AsyncClient, By, Client, Response},
        rules,
    },
    town::Options,
};

use super::lived;
pub use super::lived::data;

/// A town, `hours` after its beginning; so far the built-in mind answered.
pub fn lived(scenario: &str, hours: f64) -> App {
    let mut app = lived::open(&Options { scenario: scenario.into(), threads: 2, ..default() });
    if hours > 0.0 {
        let tick = tick(&app, hours);
        live_until(app.world_mut(), tick).expect("the town goes on");
    }
    app
}

/// The tick that ends so many hours.
pub fn tick(app: &App, hours: f64) -> u64 {
    if hours > 0.0 { lived::tick(app, hours) } else { 0 }
}

/// From here on this line leads to the mind, and time goes on whatever it does.
pub fn live(app: &mut App, line: impl Client) {
    app.world_mut().resource_mut::<Minds>().connect(Box::new(line));
    app.world_mut().resource_mut::<Driver>().pace = Pace::Live;
}

/// Ticks a second at so many game minutes a second.
pub fn speed(app: &App, minutes: f64) -> f64 {
    minutes * 60.0 / f64::from(app.world().resource::<Calendar>().tick_seconds)
}

/// The built-in mind, on a thread of its own, after a while.
pub struct After(pub Duration);

impl Mind for After {
    async fn answer_within(&self, ask: &Ask, _: u32) -> Response {
        tokio::time::sleep(self.0).await;
        rules::answer(ask).into()
    }
}

/// The way to it.
pub fn after(wait: Duration, slots: usize) -> AsyncClient {
    AsyncClient::open(After(wait), By::Model("slow".into()), slots)
}

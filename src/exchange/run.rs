//! Running without a window.

use std::time::Duration;

use bevy::prelude::*;

use super::Minds;
use crate::clock::{Diverged, Driver, Ended, driver::drive};

/// Runs until tick `tick` is the next to be lived. This loop may sleep; the driver never does.
///
/// # Errors
/// When the town cannot go on, as [`Diverged`] says; it stays as it stands.
pub fn run_until(app: &mut App, tick: u64) -> Result<(), String> {
    app.world_mut().resource_mut::<Driver>().until = tick;
    loop {
        app.update();
        if went_on(app.world_mut())? {
            return Ok(());
        }
    }
}

/// The same without the app's frames: ticks only, for whoever lives a town from inside of it.
///
/// # Errors
/// As [`run_until`].
pub fn live_until(world: &mut World, tick: u64) -> Result<(), String> {
    world.resource_mut::<Driver>().until = tick;
    loop {
        drive(world);
        if went_on(world)? {
            return Ok(());
        }
    }
}

/// Whether the end is reached; if not, waits for what the driver waits for.
fn went_on(world: &mut World) -> Result<bool, String> {
    match world.resource::<Driver>().ended {
        Ended::Done => return Ok(true),
        Ended::Diverged => return Err(world.resource::<Diverged>().0.clone().unwrap_or_default()),
        Ended::Waiting => world.resource_mut::<Minds>().wait(Duration::from_millis(50)),
        Ended::Early => std::thread::sleep(Duration::from_millis(1)),
        Ended::OutOfBudget => {}
    }
    Ok(false)
}

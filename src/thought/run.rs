//! Running without a window.

use std::time::Duration;

use bevy::prelude::*;

use super::Minds;
use crate::clock::{Astray, Driver, Ended};

/// Runs until tick `tick` is the next to be lived. This loop may sleep; the driver never does.
///
/// # Errors
/// When the town cannot go on, as [`Astray`] says; it stays as it stands.
pub fn run_until(app: &mut App, tick: u64) -> Result<(), String> {
    app.world_mut().resource_mut::<Driver>().until = tick;
    loop {
        app.update();
        match app.world().resource::<Driver>().ended {
            Ended::Done => return Ok(()),
            Ended::Astray => return Err(app.world().resource::<Astray>().0.clone().unwrap_or_default()),
            Ended::Waiting => app.world_mut().resource_mut::<Minds>().wait(Duration::from_millis(50)),
            Ended::Early => std::thread::sleep(Duration::from_millis(1)),
            Ended::OutOfBudget => {}
        }
    }
}

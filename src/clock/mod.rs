//! Town time, who lives it now, chance, and the driver that runs ticks. Wall clocks only in [`driver`].

mod calendar;
mod dice;
pub mod driver;
mod roster;

pub use self::{
    calendar::{Calendar, Minute},
    dice::{Dice, Seed},
    driver::{Driver, Ended, Held, Pace},
    roster::{Active, AgentId, Roster},
};

use bevy::prelude::*;

/// The tick being lived; between ticks, the next one to be lived.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Now(pub u64);

/// Adds time, the roster and the driver.
pub fn plugin(app: &mut App) {
    app.init_resource::<Now>()
        .init_resource::<Active>()
        .init_resource::<Roster>()
        .init_resource::<Held>()
        .add_plugins(driver::plugin);
}

//! Town time, who lives it now, chance, and the driver that runs ticks. Wall clocks only in [`driver`].

mod calendar;
mod dice;
pub mod driver;
mod hash;
mod roster;

pub(crate) use self::hash::fingerprint_of;
pub use self::{
    calendar::{Calendar, Minute},
    dice::{Dice, Seed},
    driver::{Blocked, Diverged, Driver, Ended, Pace},
    hash::hash_of,
    roster::{Active, AgentId, Roster},
};

use bevy::prelude::*;

use crate::schedule::TownResources;

/// The tick being lived; between ticks, the next one to be lived.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Now(pub u64);

/// Adds time, the roster and the driver.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Now>()
        .init_town_resource::<Active>()
        .init_town_resource::<Roster>()
        .init_town_resource::<Blocked>()
        .init_town_resource::<Diverged>()
        .add_plugins(driver::plugin);
}

//! The day: parts, hours, steps (paper, section 4.3).
//!
//! Plans are asked for lazily: the day before waking, hours and steps an hour ahead, the place of a step one step
//! ahead. Minutes always add up to the day.

mod answer;
mod ask;
mod change;
mod follow;
mod routine;
mod upcoming;
mod yesterday;

pub use self::routine::Routines;

use bevy::prelude::*;

/// Adds asking, storing and following.
pub fn plugin(app: &mut App) {
    app.add_plugins((ask::plugin, answer::plugin, follow::plugin));
}

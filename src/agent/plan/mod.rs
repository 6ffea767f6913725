//! The day: parts, hours, steps (paper, section 4.3).
//!
//! Rule: asked lazily, the day at waking, hours and steps an hour ahead, where a step is done one step ahead; and
//! minutes always add up to the day.

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

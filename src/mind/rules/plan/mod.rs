//! Planning by rules (paper, section 4.3): the day, its hours, their steps, and the place and look of a step.

pub(super) mod day;
pub(super) mod hours;
pub(super) mod place;
mod scheme;
pub(super) mod steps;

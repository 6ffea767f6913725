//! Towns to measure.

use bevy::prelude::*;
use smallville::{
    headless,
    mind::{Ask, MindError, Reply},
    study::evaluation::{self, Evaluation},
    town::{Experiment, Options, TownError},
};

use super::lived;

/// A mind that answers interviews.
pub type Mind = fn(&Ask) -> Result<Reply, MindError>;

/// The three friends, changed.
pub fn friends(experiment: Experiment) -> Result<App, TownError> {
    let options = Options { experiment, ..lived::options("three_friends", 5) };
    headless::app(&options, &lived::data())
}

/// Lives so many hours and asks `mind`.
pub fn measured(mut app: App, hours: f64, mind: Mind) -> Evaluation {
    let end = lived::tick(&app, hours);
    evaluation::lived(&mut app, end, &mind, 2, &headless::live).unwrap_or_else(|trouble| panic!("{trouble}"))
}

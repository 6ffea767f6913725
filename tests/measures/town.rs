//! Towns to measure.

use std::path::Path;

use bevy::prelude::*;
use smallville::{
    clock::Calendar,
    data::Data,
    headless,
    mind::{Ask, MindError, Reply},
    study::{evaluate::lived, evaluation::Evaluation},
    town::{Experiment, Options, Trouble},
};

/// A mind that answers interviews.
pub type Mind = fn(&Ask) -> Result<Reply, MindError>;

/// The three friends, changed.
pub fn friends(experiment: Experiment) -> Result<App, Trouble> {
    let options =
        Options { scenario: "three_friends".into(), seed: Some(5), threads: 2, experiment, ..Options::default() };
    headless::app(&options, &Data::only(Path::new(env!("CARGO_MANIFEST_DIR"))))
}

/// Lives so many hours and asks `mind`.
pub fn measured(mut app: App, hours: f64, mind: Mind) -> Evaluation {
    let calendar = *app.world().resource::<Calendar>();
    let end = headless::ticks(hours, &calendar).unwrap_or_else(|trouble| panic!("{trouble}"));
    lived(&mut app, end, &mind, 2, &headless::live).unwrap_or_else(|trouble| panic!("{trouble}"))
}

//! People and inputs that no town has, for the tests of planning.

pub mod any;
pub mod people;

use smallville::mind::question::{Moment, Stretch, TimeOfDay};

/// A time as it is written.
pub fn time(text: &str) -> TimeOfDay {
    text.parse().expect("a time of day")
}

/// From then to then, with nothing in it.
pub fn stretch(from: &str, until: &str) -> Stretch {
    Stretch { from: time(from), until: time(until), what: String::new(), place: "A house: main room".into() }
}

/// A Monday morning.
pub fn now() -> Moment {
    Moment {
        date: "Monday 13 February".into(),
        iso: "2023-02-13".into(),
        time: time("06:30"),
        place: "A house: main room".into(),
        doing: "sleeping".into(),
        until: None,
    }
}

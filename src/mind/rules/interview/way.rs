//! Where a place is that one knows. A mind knows no map: it tells in which house, or that one stands in it.

use std::collections::BTreeSet;

use super::{Answer, Respondent};

impl Respondent<'_, '_> {
    /// Where it is.
    pub fn way(&mut self, place: &str) -> Answer {
        let here = &self.head.sit.place;
        let inside = here == place || here.starts_with(&format!("{place}: "));
        let (section, told) = match place.split_once(": ") {
            _ if inside => ("tell.way.here", place),
            Some((house, _)) => ("tell.way.in", house),
            None => ("tell.way.town", place),
        };
        self.surface.say(section, &[("r", told)], true, BTreeSet::new())
    }
}

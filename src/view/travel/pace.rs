//! How far a town has lived again, and how long it still takes. Pure.

use jiff::civil::DateTime;

use crate::view::panels::telling::{clock, day};

/// Seconds between two looks at how fast it goes.
const EVERY: f64 = 1.0;
/// What a look counts beside those before it: some hours of a day take longer than others.
const WEIGHT: f64 = 0.25;

/// How fast a town lives again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// The tick and the seconds at the last look.
    last: Option<(u64, f64)>,
    seconds: f64,
    /// Ticks a second.
    rate: Option<f64>,
}

impl Pace {
    /// A frame is over: it stands at this tick, so many seconds later.
    pub fn note(&mut self, tick: u64, seconds: f64) {
        self.seconds += seconds;
        let Some((before, then)) = self.last else {
            self.last = Some((tick, self.seconds));
            return;
        };
        let passed = self.seconds - then;
        if passed >= EVERY {
            let now = tick.saturating_sub(before) as f64 / passed;
            self.rate = Some(self.rate.map_or(now, |rate| rate + (now - rate) * WEIGHT));
            self.last = Some((tick, self.seconds));
        }
    }

    /// How long so many ticks still take, in words; `None`: not known yet.
    pub fn left(&self, ticks: u64) -> Option<String> {
        let rate = self.rate.filter(|rate| *rate > 0.0)?;
        Some(words(ticks as f64 / rate))
    }
}

/// A span that nobody knows to the second.
fn words(seconds: f64) -> String {
    let about = |n: f64, what: &str| format!("about {n} {what}{}", if n > 1.0 { "s" } else { "" });
    if seconds < 8.0 {
        "a few seconds".into()
    } else if seconds < 55.0 {
        about((seconds / 5.0).ceil() * 5.0, "second")
    } else {
        about((seconds / 60.0).round().max(1.0), "minute")
    }
}

/// Where it is, and where it goes on: `09:40 of 12:27`, with days if there are several.
pub(super) fn at(now: DateTime, until: DateTime) -> String {
    if now.date() == until.date() {
        return format!("Now at {} of {}", clock(now), clock(until));
    }
    let whole = |at: DateTime| format!("{}, {}", day(at.date()), clock(at));
    format!("Now at {} of {}", whole(now), whole(until))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn what_is_left_follows_how_fast_it_goes() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(100), None);
        for frame in 0..50 {
            pace.note(frame, 0.1);
        }
        assert_eq!(pace.left(1200).as_deref(), Some("about 2 minutes"));
        assert_eq!(pace.left(300).as_deref(), Some("about 30 seconds"));
        assert_eq!(pace.left(20).as_deref(), Some("a few seconds"));
        assert_eq!(words(56.0), "about 1 minute");
    }

    #[test]
    fn days_are_named_only_where_there_are_several() {
        let at_hour = |day, hour| date(2023, 2, day).at(hour, 5, 0, 0);
        assert_eq!(at(at_hour(13, 9), at_hour(13, 12)), "Now at 09:05 of 12:05");
        assert_eq!(
            at(at_hour(13, 9), at_hour(14, 12)),
            "Now at Monday 13 February, 09:05 of Tuesday 14 February, 12:05"
        );
    }
}

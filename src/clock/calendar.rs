//! From ticks to days and hours and back. No time zone: the town has its own clock.

use bevy::prelude::*;
use jiff::{ToSpan, civil};
use serde::{Deserialize, Serialize};

use crate::mind::question::TimeOfDay;

/// Minutes since the midnight with which the scenario's first day began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Minute(pub u32);

impl Minute {
    /// Minutes of a day.
    pub const DAY: u32 = 1440;

    /// Which day of the scenario, from 0.
    pub fn day(self) -> u32 {
        self.0 / Self::DAY
    }

    /// The time on the clock.
    pub fn time_of_day(self) -> TimeOfDay {
        TimeOfDay((self.0 % Self::DAY) as u16)
    }

    /// The first moment at or after `self` at which the clock shows `time`.
    pub fn next(self, time: TimeOfDay) -> Minute {
        let today = Minute(self.day() * Self::DAY + u32::from(time.0) % Self::DAY);
        if today < self { Minute(today.0 + Self::DAY) } else { today }
    }
}

/// When the scenario begins and how long a tick is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calendar {
    /// Town time at tick 0.
    pub start: civil::DateTime,
    /// Game seconds of a tick.
    pub tick_seconds: u32,
}

impl Calendar {
    fn first_second(self) -> u64 {
        let time = self.start.time();
        time.hour() as u64 * 3600 + time.minute() as u64 * 60 + time.second() as u64
    }

    /// The minute that `tick` lies in.
    pub fn minute(self, tick: u64) -> Minute {
        Minute(((self.first_second() + tick * u64::from(self.tick_seconds)) / 60) as u32)
    }

    /// Does a new minute begin with `tick`?
    pub fn begins_minute(self, tick: u64) -> bool {
        tick == 0 || self.minute(tick - 1) != self.minute(tick)
    }

    /// The first tick at or after the beginning of `minute`; 0 for what was before the town began.
    pub fn tick(self, minute: Minute) -> u64 {
        let seconds = (u64::from(minute.0) * 60).saturating_sub(self.first_second());
        seconds.div_ceil(u64::from(self.tick_seconds))
    }

    /// Ticks in so many minutes, at least one.
    pub fn ticks(self, minutes: u32) -> u64 {
        (u64::from(minutes) * 60).div_ceil(u64::from(self.tick_seconds)).max(1)
    }

    /// Game hours in so many ticks.
    pub fn hours(self, ticks: u64) -> f64 {
        ticks as f64 * f64::from(self.tick_seconds) / 3600.0
    }

    /// Date and time at the beginning of `tick`.
    pub fn date_time(self, tick: u64) -> civil::DateTime {
        let seconds = (tick * u64::from(self.tick_seconds)) as i64;
        self.start.saturating_add(seconds.seconds())
    }

    /// The date of a minute.
    pub fn date(self, minute: Minute) -> civil::Date {
        self.start.date().saturating_add(i64::from(minute.day()).days())
    }

    /// The minute of a date and time; `None` before the scenario's first day.
    pub fn minute_at(self, when: civil::DateTime) -> Option<Minute> {
        let days = (when.date() - self.start.date()).get_days();
        let minutes = i64::from(days) * i64::from(Minute::DAY) + i64::from(when.hour()) * 60 + i64::from(when.minute());
        u32::try_from(minutes).ok().map(Minute)
    }
}

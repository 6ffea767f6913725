//! The axis of time under a picture.

use jiff::{ToSpan, civil};

use crate::study::{
    drawing::{Drawing, FAINT, GRID, Hold, INK},
    evaluation::Evaluation,
};

/// Where game hours lie.
pub struct Time {
    /// Left and right.
    pub across: (f32, f32),
    /// Top and bottom.
    pub down: (f32, f32),
    start: civil::DateTime,
    hours: f64,
}

impl Time {
    /// Of a whole evaluation.
    pub fn new(all: &Evaluation, across: (f32, f32), down: (f32, f32)) -> Self {
        Self { across, down, start: all.calendar.start, hours: all.hours.max(0.1) }
    }

    /// Where an hour lies.
    pub fn x(&self, hours: f64) -> f32 {
        let (left, right) = self.across;
        left + (right - left) * (hours / self.hours).clamp(0.0, 1.0) as f32
    }

    /// Game hours from the beginning to a date and time.
    pub fn hours_to(&self, when: civil::DateTime) -> f64 {
        when.duration_since(self.start).as_secs_f64() / 3600.0
    }

    /// Draws it: a line for every midnight and thinner ones between, with clock and day below.
    pub fn draw(&self, on: &mut Drawing) {
        let every = match self.hours {
            hours if hours <= 14.0 => 1,
            hours if hours <= 60.0 => 3,
            hours if hours <= 100.0 => 6,
            _ => 12,
        };
        let (top, bottom) = self.down;
        let mut named = None;
        let midnight = self.start.date().at(0, 0, 0, 0);
        for n in 0..=(self.hours as i64 / every + 24) {
            let when = midnight.saturating_add((n * every).hours());
            let hours = self.hours_to(when);
            if hours < -0.01 || hours > self.hours + 0.01 {
                continue;
            }
            let (x, new) = (self.x(hours), when.hour() == 0);
            on.line(&[(x, top), (x, bottom)], if new { FAINT } else { GRID }, if new { 1.2 } else { 1.0 });
            on.words((x, bottom + 18.0), when.strftime("%H:%M").to_string(), 12.0, FAINT, Hold::Middle);
            // Once a day, at noon or where the last day breaks off.
            let noon = when.hour() == 12 || when.hour() < 12 && hours + 13.0 > self.hours;
            if noon && named.replace(when.date()) != Some(when.date()) {
                on.words((x, bottom + 38.0), when.strftime("%A %-d %B").to_string(), 13.0, INK, Hold::Middle);
            }
        }
    }
}

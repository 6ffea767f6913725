//! Town time in words, as questions carry it.

use jiff::civil::Date;

use crate::{
    clock::{Calendar, Minute},
    memory::{Kind, Memory},
    mind::question::{Moment, Recalled, TimeOfDay},
};

/// `Monday 13 February`.
pub fn date(date: Date) -> String {
    date.strftime("%A %-d %B").to_string()
}

/// `February`.
pub fn month(date: Date) -> String {
    date.strftime("%B").to_string()
}

/// The moment of `now`.
pub fn moment(calendar: &Calendar, now: Minute, place: String, doing: String, until: Option<TimeOfDay>) -> Moment {
    let day = calendar.date(now);
    Moment { date: date(day), iso: day.to_string(), time: now.time_of_day(), place, doing, until }
}

/// A memory with its time in words; seed memories have none.
pub fn recalled(memory: &Memory, calendar: &Calendar) -> Recalled {
    let when = match memory.created {
        0 => String::new(),
        tick => calendar.date_time(tick).strftime("%-d %b %H:%M").to_string(),
    };
    Recalled {
        n: None,
        when,
        text: memory.text.clone(),
        by: memory.source.clone(),
        secret: memory.secret,
        own: memory.kind == Kind::Reflection,
        importance: memory.importance,
        bears: false,
        at: (memory.created > 0).then(|| calendar.minute(memory.created).0),
    }
}

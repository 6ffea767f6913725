//! Saying a time as one says it now, and writing it so that it holds for good.

use super::{
    super::lexicon::lex,
    DAY, Minute, When,
    calendar::{date, weekday},
};

/// `17:05`.
pub fn clock(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60 % 24, minute % 60)
}

/// `five`, `half past seven in the morning`, `17:05`.
pub fn say_hour(minute: u32) -> String {
    let (hour, rest) = (minute / 60, minute % 60);
    let numbers = lex().list("numbers");
    let word = match hour % 24 {
        0 => "midnight".to_owned(),
        12 => "noon".to_owned(),
        hour => numbers.get(hour as usize % 12).cloned().unwrap_or_else(|| hour.to_string()),
    };
    let base = match rest {
        0 => word,
        30 if !hour.is_multiple_of(12) => format!("half past {word}"),
        _ => return clock(minute),
    };
    match hour {
        20..24 => format!("{base} in the evening"),
        1..8 => format!("{base} in the morning"),
        _ => base,
    }
}

impl When {
    /// `tomorrow from five to seven`.
    pub fn say(&self, now: Minute) -> String {
        let late = self.from.is_some_and(|from| from >= 17 * 60);
        let day = self.day.map(|day| match i64::from(day) - i64::from(now / DAY) {
            0 if late => "this evening".to_owned(),
            0 => "today".to_owned(),
            1 => "tomorrow".to_owned(),
            -1 => "yesterday".to_owned(),
            2..=6 => format!("on {}", weekday(day)),
            _ => format!("on {}", date(day)),
        });
        let said = self.with_hours(day, say_hour);
        // "this evening from six to eight": of the evening, which else
        if said.starts_with("this evening") { said.replace(" in the evening", "") } else { said }
    }

    /// `on 14 February from 17:00 to 19:00`: how it is remembered.
    pub fn write(&self) -> String {
        self.with_hours(self.day.map(|day| format!("on {}", date(day))), clock)
    }

    fn with_hours(&self, day: Option<String>, hour: fn(u32) -> String) -> String {
        let hours = match (self.from, self.to) {
            (Some(from), Some(to)) => format!("from {} to {}", hour(from), hour(to)),
            (Some(from), None) => format!("at {}", hour(from)),
            (None, Some(to)) => format!("until {}", hour(to)),
            (None, None) => String::new(),
        };
        match day {
            Some(day) if hours.is_empty() => day,
            Some(day) => format!("{day} {hours}"),
            None => hours,
        }
    }
}

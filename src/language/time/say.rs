//! Formats times: spoken, relative to now, and written as an absolute date for memory.

use super::{
    super::lexicon::lex,
    DAY, EpochMinute, When,
    calendar::{date, ordinal, weekday},
};

/// `17:05`.
pub fn clock(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60 % 24, minute % 60)
}

/// `five`, `ten to one`, `half past seven in the morning`: to the nearest five minutes.
pub fn say_hour(minute: u32) -> String {
    let near = (minute + 2) / 5 * 5;
    let base = bare_hour(near);
    match near / 60 {
        20..24 => format!("{base} in the evening"),
        1..8 => format!("{base} in the morning"),
        _ => base,
    }
}

/// The same where the half of the day has been named.
fn bare_hour(minute: u32) -> String {
    let near = (minute + 2) / 5 * 5;
    let (hour, rest) = (near / 60, near % 60);
    let number = |n: u32| lex().list("numbers").get(n as usize).cloned().unwrap_or_else(|| n.to_string());
    let plain = |hour: u32| number((hour + 11) % 12 + 1);
    let minutes = |n: u32| match n {
        15 => "quarter".to_owned(),
        25 => "twenty-five".to_owned(),
        n => number(n),
    };
    match rest {
        0 if hour % 24 == 0 => "midnight".to_owned(),
        0 if hour % 24 == 12 => "noon".to_owned(),
        0 => plain(hour),
        30 => format!("half past {}", plain(hour)),
        1..30 => format!("{} past {}", minutes(rest), plain(hour)),
        _ => format!("{} to {}", minutes(60 - rest), plain(hour + 1)),
    }
}

/// A date on which something is to be done or since which it lasts: `Thursday`, `tomorrow`, `the 24th`, `26 March`.
pub fn near_date(day: u32, now: EpochMinute) -> String {
    match i64::from(day) - i64::from(now / DAY) {
        0 => "tonight".to_owned(),
        1 => "tomorrow".to_owned(),
        -1 => "yesterday".to_owned(),
        -6..=-2 | 2..=6 => weekday(day).to_owned(),
        7..=DAYS_BY_NUMBER => format!("the {}", ordinal(day)),
        _ => date(day),
    }
}

/// Up to this many days ahead, a day is named by its number in the month alone.
const DAYS_BY_NUMBER: i64 = 24;

impl When {
    /// `tomorrow from five to seven`.
    pub fn say(&self, now: EpochMinute) -> String {
        let Some(day) = self.day else { return self.with_hours(None, say_hour) };
        let part = self.from.map(|from| match from {
            0..720 => "morning",
            720..1080 => "afternoon",
            _ => "evening",
        });
        let late = part == Some("evening");
        // an hour that could be of the morning or the evening is told which by the day
        let unclear = self.from.is_some_and(|from| !(8 * 60..20 * 60).contains(&from)) || late;
        let with_part = |day: &str| match part.filter(|_| unclear) {
            Some(part) => format!("{day} {part}"),
            None => day.to_owned(),
        };
        let said = match i64::from(day) - i64::from(now / DAY) {
            0 if self.from.is_some_and(|from| from >= 18 * 60) => "tonight".to_owned(),
            0 if self.from.is_none_or(|from| from >= 17 * 60) => "today".to_owned(),
            0 => part.map_or("today".to_owned(), |part| format!("this {part}")),
            1 => with_part("tomorrow"),
            -1 => "yesterday".to_owned(),
            2..=6 => with_part(&format!("on {}", weekday(day))),
            -6..=-2 => format!("last {}", weekday(day)),
            7..=DAYS_BY_NUMBER => format!("on the {}", ordinal(day)),
            -13..=-7 => return "last week".to_owned(),
            -40..=-14 => return "a few weeks ago".to_owned(),
            i64::MIN..-40 => return "a while ago".to_owned(),
            _ => format!("on {}", date(day)),
        };
        let told = said.ends_with("ing") || said.ends_with("noon") || said == "tonight";
        self.with_hours(Some(said), if told { bare_hour } else { say_hour })
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

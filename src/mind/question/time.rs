//! A time on the clock, as prompts and answers write it.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Minutes since midnight, below 1440 as read; written `HH:MM`. `24:00` is read as the last midnight, 1440.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TimeOfDay(pub u16);

impl TimeOfDay {
    /// Minutes from `self` forward to `other`, over midnight if need be; 0 when equal.
    pub fn until(self, other: TimeOfDay) -> u16 {
        (other.0 + 1440 - self.0 % 1440) % 1440
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = if self.0 == 1440 { 1440 } else { self.0 % 1440 };
        write!(f, "{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

impl FromStr for TimeOfDay {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is no time of day; write it as HH:MM, such as 07:30");
        let (hours, minutes) = text.trim().split_once(':').ok_or_else(bad)?;
        let digits = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(hours) || minutes.len() != 2 || !digits(minutes) {
            return Err(bad());
        }
        let (hours, minutes): (u16, u16) = (hours.parse().map_err(|_| bad())?, minutes.parse().map_err(|_| bad())?);
        let whole = hours * 60 + minutes;
        if minutes > 59 || whole > 1440 { Err(bad()) } else { Ok(Self(whole)) }
    }
}

impl Serialize for TimeOfDay {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeOfDay {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for TimeOfDay {
    fn schema_name() -> Cow<'static, str> {
        "TimeOfDay".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "HH:MM" })
    }
}

/// From one time to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Span {
    /// Beginning.
    pub from: TimeOfDay,
    /// End.
    pub until: TimeOfDay,
}

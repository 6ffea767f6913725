//! Values of the command line that are more than a word or a number.

use std::{path::PathBuf, str::FromStr};

use jiff::civil::DateTime;

use crate::mind::question::TimeOfDay;

/// `--command-at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandAt {
    /// When.
    pub when: jiff::civil::DateTime,
    /// What, as at the console.
    pub line: String,
}

impl FromStr for CommandAt {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad =
            || format!("{text:?} is no command for a time; write it as \"2023-02-13 08:10 set <...> is burning\"");
        let mut words = text.trim().splitn(3, ' ');
        let (date, time) = words.next().zip(words.next()).ok_or_else(bad)?;
        let line = words.next().map(str::trim).filter(|line| !line.is_empty()).ok_or_else(bad)?;
        Ok(Self { when: format!("{date}T{time}").parse().map_err(|_| bad())?, line: line.to_string() })
    }
}

/// A row of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The first.
    pub from: u64,
    /// The last.
    pub to: u64,
}

impl Seeds {
    /// All of them.
    pub fn all(self) -> Vec<u64> {
        (self.from..=self.to).collect()
    }
}

impl FromStr for Seeds {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is no row of seeds; write it as 1..5, or a single 7");
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let (from, to) = (from.parse().map_err(|_| bad())?, to.parse().map_err(|_| bad())?);
        if from <= to && to - from < 1000 { Ok(Self { from, to }) } else { Err(bad()) }
    }
}

/// A bound of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A date and time.
    At(DateTime),
    /// An hour of the clock, of each day.
    Daily(TimeOfDay),
}

impl FromStr for Moment {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let daily = text.parse().map(Self::Daily);
        daily.or_else(|_| date_time(text).map(Self::At)).map_err(|_| {
            format!(
                "{text:?} is no time; write a date and time as \"2023-02-13 08:10\", or an hour of the clock as 08:10"
            )
        })
    }
}

impl Moment {
    /// Whether a time is not before `from` and is before `until`. Two hours of the clock may have midnight between them.
    pub fn is_between(from: Option<Self>, until: Option<Self>, when: DateTime) -> bool {
        let clock = TimeOfDay(when.hour() as u16 * 60 + when.minute() as u16);
        let is_from = |moment: Self| match moment {
            Self::At(from) => when >= from,
            Self::Daily(from) => clock >= from,
        };
        match (from, until) {
            (Some(Self::Daily(from)), Some(Self::Daily(until))) if from > until => clock >= from || clock < until,
            _ => from.is_none_or(is_from) && until.is_none_or(|until| !is_from(until)),
        }
    }
}

/// A file for a picture.
///
/// # Errors
/// One sentence about an ending that is neither of the two that can be written.
pub fn picture(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    match ending {
        Some(ending) if ending == "svg" || ending == "png" => Ok(path),
        _ => Err(format!("{text:?} is no name for a picture; let it end in .svg or .png")),
    }
}

/// A date and a time.
///
/// # Errors
/// One sentence.
pub fn date_time(text: &str) -> Result<jiff::civil::DateTime, String> {
    let whole = text.trim().replacen(' ', "T", 1);
    whole.parse().map_err(|_| format!("{text:?} is no date and time; write it as \"2023-02-13 08:10\""))
}

/// `on` or `off`.
///
/// # Errors
/// One sentence.
pub fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{text:?} is neither on nor off")),
    }
}

/// From 0 to 1.
///
/// # Errors
/// One sentence.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("{text:?} is no share; take a number from 0 to 1"))
}

/// Game minutes a second.
///
/// # Errors
/// One sentence.
pub fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed: &f64| speed.is_finite() && *speed >= 0.0);
    speed.ok_or_else(|| format!("{text:?} is no speed; take a number of game minutes a second, such as 4"))
}

/// A name or other words.
///
/// # Errors
/// One sentence about none.
pub fn words(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        Err("nothing is written there; leave it out, or write something".into())
    } else {
        Ok(text.into())
    }
}

/// A sum of money, not below nothing.
///
/// # Errors
/// One sentence.
pub fn dollars(text: &str) -> Result<f64, String> {
    let sum = text.parse().ok().filter(|sum: &f64| sum.is_finite() && *sum >= 0.0);
    sum.ok_or_else(|| format!("{text:?} is no sum of money; take a number such as 0.5"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_a_date_or_an_hour_of_each_day() {
        let moment = |text: &str| text.parse::<Moment>();
        let when = |text: &str| date_time(text).expect("a time");
        let is = |from, until, at| Moment::is_between(moment(from).ok(), moment(until).ok(), when(at));
        assert!(is("08:10", "", "2023-02-14 08:10") && !is("08:10", "", "2023-02-14 08:09"));
        assert!(!is("", "08:10", "2023-02-14 08:10") && is("", "2023-02-14", "2023-02-13 23:59"));
        assert!(is("22:00", "02:00", "2023-02-13 01:00") && !is("22:00", "02:00", "2023-02-13 12:00"));
        assert!(is("2023-02-13 22:00", "02:00", "2023-02-14 01:00"));
        assert!(moment("noon").is_err_and(|why| why.contains("08:10")) && moment("25:00").is_err());
    }
}

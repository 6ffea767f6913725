//! Values of the command line that are more than a word or a number.

use std::str::FromStr;

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

/// A sum of money, not below nothing.
///
/// # Errors
/// One sentence.
pub fn dollars(text: &str) -> Result<f64, String> {
    let sum = text.parse().ok().filter(|sum: &f64| sum.is_finite() && *sum >= 0.0);
    sum.ok_or_else(|| format!("{text:?} is no sum of money; take a number such as 0.5"))
}

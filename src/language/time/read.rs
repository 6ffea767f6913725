//! Reading: which words of a sentence speak of time, and of which.

use super::{
    super::lexicon::lex,
    DAY, EpochMinute, When,
    calendar::{coming, day_near, month_named, weekday_named, weekday_number},
};

/// What was found at one place of a sentence: how many words, and what they add.
#[derive(Default)]
struct Found {
    words: usize,
    day: Option<u32>,
    from: Option<u32>,
    to: Option<u32>,
    /// The half of the day that the hours with it are of.
    half: Half,
}

/// "tomorrow morning", "tonight": which half of the day is meant, if that is said.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Half {
    #[default]
    Unsaid,
    Early,
    Late,
}

impl Half {
    fn of(part: &str) -> Self {
        match part {
            "morning" => Self::Early,
            part if part_of_day(part) => Self::Late,
            _ => Self::Unsaid,
        }
    }

    /// An hour of this half.
    fn shift(self, minute: u32) -> u32 {
        const NOON: u32 = 12 * 60;
        match self {
            Self::Early if minute > NOON => minute - NOON,
            Self::Late if minute < NOON => minute + NOON,
            _ => minute,
        }
    }
}

/// Takes the words of time out of `words`; nothing if there are none.
pub fn extract_time(words: &mut Vec<String>, now: EpochMinute) -> Option<When> {
    let today = now / DAY;
    let mut when = When::default();
    let mut any = false;
    let mut half = Half::Unsaid;
    let mut at = 0;
    while at < words.len() {
        let found = day(words, at, today).or_else(|| hours(words, at, &when));
        let Some(found) = found else {
            at += 1;
            continue;
        };
        when.day = found.day.or(when.day);
        when.from = match found.day {
            Some(_) => when.from.or(found.from),
            None => found.from.or(when.from),
        };
        when.to = found.to.or(when.to);
        if found.half != Half::Unsaid {
            half = found.half;
        }
        words.drain(at..(at + found.words).min(words.len()));
        any = true;
    }
    when.from = when.from.map(|from| half.shift(from));
    when.to = when.to.map(|to| match when.from {
        Some(from) if half == Half::Early && half.shift(to) > from => half.shift(to),
        // "from six to eight" ends at eight in the evening
        Some(from) if to < from => Half::Late.shift(to),
        _ => to,
    });
    any.then_some(when)
}

/// A word, small.
fn small(words: &[String], at: usize) -> String {
    words.get(at).map(|word| word.to_lowercase()).unwrap_or_default()
}

/// `14`, `14th`: a day of a month.
fn day_of_month(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(char::is_alphabetic);
    let ending = &word[digits.len()..];
    let day: u32 = digits.parse().ok()?;
    (matches!(ending, "" | "st" | "nd" | "rd" | "th") && (1..=31).contains(&day)).then_some(day)
}

fn part_of_day(word: &str) -> bool {
    matches!(word, "morning" | "afternoon" | "evening" | "night")
}

/// A day at `at`: a date, a day of the week, or one near today.
fn day(words: &[String], at: usize, today: u32) -> Option<Found> {
    let found = |words, day| Some(Found { words, day: Some(day), ..Found::default() });
    let first = small(words, at);
    let before = at.checked_sub(1).map(|before| small(words, before)).unwrap_or_default();
    if matches!(before.as_str(), "before" | "by" | "starting" | "since" | "after" | "until" | "till") {
        // a deadline is no appointment: it stays among the words
        return None;
    }
    let start = usize::from(matches!(first.as_str(), "on" | "this" | "next"));
    let the = usize::from(small(words, at + start) == "the");
    let from = at + start + the;
    if let (Some(one), Some(two)) = (words.get(from), words.get(from + 1)) {
        let of = usize::from(the == 1 && two == "of");
        let year = |at: usize| {
            let year = words.get(at).and_then(|word| word.parse::<u32>().ok());
            usize::from(year.is_some_and(|year| (1900..2200).contains(&year)))
        };
        if let (Some(day), Some(month)) = (day_of_month(one), words.get(from + 1 + of).and_then(|w| month_named(w))) {
            let used = start + the + 2 + of;
            return found(used + year(at + used), day_near(month, day, today));
        }
        if let (Some(month), Some(day)) = (month_named(one), day_of_month(two)) {
            let used = start + the + 2;
            return found(used + year(at + used), day_near(month, day, today));
        }
    }
    if let Some(one) = words.get(from).filter(|one| start == 1 && the == 1 && one.ends_with(char::is_alphabetic))
        && let Some(day) = day_of_month(one).and_then(|number| coming(number, today))
    {
        return found(3, day);
    }
    if first == "last"
        && let Some(name) = words.get(at + 1).and_then(|word| weekday_named(word))
    {
        let back = (weekday_number(today) + 7 - name) % 7;
        return found(2, today.saturating_sub(if back == 0 { 7 } else { back }));
    }
    let of_part = |words, day, part: &str| Some(Found { half: Half::of(part), ..found(words, day)? });
    if start == 1
        && the == 0
        && let Some(name) = words.get(from).and_then(|word| weekday_named(word))
    {
        let ahead = (name + 7 - weekday_number(today)) % 7;
        let ahead = if first == "next" && ahead == 0 { 7 } else { ahead };
        let part = small(words, from + 1);
        return of_part(2 + usize::from(part_of_day(&part)), today.saturating_add(ahead), &part);
    }
    let next = small(words, at + 1);
    match first.as_str() {
        "today" => found(1, today),
        "tonight" => Some(Found { from: Some(19 * 60), half: Half::Late, ..found(1, today)? }),
        "yesterday" => found(1 + usize::from(part_of_day(&next)), today.saturating_sub(1)),
        "tomorrow" => of_part(1 + usize::from(part_of_day(&next)), today.saturating_add(1), &next),
        "this" if part_of_day(&next) => of_part(2, today, &next),
        _ => None,
    }
}

/// Hours at `at`, told by the word before them.
fn hours(words: &[String], at: usize, so_far: &When) -> Option<Found> {
    let before = small(words, at);
    if !matches!(before.as_str(), "at" | "from" | "until" | "till" | "to" | "around" | "about" | "between" | "and") {
        return None;
    }
    let (minute, used) = clock(words, at + 1)?;
    let found = |from, to| Some(Found { words: 1 + used, from, to, ..Found::default() });
    match before.as_str() {
        "until" | "till" => found(None, Some(minute)),
        // "between nine and eleven in the morning": the second hour tells the half of the day of the first
        "to" | "and" => match so_far.from {
            Some(from) if from > minute && from >= 12 * 60 && from - 12 * 60 < minute => {
                found(Some(from - 12 * 60), Some(minute))
            }
            Some(_) => found(None, Some(minute)),
            None => None,
        },
        "about" => words.get(at + 1).filter(|word| word.contains(':')).and_then(|_| found(Some(minute), None)),
        _ => found(Some(minute), None),
    }
}

/// A clock time at `at`, and how many words it takes.
fn clock(words: &[String], at: usize) -> Option<(u32, usize)> {
    let word = small(words, at);
    if let Some((hour, minute)) = word.split_once(':') {
        let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
        return (hour < 24 && minute < 60).then_some((hour * 60 + minute, 1));
    }
    match word.as_str() {
        "noon" => return Some((12 * 60, 1)),
        "midnight" => return Some((DAY, 1)),
        _ => {}
    }
    if let Some(past) = past_or_to(words, at) {
        let hour = hour_word(&small(words, at + 2))?;
        let (half, part) = half_of_day(words, at + 3);
        return Some(((in_half(hour, half) as i32 * 60 + past) as u32, 3 + part));
    }
    const HALVES: [&str; 2] = ["pm", "am"];
    let joined = HALVES.into_iter().find_map(|half| Some((word.strip_suffix(half)?, half)));
    let (number, mut half) = joined.unwrap_or((word.as_str(), ""));
    let hour = hour_word(number).or_else(|| number.parse().ok().filter(|hour| (1..=12).contains(hour)))?;
    let mut used = 1;
    if let Some(apart) = HALVES.into_iter().find(|half| small(words, at + 1) == *half) {
        (half, used) = (apart, 2);
    }
    used += usize::from(small(words, at + used) == "o'clock");
    let (named, part) = half_of_day(words, at + used);
    Some((in_half(hour, if part > 0 { named } else { half }) * 60, used + part))
}

/// Minutes that "half past", "ten to" add to the hour after them.
fn past_or_to(words: &[String], at: usize) -> Option<i32> {
    let word = small(words, at);
    let minutes = match word.as_str() {
        "half" => 30,
        "quarter" => 15,
        "five" => 5,
        "ten" => 10,
        "twenty" => 20,
        "twenty-five" => 25,
        _ => return None,
    };
    // "from five to seven" is a stretch, "at five to seven" a moment
    let moment = at > 0 && small(words, at - 1) == "at";
    match small(words, at + 1).as_str() {
        "past" => Some(minutes),
        "to" if moment || word == "quarter" || word.starts_with("twenty") => Some(-minutes),
        _ => None,
    }
}

/// "in the morning", and how many words it takes.
fn half_of_day(words: &[String], at: usize) -> (&'static str, usize) {
    let part = small(words, at + 2);
    let named = small(words, at) == "in" && small(words, at + 1) == "the" && part_of_day(&part);
    match (named, part.as_str()) {
        (false, _) => ("", 0),
        (true, "morning") => ("am", 3),
        (true, _) => ("pm", 3),
    }
}

fn in_half(hour: u32, half: &str) -> u32 {
    match half {
        "am" => hour % 12,
        "pm" => hour % 12 + 12,
        _ => waking(hour),
    }
}

fn hour_word(word: &str) -> Option<u32> {
    lex().list("numbers").iter().position(|number| number == word).map(|n| n as u32).filter(|n| (1..=12).contains(n))
}

/// An hour with no half of the day named is one at which people meet: `five` is 17.
fn waking(hour: u32) -> u32 {
    if (1..=7).contains(&hour) { hour + 12 } else { hour }
}

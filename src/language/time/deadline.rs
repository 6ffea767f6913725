//! Deadlines: `by 16 February 2023` is said as `by Thursday`, and kept as a date again by whoever hears it. They are no
//! appointments, so they stay among the words of a sentence.

use super::{
    DAY, EpochMinute,
    calendar::{coming, date, day_near, month_named, weekday_named, weekday_number, year},
    say::near_date,
};

/// Words that make a date a deadline, or a beginning.
fn opens(word: &str) -> bool {
    matches!(word, "by" | "before" | "until" | "till" | "since" | "after")
}

/// Rewrites deadlines as they are said today: near dates as `tomorrow` or a weekday, and without this year's number.
pub fn to_spoken_dates(words: &[String], now: EpochMinute) -> Vec<String> {
    let this_year = year(now / DAY).to_string();
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let dated = opens(&words[at])
            .then(|| Some((words.get(at + 1)?.parse::<u32>().ok()?, month_named(words.get(at + 2)?)?)))
            .flatten()
            .filter(|(day, _)| (1..=31).contains(day));
        if let Some((day, month)) = dated {
            out.push(words[at].clone());
            out.extend(near_date(day_near(month, day, now / DAY), now).split(' ').map(str::to_owned));
            at += 3 + usize::from(words.get(at + 3).is_some_and(|word| *word == this_year));
            continue;
        }
        let month = at > 0 && month_named(&words[at - 1]).is_some();
        match words[at].as_str() {
            word if month && word == this_year => {}
            "of" if words.get(at + 1).is_some_and(|word| *word == this_year) => at += 1,
            word => out.push(word.to_owned()),
        }
        at += 1;
    }
    out
}

/// Rewrites spoken deadlines, such as `by Thursday`, as absolute dates for memory.
pub fn to_absolute_dates(words: Vec<String>, now: EpochMinute) -> Vec<String> {
    let today = now / DAY;
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        out.push(words[at].clone());
        let back = words[at] == "since";
        let (day, used) = match words.get(at + 1).map(String::as_str).filter(|_| opens(&words[at])) {
            Some("tonight" | "today") => (Some(today), 1),
            Some("tomorrow") => (Some(today + 1), 1),
            Some("yesterday") => (today.checked_sub(1), 1),
            Some("the") => {
                let number = words.get(at + 2).and_then(|word| {
                    let digits = word.trim_end_matches(char::is_alphabetic);
                    digits.parse().ok().filter(|_| digits.len() < word.len())
                });
                (number.and_then(|number| coming(number, today)), 2)
            }
            Some(word) => {
                let named = weekday_named(word);
                let ahead = named.map(|name| (name + 7 - weekday_number(today)) % 7);
                (ahead.and_then(|ahead| if back { (today + ahead).checked_sub(7) } else { Some(today + ahead) }), 1)
            }
            None => (None, 0),
        };
        at += 1;
        if let Some(day) = day {
            out.extend(date(day).split(' ').map(str::to_owned));
            at += used;
        }
    }
    out
}

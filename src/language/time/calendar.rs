//! Days and their names: a day is a number, and nothing here can fail.

use jiff::{Span, civil::Date};

use super::{DAY, EpochMinute};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEK: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// The day with the number 0; a Thursday.
const FIRST: Date = jiff::civil::date(1970, 1, 1);
const FIRST_WEEKDAY: u32 = 3;
/// The last day that has a date.
const LAST: u32 = 2_900_000;

/// Days since [`FIRST`].
fn number(date: Date) -> u32 {
    FIRST.until(date).map_or(0, |span| span.get_days().max(0) as u32)
}

fn civil(day: u32) -> Date {
    FIRST.saturating_add(Span::new().days(day.min(LAST)))
}

/// The number of a month by its name, whole or its first three letters.
pub fn month_named(word: &str) -> Option<u32> {
    MONTHS.iter().position(|month| *month == word || month[..3] == *word).map(|n| n as u32 + 1)
}

/// The number of a day of the week, Monday 0.
pub fn weekday_named(word: &str) -> Option<u32> {
    WEEK.iter().position(|day| *day == word).map(|n| n as u32)
}

/// Whether a word names a month or a day of the week.
pub fn is_date_name(word: &str) -> bool {
    MONTHS.iter().chain(&WEEK).any(|name| *name == word)
}

/// The day of that date, in the year in which it is nearest to `today`.
pub fn day_near(month: u32, day: u32, today: u32) -> u32 {
    let year = civil(today).year();
    let near = (year - 1..=year + 1).filter_map(|year| Date::new(year, month as i8, day as i8).ok()).map(number);
    near.min_by_key(|number| number.abs_diff(today)).unwrap_or(today)
}

/// The day of a date as computers write it: `2023-02-13`.
pub fn day_of_iso(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|date: &Date| *date >= FIRST).map(number)
}

/// The minute that a memory's own date names (`13 Feb 12:35`, `13 February`), near `now`.
pub fn minute_of(when: &str, now: EpochMinute) -> Option<EpochMinute> {
    let mut words = when.split_whitespace();
    let day: u32 = words.next()?.parse().ok()?;
    let month = month_named(words.next()?)?;
    let clock = words.next().and_then(|clock| clock.split_once(':'));
    let minute = clock.and_then(|(h, m)| Some(h.parse::<u32>().ok()? * 60 + m.parse::<u32>().ok()?)).unwrap_or(0);
    (1..=31).contains(&day).then(|| day_near(month, day, now / DAY).saturating_mul(DAY).saturating_add(minute % DAY))
}

/// `14 February`.
pub fn date(day: u32) -> String {
    civil(day).strftime("%-d %B").to_string()
}

/// `24th`: the number of a day in its month.
pub fn ordinal(day: u32) -> String {
    let of_month = civil(day).day();
    let ending = match of_month {
        1 | 21 | 31 => "st",
        2 | 22 => "nd",
        3 | 23 => "rd",
        _ => "th",
    };
    format!("{of_month}{ending}")
}

/// The next day of that number in its month, today or later.
pub fn coming(number: u32, today: u32) -> Option<u32> {
    (today..today.saturating_add(62)).find(|day| civil(*day).day() as u32 == number)
}

/// The year of a day.
pub fn year(day: u32) -> i16 {
    civil(day).year()
}

/// `Tuesday`.
pub fn weekday(day: u32) -> &'static str {
    WEEK[weekday_number(day) as usize]
}

/// Monday 0.
pub fn weekday_number(day: u32) -> u32 {
    (day % 7 + FIRST_WEEKDAY) % 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(day_of_iso("1970-01-01"), Some(0));
        let day = day_of_iso("2023-02-13").unwrap_or(0);
        assert_eq!((date(day).as_str(), weekday(day)), ("13 February", "Monday"));
        assert_eq!(date(day_of_iso("2024-02-29").unwrap_or(0)), "29 February");
        assert_eq!(minute_of("13 Feb 12:35", day * DAY), Some(day * DAY + 755));
        assert_eq!(
            minute_of("31 December", day_of_iso("2023-01-02").unwrap_or(0) * DAY).map(|m| m / DAY),
            day_of_iso("2022-12-31")
        );
        for bad in ["", "13", "x y", "99 Feb", "0 Feb", "13 Foo 1:1", "2023-99-01"] {
            assert_eq!(minute_of(bad, 0), None, "{bad}");
            assert_eq!(day_of_iso(bad), None, "{bad}");
        }
    }
}

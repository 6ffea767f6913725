//! Days and their names. The arithmetic is our own: a day is a number, and nothing here can fail.

use super::{DAY, Minute};

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
/// 1 January 1970 was a Thursday.
const FIRST_WEEKDAY: u32 = 3;

/// Days since 1 January 1970 (the well known way over years that begin in March).
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month from 1, day of the month.
fn civil(day: u32) -> (i64, u32, u32) {
    let z = i64::from(day) + 719_468;
    let era = z.div_euclid(146_097);
    let of_era = z.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month as u32, day as u32)
}

/// The number of a month by its name, whole or its first three letters.
pub fn month_named(word: &str) -> Option<u32> {
    MONTHS.iter().position(|month| *month == word || month.get(..3) == Some(word)).map(|n| n as u32 + 1)
}

/// The number of a day of the week, Monday 0.
pub fn weekday_named(word: &str) -> Option<u32> {
    WEEK.iter().position(|day| *day == word).map(|n| n as u32)
}

/// Whether a word names a month or a day of the week.
pub fn is_date_name(word: &str) -> bool {
    MONTHS.contains(&word) || WEEK.contains(&word)
}

/// The day of that date, in the year in which it is nearest to `today`.
pub fn day_near(month: u32, day: u32, today: u32) -> u32 {
    let (year, ..) = civil(today);
    let near = (year - 1..=year + 1).map(|year| day_number(year, i64::from(month), i64::from(day)));
    near.min_by_key(|number| (number - i64::from(today)).abs()).map_or(today, |number| number.max(0) as u32)
}

/// The day of a date as computers write it: `2023-02-13`.
pub fn day_of_iso(text: &str) -> Option<u32> {
    let mut parts = text.trim().splitn(3, '-').map(str::parse::<i64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    let sound = (1970..10_000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    sound.then(|| day_number(year, month, day) as u32)
}

/// The minute that a memory's own date names (`13 Feb 12:35`, `13 February`), near `now`.
pub fn minute_of(when: &str, now: Minute) -> Option<Minute> {
    let mut words = when.split_whitespace();
    let day: u32 = words.next()?.parse().ok()?;
    let month = month_named(words.next()?)?;
    let clock = words.next().and_then(|clock| clock.split_once(':'));
    let minute = clock.and_then(|(h, m)| Some(h.parse::<u32>().ok()? * 60 + m.parse::<u32>().ok()?)).unwrap_or(0);
    (1..=31).contains(&day).then(|| day_near(month, day, now / DAY).saturating_mul(DAY).saturating_add(minute % DAY))
}

/// `14 February`.
pub fn date(day: u32) -> String {
    let (_, month, of_month) = civil(day);
    format!("{of_month} {}", MONTHS[(month as usize - 1) % 12])
}

/// `24th`: the number of a day in its month.
pub fn ordinal(day: u32) -> String {
    let (.., of_month) = civil(day);
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
    (today..today.saturating_add(62)).find(|day| civil(*day).2 == number)
}

/// The year of a day.
pub fn year(day: u32) -> i64 {
    civil(day).0
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

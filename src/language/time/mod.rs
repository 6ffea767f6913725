//! Time in words: read to absolute days and minutes, said relative to now, written as a date.
//!
//! "tomorrow at five" is a day and minutes once it is heard, so that it does not go stale in memory.

mod calendar;
mod deadline;
mod read;
mod say;

pub use self::{
    calendar::{date, day_near, day_of_iso, is_date_name, minute_of, weekday},
    deadline::{to_absolute_dates, to_spoken_dates},
    read::extract_time,
    say::{clock, say_hour},
};

/// Minutes since the first day of 1970; 0 also stands for "long ago, nobody knows when".
pub type EpochMinute = u32;
/// Minutes of a day.
pub const DAY: u32 = 1440;

/// A day, a beginning, an end: what of it is known.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct When {
    /// Days since the first day of 1970.
    pub day: Option<u32>,
    /// Minutes since midnight.
    pub from: Option<u32>,
    /// Minutes since midnight.
    pub to: Option<u32>,
}

impl When {
    /// The first minute; noon if only the day is known.
    pub fn start(&self) -> Option<EpochMinute> {
        Some(self.day?.saturating_mul(DAY).saturating_add(self.from.unwrap_or(12 * 60)))
    }

    /// The last minute; two hours after the beginning if nothing is said of it, or the end of the day.
    pub fn end(&self) -> Option<EpochMinute> {
        let minute = self.to.or(self.from.map(|from| from + 120)).unwrap_or(DAY);
        Some(self.day?.saturating_mul(DAY).saturating_add(minute))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    fn now() -> EpochMinute {
        day_of_iso("2023-02-13").unwrap_or(0) * DAY + 12 * 60
    }

    #[test]
    fn what_is_said_of_time_is_read_and_written() {
        for (said, left, written) in [
            ("a party tomorrow at five", "a party", "on 14 February at 17:00"),
            ("a party on 14 February from 17:00 to 19:00", "a party", "on 14 February from 17:00 to 19:00"),
            ("a party on Friday evening at half past seven", "a party", "on 17 February at 19:30"),
            ("dinner tonight", "dinner", "on 13 February at 19:00"),
            ("the talk yesterday", "the talk", "on 12 February"),
            ("a walk this morning", "a walk", "on 13 February"),
            ("a sale on the 20th of February", "a sale", "on 20 February"),
            ("a game on February 18th at 3 pm", "a game", "on 18 February at 15:00"),
            ("a game on 18 Feb at 3pm", "a game", "on 18 February at 15:00"),
            (
                "a fair on 1 March 2023 between nine and eleven in the morning",
                "a fair",
                "on 1 March from 09:00 to 11:00",
            ),
        ] {
            let mut tokens = words(said);
            let when = extract_time(&mut tokens, now()).unwrap_or_default();
            assert_eq!((tokens.join(" ").as_str(), when.write().as_str()), (left, written), "{said}");
        }
    }

    #[test]
    fn what_is_said_is_understood() {
        let today = now() / DAY;
        for (day, from, to) in [
            (0, 18 * 60, Some(20 * 60)),
            (0, 20 * 60, Some(21 * 60)),
            (1, 17 * 60, Some(19 * 60)),
            (1, 20 * 60, Some(22 * 60)),
            (1, 7 * 60, None),
            (2, 10 * 60, Some(11 * 60)),
            (5, 19 * 60, Some(21 * 60)),
            (1, 12 * 60, Some(13 * 60)),
            (2, 14 * 60, Some(16 * 60)),
            (0, 12 * 60 + 50, None),
            (0, 21 * 60 + 25, None),
            (11, 9 * 60, None),
            (30, 9 * 60, Some(11 * 60)),
        ] {
            let when = When { day: Some(today + day), from: Some(from), to };
            let said = when.say(now());
            let mut tokens = words(&said);
            assert_eq!(extract_time(&mut tokens, now()).as_ref(), Some(&when), "{said}");
            assert!(tokens.is_empty(), "{said}: {tokens:?}");
        }
    }

    #[test]
    fn deadlines_are_said_short_and_kept_whole() {
        for (written, said) in [
            ("finish it by 16 February 2023 .", "finish it by Thursday ."),
            ("finish it before 28 February 2023", "finish it before the 28th"),
            ("a week by the sea in June 2023", "a week by the sea in June"),
            ("the election of 2023", "the election"),
            ("stuck since 10 February 2023", "stuck since Friday"),
        ] {
            let soft = to_spoken_dates(&words(written), now());
            assert_eq!(soft.join(" "), said);
            let settled = to_absolute_dates(soft, now()).join(" ");
            assert!(
                said.contains("June") || said.contains("election") || settled == written.replace(" 2023", ""),
                "{settled}"
            );
        }
    }

    #[test]
    fn what_is_no_time_stays() {
        for said in [
            "a walk to five shops",
            "two of the houses",
            "the march to the sea",
            "interview four people before 20 February 2023",
            "a man of thirty on foot",
        ] {
            let mut tokens = words(said);
            assert_eq!(extract_time(&mut tokens, now()), None, "{said}");
            assert_eq!(tokens.join(" "), said);
        }
    }

    #[test]
    fn a_time_is_said_as_one_says_it_today() {
        let today = now() / DAY;
        let when = |day: i64, from, to| When { day: Some((i64::from(today) + day) as u32), from, to };
        assert_eq!(when(0, Some(17 * 60), Some(19 * 60)).say(now()), "today from five to seven");
        assert_eq!(when(1, Some(9 * 60), None).say(now()), "tomorrow at nine");
        assert_eq!(when(-1, None, None).say(now()), "yesterday");
        assert_eq!(when(3, None, None).say(now()), "on Thursday");
        assert_eq!(when(1, Some(20 * 60), None).say(now()), "tomorrow evening at eight");
        assert_eq!(when(0, Some(770), None).say(now()), "this afternoon at ten to one");
        assert_eq!(when(11, None, None).say(now()), "on the 24th");
        assert_eq!(when(-3, None, None).say(now()), "last Friday");
        assert_eq!(when(30, None, None).say(now()), "on 15 March");
    }
}

//! The marks of the time axis: few, on whole hours, and short. Pure.

use egui_plot::GridMark;
use jiff::{Span, civil::Date};

/// At most so many marks.
const MAX: f64 = 5.0;
/// Hours between two marks; the first that makes few enough is taken.
const STEPS: [f64; 12] = [0.25, 0.5, 1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 48.0, 96.0, 240.0, 480.0];

/// Marks between two hours after the beginning, on whole hours of the day; `first`: the hour of the day at which it
/// began.
pub(super) fn marks((from, until): (f64, f64), first: f64) -> Vec<GridMark> {
    let span = until - from;
    if !span.is_finite() || span <= 0.0 {
        return vec![];
    }
    let step = STEPS.into_iter().find(|step| span / step <= MAX).unwrap_or(span);
    let begin = ((from + first) / step).ceil() as i64;
    let values = (begin..).map(|n| n as f64 * step - first).take_while(|value| *value <= until).take(MAX as usize + 2);
    values.map(|value| GridMark { value, step_size: step }).collect()
}

/// A mark in words, so many hours after the first midnight: `08:30`, and at midnight the day, `Tue 14`.
pub(super) fn label(date: Date, hours: f64) -> String {
    let minutes = (hours * 60.0).round().max(0.0) as i64;
    if minutes % 1440 != 0 {
        return format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
    }
    let day = date.checked_add(Span::new().try_days(minutes / 1440).unwrap_or_default());
    day.map_or(String::new(), |day| day.strftime("%a %-d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn marks_are_few_and_on_whole_hours() {
        let begins = date(2023, 2, 13);
        let labels = |hours: f64| -> Vec<String> {
            marks((0.0, hours), 6.5).iter().map(|mark| label(begins, 6.5 + mark.value)).collect()
        };
        assert_eq!(labels(4.0), ["07:00", "08:00", "09:00", "10:00"]);
        assert_eq!(labels(48.0), ["12:00", "Tue 14", "12:00", "Wed 15"]);
        for hours in [0.1, 1.0, 7.0, 13.0, 30.0, 100.0, 1000.0, 20_000.0] {
            assert!(labels(hours).len() <= 7, "{hours}");
        }
        assert!(marks((0.0, 0.0), 6.5).is_empty() && marks((0.0, f64::NAN), 0.0).is_empty());
    }
}

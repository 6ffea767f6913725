//! A day's plan as rows: parts, inside them hours, inside them steps; the present opened and marked. Pure.

use std::collections::BTreeSet;

use crate::{agent::components::plan::DayPlan, clock::Minute, world::ArenaId};

/// A row's place: depth (0 part, 1 hour, 2 step) and first minute.
pub type Key = (u8, u32);

/// Before, in or after the present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Over.
    Past,
    /// The present lies in it.
    Now,
    /// To come.
    Later,
}

/// One row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Where it belongs.
    pub key: Key,
    /// First minute.
    pub from: Minute,
    /// The minute after the last; `None`: open end.
    pub until: Option<Minute>,
    /// What is done.
    pub what: String,
    /// Where, of parts.
    pub place: Option<ArenaId>,
    /// How it lies to the present.
    pub when: When,
    /// Has rows inside.
    pub inner: bool,
    /// Shows them.
    pub open: bool,
    /// The night's sleep.
    pub night: bool,
    /// The innermost row of the present: where one looks first.
    pub here: bool,
}

fn when(from: Minute, until: Option<Minute>, now: Minute) -> When {
    if now < from {
        When::Later
    } else if until.is_none_or(|until| now < until) {
        When::Now
    } else {
        When::Past
    }
}

/// The rows of a plan. What the present lies in is open and all else shut, unless it is among `turned`.
pub fn rows(plan: &DayPlan, now: Minute, turned: &BTreeSet<Key>) -> Vec<Row> {
    let mut all: Vec<Row> = Vec::new();
    let mut add = |depth: u8, from: Minute, until: Option<Minute>, what: &str, place, inner: bool, night| {
        let (key, when) = ((depth, from.0), when(from, until, now));
        let open = inner && ((when == When::Now) != turned.contains(&key));
        all.push(Row { key, from, until, what: what.into(), place, when, inner, open, night, here: false });
        open
    };
    if let Some(wake) = plan.wake().filter(|wake| now < *wake) {
        // The row's beginning is not known to the plan: the evening before belongs to another one.
        add(0, Minute(wake.day() * 1440), Some(wake), "asleep", None, false, true);
    }
    for part in &plan.parts {
        if !add(0, part.from, Some(part.until), &part.what, Some(part.place), !part.hours.is_empty(), false) {
            continue;
        }
        for hour in &part.hours {
            if !add(1, hour.from, Some(hour.until), &hour.what, None, !hour.steps.is_empty(), false) {
                continue;
            }
            for step in &hour.steps {
                add(2, step.from, Some(step.until), &step.what, None, false, false);
            }
        }
    }
    if let Some(bedtime) = plan.bedtime() {
        add(0, bedtime, None, "asleep", None, false, true);
    }
    if let Some(here) = all.iter_mut().rev().find(|row| row.when == When::Now) {
        here.here = true;
    }
    all
}

/// How much of midnight to midnight lies before a minute, 0 to 1, on the day of `now`.
pub fn share(minute: Minute, now: Minute) -> f32 {
    let begin = now.day() * 1440;
    (minute.0.saturating_sub(begin) as f32 / 1440.0).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::plan::{Hour, Part, Step};

    fn plan() -> DayPlan {
        let step = |from, until| Step { from: Minute(from), until: Minute(until), what: "stir".into(), target: None };
        let hour = |from, until, steps| Hour {
            from: Minute(from),
            until: Minute(until),
            what: "cook".into(),
            steps,
            result: String::new(),
        };
        let part = |from, until, hours| Part {
            from: Minute(from),
            until: Minute(until),
            what: "work".into(),
            place: ArenaId(1),
            hours,
        };
        let morning =
            part(420, 720, vec![hour(420, 480, vec![step(420, 435), step(435, 480)]), hour(480, 720, vec![])]);
        DayPlan { parts: vec![morning, part(720, 1320, vec![])], ..Default::default() }
    }

    fn short(rows: &[Row]) -> Vec<(Key, When)> {
        rows.iter().map(|row| (row.key, row.when)).collect()
    }

    #[test]
    fn the_present_is_opened_down_to_the_step() {
        let rows = rows(&plan(), Minute(440), &BTreeSet::new());
        use When::*;
        let expected = [
            ((0, 420), Now),
            ((1, 420), Now),
            ((2, 420), Past),
            ((2, 435), Now),
            ((1, 480), Later),
            ((0, 720), Later),
            ((0, 1320), Later),
        ];
        assert_eq!(short(&rows), expected);
        assert_eq!(rows.iter().filter(|row| row.here).map(|row| row.key).collect::<Vec<_>>(), [(2, 435)]);
        assert!(rows.last().is_some_and(|row| row.night && row.until.is_none()));
    }

    #[test]
    fn a_row_can_be_turned() {
        let shut = rows(&plan(), Minute(440), &BTreeSet::from([(0, 420)]));
        assert_eq!(shut.len(), 3);
        assert!(shut[0].here);
        let noon = rows(&plan(), Minute(800), &BTreeSet::from([(0, 420)]));
        assert_eq!(noon[0].when, When::Past);
        assert!(noon[0].open);
    }

    #[test]
    fn night_is_a_row_before_waking_too() {
        let early = rows(&plan(), Minute(300), &BTreeSet::new());
        assert!(early[0].night && early[0].here);
        let late = rows(&plan(), Minute(1400), &BTreeSet::new());
        assert!(late.last().is_some_and(|row| row.here));
        assert!(rows(&DayPlan::default(), Minute(5), &BTreeSet::new()).is_empty());
    }

    #[test]
    fn a_day_goes_from_midnight_to_midnight() {
        assert_eq!(share(Minute(1440 + 720), Minute(1440 + 5)), 0.5);
        assert_eq!(share(Minute(100), Minute(1440 + 5)), 0.0);
        assert_eq!(share(Minute(4000), Minute(5)), 1.0);
    }
}

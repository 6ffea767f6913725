//! What a scenario expects of its town, held against what was measured.

use std::collections::BTreeSet;

use serde::Serialize;

use super::evaluation::Evaluation;
use crate::agent::scenario::{Expect, News};

/// One expectation, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limit {
    /// A short name: `party known`.
    pub what: String,
    /// What was measured.
    pub value: f64,
    /// At least this.
    pub least: Option<f64>,
    /// At most this.
    pub most: Option<f64>,
    /// Is it within?
    pub pass: bool,
}

impl Limit {
    fn new(what: impl Into<String>, value: f64, least: Option<f64>, most: Option<f64>) -> Self {
        let pass = least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most);
        Self { what: what.into(), value, least, most, pass }
    }

    /// `0.3 to 0.9`, `at least 4`.
    pub fn range(&self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("at least {least}"),
            (None, Some(most)) => format!("at most {most}"),
            (None, None) => String::new(),
        }
    }
}

/// What was expected of so long a run, and what came of it. Nothing is expected of a shorter one but what must always
/// hold: nothing invented, and a way from the source to whoever knows.
pub fn judge(all: &Evaluation, news: &[News], expect: &Expect) -> Vec<Limit> {
    let none = Some(0.0);
    let untraced: usize = all.news.iter().map(|one| one.untraced.len()).sum();
    let mut limits = vec![Limit::new("untraced", untraced as f64, None, none)];
    if all.hours < expect.hours {
        return limits;
    }
    for (news, spread) in news.iter().zip(&all.news) {
        if let Some([least, most]) = news.known {
            let share = f64::from(spread.informed_end) / f64::from(all.agents.max(1));
            limits.push(Limit::new(format!("{} known", news.id), share, Some(least), Some(most)));
        }
    }
    if let Some([least, most]) = expect.density {
        limits.push(Limit::new("density", all.density_end, Some(least), Some(most)));
    }
    let events = news.iter().filter_map(|one| one.event.as_ref());
    for (event, outcome) in events.zip(&all.events) {
        let id = &outcome.id;
        let reasons: BTreeSet<_> = outcome.absent.iter().map(|one| one.reason).collect();
        let counts = [
            ("guests", event.guests, outcome.attended.len()),
            ("helpers", event.helpers, outcome.helpers.came as usize),
            ("reasons to stay away", event.reasons, reasons.len()),
        ];
        for (what, least, count) in counts {
            let least = least.map(f64::from);
            limits.extend(least.map(|least| Limit::new(format!("{id} {what}"), count as f64, Some(least), None)));
        }
    }
    if let Some(most) = expect.repeated_lines {
        limits.push(Limit::new("repeated lines", all.lines.repeated_lines, None, Some(most)));
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_holds_at_both_ends() {
        assert!(Limit::new("x", 0.5, Some(0.5), Some(0.9)).pass && Limit::new("x", 0.9, Some(0.5), Some(0.9)).pass);
        assert!(!Limit::new("x", 0.4, Some(0.5), None).pass && !Limit::new("x", 1.0, None, Some(0.9)).pass);
        assert_eq!(Limit::new("x", 1.0, Some(4.0), None).range(), "at least 4");
    }
}

//! `smallville study`: runs several seeds, measures them, and compares the measures with what the scenario expects.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::json;

use super::{
    days::{self, Count},
    each,
    evaluation::{self, Evaluation, lived},
};
use crate::{
    agent::{
        prelude::*,
        scenario::{Expect, News},
    },
    cli::Study,
    data::Data,
    exchange::run_until,
    headless,
    mind::rules,
    town::{Experiment, Options, TownError, TownInfo},
};

/// One seed: the days, the measures, and whether they come up to what is expected.
#[derive(Clone, Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    days: Count,
    /// What the scenario expects, and what came of it.
    limits: Vec<Limit>,
    /// All of it within.
    within: bool,
    /// As `evaluate` prints it.
    measures: Evaluation,
    #[serde(skip)]
    expect: Expect,
}

/// Runs the study and prints its table, or one JSON object; false: not all is as it should be.
///
/// # Errors
/// Why a seed cannot be lived, or its pictures cannot be written.
pub fn command(args: &Study, data: &Data) -> Result<bool, TownError> {
    if args.experiments {
        return super::compare::command(args, data);
    }
    super::pictures::may_be_written(args.out.as_deref())?;
    let jobs = args.jobs.map_or(1, usize::from);
    let rows: Vec<Row> = each(&args.seeds.all(), jobs, |seed| one(args, *seed, data, jobs))?;
    let within = rows.iter().filter(|row| row.within).count();
    let needed = rows.first().map_or(0.85, |row| row.expect.seeds);
    let pass = rows.iter().all(|row| row.days.pass) && within as f64 >= needed * rows.len() as f64 - 1e-9;
    let all = json!({
        "scenario": args.scenario, "hours": args.hours, "seeds": rows, "within": within, "pass": pass,
    });
    headless::print(args.json, &all, || {
        let verdict = format!("{within} of {} seeds within all limits; {:.0} % are needed", rows.len(), 100.0 * needed);
        format!("{}{}\n{verdict}\n", days::table(rows.iter().map(|row| &row.days)), table(&rows))
    })?;
    if let Some(folder) = &args.out {
        for row in &rows {
            super::pictures::write(&row.measures, &folder.join(format!("seed-{}", row.days.seed)))?;
        }
    }
    Ok(pass)
}

/// One seed lived and measured, with a change and without a word.
///
/// # Errors
/// Why it cannot be lived.
pub fn town(
    args: &Study,
    seed: u64,
    experiment: &Experiment,
    data: &Data,
    threads: usize,
) -> Result<Evaluation, TownError> {
    let (mut app, end) = open(args, seed, experiment.clone(), data, threads)?;
    lived(&mut app, end, &rules::answer, threads, &quietly)
}

fn quietly(app: &mut App, end: u64) -> Result<(), TownError> {
    run_until(app, end).map_err(TownError::Message)
}

fn open(args: &Study, seed: u64, experiment: Experiment, data: &Data, threads: usize) -> Result<(App, u64), TownError> {
    let scenario = args.scenario.clone();
    let app = headless::app(&Options { scenario, seed: Some(seed), threads, experiment, ..Options::default() }, data)?;
    let end = headless::ticks(args.hours, app.world().resource::<Calendar>())?;
    Ok((app, end))
}

fn one(args: &Study, seed: u64, data: &Data, jobs: usize) -> Result<Row, TownError> {
    let threads = headless::cores().div_ceil(jobs);
    let (mut app, end) = open(args, seed, args.change.experiment(), data, threads)?;
    let live: evaluation::Live = if jobs == 1 { &headless::live } else { &quietly };
    let measures = lived(&mut app, end, &rules::answer, threads, live)?;
    let (played, calendar) = (app.world().resource::<TownInfo>(), *app.world().resource::<Calendar>());
    let days = days::judge(app.world().resource(), calendar, seed, end);
    let limits = judge(&measures, &played.news, &played.expect);
    let within = limits.iter().all(|limit| limit.pass);
    Ok(Row { days, limits, within, measures, expect: played.expect.clone() })
}

/// One line a seed, and the limits above it.
fn table(rows: &[Row]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let mut text = format!("\nlimits of {} hours:\n", first.measures.hours);
    text.extend(first.limits.iter().map(|limit| format!("  {:<28} {}\n", limit.what, limit.range())));
    text += "\nseed";
    text.extend(first.limits.iter().map(|limit| format!("  {:>6}", limit.what)));
    text += "  invented  odd places  talks  lines\n";
    for row in rows {
        text += &format!("{:>4}", row.days.seed);
        for limit in &row.limits {
            let whole = limit.value.fract() == 0.0;
            let value = if whole { format!("{:.0}", limit.value) } else { format!("{:.3}", limit.value) };
            let marked = if limit.pass { value } else { format!("{value}!") };
            text += &format!("  {marked:>width$}", width = limit.what.len().max(6));
        }
        let all = &row.measures;
        let invented = all.acquaintance.invented + all.news.iter().map(|news| news.invented).sum::<u32>();
        let (odd, talks, lines) = (all.odd_places, all.lines.talks, all.lines.lines);
        let verdict = if row.within { "pass" } else { "FAIL" };
        text += &format!("  {invented:>8}  {odd:>10}  {talks:>5}  {lines:>5}  {verdict}\n");
    }
    text
}

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
    limits.extend(going_on(all));
    // Twice as long after, all news is old and everybody has met.
    if all.hours < expect.hours || all.hours >= expect.hours * 2.0 {
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

/// Lines of a talk, at most.
const LINES: f64 = 30.0;
/// Minutes that somebody may have nothing to do: until the next step is thought of, or another talk has begun.
const IDLE: f64 = 10.0;
/// How often one person may see to the same thing on one day.
const AGAIN: f64 = 3.0;
/// Minutes in a day for which one place may hold half of the town with nothing on there: less than half a day.
const CROWD: f64 = 719.0;
/// Hours after which days are compared.
const WEEK: f64 = 168.0;

/// What must hold of any town: it keeps going. Of a week also that people talk on each day about as much as on the
/// first.
fn going_on(all: &Evaluation) -> Vec<Limit> {
    let most = |what: &str, value: u32, most: f64| Limit::new(what, f64::from(value), None, Some(most));
    let mut limits = vec![
        most("longest talk", all.lines.longest_talk, LINES),
        most("idle minutes", all.still.idle_minutes, IDLE),
        most("errands again", all.still.errands_again, AGAIN),
        most("crowd minutes", all.still.crowd_minutes, CROWD),
    ];
    let days = &all.lines.talks_by_day;
    let whole = (all.hours / 24.0) as usize;
    if let Some((first, later)) = days.split_first().filter(|(first, _)| all.hours >= WEEK && **first > 0) {
        // A day at whose end nobody has talked any more has no place in the list.
        let missing = std::iter::repeat_n(&0, whole.saturating_sub(days.len()));
        let share = |talks: &u32| f64::from(*talks) / f64::from(*first);
        let shares: Vec<f64> = later.iter().chain(missing).take(whole - 1).map(share).collect();
        let (least, most) =
            (shares.iter().copied().fold(f64::MAX, f64::min), shares.iter().copied().fold(0.0, f64::max));
        limits.push(Limit::new("quietest day", least, Some(0.5), None));
        limits.push(Limit::new("loudest day", most, None, Some(1.5)));
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

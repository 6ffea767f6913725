//! `smallville study`: several seeds are lived and measured, and held against what the scenario expects.

use bevy::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::{
    days::{self, Count},
    each,
    evaluation::{self, Evaluation, lived},
    limits::{Limit, judge},
};
use crate::{
    agent::scenario::Expect,
    cli::Study,
    clock::Calendar,
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
    days::plugin(&mut app);
    let live: evaluation::Live = if jobs == 1 { &headless::live } else { &quietly };
    let measures = lived(&mut app, end, &rules::answer, threads, live)?;
    let days = days::judge(&app, seed, end);
    let played = app.world().resource::<TownInfo>();
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

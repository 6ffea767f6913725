//! `smallville study`: several seeds are lived and measured, and held against what the scenario expects.

use std::{path::Path, process::ExitCode};

use bevy::prelude::*;
use serde::Serialize;

use super::{
    days::{self, Count},
    evaluate::lived,
    evaluation::Evaluation,
    jobs::{cores, each},
    limits::{Limit, judge},
};
use crate::{
    agent::scenario::Expect,
    cli::{Study, failed},
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

/// Runs the study and prints its table, or one JSON object.
pub fn command(args: &Study, data: &Data) -> ExitCode {
    if args.experiments {
        return super::compare::command(args, data);
    }
    let rows = match all(args, data) {
        Ok(rows) => rows,
        Err(trouble) => return failed(trouble),
    };
    let within = rows.iter().filter(|row| row.within).count();
    let needed = rows.first().map_or(0.85, |row| row.expect.seeds);
    let pass = rows.iter().all(|row| row.days.pass) && within as f64 >= needed * rows.len() as f64 - 1e-9;
    if args.json {
        crate::say!(
            "{}",
            serde_json::json!({
                "scenario": args.scenario, "hours": args.hours, "seeds": rows, "within": within, "pass": pass,
            })
        );
    } else {
        let counts: Vec<&Count> = rows.iter().map(|row| &row.days).collect();
        days::print(&counts);
        print(&rows);
        crate::say!("\n{within} of {} seeds within all limits; {:.0} % are needed", rows.len(), 100.0 * needed);
    }
    if let Some(folder) = &args.out
        && let Err(trouble) = rows.iter().try_for_each(|row| pictures(row, folder))
    {
        return failed(trouble);
    }
    if pass { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn pictures(row: &Row, folder: &Path) -> Result<(), TownError> {
    super::pictures::write(&row.measures, &folder.join(format!("seed-{}", row.days.seed)))
}

/// Every seed, so many at a time.
fn all(args: &Study, data: &Data) -> Result<Vec<Row>, TownError> {
    let jobs = args.jobs.map_or(1, usize::from);
    let seeds: Vec<u64> = (args.seeds.from..=args.seeds.to).collect();
    each(&seeds, jobs, |seed| one(args, *seed, data, cores().div_ceil(jobs), jobs == 1))
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

fn one(args: &Study, seed: u64, data: &Data, threads: usize, bar: bool) -> Result<Row, TownError> {
    let (mut app, end) = open(args, seed, args.change.experiment(), data, threads)?;
    days::plugin(&mut app);
    let live: super::evaluate::Live = if bar { &headless::live } else { &quietly };
    let measures = lived(&mut app, end, &rules::answer, threads, live)?;
    let days = days::judge(&app, seed, end);
    let played = app.world().resource::<TownInfo>();
    let limits = judge(&measures, &played.news, &played.expect);
    let within = limits.iter().all(|limit| limit.pass);
    Ok(Row { days, limits, within, measures, expect: played.expect.clone() })
}

/// One line a seed, and the limits above it.
fn print(rows: &[Row]) {
    let Some(first) = rows.first() else { return };
    crate::say!("\nlimits of {} hours:", first.measures.hours);
    for limit in &first.limits {
        crate::say!("  {:<28} {}", limit.what, limit.range());
    }
    let heads: Vec<&str> = first.limits.iter().map(|limit| limit.what.as_str()).collect();
    let width = |head: &str| head.len().max(6);
    let titles: String = heads.iter().map(|head| format!("  {head:>width$}", width = width(head))).collect();
    crate::say!("\nseed{titles}  invented  odd places  talks  lines");
    for row in rows {
        crate::terminal::print(&format!("{:>4}", row.days.seed));
        for (limit, head) in row.limits.iter().zip(&heads) {
            let whole = limit.value.fract() == 0.0 && limit.value >= 1.0 || limit.value == 0.0;
            let value = if whole { format!("{:.0}", limit.value) } else { format!("{:.3}", limit.value) };
            let marked = if limit.pass { value } else { format!("{value}!") };
            crate::terminal::print(&format!("  {marked:>width$}", width = width(head)));
        }
        let all = &row.measures;
        let invented = all.acquaintance.invented + all.news.iter().map(|news| news.invented).sum::<u32>();
        let verdict = if row.within { "pass" } else { "FAIL" };
        crate::say!(
            "  {invented:>8}  {:>10}  {:>5}  {:>5}  {verdict}",
            all.odd_places,
            all.lines.talks,
            all.lines.lines
        );
    }
}

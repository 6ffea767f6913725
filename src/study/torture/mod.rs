//! `smallville torture`: does to saves what nobody should, and says in one table what came of it: what saving costs, how long
//! it takes to open and to look for a moment, whether a town lives again and goes on as it was, and whether anything is lost
//! when the process is killed, the disk is full, or the file is damaged.
//!
//! | file | concern |
//! |---|---|
//! | `measures` | times and sizes |
//! | `same` | replays, and going on from each hour |
//! | `harm` | kills, full disks, damage |

mod harm;
mod measures;
mod same;

use std::{path::PathBuf, time::Instant};

use serde::Serialize;

use crate::{
    cli,
    clock::Calendar,
    data::Data,
    headless,
    town::{Options, TownError},
};

/// One row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// What was tried.
    pub what: String,
    /// What came of it.
    pub found: String,
    /// What should.
    pub asked: String,
    /// Whether it does.
    pub holds: bool,
    /// Seconds that it took.
    pub seconds: f64,
}

/// What a check works with.
struct Rack<'a> {
    data: &'a Data,
    folder: PathBuf,
    scenario: String,
    seed: u64,
    /// Game hours of the town.
    hours: f64,
    /// How many times each harm is done.
    times: u32,
    /// A town of so many hours, saved.
    town: PathBuf,
    /// The same of [`SHORT`] hours, for what is done many times.
    short: PathBuf,
}

/// Game hours of a town for what is done many times.
const SHORT: f64 = 2.0;

/// What came of it, what should, and whether it does.
type Found = Result<(String, String, bool), TownError>;

impl Rack<'_> {
    fn options(&self) -> Options {
        let threads = headless::cores();
        Options { scenario: self.scenario.clone(), seed: Some(self.seed), threads, ..Options::default() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn tick(&self, hours: f64, calendar: &Calendar) -> Result<u64, TownError> {
        headless::ticks(hours, calendar)
    }
}

/// Runs the command; false: something did not hold.
///
/// # Errors
/// Why nothing could be tried.
pub fn command(args: &cli::Torture, data: &Data) -> Result<bool, TownError> {
    let folder = std::env::temp_dir().join(format!("smallville-torture-{}", std::process::id()));
    let failed = |why: std::io::Error| TownError::Message(format!("{} cannot be used: {why}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let rack = Rack {
        data,
        scenario: args.scenario.clone(),
        seed: args.seed,
        hours: args.hours,
        times: args.times,
        town: folder.join("town.town"),
        short: folder.join("short.town"),
        folder: folder.clone(),
    };
    let checks = all(&rack);
    let _ = std::fs::remove_dir_all(&folder);
    let checks = checks?;
    headless::print(args.json, &checks, || table(&checks))?;
    Ok(checks.iter().all(|check| check.holds))
}

fn all(rack: &Rack) -> Result<Vec<Check>, TownError> {
    type Try = fn(&Rack) -> Found;
    let tries: [(&str, Try); 14] = [
        ("what saving costs a tick", measures::cost),
        ("size of the save", measures::size),
        ("opening it to go on", measures::open),
        ("going to any moment of it", measures::seek),
        ("a fork at any moment", measures::fork),
        ("lived again on 1 thread", |rack| same::replay(rack, 1)),
        ("lived again on 8 threads", |rack| same::replay(rack, 8)),
        ("gone on with from each hour", same::each_hour),
        ("killed while it is written", harm::kill),
        ("a file that may not grow while it is written", harm::full_append),
        ("a disk that is full while a town lives", harm::full_life),
        ("a disk that is full while it is copied", harm::full_copy),
        ("a disk that is full while it is exported", harm::full_export),
        ("bytes that are changed", harm::damage),
    ];
    measures::live(rack)?;
    let mut checks = Vec::new();
    for (what, try_it) in tries {
        let began = Instant::now();
        let (found, asked, holds) = try_it(rack)?;
        let seconds = (began.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        crate::complain!("{what}: {found}");
        checks.push(Check { what: what.into(), found, asked, holds, seconds });
    }
    Ok(checks)
}

fn table(checks: &[Check]) -> String {
    let width = |of: fn(&Check) -> &str| checks.iter().map(|check| of(check).chars().count()).max().unwrap_or_default();
    let (what, found) = (width(|check| &check.what), width(|check| &check.found));
    let row = |check: &Check| {
        let holds = if check.holds { "yes" } else { "NO " };
        let Check { what: tried, found: came, asked, seconds, .. } = check;
        format!("{holds}  {tried:what$}  {came:found$}  (asked: {asked}; {seconds:.1} s)\n")
    };
    checks.iter().map(row).collect()
}

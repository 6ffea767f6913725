//! Runs without a window, with a progress bar on stderr.

use std::time::{Duration, Instant};

use bevy::{app::TaskPoolOptions, prelude::*};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    clock::Calendar,
    config::Data,
    thought::run_until,
    town::{self, Keeping, Options, Trouble},
};

/// A town without a window, opened. Bevy's pools get as many threads as the mind.
///
/// # Errors
/// See [`town::open`].
pub fn app(options: &Options, data: &Data) -> Result<App, Trouble> {
    let mut app = App::new();
    let pools = TaskPoolOptions::with_num_threads(options.threads.max(1));
    app.add_plugins(MinimalPlugins.set(TaskPoolPlugin { task_pool_options: pools })).add_plugins(town::plugin);
    town::open(&mut app, options, data)?;
    app.finish();
    app.cleanup();
    Ok(app)
}

/// The tick that ends so many game hours, counted from the scenario's beginning.
///
/// # Errors
/// One sentence about hours that cannot be.
pub fn ticks(hours: f64, calendar: &Calendar) -> Result<u64, Trouble> {
    if !(hours > 0.0 && hours <= 24.0 * 366.0) {
        return Err(Trouble::Plain(format!("{hours} hours cannot be lived; take more than 0 and at most 8784")));
    }
    Ok((hours * 3600.0 / f64::from(calendar.tick_seconds)).round() as u64)
}

/// Lives `hours` and gives the report of it.
///
/// # Errors
/// Why the town cannot be opened or cannot go on.
pub fn run(options: &Options, hours: f64, data: &Data) -> Result<serde_json::Value, Trouble> {
    let mut app = app(options, data)?;
    let began = Instant::now();
    let calendar = *app.world().resource::<Calendar>();
    let end = ticks(hours, &calendar)?;
    let last = calendar.date_time(end);
    if let Some((when, line)) = options.experiment.commands.iter().find(|(when, _)| *when >= last) {
        return Err(Trouble::Plain(format!("{line:?} is to be done at {when}, and the run ends at {last}")));
    }
    live(&mut app, end)?;
    let wall = began.elapsed();
    town::finish(app.world_mut())?;
    Ok(town::report(app.world_mut(), wall))
}

/// Lives up to tick `end` under a progress bar (drawn only where stderr is a terminal).
///
/// # Errors
/// Why the town cannot go on.
pub fn live(app: &mut App, end: u64) -> Result<(), Trouble> {
    let calendar = *app.world().resource::<Calendar>();
    let bar = ProgressBar::new(end);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {percent:>3}% {elapsed_precise} (ends in {eta})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut at = app.world().resource::<crate::clock::Now>().0;
    while at < end {
        at = (at + calendar.ticks(15)).min(end);
        app.world().resource::<town::Wording>().look_again();
        run_until(app, at).map_err(Trouble::Plain)?;
        if let Some(why) = app.world().get_resource::<Keeping>().and_then(|keeping| keeping.trouble.clone()) {
            return Err(Trouble::Plain(why));
        }
        bar.set_message(calendar.date_time(at).strftime("%a %e %b %H:%M").to_string());
        bar.set_position(at);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The report for people.
pub fn table(report: &serde_json::Value) -> String {
    let Some(object) = report.as_object() else { return String::new() };
    let plain = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let lines = object.iter().map(|(key, value)| format!("{key:>20}  {}", plain(value)));
    lines.collect::<Vec<_>>().join("\n")
}

//! Runs without a window, with a progress bar on stderr.

pub mod lines;
pub mod saves;

use std::{
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use bevy::{app::TaskPoolOptions, ecs::schedule::SingleThreadedExecutor, prelude::*};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{
    clock::{Calendar, Now, Roster},
    console,
    data::Data,
    exchange::{
        Minds, STOP,
        forecast::{NO_PROMISE, cap_words, forecast, usage_in_words},
        run_until,
    },
    town::{self, OpenSave, Options, TownError, TownInfo},
};

/// A town without a window, opened. Bevy's pools get as many threads as the mind.
///
/// # Errors
/// See [`town::open`].
pub fn app(options: &Options, data: &Data) -> Result<App, TownError> {
    let mut app = App::new();
    let pools = TaskPoolOptions::with_num_threads(options.threads.max(1));
    app.add_plugins(MinimalPlugins.set(TaskPoolPlugin { task_pool_options: pools }))
        .add_plugins((town::plugin, console::plugin));
    town::open(&mut app, options, data)?;
    app.finish();
    app.cleanup();
    // Nothing goes on beside the tick, and waking a pool of threads for it takes longer than all the rest.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    Ok(app)
}

/// The town of a save, standing at its beginning, to be lived again from its journal without any mind; and the tick at
/// which the save ends.
///
/// # Errors
/// See [`town::open`].
pub fn replay(save: &Path, threads: usize, data: &Data) -> Result<(App, u64), TownError> {
    let app = app(&Options { cassette: Some(save.to_path_buf()), threads, ..Options::default() }, data)?;
    let end = app.world().resource::<TownInfo>().begins;
    Ok((app, end))
}

/// The town of a save as it was recorded, standing at its beginning; and the tick at which the save ends.
///
/// # Errors
/// See [`town::open`].
pub fn recorded(save: &Path, threads: usize, data: &Data) -> Result<(App, u64), TownError> {
    let app = recorded_at(save, 0, threads, data)?;
    let end = app.world().resource::<TownInfo>().begins;
    Ok((app, end))
}

/// The town of a save as it stood at a tick, to be looked at.
///
/// # Errors
/// See [`town::open`].
pub fn recorded_at(save: &Path, tick: u64, threads: usize, data: &Data) -> Result<App, TownError> {
    app(&Options { load: Some(save.to_path_buf()), show: Some(tick), threads, ..Options::default() }, data)
}

/// Threads that this machine has.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Prints what came of something, as one JSON object or as text.
///
/// # Errors
/// It cannot be written as JSON.
pub fn print(json: bool, what: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), TownError> {
    let object = || serde_json::to_string(what).map_err(|error| error.to_string());
    crate::terminal::print(&if json { object()? + "\n" } else { text() });
    Ok(())
}

/// The tick that ends so many game hours, counted from the scenario's beginning.
///
/// # Errors
/// One sentence about hours that cannot be.
pub fn ticks(hours: f64, calendar: &Calendar) -> Result<u64, TownError> {
    can_be_lived(hours)?;
    Ok((hours * 3600.0 / f64::from(calendar.tick_seconds)).round() as u64)
}

fn can_be_lived(hours: f64) -> Result<(), TownError> {
    match hours > 0.0 && hours <= 24.0 * 366.0 {
        true => Ok(()),
        false => Err(TownError::Message(format!("{hours} hours cannot be lived; take more than 0 and at most 8784"))),
    }
}

/// Lives `hours` and gives the report of it.
///
/// # Errors
/// Why the town cannot be opened or cannot go on.
pub fn run(options: &Options, hours: f64, data: &Data) -> Result<serde_json::Value, TownError> {
    // What cannot be lived leaves no file behind.
    can_be_lived(hours)?;
    let mut app = app(options, data)?;
    let began = Instant::now();
    let calendar = *app.world().resource::<Calendar>();
    let end = ticks(hours, &calendar)?;
    let last = calendar.date_time(end);
    if let Some((when, line)) = options.experiment.commands.iter().find(|(when, _)| *when >= last) {
        return Err(TownError::Message(format!(
            "{line:?} is to be done at {when}, and the run ends at {last}: give more hours"
        )));
    }
    foretell(&app, options, end)?;
    let lived = live(&mut app, end);
    let wall = began.elapsed();
    // What was lived is written whatever it was that ended it.
    let written = town::finish(app.world_mut());
    let (stands, kept) = (app.world().resource::<Now>().0, options.save.as_ref());
    let budget = app.world().resource::<Minds>().budget();
    let stopped = budget.stopped().map(|why| (why.to_owned(), budget.needed()));
    match stopped.filter(|_| lived.is_err()) {
        Some((why, needed)) => {
            let needed = needed.map(|needed| format!("; {needed}")).unwrap_or_default();
            let when = calendar.date_time(stands);
            let then =
                if kept.is_some() { " and goes on from its save with --load" } else { ", and it was kept nowhere" };
            crate::complain!("{why}{needed}. The town stands at {when}{then}");
            app.world_mut().resource_scope(|world, mut minds: Mut<Minds>| minds.abandon(&mut world.resource_mut()));
        }
        None => lived?,
    }
    written?;
    if stands < end && STOP.load(Ordering::Relaxed) {
        let when = calendar.date_time(stands);
        let kept = kept.map_or("it was kept nowhere".into(), |file| format!("all of it is in {}", file.display()));
        return Err(TownError::Message(format!("interrupted: the town stands at {when}, and {kept}")));
    }
    Ok(town::report(app.world_mut(), wall))
}

/// Says on stderr what a language model, if one is asked, will take up to tick `end`.
fn foretell(app: &App, options: &Options, end: u64) -> Result<(), TownError> {
    let wanted = options.asked.wanted()?;
    if !wanted.is_networked() {
        return Ok(());
    }
    let (people, calendar) = (app.world().resource::<Roster>().0.len(), app.world().resource::<Calendar>());
    let ticks = end.saturating_sub(app.world().resource::<TownInfo>().begins);
    let hours = calendar.hours(ticks);
    let forecast = forecast(people, hours);
    let words = usage_in_words(&forecast, "are", wanted.price);
    crate::complain!("{people} people, {hours:.1} hours: about {words}. {NO_PROMISE}");
    cap_words(&forecast, wanted.caps, wanted.price, wanted.stop_at_cap)
        .into_iter()
        .for_each(|words| crate::complain!("{words}"));
    Ok(())
}

/// Lives up to tick `end` under a progress bar (drawn only where stderr is a terminal).
///
/// # Errors
/// Why the town cannot go on.
pub fn live(app: &mut App, end: u64) -> Result<(), TownError> {
    let calendar = *app.world().resource::<Calendar>();
    let bar = ProgressBar::new(end);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {percent:>3}% {elapsed_precise} (ends in {eta})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut at = app.world().resource::<crate::clock::Now>().0;
    while at < end {
        at = (at + calendar.ticks(15)).min(end);
        app.world().resource::<town::ActivePrompts>().look_again();
        run_until(app, at)?;
        let world = app.world();
        at = world.resource::<Now>().0;
        let unsaved = world.get_resource::<OpenSave>().and_then(|keeping| keeping.trouble.clone());
        let unread = || world.get_resource::<town::Recorded>().and_then(|recorded| recorded.fault.clone());
        let fault = unsaved.or_else(unread);
        if let Some(why) = fault.or_else(|| app.world_mut().resource_mut::<Minds>().take_unrecorded()) {
            return Err(TownError::Message(why));
        }
        bar.set_message(calendar.date_time(at).strftime("%a %e %b %H:%M").to_string());
        bar.set_position(at);
        if STOP.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// The report for people.
pub fn table(report: &serde_json::Value) -> String {
    let Some(object) = report.as_object() else { return String::new() };
    let plain = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let simple = object.iter().filter(|(key, _)| *key != "took_by_question");
    let mut lines: Vec<String> = simple.map(|(key, value)| format!("{key:>20}  {}", plain(value))).collect();
    let by_question = object.get("took_by_question").and_then(serde_json::Value::as_object);
    let asked = by_question.into_iter().flatten().filter(|(_, usage)| usage["calls"].as_u64() > Some(0));
    let mut rows = asked.map(|(question, usage)| {
        let figures = TOOK.map(|key| format!("{:>12}", plain(&usage[key])));
        format!("{question:>20}{}", figures.concat())
    });
    if let Some(first) = rows.next() {
        lines.push(format!("{:>20}{}", "", TOOK.map(|key| format!("{key:>12}")).concat()));
        lines.push(first);
        lines.extend(rows);
    }
    lines.join("\n")
}

/// What is told of each kind of question that a language model was asked.
const TOOK: [&str; 7] = ["answers", "fallbacks", "calls", "tokens_in", "tokens_new", "tokens_out", "usd"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_took_stands_in_a_row() {
        let usage = |calls: u32| {
            serde_json::json!({ "answers": 3, "fallbacks": 1, "calls": calls, "tokens_in": 900,
                "tokens_new": 500, "tokens_out": 70, "usd": 0.5 })
        };
        let report = serde_json::json!({ "ticks": 5, "took_by_question": { "steps": usage(4), "hours": usage(0) } });
        let text = table(&report);
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows, [vec!["ticks", "5"], TOOK.to_vec(), vec!["steps", "3", "1", "4", "900", "500", "70", "0.5"]]);
    }
}

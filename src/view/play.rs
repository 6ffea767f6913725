//! Plays a town in the window, from the arguments to the exit.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use jiff::civil;

use super::{panels::model::InUse, shot, window};
use crate::{
    cli::Play,
    clock::{Astray, Calendar, Driver, Ended, Now},
    config::Data,
    headless,
    thought::Trail,
    town::{self, Keeping, Options, Refused, Trouble, Wording},
};

/// Time of a frame that ticks may take.
const BUDGET: Duration = Duration::from_millis(3);
/// Where `--until` plays as fast as it can: time of a frame for ticks.
const HASTE: Duration = Duration::from_millis(30);

/// Opens the window and plays until it is closed, or up to `--until`.
///
/// # Errors
/// Why there is no window, or no town.
pub fn play(args: &Play, options: &Options, data: &Data) -> Result<(), Trouble> {
    let plain = |words: String| Trouble::Plain(words);
    let until = args.until.as_deref().map(moment).transpose().map_err(plain)?;
    let mut app = window::open(options.threads).map_err(|none| plain(none.to_string()))?;
    app.add_plugins(town::plugin);
    town::open(&mut app, options, data)?;
    app.insert_resource(InUse::new(options, data)?);
    let calendar = *app.world().resource::<Calendar>();
    let begins = app.world().resource::<town::Played>().begins;
    let end = match until {
        Some(until) => {
            let seconds = (until - calendar.start).total(jiff::Unit::Second).unwrap_or(-1.0);
            let tick = seconds / f64::from(calendar.tick_seconds);
            if tick < 1.0 {
                let starts = calendar.start.strftime("%Y-%m-%d %H:%M");
                return Err(plain(format!("--until lies before the town begins, at {starts}")));
            }
            tick as u64
        }
        None => u64::MAX,
    };
    // Whoever looks can ask why, of what was lived before too.
    app.insert_resource(Trail::default());
    app.insert_resource(super::why::Phrases::of(app.world().resource::<Wording>(), data));
    // What was lived before is lived again at once, before the window shows: the graphics are not ready for frames.
    crate::thought::live_until(app.world_mut(), begins.min(end)).map_err(plain)?;
    let mut driver = app.world_mut().resource_mut::<Driver>();
    driver.until = end;
    driver.budget = Some(if until.is_some() { HASTE } else { BUDGET });
    let rate = args.speed * 60.0 / f64::from(calendar.tick_seconds);
    driver.speed = until.is_none().then_some(rate);
    if until.is_some() {
        let began = Instant::now();
        let json = args.json;
        app.add_systems(Last, move |world: &mut World| quit_at_end(world, began, json));
    }
    if let Some(path) = &args.shot {
        shot::at_frame(&mut app, args.frames, path);
    }
    app.add_systems(
        Last,
        (
            stop_astray,
            tell_of_save.run_if(resource_exists_and_changed::<Keeping>),
            tell_of_refusal.run_if(resource_exists_and_changed::<Refused>),
        ),
    );
    app.add_systems(Last, keep_at_exit.after(bevy::window::exit_on_all_closed).after(stop_astray));
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err(plain("the window was closed by an error; see above".into())),
    }
}

fn moment(text: &str) -> Result<civil::DateTime, String> {
    let read = text.replacen(' ', "T", 1).parse();
    read.map_err(|_| format!("{text:?} is no date and time; write it as \"2023-02-13 12:00\""))
}

/// Prints what `run` prints once the last tick has been lived.
fn quit_at_end(world: &mut World, began: Instant, json: bool) {
    let driver = world.resource::<Driver>();
    if driver.ended != Ended::Done || world.resource::<Now>().0 < driver.until {
        return;
    }
    let finished = town::finish(world);
    let report = town::report(world, began.elapsed());
    println!("{}", if json { report.to_string() } else { headless::table(&report) });
    if let Err(trouble) = &finished {
        eprintln!("smallville: {trouble}");
    }
    world.write_message(if finished.is_ok() { AppExit::Success } else { AppExit::error() });
}

/// A town that cannot go on says why; the window stays, so that it can be looked at.
fn stop_astray(astray: Res<Astray>, mut notices: MessageWriter<super::Notice>) {
    if let Some(why) = astray.0.as_ref().filter(|_| astray.is_changed()) {
        eprintln!("smallville: {why}");
        notices.write(super::Notice(why.clone()));
    }
}

/// Whoever closes the window loses nothing of what they have seen.
fn keep_at_exit(world: &mut World, mut read: Local<bevy::ecs::message::MessageCursor<AppExit>>) {
    if read.read(world.resource::<Messages<AppExit>>()).next().is_some()
        && let Err(trouble) = town::finish(world)
    {
        eprintln!("smallville: {trouble}");
    }
}

/// A command that was refused says why in the terminal too.
fn tell_of_refusal(refused: Res<Refused>) {
    if let Some(why) = refused.0.last() {
        eprintln!("smallville: {why}");
    }
}

/// A save that cannot be written is no end of the game, but must be known.
fn tell_of_save(keeping: Res<Keeping>, mut notices: MessageWriter<super::Notice>) {
    if let Some(why) = &keeping.trouble {
        eprintln!("smallville: {why}");
        notices.write(super::Notice(why.clone()));
    }
}

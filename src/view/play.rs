//! Plays a town in the window, from the arguments to the exit.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use jiff::civil;

use super::{
    home::{AfterReplay, Home, Origin},
    panels::widgets::short_line,
    speed::BUDGET,
    travel::{self, SaveReplay},
    window,
};
use crate::{
    cli::Play,
    clock::{Calendar, Diverged, Driver, Ended, Now},
    console,
    data::Data,
    headless,
    save::Save,
    town::{self, Options, SaveLibrary, TownError},
};

/// Where `--until` plays as fast as it can: time of a frame for ticks.
const HASTE: Duration = Duration::from_millis(30);

/// Opens the window and plays until it is closed, or up to `--until`. `title`: with the title first.
///
/// # Errors
/// Why there is no window, or no town.
pub fn play(args: &Play, options: &Options, data: &Data, shelf: SaveLibrary, title: bool) -> Result<(), TownError> {
    let plain = |words: String| TownError::Message(words);
    let until = args.until.as_deref().map(moment).transpose().map_err(plain)?;
    // A save that cannot be opened is known before there is any window.
    for file in options.load.iter().chain(&options.cassette) {
        Save::read(file)?;
    }
    let home = Home { data: data.clone(), shelf, options: options.clone() };
    let mut app = window::open(home).map_err(|none| plain(none.to_string()))?;
    app.add_plugins((town::plugin, console::plugin));
    crate::study::newspaper::plugin(&mut app);
    if title {
        travel::title(app.world_mut())?;
        return play_on(app, args, None);
    }
    // What only shows something is kept nowhere: recorded answers, a picture, the way to a time.
    let shows = options.cassette.is_some() || args.until.is_some() || args.shot.is_some();
    let keep = options.save.is_none() && !args.no_save && !shows && options.show.is_none();
    let fresh = options.save.clone().filter(|file| !file.exists());
    town::open(&mut app, options, data)?;
    travel::equip(app.world_mut(), options)?;
    let calendar = *app.world().resource::<Calendar>();
    let begins = app.world().resource::<town::TownInfo>().begins;
    let end = match until {
        Some(until) => {
            let seconds = (until - calendar.start).total(jiff::Unit::Second).unwrap_or(-1.0);
            let tick = seconds / f64::from(calendar.tick_seconds);
            if tick < 1.0 {
                let starts = calendar.start.strftime("%Y-%m-%d %H:%M");
                return Err(plain(format!("--until is before the start of the town, {starts}")));
            }
            tick as u64
        }
        None if options.show.is_some() => begins,
        None => u64::MAX,
    };
    let rate = args.speed * 60.0 / f64::from(calendar.tick_seconds);
    // With edited files it is another town than the one of the save.
    let origin = options.load.clone().filter(|_| !options.edited);
    let keep = keep.then(|| origin.map_or(Origin::New, Origin::Save));
    let budget = if until.is_some() { HASTE } else { BUDGET };
    let then = AfterReplay { until: end, speed: until.is_none().then_some(rate), budget, keep };
    let name = short_line(&app.world().resource::<town::TownInfo>().name, 40);
    // What was lived before is lived again in the window, which says how long that takes.
    // Recorded answers are there to be looked at from the first on.
    let again = if options.cassette.is_some() || options.show.is_some() { 0 } else { begins.min(end) };
    travel::start_replay(app.world_mut(), again, (name, fresh), then);
    play_on(app, args, until.map(|_| Instant::now()))
}

/// Runs the window to its end. `began`: when the way to `--until` began.
fn play_on(mut app: App, args: &Play, began: Option<Instant>) -> Result<(), TownError> {
    if let Some(began) = began {
        let json = args.json;
        app.add_systems(Last, move |world: &mut World| quit_at_end(world, began, json));
    }
    if let Some(path) = &args.shot {
        window::at_frame(&mut app, args.frames, path);
    }
    app.add_systems(Last, stop_astray);
    app.add_systems(Last, keep_at_exit.after(bevy::window::exit_on_all_closed).after(stop_astray));
    match app.run() {
        AppExit::Success => Ok(()),
        // As Bevy has it when the system asks the program to end.
        AppExit::Error(code) if code.get() == 130 => Err(TownError::Message(
            "interrupted: the window was closed from outside; a town that is kept is saved".into(),
        )),
        AppExit::Error(_) => Err(TownError::Message("the window was closed by an error; see above".into())),
    }
}

fn moment(text: &str) -> Result<civil::DateTime, String> {
    let read = text.replacen(' ', "T", 1).parse();
    read.map_err(|_| format!("{text:?} is no date and time; write it as \"2023-02-13 12:00\""))
}

/// Prints what `run` prints once the last tick has been lived.
fn quit_at_end(world: &mut World, began: Instant, json: bool) {
    let replays = world.contains_resource::<SaveReplay>();
    let Some(driver) = world.get_resource::<Driver>().filter(|_| !replays) else { return };
    if driver.ended != Ended::Done || world.resource::<Now>().0 < driver.until {
        return;
    }
    let finished = town::finish(world);
    let report = town::report(world, began.elapsed());
    crate::say!("{}", if json { report.to_string() } else { headless::table(&report) });
    if let Err(trouble) = &finished {
        crate::complain!("smallville: {trouble}");
    }
    world.write_message(if finished.is_ok() { AppExit::Success } else { AppExit::error() });
}

/// A town that cannot go on says why; the window stays, so that it can be looked at.
fn stop_astray(astray: Res<Diverged>, mut notices: MessageWriter<super::Notice>) {
    if let Some(why) = astray.0.as_ref().filter(|_| astray.is_changed()) {
        crate::complain!("smallville: {why}");
        notices.write(super::Notice(why.clone()));
    }
}

/// Whoever closes the window loses nothing of what they have seen.
fn keep_at_exit(world: &mut World, mut read: Local<bevy::ecs::message::MessageCursor<AppExit>>) {
    if read.read(world.resource::<Messages<AppExit>>()).next().is_none() {
        return;
    }
    travel::give_up(world);
    if world.contains_resource::<town::OpenSave>()
        && let Err(trouble) = town::finish(world)
    {
        crate::complain!("smallville: {trouble}");
    }
}

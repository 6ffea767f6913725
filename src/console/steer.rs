//! Commands that steer the program and not the town: how fast time goes, where the camera looks, saves.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use jiff::{SignedDuration, civil};

use super::{
    Outcome,
    table::{Arguments, Town},
    things,
};
use crate::{
    agent::{resolve::Somebody, scenario::News},
    clock::Minute,
    mind::question::TimeOfDay,
    town,
    world::Tile,
};

/// What the program is to do. Whoever reads the line does it: the window, or the loop without one.
#[derive(Clone, Debug, PartialEq)]
pub enum Steer {
    /// Time stands, or goes on.
    Pause,
    /// So many game minutes a second.
    Speed(f64),
    /// Time goes on up to this tick, then stands.
    Until(u64),
    /// The camera keeps to somebody; `None`: it is let go.
    Follow(Option<Somebody>),
    /// The camera looks at a cell.
    Show(Tile),
    /// Writes the save; with a path, a new one there.
    Save(Option<PathBuf>),
    /// Opens a save in place of this town.
    Load(PathBuf),
    /// Whoever shows what travels shows this too.
    Watch(Box<News>),
    /// The end.
    Quit,
}

/// The fastest that time goes in the window, in game minutes a second.
const FASTEST: f64 = 600.0;
/// The longest that is lived at a word, in minutes.
const LONGEST: u32 = 366 * 1440;

/// `speed N`.
pub(super) fn speed(_: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let minutes = arguments.rest.parse::<f64>().ok().filter(|minutes| *minutes > 0.0 && *minutes <= FASTEST);
    let minutes = minutes.ok_or("write speed and game minutes a second, such as speed 4, at most 600")?;
    Ok(Outcome::Steers(Steer::Speed(minutes), format!("{minutes} game minutes a second")))
}

fn up_to(town: &Town, tick: u64) -> Result<Outcome, String> {
    let when = |tick| town.calendar.date_time(tick).strftime("%a %-d %b %H:%M");
    match tick > town.now {
        true => Ok(Outcome::Steers(Steer::Until(tick), format!("up to {}", when(tick)))),
        false => Err(format!("that is past: it is {}", when(town.now))),
    }
}

/// `until 09:00`, or `until 2023-02-14 09:00`.
pub(super) fn until(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    if let Ok(time) = arguments.rest.parse::<TimeOfDay>() {
        return up_to(town, town.calendar.tick(Minute(town.minute.0 + 1).next(time)));
    }
    let when = arguments.rest.replacen(' ', "T", 1).parse::<civil::DateTime>();
    let when = when.map_err(|_| "write until and a time, such as until 09:00 or until 2023-02-14 09:00")?;
    let minute = town.calendar.minute_at(when).ok_or("that is before the town began")?;
    if minute.0 > LONGEST {
        return Err("that is more than a year off".into());
    }
    up_to(town, town.calendar.tick(minute))
}

/// `run 10m`, `run 2h`, `run 90s`, `run 60` (ticks).
pub(super) fn run(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    const USAGE: &str = "write run and how long, such as run 10m, run 2h, or run 60 for 60 ticks";
    let ticks = match arguments.rest.parse::<u64>() {
        Ok(ticks) => ticks,
        Err(_) => {
            let long: SignedDuration = arguments.rest.parse().map_err(|_| USAGE)?;
            let seconds = u64::try_from(long.as_secs()).map_err(|_| USAGE)?;
            seconds.div_ceil(u64::from(town.calendar.tick_seconds.max(1)))
        }
    };
    match ticks {
        0 => Err(USAGE.into()),
        ticks if ticks > town.calendar.ticks(LONGEST) => Err("that is more than a year".into()),
        ticks => up_to(town, town.now + ticks),
    }
}

/// `follow [NAME]`.
pub(super) fn follow(_: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let one = arguments.somebody().cloned();
    let words = one.as_ref().map_or_else(|| "nobody is followed".into(), |one| format!("following {}", one.name));
    Ok(Outcome::Steers(Steer::Follow(one), words))
}

/// `find WORDS`: tells where it is, and looks there.
pub(super) fn find(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let (found, first) = things::look_for(town, arguments.rest)?;
    Ok(match first {
        Some(at) => Outcome::Steers(Steer::Show(at), found),
        None => Outcome::Said(found),
    })
}

/// Writes the save of a town, or goes on in a new one at `path`.
///
/// # Errors
/// It is kept nowhere yet, or cannot be written.
pub fn save(world: &mut World, path: Option<&Path>) -> Result<(), String> {
    let written = match path {
        Some(path) => town::save_as(world, path),
        None if world.contains_resource::<town::OpenSave>() => town::finish(world),
        None => return Err("this town is not being saved yet: write save and a file, such as save monday.town".into()),
    };
    written.map_err(|trouble| trouble.to_string())
}

//! Commands that steer the program and not the town: how fast time goes, where the camera looks, saves.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::{
    Outcome,
    table::{Arguments, Town},
    things,
};
use crate::{
    agent::{resolve::Somebody, scenario::News},
    town,
    world::Tile,
};

/// What the program is to do. Whoever reads the line does it: the window, or the loop without one.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgramCommand {
    /// Pauses or resumes time.
    Pause,
    /// Sets the speed in game minutes per second.
    Speed(f64),
    /// Runs until this tick, then pauses.
    Until(u64),
    /// The camera follows somebody; `None`: nobody any more.
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
/// `speed N`.
pub(super) fn speed(_: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let minutes = arguments.number;
    match minutes > 0.0 && minutes <= FASTEST {
        true => Ok(Outcome::Program(ProgramCommand::Speed(minutes), format!("{minutes} game minutes a second"))),
        false => Err(format!("the speed must be above 0 and at most {FASTEST} game minutes a second")),
    }
}

/// `until 09:00`, `run 10m`.
pub(super) fn up_to(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let when = |tick| town.calendar.date_time(tick).strftime("%a %-d %b %H:%M");
    match arguments.tick > town.now {
        true => Ok(Outcome::Program(ProgramCommand::Until(arguments.tick), format!("up to {}", when(arguments.tick)))),
        false => Err(format!("that is past: it is {}", when(town.now))),
    }
}

/// `follow [NAME]`.
pub(super) fn follow(_: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let one = arguments.somebody.clone();
    let words = one.as_ref().map_or_else(|| "nobody is followed".into(), |one| format!("following {}", one.name));
    Ok(Outcome::Program(ProgramCommand::Follow(one), words))
}

/// `find WORDS`: tells where it is, and looks there.
pub(super) fn find(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let (found, first) = things::look_for(town, arguments.rest)?;
    Ok(match first {
        Some(at) => Outcome::Program(ProgramCommand::Show(at), found),
        None => Outcome::Said(found),
    })
}

/// Writes the save of a town, or goes on in a new one at `path`. Gives what is to be said of it.
///
/// # Errors
/// It is kept nowhere yet, or cannot be written.
pub fn save(world: &mut World, path: Option<&Path>) -> Result<String, String> {
    let written = match path {
        Some(path) => town::save_as(world, path),
        None if world.contains_resource::<town::OpenSave>() => town::finish(world).map(|()| None),
        None => return Err("this town is not being saved yet: write save and a file, such as save monday.town".into()),
    };
    let lacks = written.map_err(|trouble| trouble.to_string())?;
    Ok(lacks.map_or_else(|| "saved".into(), |lacks| format!("saved; {lacks}")))
}

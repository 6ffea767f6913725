//! What towns are opened with, and how one goes on once it stands where it is to be played from.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use bevy::prelude::*;

use super::{
    Notice,
    speed::{BUDGET, SPEEDS, ticks_per_second},
};
use crate::{
    clock::{Calendar, Driver},
    data::{Data, Unread},
    mind::Choice,
    town::{self, MindOptions, Options, SaveLibrary, TownError, TownInfo},
};

/// The longest recorded day, in bytes.
const LONGEST: u64 = 64 << 20;

/// What towns are opened with.
#[derive(Resource, Clone, Debug)]
pub struct Home {
    /// Scenarios, maps, prompts.
    pub data: Data,
    /// The player's saves.
    pub shelf: SaveLibrary,
    /// As the program was started: threads and who answers.
    pub options: Options,
}

impl Home {
    /// The options of a town that goes on from a save, in the file it is to go on in.
    pub fn from_save(&self, file: PathBuf, scenario: &str) -> Options {
        let save = Some(self.shelf.goes_on(&file, scenario));
        Options {
            scenario: String::new(),
            seed: None,
            load: Some(file),
            save,
            show: None,
            edited: false,
            ..self.options.clone()
        }
    }

    /// The same with the files of its scenario as they are now: it is another town then, in a file of its own.
    pub fn edited(&self, file: PathBuf, scenario: &str) -> Options {
        let save = Some(self.shelf.fresh(scenario));
        Options { save, edited: true, ..self.from_save(file, scenario) }
    }

    /// The options of a town that is shown as it was recorded.
    pub fn watch(&self, file: PathBuf) -> Options {
        let load = Some(file);
        Options {
            scenario: String::new(),
            seed: None,
            load,
            save: None,
            show: Some(0),
            edited: false,
            ..self.options.clone()
        }
    }

    /// The file of the day that was recorded for whoever comes new, which is laid beside the player's saves.
    ///
    /// # Errors
    /// Why it cannot be laid there.
    pub fn recorded_day(&self) -> Result<PathBuf, TownError> {
        let unread = |why: Unread| TownError::Message(format!("the recorded day {why}: {}", why.advice()));
        let bytes = self.data.recording().bytes(LONGEST).map_err(unread)?;
        let folder = self.shelf.folder().with_file_name("recordings");
        let file = folder.join("harbour.town");
        let failed = |why: std::io::Error| TownError::Message(format!("{} cannot be written: {why}", file.display()));
        if fs::metadata(&file).map_or(true, |there| there.len() != bytes.len() as u64) {
            fs::create_dir_all(&folder).map_err(failed)?;
            fs::write(&file, &*bytes).map_err(failed)?;
        }
        Ok(file)
    }

    /// The options of the town behind the title: on rules alone, kept nowhere.
    pub fn behind(&self) -> Options {
        let asked = MindOptions {
            mind: Some(Choice::Builtin),
            config: self.options.asked.config.clone(),
            ..MindOptions::default()
        };
        Options { threads: self.options.threads, asked, ..Options::default() }
    }
}

/// How a town goes on after its replay: how fast, how far, and whether it is kept.
#[derive(Clone, Debug)]
pub(super) struct AfterReplay {
    /// No tick from this one on.
    pub until: u64,
    /// Ticks a second; `None`: as fast as it goes.
    pub speed: Option<f64>,
    /// Time of a frame for ticks.
    pub budget: Duration,
    /// From then on it is kept among the player's saves.
    pub keep: Option<Origin>,
}

/// Where a town came from that is to be kept.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// From its beginning.
    New,
    /// From this save: it goes on in it if it is one of the player's own.
    Save(PathBuf),
}

impl AfterReplay {
    /// For ever, at a walk, kept nowhere else than it is.
    pub fn walk(calendar: &Calendar) -> Self {
        let speed = Some(ticks_per_second(SPEEDS[0], calendar));
        Self { until: u64::MAX, speed, budget: BUDGET, keep: None }
    }

    /// Goes on.
    pub fn begin(self, world: &mut World) {
        match &self.keep {
            Some(Origin::New) => keep(world, None),
            Some(Origin::Save(file)) => keep(world, Some(file)),
            None => {}
        }
        if let Some(mut driver) = world.get_resource_mut::<Driver>() {
            (driver.until, driver.speed, driver.budget) = (self.until, self.speed, Some(self.budget));
        }
    }
}

/// From now on the town is kept among the player's saves, as one that was begun at the title; where that cannot be, it is
/// said, and the town is played all the same. `loaded`: the save that it was opened from.
fn keep(world: &mut World, loaded: Option<&Path>) {
    let Some(shelf) = world.get_resource::<Home>().map(|home| home.shelf.clone()) else { return };
    let scenario = world.resource::<TownInfo>().meta.scenario.clone();
    let kept = shelf.make().and_then(|()| match loaded.map(|file| (file, shelf.goes_on(file, &scenario))) {
        Some((file, goes_on)) if file == goes_on => {
            shelf.copy_before(file);
            town::go_on_in(world, file).map(|()| None)
        }
        Some((_, fresh)) => town::save_as(world, &fresh),
        None => town::save_as(world, &shelf.fresh(&scenario)),
    });
    let said = match kept {
        Ok(lacks) => lacks.map(|lacks| format!("In its new save, {lacks}")),
        Err(trouble) => Some(format!("The town is not saved by itself: {trouble}")),
    };
    if let Some(said) = said {
        crate::complain!("smallville: {said}");
        world.write_message(Notice(said));
    }
}

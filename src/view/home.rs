//! What towns are opened with.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::{
    data::Data,
    mind::Choice,
    town::{MindOptions, Options, SaveLibrary},
};

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
        Options { scenario: String::new(), seed: None, load: Some(file), save, ..self.options.clone() }
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

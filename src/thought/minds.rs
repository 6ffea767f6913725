//! Where answers come from, and what has come.

use std::{collections::BTreeMap, time::Duration};

use bevy::prelude::*;

use super::Recording;
use crate::{
    journal::{By, Command, Entry, QuestionHash, Tally},
    mind::{
        Ask, Builtin, MindError, QuestionId, builtin,
        line::{Line, Outcome, guarded},
    },
};

/// Where answers come from.
pub enum Source {
    /// A mind is asked.
    Mind(Box<dyn Line>),
    /// No mind: what was recorded is all that comes, and what was not is an error.
    Cassette(Recording),
    /// What was recorded as far as it goes, and from there a mind.
    Load(Recording, Box<dyn Line>),
}

/// The way to the minds. Holds nothing that has to be saved.
#[derive(Resource, Default)]
pub struct Minds {
    recording: Option<Recording>,
    line: Option<Box<dyn Line>>,
    fallback: Option<Builtin>,
    /// Questions under way (`None`), and what came and is not yet due.
    sent: BTreeMap<QuestionId, Option<Outcome>>,
    /// Questions may be open that this mind has never been sent.
    fresh: bool,
    /// Answers that nobody waited for, since the tally was last told.
    dropped: u64,
}

impl Minds {
    /// Where the mind does not answer, the built-in one does.
    pub fn new(source: Source) -> Self {
        let (recording, line) = match source {
            Source::Mind(line) => (None, Some(line)),
            Source::Cassette(recording) => (Some(recording), None),
            Source::Load(recording, line) => (Some(recording), Some(line)),
        };
        Self { recording, line, fresh: true, ..default() }
    }

    /// Takes another one in place of the built-in mind.
    pub fn with_fallback(mut self, fallback: Builtin) -> Self {
        self.fallback = Some(fallback);
        self
    }

    /// From here on this mind is asked: everything open goes to it, what was under way elsewhere is forgotten.
    pub fn connect(&mut self, line: Box<dyn Line>) {
        self.recording = None;
        self.line = Some(line);
        self.sent.clear();
        self.fresh = true;
    }

    /// Sleeps until something came; for headless loops.
    pub fn wait(&mut self, at_most: Duration) {
        if let Some(line) = &mut self.line {
            line.wait(at_most);
        }
    }

    /// Is a recording being played?
    pub fn recorded(&self) -> Option<&Recording> {
        self.recording.as_ref()
    }

    /// Is this played without a mind?
    pub(super) fn is_cassette(&self) -> bool {
        self.line.is_none()
    }

    pub(super) fn recorded_commands(&self, now: u64) -> Option<Vec<Command>> {
        self.recording.as_ref().filter(|recording| now < recording.end()).map(|recording| recording.commands(now))
    }
}

//! The plan of a day: parts, hours, steps, and where each step is done.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::Minute,
    mind::question::Stretch,
    world::{ArenaId, EndState, ObjectId, TownMap},
};

/// A stretch of minutes.
pub trait Timed {
    /// First minute.
    fn from(&self) -> Minute;
    /// The minute after the last.
    fn until(&self) -> Minute;
    /// Does `minute` lie in it?
    fn holds(&self, minute: Minute) -> bool {
        (self.from()..self.until()).contains(&minute)
    }
}

/// Where a step is done, and how it looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// At which object; `None`: on the spot.
    pub object: Option<ObjectId>,
    /// What others see of it.
    pub state: String,
    /// How much is used up of what it holds.
    pub uses: u32,
    /// What it is once the step is done; empty: as before.
    #[serde(default)]
    pub leaves: EndState,
    /// One or two emoji.
    pub emoji: String,
    /// Was it chosen more than a step ahead? Then it is looked at again when its time comes.
    #[serde(default)]
    pub ahead: bool,
}

/// 5 to 15 minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// What is done.
    pub what: String,
    /// Where, once that has been answered.
    pub target: Option<Target>,
}

/// About an hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hour {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// What is done.
    pub what: String,
    /// Its steps, once they have been answered.
    pub steps: Vec<Step>,
    /// How far it comes, to be remembered at its end.
    pub result: String,
}

/// A part of the day, at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// What is done.
    pub what: String,
    /// Where.
    pub place: ArenaId,
    /// Its hours, once they have been answered.
    pub hours: Vec<Hour>,
}

impl Stretch {
    /// Something done between two minutes at a place.
    pub fn between(from: Minute, until: Minute, what: &str, place: ArenaId, map: &TownMap) -> Self {
        let (from, until) = (from.time_of_day(), until.time_of_day());
        Self { from, until, what: what.to_string(), place: map.arena_name(place) }
    }
}

impl Part {
    /// As a question carries it.
    pub fn stretch(&self, map: &TownMap) -> Stretch {
        Stretch::between(self.from, self.until, &self.what, self.place, map)
    }
}

/// What comes between.
#[derive(Clone, Debug)]
pub struct Interruption {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// What.
    pub what: String,
    /// In which arena.
    pub place: ArenaId,
    /// At what.
    pub target: Target,
}

/// A day from waking to bedtime; what is before and after it is night.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayPlan {
    /// Parts without gaps; empty: no day has been planned yet.
    pub parts: Vec<Part>,
    /// What was given up and why, or empty.
    pub drops: String,
    /// Where the night after it is spent, once that has been answered.
    pub night: Option<Target>,
    /// What is being asked for.
    pub asked: OpenQuestions,
    /// What ended before this minute has been remembered.
    pub remembered: Minute,
    /// What is fixed for a time and has its place in this day: its first minute, and what it is.
    #[serde(default)]
    pub entered: Vec<(Minute, String)>,
}

/// What a plan's open questions are about: when an answer comes, it is known by this what it answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestions {
    /// The midnight with which the day begins that was asked for last, and when it was asked.
    pub day: Option<(Minute, Minute)>,
    /// The beginning of the part whose hours were asked for.
    pub hours: Option<Minute>,
    /// The beginning of the hour whose steps were asked for.
    pub steps: Option<Minute>,
    /// The beginning of the step whose place was asked for; that of the night is the bedtime.
    pub place: Option<Minute>,
    /// The arena that the plan names for it.
    #[serde(default)]
    pub meant: Option<ArenaId>,
    /// The objects offered for it, by number from 1.
    pub offered: Vec<ObjectId>,
}

macro_rules! timed {
    ($($type:ty),*) => {$(
        impl Timed for $type {
            fn from(&self) -> Minute {
                self.from
            }
            fn until(&self) -> Minute {
                self.until
            }
        }
    )*};
}
timed!(Step, Hour, Part);

impl DayPlan {
    /// All its hours, to be changed.
    pub fn hours_mut(&mut self) -> impl Iterator<Item = &mut Hour> {
        self.parts.iter_mut().flat_map(|part| &mut part.hours)
    }

    /// All its steps, to be changed.
    pub fn steps_mut(&mut self) -> impl Iterator<Item = &mut Step> {
        self.hours_mut().flat_map(|hour| &mut hour.steps)
    }

    /// When the planned day begins.
    pub fn wake(&self) -> Option<Minute> {
        self.parts.first().map(|part| part.from)
    }

    /// When it ends.
    pub fn bedtime(&self) -> Option<Minute> {
        self.parts.last().map(|part| part.until)
    }

    /// The part that `minute` lies in; `None` by night.
    pub fn part(&self, minute: Minute) -> Option<&Part> {
        self.parts.iter().find(|part| part.holds(minute))
    }

    /// The hour that `minute` lies in.
    pub fn hour(&self, minute: Minute) -> Option<&Hour> {
        self.part(minute)?.hours.iter().find(|hour| hour.holds(minute))
    }

    /// The first step that begins at or after `minute`, as far as steps are known.
    pub fn next_step(&self, minute: Minute) -> Option<&Step> {
        let hours = self.parts.iter().flat_map(|part| &part.hours);
        hours.flat_map(|hour| &hour.steps).find(|step| step.from >= minute)
    }

    /// The step that `minute` lies in.
    pub fn step(&self, minute: Minute) -> Option<&Step> {
        self.hour(minute)?.steps.iter().find(|step| step.holds(minute))
    }
}

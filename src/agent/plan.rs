//! The day: parts, hours, steps (paper, section 4.3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::Minute,
    world::{ArenaId, ObjectId},
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// At which object; `None`: on the spot.
    pub object: Option<ObjectId>,
    /// What others see of it.
    pub state: String,
    /// How much is used up of what it holds.
    pub uses: u32,
    /// One or two emoji.
    pub emoji: String,
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

/// A day from waking to bedtime; what is before and after it is night.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayPlan {
    /// Parts without gaps; empty: no day has been planned yet.
    pub parts: Vec<Part>,
    /// What was given up and why, or empty.
    pub drops: String,
    /// Where the night is spent, once that has been answered.
    pub night: Option<Target>,
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

    /// The step that `minute` lies in.
    pub fn step(&self, minute: Minute) -> Option<&Step> {
        self.hour(minute)?.steps.iter().find(|step| step.holds(minute))
    }
}

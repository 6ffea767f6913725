//! The plan of a day: parts, hours, steps, and where each step is done. What interrupts it: things that were noticed,
//! and the errands that come of them.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{memo::Memo, percept::Subject};
use crate::{
    clock::{AgentId, Minute},
    language::condition::ConditionKind,
    mind::question::{ReactAnswer, ReactionKind, Stretch},
    world::{ArenaId, EndState, ObjectId, TownMap},
};

/// Where a step is done, and how it looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// At which object; `None`: on the spot.
    #[serde(skip_serializing_if = "is_default")]
    pub object: Option<ObjectId>,
    /// What others see of it.
    #[serde(skip_serializing_if = "is_default")]
    pub state: String,
    /// How much is used up of what it holds; less than nothing: put in.
    #[serde(skip_serializing_if = "is_default")]
    pub uses: i32,
    /// What it is once the step is done; empty: as before.
    #[serde(skip_serializing_if = "is_default")]
    pub leaves: EndState,
    /// One or two emoji.
    pub emoji: String,
    /// Was it chosen more than a step ahead? Then it is looked at again when its time comes.
    #[serde(skip_serializing_if = "is_default")]
    pub ahead: bool,
}

/// Plans are written often and are long: what is as it is mostly is left out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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
    #[serde(default, skip_serializing_if = "is_default")]
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

impl Step {
    /// A step whose place is not known yet.
    pub fn new(from: Minute, until: Minute, what: &str) -> Self {
        Self { from, until, what: what.to_owned(), target: None }
    }

    /// As a question carries it.
    pub fn stretch(&self, place: ArenaId, map: &TownMap) -> Stretch {
        Stretch::between(self.from, self.until, &self.what, place, map)
    }
}

impl Hour {
    /// An hour whose steps are not known yet.
    pub fn new(from: Minute, until: Minute, what: &str) -> Self {
        Self { from, until, what: what.to_owned(), steps: Vec::new(), result: String::new() }
    }
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
    /// Parts without gaps; empty: no day has been planned yet. A plan is saved whenever it changes, which is
    /// often.
    pub parts: Vec<Memo<Part>>,
    /// What was given up and why, or empty.
    pub drops: String,
    /// Where the night after it is spent, once that has been answered.
    pub night: Option<Target>,
    /// What is being asked for.
    pub asked: OpenQuestions,
    /// What ended before this minute has been remembered.
    pub remembered: Minute,
    /// What is fixed for a time and has its place in this day: its first minute, and what it is.
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
    pub meant: Option<ArenaId>,
    /// The objects offered for it, by number from 1.
    pub offered: Vec<ObjectId>,
}

impl DayPlan {
    /// The part that begins at `from`.
    pub fn part_mut(&mut self, from: Minute) -> Option<&mut Part> {
        self.parts.iter_mut().find(|part| part.from == from).map(Memo::make_mut)
    }

    /// The hour that begins at `from`.
    pub fn hour_mut(&mut self, from: Minute) -> Option<&mut Hour> {
        let is_it = |hour: &Hour| hour.from == from;
        let part = self.parts.iter_mut().find(|part| part.hours.iter().any(is_it))?;
        Memo::make_mut(part).hours.iter_mut().find(|hour| is_it(hour))
    }

    /// The step that begins at `from`.
    pub fn step_mut(&mut self, from: Minute) -> Option<&mut Step> {
        let is_it = |step: &Step| step.from == from;
        let part = self.parts.iter_mut().find(|part| part.hours.iter().flat_map(|hour| &hour.steps).any(is_it))?;
        Memo::make_mut(part).hours.iter_mut().flat_map(|hour| &mut hour.steps).find(|step| is_it(step))
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
        self.parts.iter().find(|part| (part.from..part.until).contains(&minute)).map(|part| &**part)
    }

    /// The hour that `minute` lies in.
    pub fn hour(&self, minute: Minute) -> Option<&Hour> {
        self.part(minute)?.hours.iter().find(|hour| (hour.from..hour.until).contains(&minute))
    }

    /// The first step that begins at or after `minute`, as far as steps are known.
    pub fn next_step(&self, minute: Minute) -> Option<&Step> {
        let hours = self.parts.iter().flat_map(|part| &part.hours);
        hours.flat_map(|hour| &hour.steps).find(|step| step.from >= minute)
    }

    /// The step that `minute` lies in.
    pub fn step(&self, minute: Minute) -> Option<&Step> {
        self.hour(minute)?.steps.iter().find(|step| (step.from..step.until).contains(&minute))
    }
}

/// What somebody does about something noticed, instead of their plan; then the plan goes on.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand(pub Option<ActiveErrand>);

/// An errand under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveErrand {
    /// What, the -ing word first.
    pub what: String,
    /// One or two emoji.
    pub emoji: String,
    /// The objects still to be gone to, next first; empty: on the spot.
    pub stops: Vec<ObjectId>,
    /// By when each of them is done with.
    pub ends: Vec<Minute>,
    /// The first minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// The object it is about, and how that looks once it is done; empty: as it rests.
    pub about: Option<(ObjectId, EndState)>,
    /// When the stop that it has got to was begun.
    pub begun: Minute,
    /// Where it has got to, and how that looks.
    pub target: Target,
    /// Has something been fetched on the way?
    pub fetched: bool,
    /// How often it took longer than was thought.
    pub longer: u8,
    /// Is it about a danger? Nothing else is begun until it is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub danger: bool,
}

impl Errand {
    /// Is it about this thing?
    pub fn is_about(&self, object: ObjectId) -> bool {
        self.0.as_ref().and_then(|doing| doing.about.as_ref()).is_some_and(|about| about.0 == object)
    }

    /// Is it about a danger, so that all else must wait?
    pub fn is_urgent(&self) -> bool {
        self.0.as_ref().is_some_and(|doing| doing.danger)
    }
}

/// Something noticed that is worth a thought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stimulus {
    /// Whom or what it is about.
    pub subject: Subject,
    /// What is to be seen or heard of it.
    pub state: String,
    /// What is the matter with it, if it is a thing.
    pub kind: ConditionKind,
    /// In words.
    pub text: String,
    /// Where.
    pub arena: ArenaId,
    /// How far, in tiles.
    pub distance: u32,
    /// The tick at which it was last noticed.
    pub at: u64,
    /// What goes first: 0 danger, 1 what is meant for me or stands in my way, 2 a thing, 3 words, 4 a person.
    pub urgency: u8,
    /// Is it where one lives or works, or one's own?
    pub concerns: bool,
    /// Is this person just now trying to use it?
    pub needs: bool,
}

/// What was thought about, so that nobody thinks of the same thing for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastStimulus {
    /// Whom or what it was about.
    pub subject: Subject,
    /// What was to be seen of it.
    pub state: String,
    /// When, by tick.
    pub at: u64,
    /// How often.
    pub times: u8,
}

/// What a question that is open was about and offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenReaction {
    /// What was noticed.
    pub stimulus: Stimulus,
    /// The objects by number, from `offers::FIRST_FOR_REACTION`.
    pub offered: Vec<ObjectId>,
    /// What sort of thing each option is, from option 1.
    pub ways: Vec<ReactionKind>,
    /// Whom one may talk to, by the option's number.
    pub people: BTreeMap<u32, AgentId>,
}

/// What somebody has noticed and may yet react to.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reactions {
    /// Not yet thought about.
    pub pending: Vec<Stimulus>,
    /// What is being thought about.
    pub asked: Option<OpenReaction>,
    /// What came of it, not yet followed.
    pub answer: Option<ReactAnswer>,
    /// What was thought about.
    pub thoughts: Vec<PastStimulus>,
    /// When each person was thought about last, by tick.
    pub met: BTreeMap<AgentId, u64>,
}

//! What an agent does about something it noticed, and what it has still to think about.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{percept::Subject, plan::Target};
use crate::{
    clock::{AgentId, Minute},
    language::condition::ConditionKind,
    mind::question::{ReactAnswer, Way},
    world::{ArenaId, EndState, ObjectId},
};

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
    #[serde(default)]
    pub ends: Vec<Minute>,
    /// The first minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// The object it is about, and how that looks once it is done; empty: as it rests.
    pub about: Option<(ObjectId, EndState)>,
    /// When the stop that it has got to was begun.
    #[serde(default)]
    pub begun: Minute,
    /// Where it has got to, and how that looks.
    #[serde(default)]
    pub target: Target,
    /// Has something been fetched on the way?
    #[serde(default)]
    pub fetched: bool,
    /// How often it took longer than was thought.
    #[serde(default)]
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
    pub ways: Vec<Way>,
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

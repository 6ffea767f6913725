//! What an agent does now, and how its body is held; an agent whose decisions come from a player.

use std::collections::VecDeque;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::{AgentId, Calendar, Minute},
    mind::question::TimeOfDay,
    world::{ArenaId, EndState, Facing, ObjectId, SpotId, Tile},
};

/// How what somebody does begins while they go to the next part of their day.
pub const ON_THE_WAY: &str = "on the way to ";

/// How far an action has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// On the way.
    Going,
    /// There, or nearly, but somebody else is at it.
    Waiting {
        /// Since which tick.
        since: u64,
    },
    /// At it.
    Doing {
        /// Since which tick.
        since: u64,
    },
}

/// What an agent does now.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentAction {
    /// `frying two eggs`.
    pub what: String,
    /// In which arena.
    pub arena: ArenaId,
    /// At which object.
    pub object: Option<ObjectId>,
    /// From which of its spots.
    pub spot: Option<SpotId>,
    /// The cell in which it is done.
    pub goal: Tile,
    /// What others see of the object meanwhile.
    pub state: String,
    /// How much of what the object holds is used up when it begins; less than nothing: put in.
    pub uses: i32,
    /// What the object is once it is done; empty: as before.
    pub leaves: EndState,
    /// What the action before it has left an object as, not yet seen to by hands.
    pub left: Option<(ObjectId, EndState)>,
    /// One or two emoji.
    pub emoji: String,
    /// The tick at which it was begun.
    pub from: u64,
    /// The tick at which it ends by plan.
    pub until: u64,
    /// How far it has got.
    pub phase: Phase,
    /// Is this the night's sleep? Already true on the way to bed: see [`CurrentAction::is_sleeping`].
    pub asleep: bool,
    /// The minute of the plan's step that it follows.
    pub begun: Minute,
    /// Not yet seen to by hands.
    pub fresh: bool,
}

/// What somebody has in use.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Using(pub Option<(ObjectId, SpotId)>);

/// How a body is held.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Posture {
    /// Upright, walking or not.
    #[default]
    Stand,
    /// On a seat.
    Sit,
    /// In a bed.
    Lie,
}

impl Posture {
    /// Turns to `there`; whoever sits or lies stays as they are.
    pub fn turn_to(self, facing: &mut Facing, here: Tile, there: Tile) {
        if self == Posture::Stand
            && let Some(way) = here.facing(there)
        {
            *facing = way;
        }
    }
}

/// A walk under way.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    /// The cells still to be walked, next first; empty: no walk, or none found yet.
    pub cells: VecDeque<Tile>,
    /// For how many ticks it has not gone on.
    pub blocked: u16,
}

/// No step of a plan begins at this minute: it marks what is done by no plan.
const UNPLANNED: Minute = Minute(u32::MAX);

impl CurrentAction {
    /// Something done by no plan, for example for the sake of a talk: on the spot, or on the way to `goal`.
    pub fn unplanned(what: String, emoji: &str, goal: Tile, arena: ArenaId, now: u64) -> Self {
        Self {
            what,
            arena,
            object: None,
            spot: None,
            goal,
            state: String::new(),
            uses: 0,
            leaves: EndState::default(),
            left: None,
            emoji: emoji.into(),
            from: now,
            until: now,
            phase: Phase::Going,
            asleep: false,
            begun: UNPLANNED,
            fresh: true,
        }
    }

    /// Is it done by no plan?
    pub fn is_unplanned(&self) -> bool {
        self.begun == UNPLANNED
    }

    /// Does it on the spot, without the object.
    pub fn abandon(&mut self, at: Tile) {
        (self.object, self.spot, self.goal, self.phase) = (None, None, at, Phase::Going);
        self.state.clear();
        self.leaves = EndState::default();
        self.uses = 0;
    }

    /// When it ends by plan, on the clock; `None` for the night's sleep and for what should be over.
    pub fn ends(&self, calendar: &Calendar, now: Minute) -> Option<TimeOfDay> {
        let until = calendar.minute(self.until);
        (!self.asleep && until > now).then(|| until.time_of_day())
    }

    /// Is this the night's sleep, and has it begun?
    pub fn is_sleeping(&self) -> bool {
        self.asleep && self.is_doing()
    }

    /// Is it being done?
    pub fn is_doing(&self) -> bool {
        matches!(self.phase, Phase::Doing { .. })
    }
}

/// Somebody whose decisions come from a person.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Avatar {
    /// The tick since which this is so.
    pub since: u64,
    /// What is to be said, oldest first.
    pub lines: VecDeque<String>,
    /// To whom, if they are in no talk yet.
    pub to: Option<AgentId>,
    /// What is being put right, until it is.
    pub mends: Option<ObjectId>,
    /// The arena that was last told of as gone to.
    pub told: ArenaId,
    /// What was last told of as done.
    pub done: String,
    /// Whom the walk under way is after.
    pub after: Option<After>,
    /// Lines that were said and are still to be read for what they ask for, promise or settle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<super::UnreadLine>,
}

/// Somebody who came to town as an avatar: they have no home here, no past, and no mind but the player's.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Newcomer;

/// Whom an avatar goes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    /// Whom.
    pub who: AgentId,
    /// Where they stood when the walk was last aimed.
    pub aimed: Tile,
    /// Since which tick.
    pub since: u64,
}

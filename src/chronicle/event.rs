//! What can happen in a town.

use crate::{
    agent::{
        agenda::Engagement,
        components::{Ending, Subject, TalkId},
        voices::Whispered,
    },
    clock::{AgentId, Minute},
    language::condition::ConditionKind,
    mind::{line_act::LineAct, question::AfterAnswer},
    world::{ArenaId, ObjectId},
};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The tick.
    pub at: u64,
    /// About whom it is; `None`: about a thing.
    pub who: Option<AgentId>,
    /// Where they, or the thing, were.
    pub place: ArenaId,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// They do something else from now on.
    Did(Activity),
    /// They noticed something out of the ordinary.
    Noticed(Subject),
    /// They set out to do something about what they noticed.
    SetOut {
        /// What, the -ing word first.
        what: String,
        /// The thing it is about.
        about: Option<ObjectId>,
    },
    /// Something with a time and a place entered their agenda.
    Engaged(Engagement),
    /// They remember something new: its place in their stream.
    Remembered(u32),
    /// They heard something from somebody, and it matters to them.
    WasTold {
        /// From whom, by full name.
        by: String,
        /// Its place in their stream.
        memory: u32,
    },
    /// They thought a talk over: what they keep of it, as their mind answered.
    LookedBack(Box<AfterAnswer>),
    /// They have come to think badly of somebody.
    Resents {
        /// Of whom, if that can be told.
        whom: Option<AgentId>,
        /// In their own words.
        words: String,
    },
    /// Something arrived in their head from outside.
    Whispered(Whispered),
    /// The fallback answered a question in place of the mind that was asked.
    FellBack {
        /// The kind of question.
        purpose: String,
        /// Why the mind that was asked has not answered.
        why: String,
    },
    /// The first line of a talk was begun. About whoever came up to the other.
    TalkBegan {
        /// Everybody in it.
        members: Vec<AgentId>,
    },
    /// They began to say a line.
    Said {
        /// In which talk.
        talk: TalkId,
        /// To whom.
        to: Vec<AgentId>,
        /// In these words.
        words: String,
        /// What the line does; only in English.
        acts: Vec<LineAct>,
        /// Why it is the fallback's, if it is.
        fallback: Option<String>,
    },
    /// A talk in which something was said is over. About whoever began it.
    TalkEnded {
        /// Everybody who was in it.
        members: Vec<AgentId>,
        /// How many lines it had.
        lines: usize,
        /// How it ended.
        ending: Ending,
        /// Who had hard words for the others shortly before.
        anger: Option<AgentId>,
    },
    /// A thing came into a condition that it does not leave by itself.
    Became {
        /// The thing.
        object: ObjectId,
        /// What is the matter.
        kind: ConditionKind,
        /// In words: `burning`.
        what: String,
    },
    /// A thing is as it usually is again: put out, mended, filled up.
    Restored {
        /// The thing.
        object: ObjectId,
        /// What it was.
        was: String,
    },
}

/// Something that somebody did, until they did something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// `frying two eggs`.
    pub what: String,
    /// One or two emoji.
    pub emoji: String,
    /// At which object.
    pub object: Option<ObjectId>,
    /// What lies behind it.
    pub because: Because,
}

/// What lies behind something that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The step of the plan that began at this minute.
    Plan(Minute),
    /// The night.
    Night,
    /// Something was noticed; the errand began at this minute.
    Errand(Minute),
    /// Somebody is walked up to.
    Approach(AgentId),
    /// A talk.
    Talk(TalkId),
    /// A player decides for them.
    Player,
}

/// What was done by a line of a talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// By whom.
    pub by: AgentId,
    /// The place of the line in the talk.
    pub line: usize,
    /// What.
    pub act: LineAct,
}

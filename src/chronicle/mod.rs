//! What happened in a town: typed events in the order of time, written once a tick in Record. The ticker, the story
//! camera, the evening paper, *why?* and the measures read it; each reader keeps its own cursor.
//!
//! | file | concern |
//! |---|---|
//! | `write` | one tick of the town into events |
//!
//! Rule: no part of the town's state. No system before Record reads it and no mind does (`tests/laws/chronicle.rs`); a
//! town is the same with and without it (`tests/why.rs`). It is kept only where somebody looks: whoever reads it adds
//! [`plugin`].

mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    agent::{agenda::Engagement, prelude::*, voices::Whispered},
    language::{condition::ConditionKind, speech_act::SpeechAct},
    mind::question::AfterAnswer,
};

/// Everything that happened, oldest first.
///
/// As text it is what goes on being watched, without the events, which a save has as rows.
#[derive(Resource, Debug, Default, Serialize, Deserialize)]
pub struct Chronicle {
    #[serde(skip)]
    events: Vec<Event>,
    /// Places among the events, by whom they are about.
    #[serde(skip)]
    by_person: BTreeMap<AgentId, Vec<usize>>,
    #[serde(with = "crate::journal::pairs")]
    talks: BTreeMap<TalkId, write::OpenTalk>,
    known: write::Known,
}

/// A thing that was out of order for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident<'a> {
    /// Its place among the events.
    pub event: usize,
    /// The thing.
    pub object: ObjectId,
    /// The first tick of it.
    pub since: u64,
    /// The tick at which it was over; `None`: it is not.
    pub until: Option<u64>,
    /// What kind of state it was in.
    pub kind: ConditionKind,
    /// The same in words: `burning`.
    pub what: &'a str,
}

impl Chronicle {
    /// All events, oldest first. A place in this list never changes, so that its length is a cursor.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Events from the place `cursor` on; moves the cursor to the end.
    pub fn since(&self, cursor: &mut usize) -> &[Event] {
        let from = std::mem::replace(cursor, self.events.len());
        self.events.get(from..).unwrap_or_default()
    }

    /// Events of ticks from `tick` on.
    pub fn from_tick(&self, tick: u64) -> &[Event] {
        let before = self.events.iter().rposition(|event| event.at < tick);
        &self.events[before.map_or(0, |last| last + 1)..]
    }

    /// All events about one person, oldest first.
    pub fn of(&self, who: AgentId) -> impl DoubleEndedIterator<Item = &Event> {
        self.by_person.get(&who).into_iter().flatten().filter_map(|place| self.events.get(*place))
    }

    /// What somebody did, oldest first.
    pub fn activities(&self, who: AgentId) -> impl DoubleEndedIterator<Item = (&Event, &Activity)> {
        self.of(who).filter_map(|event| match &event.kind {
            EventKind::Did(activity) => Some((event, activity)),
            _ => None,
        })
    }

    /// What somebody did at a tick.
    pub fn activity_at(&self, who: AgentId, tick: u64) -> Option<(&Event, &Activity)> {
        self.activities(who).rfind(|(event, _)| event.at <= tick)
    }

    /// All that ever stood in somebody's agenda, with the tick at which it came there.
    pub fn engagements(&self, who: AgentId) -> impl Iterator<Item = (u64, &Engagement)> {
        self.of(who).filter_map(|event| match &event.kind {
            EventKind::Engaged(engagement) => Some((event.at, engagement)),
            _ => None,
        })
    }

    /// What has been done so far by the lines of a talk that is under way.
    pub fn acts(&self, talk: TalkId) -> &[Act] {
        self.talks.get(&talk).map_or(&[], |open| &open.acts)
    }

    /// Things that were out of order, by their beginning. What is used up or decorated is no incident.
    pub fn incidents(&self) -> Vec<Incident<'_>> {
        let mut all: Vec<Incident> = Vec::new();
        for (place, event) in self.events.iter().enumerate() {
            let object = match &event.kind {
                EventKind::Became { object, .. } | EventKind::Restored { object, .. } => *object,
                _ => continue,
            };
            if let Some(open) = all.iter_mut().find(|one| one.object == object && one.until.is_none()) {
                open.until = Some(event.at);
            }
            if let EventKind::Became { kind, what, .. } = &event.kind
                && *kind != ConditionKind::Empty
                && !kind.is_harmless()
            {
                all.push(Incident { event: place, object, since: event.at, until: None, kind: *kind, what });
            }
        }
        all
    }

    /// Takes back all from the tick `tick` on, as if it had not happened.
    pub fn rewind(&mut self, tick: u64) {
        self.events.truncate(self.events.partition_point(|event| event.at < tick));
        let len = self.events.len();
        self.by_person.values_mut().for_each(|places| places.retain(|place| *place < len));
    }

    /// One in which this happened.
    #[cfg(all(test, feature = "window"))]
    pub(crate) fn of_events(events: impl IntoIterator<Item = Event>) -> Self {
        let mut chronicle = Self::default();
        events.into_iter().for_each(|event| chronicle.push(event));
        chronicle
    }

    /// Adds what is known to have happened next.
    pub fn push(&mut self, event: Event) {
        if let Some(who) = event.who {
            self.by_person.entry(who).or_default().push(self.events.len());
        }
        self.events.push(event);
    }
}

/// Writes the chronicle from now on.
pub fn plugin(app: &mut App) {
    if !app.world().contains_resource::<Chronicle>() {
        app.init_town_resource::<Chronicle>().add_systems(Tick, write::write.in_set(TickStep::WriteChronicle));
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// They came into another arena, or are in town from now on.
    Arrived,
    /// They do something else from now on.
    Did(Activity),
    /// They have nothing to do from now on: no action, or one whose time is over, and nobody to talk to.
    BecameIdle,
    /// They have something to do again.
    BecameBusy,
    /// They fell asleep for the night.
    FellAsleep,
    /// They woke up.
    WokeUp {
        /// The tick at which they fell asleep.
        since: u64,
        /// Where they slept.
        bed: Option<ObjectId>,
    },
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
    /// They said yes or no to something, or took it back, in a talk.
    Settled {
        /// What, as a sentence.
        what: String,
        /// Did they say no, or take it back?
        refused: bool,
    },
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
        /// The tick at which it will have been said.
        until: u64,
        /// What the line does; only in English.
        acts: Vec<SpeechAct>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// By whom.
    pub by: AgentId,
    /// The place of the line in the talk.
    pub line: usize,
    /// What.
    pub act: SpeechAct,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::ArenaId;

    fn happened(chronicle: &mut Chronicle, at: u64, who: Option<u32>, kind: EventKind) {
        chronicle.push(Event { at, who: who.map(AgentId), place: ArenaId(0), kind });
    }

    #[test]
    fn a_cursor_gives_what_is_new_and_a_person_their_own() {
        let mut chronicle = Chronicle::default();
        happened(&mut chronicle, 1, Some(1), EventKind::Remembered(0));
        let mut cursor = 0;
        assert_eq!(chronicle.since(&mut cursor).len(), 1);
        happened(&mut chronicle, 2, Some(2), EventKind::Remembered(0));
        happened(&mut chronicle, 3, Some(1), EventKind::Remembered(1));
        assert_eq!(chronicle.since(&mut cursor).iter().map(|event| event.at).collect::<Vec<_>>(), [2, 3]);
        assert!(chronicle.since(&mut cursor).is_empty());
        assert_eq!(chronicle.of(AgentId(1)).map(|event| event.at).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(chronicle.from_tick(3).len(), 1);
    }

    #[test]
    fn a_fire_has_a_beginning_and_an_end() {
        let mut chronicle = Chronicle::default();
        let object = ObjectId(3);
        let became = |kind, what: &str| EventKind::Became { object, kind, what: what.into() };
        happened(&mut chronicle, 10, None, became(ConditionKind::Burning, "burning"));
        happened(&mut chronicle, 20, None, became(ConditionKind::Other, "charred"));
        happened(&mut chronicle, 30, None, EventKind::Restored { object, was: "charred".into() });
        happened(&mut chronicle, 40, None, became(ConditionKind::Empty, "empty"));
        let told: Vec<_> = chronicle.incidents().iter().map(|one| (one.what, one.since, one.until)).collect();
        assert_eq!(told, [("burning", 10, Some(20)), ("charred", 20, Some(30))]);
    }
}

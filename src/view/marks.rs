//! What a bubble shows before all else: a voice in the head, an answer awaited, something just noticed, talk.
//!
//! Rule: how long a sign stays is counted in seconds of whoever looks on.

use std::collections::BTreeMap;

use bevy::{prelude::*, time::Real};

use super::{scene::TownState, speech::Heard};
use crate::{
    agent::components::{Errand, talk::InTalk},
    chronicle::{Chronicle, Event, EventKind},
    clock::{AgentId, Now, driver::drive},
    exchange::Thinking,
    schedule::TownResources,
};

/// Seconds that the sign of a voice in the head stays, and an alarm.
const VOICE: f32 = 7.0;
const ALARM: f32 = 2.0;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A voice from outside has just arrived in the head.
    Voice,
    /// An answer is overdue.
    Late,
    /// Something out of the ordinary was noticed, or something is done about it.
    Alarm,
    /// In a talk.
    Talking,
}

impl Mark {
    /// As one or two pictures.
    pub fn emoji(self) -> &'static str {
        match self {
            Mark::Voice => "💭❗",
            Mark::Late => "💭",
            Mark::Alarm => "❗",
            Mark::Talking => "💬",
        }
    }
}

/// What was new about somebody a moment ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lately {
    Whispered,
    SetOut,
    Noticed,
}

/// Everyone's mark.
#[derive(Resource, Clone, Debug, Default)]
pub struct Marks {
    of: BTreeMap<AgentId, Mark>,
    /// Events before this place have been read; `None`: none yet.
    read: Option<usize>,
    /// For how many seconds each still shows.
    left: BTreeMap<(AgentId, Lately), f32>,
}

impl Marks {
    /// The mark of one.
    pub fn of(&self, who: AgentId) -> Option<Mark> {
        self.of.get(&who).copied()
    }

    fn pass(&mut self, new: &[Event], seconds: f32) {
        self.left.retain(|_, left| {
            *left -= seconds;
            *left > 0.0
        });
        for event in new {
            let (lately, stays) = match event.kind {
                EventKind::Whispered(_) => (Lately::Whispered, VOICE),
                EventKind::SetOut { .. } => (Lately::SetOut, ALARM),
                EventKind::Noticed(_) => (Lately::Noticed, ALARM),
                _ => continue,
            };
            self.left.extend(event.who.map(|who| ((who, lately), stays)));
        }
    }
}

fn read(
    people: Query<(&AgentId, Option<&Thinking>, Option<&InTalk>, Option<&Errand>)>,
    (now, chronicle): (Res<Now>, Res<Chronicle>),
    time: Res<Time<Real>>,
    mut marks: ResMut<Marks>,
) {
    let mut cursor = marks.read.unwrap_or(chronicle.events().len());
    marks.pass(chronicle.since(&mut cursor), time.delta_secs());
    marks.read = Some(cursor);
    marks.of.clear();
    for (who, thinking, company, errand) in &people {
        let lately = |what| marks.left.contains_key(&(*who, what));
        let talks = company.is_some_and(|company| company.0.is_some());
        // In a talk one's own name is nothing to be startled at.
        let busy = errand.is_some_and(|errand| errand.0.is_some());
        let alarmed = busy && lately(Lately::SetOut) || !talks && lately(Lately::Noticed);
        let late = thinking.is_some_and(|all| all.open().any(|ask| ask.due < now.0));
        let mark = match () {
            () if lately(Lately::Whispered) => Mark::Voice,
            () if late => Mark::Late,
            () if alarmed => Mark::Alarm,
            () if talks => Mark::Talking,
            () => continue,
        };
        marks.of.insert(*who, mark);
    }
}

/// Adds the marks.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Marks>()
        .add_systems(Update, read.in_set(Heard).after(drive).run_if(in_state(TownState::Open)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent::components::percept::Subject, world::ArenaId};

    #[test]
    fn an_alarm_is_short_and_comes_once() {
        let (mut marks, who) = (Marks::default(), AgentId(1));
        let noticed = EventKind::Noticed(Subject::Agent(AgentId(2)));
        let event = Event { at: 5, who: Some(who), place: ArenaId(0), kind: noticed };
        let mut shows = |new: &[Event], seconds| {
            marks.pass(new, seconds);
            marks.left.contains_key(&(who, Lately::Noticed))
        };
        let new = std::slice::from_ref(&event);
        assert_eq!([shows(&[], 0.1), shows(new, 0.1), shows(&[], 0.5), shows(&[], 2.0)], [false, true, true, false]);
    }
}

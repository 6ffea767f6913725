//! What a bubble shows before all else: a voice in the head, an answer awaited, something just noticed, talk.
//!
//! Rule: read off the town each frame; how long an alarm stays is counted in seconds of whoever looks on.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{speech::Heard, voices::Voices};
use crate::{
    agent::components::{
        percept::{RecentPercepts, Subject},
        reaction::Errand,
        talk::Company,
    },
    clock::{AgentId, Now, driver::drive},
    exchange::Thinking,
    schedule::OfTown,
};

/// Seconds that an alarm stays.
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

/// Everyone's mark.
#[derive(Resource, Clone, Debug, Default)]
pub struct Marks {
    of: BTreeMap<AgentId, Mark>,
    /// Since how many seconds somebody has been on their errand, and on which.
    errands: BTreeMap<AgentId, (Errand, f32)>,
    /// What of what somebody took in lately is out of the ordinary, and since how many seconds something of it is new.
    struck: BTreeMap<AgentId, (Vec<Struck>, f32)>,
}

/// What was noticed, and how it was.
type Struck = (Subject, String);

impl Marks {
    /// The mark of one.
    pub fn of(&self, who: AgentId) -> Option<Mark> {
        self.of.get(&who).copied()
    }

    /// Keeps the errands of this frame; says who is alarmed.
    fn alarm(&mut self, who: AgentId, errand: &Errand, seconds: f32) -> bool {
        if errand.0.is_none() {
            self.errands.remove(&who);
            return false;
        }
        match self.errands.get_mut(&who) {
            // Stops gone to leave the list: it is the same errand all the same.
            Some((before, since)) if same(before, errand) => {
                *since += seconds;
                *since < ALARM
            }
            _ => {
                self.errands.insert(who, (errand.clone(), 0.0));
                true
            }
        }
    }

    /// Keeps what somebody was struck by lately; is some of it new?
    fn startled(&mut self, who: AgentId, lately: &RecentPercepts, seconds: f32) -> bool {
        let now: Vec<Struck> =
            lately.0.iter().filter(|one| one.striking).map(|one| (one.subject, one.state.clone())).collect();
        let (before, since) = match self.struck.get_mut(&who) {
            Some(known) => known,
            // What was noticed before one looked is over.
            None => {
                self.struck.insert(who, (now, ALARM));
                return false;
            }
        };
        let new = now.iter().any(|one| !before.contains(one));
        *since = if new { 0.0 } else { *since + seconds };
        *before = now;
        *since < ALARM
    }
}

fn same(a: &Errand, b: &Errand) -> bool {
    let key = |one: &Errand| one.0.as_ref().map(|doing| (doing.from, doing.what.clone()));
    key(a) == key(b)
}

fn read(
    people: Query<(&AgentId, Option<&Thinking>, Option<&Company>, Option<&Errand>, Option<&RecentPercepts>)>,
    now: Option<Res<Now>>,
    (time, voices): (Res<Time<Real>>, Res<Voices>),
    mut marks: ResMut<Marks>,
) {
    let Some(now) = now else { return };
    let marks = &mut *marks;
    marks.of.clear();
    for (who, thinking, company, errand, lately) in &people {
        let seconds = time.delta_secs();
        let busy = errand.is_some_and(|errand| marks.alarm(*who, errand, seconds));
        let startled = lately.is_some_and(|lately| marks.startled(*who, lately, seconds));
        let talks = company.is_some_and(|company| company.0.is_some());
        // In a talk one's own name is nothing to be startled at.
        let alarmed = busy || (startled && !talks);
        let late = thinking.is_some_and(|all| all.open().any(|ask| ask.due < now.0));
        let mark = match company.and_then(|company| company.0) {
            _ if voices.sounds(*who) => Mark::Voice,
            _ if late => Mark::Late,
            _ if alarmed => Mark::Alarm,
            Some(_) => Mark::Talking,
            None => continue,
        };
        marks.of.insert(*who, mark);
    }
}

/// Adds the marks.
pub fn plugin(app: &mut App) {
    app.of_town::<Marks>().add_systems(Update, read.in_set(Heard).after(drive));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent::components::{percept::RecentPercept, reaction::ActiveErrand},
        clock::Minute,
    };

    fn errand(what: &str, stops: usize) -> Errand {
        Errand(Some(ActiveErrand {
            what: what.into(),
            emoji: String::new(),
            stops: vec![crate::world::ObjectId(0); stops],
            from: Minute(5),
            until: Minute(9),
            about: None,
            ends: Vec::new(),
            begun: Minute(5),
            target: Default::default(),
            fetched: false,
            longer: 0,
            danger: false,
        }))
    }

    #[test]
    fn what_strikes_somebody_alarms_once() {
        let (mut marks, who) = (Marks::default(), AgentId(1));
        let seen = |id: u16, striking| RecentPercept {
            subject: Subject::Object(crate::world::ObjectId(id)),
            state: "burning".into(),
            arena: crate::world::ArenaId(0),
            at: 5,
            striking,
        };
        assert!(!marks.startled(who, &RecentPercepts(vec![seen(1, true)]), 0.1));
        assert!(!marks.startled(who, &RecentPercepts(vec![seen(1, true), seen(2, false)]), 0.1));
        assert!(marks.startled(who, &RecentPercepts(vec![seen(1, true), seen(3, true)]), 0.1));
        assert!(marks.startled(who, &RecentPercepts(vec![seen(3, true)]), 0.5));
        assert!(!marks.startled(who, &RecentPercepts(vec![seen(3, true)]), 2.0));
    }

    #[test]
    fn an_alarm_is_short_and_comes_once_an_errand() {
        let (mut marks, who) = (Marks::default(), AgentId(1));
        assert!(!marks.alarm(who, &Errand(None), 1.0));
        assert!(marks.alarm(who, &errand("fetching tools", 2), 0.5));
        assert!(marks.alarm(who, &errand("fetching tools", 1), 0.5));
        assert!(!marks.alarm(who, &errand("fetching tools", 0), 2.0));
        assert!(marks.alarm(who, &errand("putting out the fire", 1), 0.5));
        assert!(!marks.alarm(who, &Errand(None), 0.1));
    }
}

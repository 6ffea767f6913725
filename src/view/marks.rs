//! What a bubble shows before all else: an answer awaited, something just noticed, talk.
//!
//! Rule: read off the town each frame; how long an alarm stays is counted in seconds of whoever looks on.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::speech::Heard;
use crate::{
    agent::{dialogue::Company, reaction::Errand},
    clock::{AgentId, Now, driver::drive},
    thought::Thinking,
};

/// Seconds that an alarm stays.
const ALARM: f32 = 2.0;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An answer is overdue.
    Late,
    /// Something was noticed that something is done about.
    Alarm,
    /// In a talk.
    Talking,
}

impl Mark {
    /// As a picture.
    pub fn emoji(self) -> &'static str {
        match self {
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
}

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
}

fn same(a: &Errand, b: &Errand) -> bool {
    let key = |one: &Errand| one.0.as_ref().map(|doing| (doing.from, doing.what.clone()));
    key(a) == key(b)
}

fn read(
    people: Query<(&AgentId, Option<&Thinking>, Option<&Company>, Option<&Errand>)>,
    now: Option<Res<Now>>,
    time: Res<Time<Real>>,
    mut marks: ResMut<Marks>,
) {
    let Some(now) = now else { return };
    let marks = &mut *marks;
    marks.of.clear();
    for (who, thinking, company, errand) in &people {
        let alarmed = errand.is_some_and(|errand| marks.alarm(*who, errand, time.delta_secs()));
        let late = thinking.is_some_and(|all| all.open().any(|ask| ask.due < now.0));
        let mark = match company.and_then(|company| company.0) {
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
    app.init_resource::<Marks>().add_systems(Update, read.in_set(Heard).after(drive));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent::reaction::Doing, clock::Minute};

    fn errand(what: &str, stops: usize) -> Errand {
        Errand(Some(Doing {
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
        }))
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

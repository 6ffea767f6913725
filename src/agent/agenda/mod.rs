//! What stands between somebody and others: what was asked, promised and settled, what they need others for, and where
//! they mean to be when. Both minds read it from here; memories tell of it.
//!
//! | file | concern |
//! |---|---|
//! | `agreement` | what was asked of somebody, promised or settled, as one of those has it who heard it |
//! | `need` | what somebody needs others for, and how far that is met |
//! | `hours` | when and where something is that was said in words |
//! | `words` | all of it in sentences |
//! | `keep` | what came of it: kept, late, or not |
//!
//! An agreement with a time and a known place becomes an engagement, and engagements enter the plan of their day.

mod agreement;
pub mod hours;
mod keep;
mod need;
pub mod words;

use serde::{Deserialize, Serialize};

pub use self::{
    agreement::{Agreement, Heard, LineId, Standing, doers},
    keep::plugin,
    need::{Met, Need},
};
use crate::{
    agent::{ablation::Ablation, prelude::*},
    mind::question::Appointment,
};

/// Words that a place may follow.
const JOINTS: [&str; 12] =
    ["to", "for", "of", "from", "with", "around", "through", "by", "near", "into", "about", "over"];

/// Something with a time and a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engagement {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// What, a verb phrase with full names: `come to Isabella Rodriguez's party`.
    pub what: String,
    /// Where.
    pub place: ArenaId,
    /// On whose word: `agreed with Maria Lopez`.
    pub how: String,
    /// Its place in the stream.
    pub memory: u32,
}

/// What somebody has to do with others.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agenda {
    /// Where they mean to be when, by beginning; what is over is taken out.
    pub engagements: Vec<Engagement>,
    /// What was asked, promised and settled, oldest first.
    #[serde(default)]
    pub agreements: Vec<Agreement>,
    /// What they need others for.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// How many agreements there have been: the number of the newest.
    #[serde(default)]
    pub count: u32,
}

impl Agenda {
    /// Takes something up, unless it is there already; what is said again later and better takes its place.
    pub fn take_up(&mut self, new: Engagement) {
        let same =
            |old: &Engagement| old.what == new.what && old.place == new.place && old.from.day() == new.from.day();
        self.engagements.retain(|old| !same(old));
        let at = self.engagements.partition_point(|old| (old.from, old.until) <= (new.from, new.until));
        self.engagements.insert(at, new);
    }

    /// Removes and returns all that overlaps a time: `from` is its first minute, `until` the one after its last.
    pub fn make_room(&mut self, from: Minute, until: Minute) -> Vec<Engagement> {
        let (out, stays): (Vec<_>, Vec<_>) =
            self.engagements.drain(..).partition(|old| old.from < until && from < old.until);
        self.engagements = stays;
        out
    }

    /// Removes what was over at `now`.
    pub fn forget(&mut self, now: Minute) {
        self.engagements.retain(|one| one.until > now);
    }

    /// The engagements between two minutes, as a question carries them; none where plans cannot be recalled.
    pub fn appointments(&self, from: Minute, until: Minute, map: &TownMap, ablation: &Ablation) -> Vec<Appointment> {
        let within = |one: &&Engagement| one.from < until && one.until > from && ablation.allow(MemoryKind::Plan);
        self.engagements.iter().filter(within).map(|one| one.appointment(map)).collect()
    }

    /// The same for the day after `now`.
    pub fn tomorrow(&self, now: Minute, map: &TownMap, ablation: &Ablation) -> Vec<Appointment> {
        let from = Minute((now.day() + 1) * Minute::DAY);
        self.appointments(from, Minute(from.0 + Minute::DAY), map, ablation)
    }

    /// What lies in the day that begins at `midnight`.
    pub fn on(&self, midnight: Minute) -> impl Iterator<Item = &Engagement> {
        self.engagements.iter().filter(move |one| one.from.day() == midnight.day())
    }
}

impl Engagement {
    /// As a question carries it; where it is stands at the end.
    pub fn appointment(&self, map: &TownMap) -> Appointment {
        let place = map.arena_name(self.place);
        let sector = map.arena(self.place).sector.map(|sector| map.sector(sector).name.as_str());
        let what = sector.map_or(self.what.as_str(), |sector| {
            self.what.trim_end().trim_end_matches(sector).trim_end().trim_end_matches(" at").trim_end_matches(" in")
        });
        // "go to the park": the place goes with its own word, and not after one more
        let last = what.rsplit(' ').next().unwrap_or_default();
        let joint = if JOINTS.contains(&last) { " " } else { " at " };
        Appointment {
            from: self.from.time_of_day(),
            until: self.until.time_of_day(),
            what: format!("{what}{joint}{place}"),
            how: self.how.clone(),
        }
    }
}

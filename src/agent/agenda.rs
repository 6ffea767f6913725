//! What somebody means to go to or has promised, with its time and place: it enters the plan of its day.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    agent::ablation::Ablation,
    clock::Minute,
    memory::Kind,
    mind::question::Appointment,
    world::{ArenaId, TownMap},
};

/// Minutes of a day.
const DAY: u32 = 1440;
/// Words that a place may follow.
const JOINTS: [&str; 12] =
    ["to", "for", "of", "from", "with", "around", "through", "by", "near", "into", "about", "over"];

/// One thing with a time and a place.
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

impl Engagement {
    /// Is it the same, in whatever words?
    pub fn same(&self, other: &Engagement) -> bool {
        self.place == other.place && self.from == other.from
    }
}

/// All of it, by beginning; what is over is taken out.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agenda(pub Vec<Engagement>);

impl Agenda {
    /// Takes something up, unless it is there already; what is said again later and better takes its place.
    pub fn take_up(&mut self, new: Engagement) {
        let same =
            |old: &Engagement| old.what == new.what && old.place == new.place && old.from.day() == new.from.day();
        self.0.retain(|old| !same(old));
        let at = self.0.partition_point(|old| (old.from, old.until) <= (new.from, new.until));
        self.0.insert(at, new);
    }

    /// Lets go, and gives, all that lies in a time: `from` is the first minute, `until` the one after the last.
    pub fn make_room(&mut self, from: Minute, until: Minute) -> Vec<Engagement> {
        let (out, stays): (Vec<_>, Vec<_>) = self.0.drain(..).partition(|old| old.from < until && from < old.until);
        self.0 = stays;
        out
    }

    /// Lets go what was over at `now`.
    pub fn forget(&mut self, now: Minute) {
        self.0.retain(|one| one.until > now);
    }

    /// The engagements between two minutes, as a question carries them; none where plans cannot be recalled.
    pub fn appointments(&self, from: Minute, until: Minute, map: &TownMap, ablation: &Ablation) -> Vec<Appointment> {
        let within = |one: &&Engagement| one.from < until && one.until > from && ablation.allow(Kind::Plan);
        self.0.iter().filter(within).map(|one| one.appointment(map)).collect()
    }

    /// The same for the day after `now`.
    pub fn tomorrow(&self, now: Minute, map: &TownMap, ablation: &Ablation) -> Vec<Appointment> {
        let from = Minute((now.day() + 1) * DAY);
        self.appointments(from, Minute(from.0 + DAY), map, ablation)
    }

    /// What lies in the day that begins at `midnight`.
    pub fn on(&self, midnight: Minute) -> impl Iterator<Item = &Engagement> {
        self.0.iter().filter(move |one| one.from.day() == midnight.day())
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

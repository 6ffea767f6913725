//! What comes to mind about the other when a talk begins: out of one's own stream and one's own tree, nothing else.

use super::Recollection;
use crate::{
    agent::{
        circle::{Circle, Directory},
        conditions::Conditions,
        known::KnownPlaces,
        persona::Persona,
        plan::words,
        recall::{self, Memories},
        reflection::Relations,
    },
    clock::{AgentId, Calendar},
    memory::MemoryStream,
    mind::question::{Named, Recalled},
    world::TownMap,
};

/// How many memories of the other, and of what was just said.
const ABOUT: usize = 16;
const BROUGHT_UP: usize = 8;
/// How many of the heaviest and of the newest, whoever stands there.
const HEAVIEST: usize = 10;
const NEWEST: usize = 6;
/// How much of what is to come today and tomorrow.
const AHEAD: usize = 6;
/// How much of what was said with the other is looked through for what one has told them.
const SAID: usize = 60;
const TOLD: usize = 24;

/// Whose mind it is.
pub struct Mine<'a> {
    /// Who.
    pub persona: &'a Persona,
    /// All they remember.
    pub memory: &'a MemoryStream,
    /// Whom they know.
    pub circle: &'a Circle,
    /// All they know of the town.
    pub known: &'a KnownPlaces,
    /// What others are to them.
    pub relations: &'a Relations,
}

/// What this is looked at by.
#[derive(Clone, Copy)]
pub struct By<'a> {
    /// The tick.
    pub now: u64,
    /// Its date.
    pub calendar: Calendar,
    /// What an experiment leaves out.
    pub conditions: &'a Conditions,
    /// The map, for names of places one knows.
    pub map: &'a TownMap,
    /// What people are called, for those whom one knows or stands before.
    pub directory: &'a Directory,
}

impl By<'_> {
    /// Name and pronouns of whoever stands there.
    pub fn named(&self, id: AgentId) -> Named {
        let nobody = || Named { name: "somebody".into(), pronouns: "they".into() };
        self.directory.get(id).cloned().unwrap_or_else(nobody)
    }
}

fn places(memories: Memories) -> Vec<u32> {
    memories.into_iter().map(|(place, _)| place).collect()
}

impl Mine<'_> {
    /// What comes to mind of `other`, and what weighs on one's mind whoever stands there.
    pub fn of(&self, other: AgentId, by: By) -> Recollection {
        let By { now, calendar, conditions, .. } = by;
        let they = by.named(other);
        let about = format!("What about {}?", they.name);
        let about = recall::of_person(self.memory, (self.circle, other), &about, now, &calendar, ABOUT, conditions);
        let mine = format!("{} told ", self.persona.name);
        let mut told = recall::said_with(self.memory, &they.name, &calendar, SAID, conditions);
        told.retain(|(_, memory)| memory.text.starts_with(&mine));
        let older = told.len().saturating_sub(TOLD);
        let heaviest = recall::heaviest(self.memory, HEAVIEST, &calendar, conditions);
        let newest = recall::newest(self.memory, NEWEST, &calendar, conditions);
        let today = calendar.date(calendar.minute(now));
        let dates = [Some(today), today.tomorrow().ok()];
        let dates: Vec<_> = dates.into_iter().flatten().collect();
        let ahead = recall::ahead(self.memory, &dates, &calendar, AHEAD, conditions);
        Recollection {
            relation: recall::relation_to(self.persona, self.relations, other, &they.name),
            about: places(about),
            weighs: places(recall::together([heaviest, newest, ahead])),
            told: places(told.split_off(older)),
            known: recall::known(self.circle, self.known, by.directory, by.map),
            ..Recollection::default()
        }
    }

    /// What a text brings back, in order of time.
    pub fn brought_up(&self, text: &str, by: By) -> Vec<u32> {
        if text.trim().is_empty() {
            return Vec::new();
        }
        places(recall::recall(self.memory, text, by.now, &by.calendar, BROUGHT_UP, by.conditions))
    }

    /// Memories as a question carries them.
    pub fn recalled(&self, places: &[u32], by: By) -> Vec<Recalled> {
        let memories = places.iter().filter_map(|place| self.memory.get(*place));
        memories.map(|memory| words::recalled(memory, &by.calendar)).collect()
    }
}

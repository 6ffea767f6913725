//! The written identity of an agent, as its cast file has it, and what of it lies on the map.

use std::collections::BTreeMap;

use bevy::prelude::*;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    agent::components::Attention,
    clock::AgentId,
    mind::question::{Me, Terms, TimeOfDay},
    world::{ArenaId, SectorId},
};

/// Identity. Never changes while the town runs.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Full name; unique in the town.
    pub name: String,
    /// Years.
    pub age: u32,
    /// `she`, `he` or `they`.
    pub pronouns: String,
    /// Innate traits.
    pub traits: String,
    /// What they are and have been.
    pub background: String,
    /// Current aim.
    pub aim: String,
    /// When they get up, eat and rest.
    pub lifestyle: String,
    /// How they talk.
    #[serde(default)]
    pub voice: String,
    /// A person of the painter's sheet, or parts such as `hair=bob:black top=coat:red`; empty: drawn by lot.
    #[serde(default)]
    pub look: String,
    /// The sector they live in.
    pub home: String,
    /// Own rooms: `sector: arena`.
    #[serde(default)]
    pub rooms: Vec<String>,
    /// When they usually get up.
    pub wake: TimeOfDay,
    /// When they usually go to bed.
    pub sleep: TimeOfDay,
    /// Places known at the start: a sector, or `sector: arena`.
    #[serde(default)]
    pub places: Vec<String>,
    /// What they do for a living.
    pub work: Option<WorkLife>,
    /// What they like to do.
    #[serde(default)]
    pub habits: Vec<PersonaHabit>,
    /// Where they eat.
    #[serde(default)]
    pub meals: MealPlaces,
    /// Whom they know.
    #[serde(default)]
    pub people: Vec<Acquaintance>,
    /// What they remember from before.
    #[serde(default)]
    pub memories: Vec<SeedMemory>,
    /// What they need others for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<SeedNeed>,
    /// How much they take in; left out: the usual.
    #[serde(default)]
    pub attention: Attention,
}

/// A living.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkLife {
    /// A verb phrase.
    pub what: String,
    /// `sector: arena`; the first is the main one.
    pub places: Vec<String>,
    /// Beginning of the usual hours.
    pub from: TimeOfDay,
    /// Their end.
    pub until: TimeOfDay,
    /// `mon` to `sun`; empty: every day.
    #[serde(default)]
    pub days: Vec<String>,
    /// What it consists of, verb phrases.
    #[serde(default)]
    pub tasks: Vec<String>,
}

impl WorkLife {
    /// In words: `study physics, 09:15-16:30, mon tue wed`.
    pub fn usual(&self) -> String {
        let days = if self.days.is_empty() { "every day".to_string() } else { self.days.join(" ") };
        format!("{}, {}-{}, {days}", self.what, self.from, self.until)
    }
}

/// A habit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonaHabit {
    /// A verb phrase.
    pub what: String,
    /// `home`, or `sector: arena`.
    pub places: Vec<String>,
    /// Usual time.
    pub at: TimeOfDay,
    /// Usual length.
    pub minutes: u32,
    /// Percent of the days.
    pub often: u32,
    /// `mon` to `sun`; empty: any.
    #[serde(default)]
    pub days: Vec<String>,
}

/// Where meals are usually taken: `home`, or `sector: arena`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MealPlaces {
    /// In the morning.
    #[serde(default)]
    pub breakfast: Vec<String>,
    /// At noon.
    #[serde(default)]
    pub lunch: Vec<String>,
    /// In the evening.
    #[serde(default)]
    pub dinner: Vec<String>,
}

/// Somebody known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acquaintance {
    /// Full name.
    pub name: String,
    /// What is known of them, in a sentence.
    pub knows: String,
}

/// A memory from before the town began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedMemory {
    /// Full names, absolute dates.
    pub text: String,
    /// 1 to 10.
    #[serde(default = "middling")]
    pub importance: u8,
    /// Kept to oneself.
    #[serde(default)]
    pub secret: bool,
    /// Said by somebody; empty: seen or done or thought oneself.
    #[serde(default)]
    pub by: String,
}

/// Something that somebody needs others for, and remembers from before the town began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedNeed {
    /// What a helper is to do, a verb phrase: `help carry chairs`.
    pub what: String,
    /// Where, as it is called in town.
    #[serde(default)]
    pub place: String,
    /// `2023-02-14`.
    pub date: Date,
    /// When it begins.
    pub from: TimeOfDay,
    /// And ends.
    pub until: TimeOfDay,
    /// 1 to 10.
    #[serde(default = "middling")]
    pub importance: u8,
}

impl SeedNeed {
    /// The same as was said of it.
    pub fn terms(&self) -> Terms {
        let Self { what, place, date, from, until, .. } = self.clone();
        let [date, from, until] = [date.to_string(), from.to_string(), until.to_string()];
        Terms { what, place, date, from, until, condition: String::new() }
    }
}

fn middling() -> u8 {
    4
}

impl Persona {
    /// As a question carries it; `summary` is the newest self summary, `nature` a number of this person's own.
    pub fn me(&self, summary: Option<String>, nature: u64) -> Me {
        Me {
            name: self.name.clone(),
            age: self.age,
            pronouns: self.pronouns.clone(),
            traits: self.traits.clone(),
            background: self.background.clone(),
            lifestyle: self.lifestyle.clone(),
            aim: self.aim.clone(),
            voice: self.voice.clone(),
            summary,
            nature,
        }
    }
}

/// What of a persona lies on the map.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {
    /// Where they live.
    pub sector: SectorId,
    /// Own rooms.
    pub rooms: Vec<ArenaId>,
    /// Where they work.
    pub work: Vec<ArenaId>,
}

/// The arena somebody counts to: that of their cell, or in a door the one just left.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whereabouts(pub ArenaId);

/// Everybody's full name.
#[derive(Resource, Clone, Debug, Default)]
pub struct Names(pub BTreeMap<AgentId, String>);

impl Names {
    /// The full name; `somebody` of who has none.
    pub fn get(&self, id: AgentId) -> &str {
        self.0.get(&id).map_or("somebody", String::as_str)
    }

    /// The same as a text of its own.
    pub fn name(&self, id: AgentId) -> String {
        self.get(id).to_string()
    }

    /// The first of the full name's words.
    pub fn first_name(&self, id: AgentId) -> String {
        self.0.get(&id).and_then(|name| name.split_whitespace().next()).unwrap_or_default().to_string()
    }
}

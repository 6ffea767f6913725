//! What the systems of an agent's life read: the town, and one person who lives in it.

use bevy::{
    ecs::{query::QueryData, system::SystemParam},
    prelude::*,
};

use crate::{
    agent::{
        ablation::Ablation,
        access::Visitor,
        acquaintances::{Acquaintances, Directory},
        components::{CurrentAction, SelfImage},
        known_places::KnownPlaces,
        persona::{Home, Names, Persona, Whereabouts},
        recall::{self, Recall},
        wording,
    },
    clock::{Active, AgentId, Calendar, Minute, Now, Roster, Seed},
    exchange::Thinking,
    memory::{MemoryStream, Retrieved, embedding_store::EmbeddingStore},
    mind::question::{Known, Me, Moment, Named, Question},
    world::{Tile, TownMap},
};

/// The town, as every system of an agent's life may read it.
#[derive(SystemParam)]
pub struct Town<'w> {
    /// The tick.
    pub now: Res<'w, Now>,
    /// Its dice.
    pub seed: Res<'w, Seed>,
    /// Ticks as dates.
    pub calendar: Res<'w, Calendar>,
    /// What an experiment leaves out.
    pub ablation: Res<'w, Ablation>,
    /// Places and things.
    pub map: Res<'w, TownMap>,
    /// Everybody's name.
    pub names: Res<'w, Names>,
    /// Everybody, to recognise a name in somebody's own memory.
    pub directory: Res<'w, Directory>,
    /// Who lives this tick, in order.
    pub active: Res<'w, Active>,
    /// Who is where among the entities.
    pub roster: Res<'w, Roster>,
}

impl Town<'_> {
    /// The minute of this tick.
    pub fn minute(&self) -> Minute {
        self.calendar.minute(self.now.0)
    }

    /// Ticks in so many minutes, at least one.
    pub fn ticks(&self, minutes: u32) -> u64 {
        self.calendar.ticks(minutes)
    }

    /// The language that people think and talk in.
    pub fn language(&self) -> String {
        self.ablation.language.clone()
    }

    /// The entity of somebody in town.
    pub fn entity(&self, id: AgentId) -> Option<Entity> {
        self.roster.0.get(&id).copied()
    }

    /// Name and pronouns of whoever stands there.
    pub fn named(&self, id: AgentId) -> Named {
        let nobody = || Named { name: "somebody".into(), pronouns: "they".into() };
        self.directory.get(id).cloned().unwrap_or_else(nobody)
    }

    /// Searches a stream, by embeddings from a server if they are given.
    pub fn recall<'a>(&'a self, stream: &'a MemoryStream, embeddings: Option<&'a EmbeddingStore>) -> Recall<'a> {
        Recall { stream, embeddings, now: self.now.0, calendar: *self.calendar, ablation: &self.ablation }
    }

    /// Asks somebody's mind, unless a question of this kind is open; returns whether it did. The answer counts after
    /// `due` ticks, and the question is given up `patience` ticks later. `came`: the memories retrieved for it.
    pub fn ask<Q: Question>(
        &self,
        (thinking, id): (&mut Thinking, AgentId),
        (due, patience): (u64, u64),
        question: &Q,
        came: Vec<Retrieved>,
    ) -> bool {
        let asked = thinking.ask(*self.seed, id, *self.now, due, due + patience, question);
        if asked {
            thinking.brings::<Q>(came);
        }
        asked
    }
}

/// Somebody: who and where they are, and what they know.
#[derive(QueryData)]
pub struct Person {
    /// Their number.
    pub id: &'static AgentId,
    /// Who they are.
    pub persona: &'static Persona,
    /// What of that lies on the map.
    pub home: &'static Home,
    /// The arena they are in.
    pub here: &'static Whereabouts,
    /// Their cell.
    pub at: &'static Tile,
    /// The places they know.
    pub known: &'static KnownPlaces,
    /// The people they know.
    pub acquaintances: &'static Acquaintances,
}

impl<'w> PersonItem<'w, '_> {
    /// As a question carries them.
    pub fn me(&self, image: &SelfImage, town: &Town) -> Me {
        self.persona.me(image.summary.clone(), town.seed.nature(*self.id))
    }

    /// With regard to the places of the town.
    pub fn visitor<'a>(&self, town: &'a Town) -> Visitor<'a>
    where
        'w: 'a,
    {
        Visitor { persona: self.persona, home: self.home, map: &town.map }
    }

    /// This moment, in which they do something.
    pub fn moment(&self, action: &CurrentAction, town: &Town) -> Moment {
        let (place, until) = (town.map.arena_name(self.here.0), action.ends(&town.calendar, town.minute()));
        wording::moment(&town.calendar, town.minute(), place, action.what.clone(), until)
    }

    /// The people and places they know.
    pub fn knows(&self, town: &Town) -> Known {
        recall::known(self.acquaintances, self.known, &town.directory, &town.map)
    }
}

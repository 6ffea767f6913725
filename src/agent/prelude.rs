//! What nearly every system of an agent's life uses: the components, the town and the person that it reads, time,
//! memories, questions and places.

pub use bevy::prelude::*;

pub use super::{
    components::*,
    context::{Person, PersonItem, Town},
    known_places::KnownPlaces,
    persona::{Home, Names, Persona, Whereabouts},
};
pub use crate::{
    clock::{Active, AgentId, Calendar, Minute, Now, Roster, Seed, every_minute},
    exchange::{Answered, AskApp, Thinking, Unanswered},
    memory::{Memory, MemoryKind, MemoryStream, Retrieved, embedding_store::EmbeddingStore},
    schedule::{Tick, TickStep, TownResources},
    world::{ArenaId, EndState, Facing, Footing, ObjectId, ObjectState, Objects, SpotId, Tile, TownMap, Ways},
};

//! Reflection (paper, section 4.2), self summary, relations, and how much a memory matters.
//!
//! | file | concern |
//! |---|---|
//! | `importance` | how much new memories matter: counted at once, judged by the mind a little later |
//! | `insight` | enough has come: three questions to oneself, and what one concludes |
//! | `self_image` | the self summary |
//! | `relate` | what others are to oneself |

mod importance;
mod insight;
mod relate;
mod self_image;

use bevy::{ecs::query::QueryData, prelude::*};

use super::{
    ablation::Ablation,
    acquaintances::{Acquaintances, Directory},
    known_places::KnownPlaces,
    persona::{Persona, Whereabouts},
    recall::{self, Recall},
};
use crate::{
    agent::{
        components::{
            action::CurrentAction,
            avatar::Newcomer,
            reflection::{ReflectionDrive, Relations, SelfImage},
        },
        time_words,
    },
    clock::{Active, AgentId, Calendar, Now, Seed},
    exchange::{AskApp, Thinking},
    memory::{MemoryStream, Retrieved, embedding_store::EmbeddingStore},
    mind::question::{AskMyself, Conclude, Known, Me, Moment, Recalled, Relate, Summarise, Weigh},
    schedule::{Tick, TickStep, TownResources},
    world::TownMap,
};

/// How much must have come before one looks back (paper, section 4.2).
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reflecting {
    /// The sum of importance over which one reflects.
    pub threshold: u32,
    /// How many of the last memories one looks at.
    pub last: usize,
    /// How many memories a question to oneself brings back.
    pub retrieved: usize,
}

impl Default for Reflecting {
    fn default() -> Self {
        Self { threshold: 150, last: 100, retrieved: 20 }
    }
}

/// Ticks after which a reflection, a summary or a judgement counts.
const SLOW: u64 = 60;
/// Ticks after which a relation counts.
const SOON: u64 = 6;
/// Ticks after its due at which a question is given up.
const PATIENCE: u64 = 60;

/// Somebody who looks at what they remember.
#[derive(QueryData)]
#[query_data(mutable)]
struct Thinker {
    id: &'static AgentId,
    persona: &'static Persona,
    here: &'static Whereabouts,
    action: &'static CurrentAction,
    known: &'static KnownPlaces,
    acquaintances: &'static Acquaintances,
    memory: &'static mut MemoryStream,
    drive: &'static mut ReflectionDrive,
    image: &'static mut SelfImage,
    relations: &'static mut Relations,
    thinking: &'static mut Thinking,
}

type Times<'w> = (Res<'w, Now>, Res<'w, Active>, Res<'w, Seed>, Res<'w, Calendar>);
type Town<'w> = (Res<'w, TownMap>, Res<'w, Directory>, Res<'w, Ablation>);

impl ThinkerItem<'_, '_> {
    fn me(&self, seed: Seed) -> Me {
        self.persona.me(self.image.summary.clone(), seed.nature(*self.id))
    }

    fn moment(&self, now: Now, calendar: &Calendar, map: &TownMap) -> Moment {
        let minute = calendar.minute(now.0);
        let (place, until) = (map.arena_name(self.here.0), self.action.ends(calendar, minute));
        time_words::moment(calendar, minute, place, self.action.what.clone(), until)
    }

    fn knows(&self, directory: &Directory, map: &TownMap) -> Known {
        recall::known(self.acquaintances, self.known, directory, map)
    }

    fn recall<'a>(
        &'a self,
        embeddings: Option<&'a EmbeddingStore>,
        now: Now,
        calendar: &Calendar,
        ablation: &'a Ablation,
    ) -> Recall<'a> {
        Recall { stream: &self.memory, embeddings, now: now.0, calendar: *calendar, ablation }
    }

    /// Memories as a question carries them, numbered, and how each came to mind. They are thought of, so they are touched.
    fn think_of(&mut self, memories: recall::Memories, now: Now) -> (Vec<Retrieved>, Vec<Recalled>) {
        let came: Vec<Retrieved> = memories.iter().map(|(one, _)| *one).collect();
        let places: Vec<u32> = came.iter().map(|one| one.place).collect();
        self.memory.touch(&places, now.0);
        (came, recall::numbered(memories))
    }
}

/// Adds judging, summing up and reflecting.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Reflecting>()
        .add_question::<Weigh>()
        .add_question::<AskMyself>()
        .add_question::<Conclude>()
        .add_question::<Summarise>()
        .add_question::<Relate>()
        .add_plugins((importance::plugin, insight::plugin, self_image::plugin, relate::plugin))
        .add_systems(
            Tick,
            (
                importance::count_importance.in_set(TickStep::CountImportance),
                importance::ask_importance.in_set(TickStep::AskImportance),
                insight::ask_myself.in_set(TickStep::AskReflection),
                insight::conclude.in_set(TickStep::AskInsights),
                self_image::ask_self_image.in_set(TickStep::AskSelfImage),
                relate::ask_relation.in_set(TickStep::AskRelation),
            ),
        );
}

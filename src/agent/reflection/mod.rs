//! Reflection (paper, section 4.2), self summary, relations, and how much a memory matters.
//!
//! | file | concern |
//! |---|---|
//! | `importance` | how much new memories matter: counted at once, judged by the mind a little later |
//! | `insight` | enough has come: three questions to oneself, and what one concludes; the self summary |
//! | `relate` | what others are to oneself |

mod importance;
mod insight;
mod relate;

use bevy::{ecs::query::QueryData, prelude::*};

use crate::{
    agent::{
        components::{CurrentAction, ReflectionDrive, Relations, SelfImage},
        context::{Person, Town},
        recall,
    },
    clock::Now,
    exchange::{AskApp, Thinking},
    memory::{MemoryStream, Retrieved},
    mind::question::{AskMyself, Conclude, Question, Recalled, Relate, Summarise, Weigh},
    schedule::{Tick, TickStep, TownResources},
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
    person: Person,
    action: &'static CurrentAction,
    memory: &'static mut MemoryStream,
    drive: &'static mut ReflectionDrive,
    image: &'static mut SelfImage,
    relations: &'static mut Relations,
    thinking: &'static mut Thinking,
}

impl ThinkerItem<'_, '_> {
    /// Memories as a question carries them, numbered, and how each came to mind. They are thought of, so they are touched.
    fn think_of(&mut self, memories: recall::Memories, now: Now) -> (Vec<Retrieved>, Vec<Recalled>) {
        let came: Vec<Retrieved> = memories.iter().map(|(one, _)| *one).collect();
        let places: Vec<u32> = came.iter().map(|one| one.place).collect();
        self.memory.touch(&places, now.0);
        (came, recall::numbered(memories))
    }

    fn ask<Q: Question>(&mut self, town: &Town, due: u64, question: &Q, came: Vec<Retrieved>) {
        town.ask((&mut self.thinking, *self.person.id), (due, PATIENCE), question, came);
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
        .add_observer(importance::store_scores)
        .add_observer(relate::store_relation)
        .add_plugins(insight::plugin)
        .add_systems(
            Tick,
            (
                importance::count_importance.in_set(TickStep::CountImportance),
                importance::ask_importance.in_set(TickStep::AskImportance),
                insight::ask_myself.in_set(TickStep::AskReflection),
                insight::conclude.in_set(TickStep::AskInsights),
                insight::ask_self_image.in_set(TickStep::AskSelfImage),
                relate::ask_relation.in_set(TickStep::AskRelation),
            ),
        );
}

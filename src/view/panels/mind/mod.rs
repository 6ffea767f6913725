//! What goes on in somebody, in the person panel: memories, what comes to mind, conclusions, others, talks, dates.
//!
//! | file | concern |
//! |---|---|
//! | [`row`] | one memory as a row |
//! | [`memory`] | the whole stream, searched |
//! | [`retrieval`] | what a question would bring to mind, with the scores |
//! | [`reflections`] | conclusions down to their evidence |
//! | [`relations`] | what others are to this person |
//! | [`talks`] | what was said, with whom |
//! | [`agenda`] | what is promised and meant |
//!
//! Rule: it is looked at and never touched: nothing here writes to an agent.

pub mod agenda;
pub mod memory;
pub mod reflections;
pub mod relations;
pub mod retrieval;
pub mod row;
pub mod talks;

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::{
    agent::{
        agenda::Agenda,
        components::{
            avatar::Newcomer,
            reaction::Errand,
            reflection::{ReflectionDrive, Relations},
            talk::Talks,
        },
        reflection::Reflecting,
    },
    clock::AgentId,
    memory::{MemoryStream, embedding_store::EmbeddingStore},
    town::why::Of,
};

/// Pages of the person panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    /// The day.
    #[default]
    Today,
    /// The stream.
    Memory,
    /// What a question brings to mind.
    Retrieval,
    /// Conclusions.
    Reflections,
    /// Others.
    Relations,
    /// What was said.
    Talks,
    /// What is promised.
    Agenda,
    /// The persona.
    About,
}

impl Tab {
    /// All, in order.
    pub const ALL: [Tab; 8] = [
        Tab::Today,
        Tab::Memory,
        Tab::Retrieval,
        Tab::Reflections,
        Tab::Relations,
        Tab::Talks,
        Tab::Agenda,
        Tab::About,
    ];

    /// Its name, and what is on it.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Tab::Today => ("Today", "The day as planned"),
            Tab::Memory => ("Memory", "All that this person remembers"),
            Tab::Retrieval => ("Recall", "What a question would bring to mind, and why"),
            Tab::Reflections => ("Insights", "What this person has concluded, and from what"),
            Tab::Relations => ("Relations", "What others are to this person"),
            Tab::Talks => ("Talks", "What was said, with whom, where and when"),
            Tab::Agenda => ("Agenda", "What was promised, and what is meant to be gone to"),
            Tab::About => ("About", "Who this is"),
        }
    }
}

/// What the pages remember of who looks at them.
#[derive(Resource, Default)]
pub struct Inner {
    /// Whose they are.
    pub(super) who: Option<AgentId>,
    /// Of the stream.
    pub memory: memory::Sieve,
    /// Of the question.
    pub retrieval: retrieval::Asked,
    /// Of the tree.
    pub reflections: reflections::Opened,
    /// Of the talks.
    pub talks: talks::Opened,
    /// About what it was just asked why.
    pub why: Option<(AgentId, Of)>,
}

impl Inner {
    /// Another person: what was opened and found is no longer true; what was searched for is kept.
    pub fn turn_to(&mut self, who: AgentId) {
        if self.who != Some(who) {
            self.who = Some(who);
            self.memory.forget();
            self.retrieval.forget();
            self.reflections = default();
            self.talks = default();
        }
    }
}

/// All that the pages read of somebody's mind.
pub type Mind = (
    &'static AgentId,
    Option<&'static MemoryStream>,
    Option<&'static Relations>,
    Option<&'static Agenda>,
    Option<&'static Errand>,
    Option<&'static ReflectionDrive>,
);

/// Minds and talks as pages read them.
#[derive(SystemParam)]
pub struct Inside<'w, 's> {
    /// Everyone's.
    pub minds: Query<'w, 's, Mind>,
    /// Who came to town and has no mind but the player's.
    pub newcomers: Query<'w, 's, &'static AgentId, With<Newcomer>>,
    /// Under way and over.
    pub talks: Option<Res<'w, Talks>>,
    /// When one reflects.
    pub reflecting: Option<Res<'w, Reflecting>>,
    /// By which streams are searched, if a server is asked.
    pub rows: Option<Res<'w, EmbeddingStore>>,
}

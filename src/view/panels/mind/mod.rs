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
//! Rule: it is looked at and never touched: nothing here writes to an agent. A page is a row of [`PAGES`].

pub mod agenda;
pub mod memory;
pub mod reflections;
pub mod relations;
pub mod retrieval;
pub mod row;
pub mod talks;

use bevy::{
    ecs::{query::QueryData, system::SystemParam},
    prelude::*,
};
use bevy_egui::egui::Ui;

use super::{day, person, pictures::Icons};
use crate::{
    agent::{
        Persona,
        agenda::Agenda,
        components::{Errand, Newcomer, ReflectionDrive, Relations, plan::DayPlan, talk::Talks},
        reflection::Reflecting,
    },
    clock::AgentId,
    memory::{MemoryStream, embedding_store::EmbeddingStore},
    town::why::Of,
    view::names::Folk,
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

/// A page, its name, what is on it, and what draws it.
pub type Row = (Tab, &'static str, &'static str, fn(&mut Ui, &mut Page));

/// All pages, in order.
pub const PAGES: [Row; 8] = [
    (Tab::Today, "Today", "The day as planned", day::draw),
    (Tab::Memory, "Memory", "All that this person remembers", memory::draw),
    (Tab::Retrieval, "Recall", "What a question would bring to mind, and why", retrieval::draw),
    (Tab::Reflections, "Insights", "What this person has concluded, and from what", reflections::draw),
    (Tab::Relations, "Relations", "What others are to this person", relations::draw),
    (Tab::Talks, "Talks", "What was said, with whom, where and when", talks::draw),
    (Tab::Agenda, "Agenda", "What was promised, and what is meant to be gone to", agenda::draw),
    (Tab::About, "About", "Who this is", person::about),
];

/// What a page is drawn from, and where a click on it leads.
pub struct Page<'a, 'w, 's> {
    /// Whose it is.
    pub who: AgentId,
    /// Who that is.
    pub persona: &'a Persona,
    /// Their day.
    pub plan: Option<&'a DayPlan>,
    /// The town.
    pub folk: &'a Folk<'w, 's>,
    /// Everybody's minds.
    pub inside: &'a Inside<'w, 's>,
    /// Theirs.
    pub mind: &'a MindItem<'a, 'a>,
    /// Faces.
    pub icons: &'a Icons,
    /// What pages remember.
    pub inner: &'a mut Inner,
    /// Of what it was asked why.
    pub asked: Option<Of>,
    /// To whom somebody wants to go.
    pub gone_to: Option<AgentId>,
}

/// What the pages remember of who looks at them.
#[derive(Resource, Default)]
pub struct Inner {
    /// Whose they are.
    who: Option<AgentId>,
    /// The page that was drawn last.
    pub tab: Tab,
    /// Of the day.
    pub day: day::Turned,
    /// Of the stream.
    pub memory: memory::Sieve,
    /// Of the question.
    pub retrieval: retrieval::Asked,
    /// Of the tree.
    pub reflections: reflections::Opened,
    /// Of the talks.
    pub talks: talks::Opened,
}

impl Inner {
    /// Another person: what was opened and found is no longer true; what was searched for is kept.
    pub fn turn_to(&mut self, who: AgentId) {
        if self.who.replace(who) != Some(who) {
            self.memory.forget();
            self.retrieval.forget();
            (self.day, self.reflections, self.talks) = default();
        }
    }
}

/// All that the pages read of somebody's mind.
#[derive(QueryData)]
pub struct Mind {
    /// Whose.
    pub id: &'static AgentId,
    /// What they remember.
    pub stream: &'static MemoryStream,
    /// What others are to them.
    pub relations: &'static Relations,
    /// What they have promised.
    pub agenda: &'static Agenda,
    /// What they do instead of their plan.
    pub errand: &'static Errand,
    /// How near they are to looking back.
    pub drive: &'static ReflectionDrive,
}

/// Minds and talks as pages read them.
#[derive(SystemParam)]
pub struct Inside<'w, 's> {
    /// Everyone's.
    pub minds: Query<'w, 's, Mind>,
    /// Who came to town and has no mind but the player's.
    pub newcomers: Query<'w, 's, &'static AgentId, With<Newcomer>>,
    /// Under way and over.
    pub talks: Res<'w, Talks>,
    /// When one reflects.
    pub reflecting: Res<'w, Reflecting>,
    /// By which streams are searched, if a server is asked.
    pub embeddings: Res<'w, EmbeddingStore>,
}

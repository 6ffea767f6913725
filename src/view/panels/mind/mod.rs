//! What goes on in a person's mind, as pages of the person panel. A page is a row of [`PAGES`].
//!
//! | file | content |
//! |---|---|
//! | [`row`] | one memory as a row |
//! | [`memory`] | the memory stream, with a search |
//! | [`retrieval`] | what a question would bring to mind, with the scores |
//! | [`reflections`] | reflections down to their evidence |
//! | [`relations`] | what others mean to this person |
//! | [`talks`] | conversations |
//! | [`agenda`] | promises and plans |
//!
//! Rule: pages read the town and never write to it.

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

use super::{day, person, pictures::Icons, why::Inspector};
use crate::{
    agent::{
        Persona,
        agenda::Agenda,
        components::{Errand, Newcomer, ReflectionDrive, Relations, plan::DayPlan, talk::Talks},
        reflection::ReflectionSettings,
    },
    clock::AgentId,
    memory::{MemoryStream, embedding_store::EmbeddingStore},
    view::{Selection, names::TownView},
};

/// Pages of the person panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PersonPage {
    /// The day.
    #[default]
    Today,
    /// The memory stream.
    Memory,
    /// What a question brings to mind.
    Retrieval,
    /// Reflections.
    Reflections,
    /// Relations to others.
    Relations,
    /// Conversations.
    Talks,
    /// Promises and plans.
    Agenda,
    /// The persona.
    About,
}

/// A page, its name, what it shows, and what draws it.
pub type PageRow = (PersonPage, &'static str, &'static str, fn(&mut Ui, &mut PageContext));

/// All pages, in order.
pub const PAGES: [PageRow; 8] = [
    (PersonPage::Today, "Today", "The plan of the day", day::draw),
    (PersonPage::Memory, "Memory", "Everything this person remembers", memory::draw),
    (PersonPage::Retrieval, "Recall", "What a question would bring to mind, and why", retrieval::draw),
    (PersonPage::Reflections, "Insights", "What this person has concluded, and from what", reflections::draw),
    (PersonPage::Relations, "Relations", "What others mean to this person", relations::draw),
    (PersonPage::Talks, "Talks", "What was said, with whom, where and when", talks::draw),
    (PersonPage::Agenda, "Agenda", "What this person has promised and plans to go to", agenda::draw),
    (PersonPage::About, "About", "Who this person is", person::about),
];

/// What a page is drawn from, and what a click on it changes.
pub struct PageContext<'a, 'w, 's> {
    /// Whose page it is.
    pub who: AgentId,
    /// Their persona.
    pub persona: &'a Persona,
    /// Their day.
    pub plan: Option<&'a DayPlan>,
    /// The town.
    pub folk: &'a TownView<'w, 's>,
    /// Everybody's minds.
    pub minds: &'a Minds<'w, 's>,
    /// Theirs.
    pub mind: &'a MindItem<'a, 'a>,
    /// Faces.
    pub icons: &'a Icons,
    /// What pages remember.
    pub state: &'a mut PageState,
    /// Who is selected.
    pub selection: &'a mut Selection<'w>,
    /// What is asked in the panel *Why?*.
    pub inspector: &'a mut Inspector,
}

/// What pages remember about the player's choices.
#[derive(Resource, Default)]
pub struct PageState {
    /// Whose page was drawn.
    who: Option<AgentId>,
    /// The page that was drawn last.
    pub last: PersonPage,
    /// Of the day.
    pub day: day::DayState,
    /// Of the memory stream.
    pub memory: memory::Filter,
    /// Of retrieval.
    pub retrieval: retrieval::RetrievalState,
    /// Of reflections.
    pub reflections: reflections::Opened,
    /// Of conversations.
    pub talks: talks::Opened,
}

impl PageState {
    /// Turns to a person. For another one only the search texts are kept.
    pub fn turn_to(&mut self, who: AgentId) {
        if self.who.replace(who) != Some(who) {
            self.memory.clear();
            self.retrieval.clear();
            (self.day, self.reflections, self.talks) = default();
        }
    }
}

/// The parts of somebody's mind that pages show.
#[derive(QueryData)]
pub struct Mind {
    /// Whose.
    pub id: &'static AgentId,
    /// What they remember.
    pub stream: &'static MemoryStream,
    /// What others mean to them.
    pub relations: &'static Relations,
    /// What they have promised.
    pub agenda: &'static Agenda,
    /// What they do instead of their plan.
    pub errand: &'static Errand,
    /// How near they are to reflecting.
    pub drive: &'static ReflectionDrive,
}

/// Everybody's minds and conversations.
#[derive(SystemParam)]
pub struct Minds<'w, 's> {
    /// Everybody's.
    pub all: Query<'w, 's, Mind>,
    /// Newcomers, who have no mind but the player's.
    pub newcomers: Query<'w, 's, &'static AgentId, With<Newcomer>>,
    /// Under way and over.
    pub talks: Res<'w, Talks>,
    /// When one reflects.
    pub reflecting: Res<'w, ReflectionSettings>,
    /// Embeddings by which streams are searched, if a server makes them.
    pub embeddings: Res<'w, EmbeddingStore>,
}

//! The one seam between the town and minds: [`Thinking`] asks, [`Answered`] and [`Unanswered`] come back.
//!
//! An answer is handed over by an observer, one at a time, from the exclusive system [`receive`]. Not by
//! messages: those are read one kind after the other, so their order would be the systems', not the journal's,
//! and they would have to be cleared per tick and saved with the town. Nothing is buffered here.
//! Observers have no order among themselves, so: one observer per event, and it only stores what was said.
//!
//! A newcomer needs four things: a [`crate::mind::question::Question`], [`AskApp::add_question`], a system in `Ask` that calls
//! [`Thinking::ask`], and an observer of [`Answered`].

mod budget;
mod command_queue;
mod difference;
mod door;
mod fallback;
pub mod forecast;
mod minds;
mod provenance;

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::{AgentId, Now, Seed},
    journal::{Journal, Tally},
    memory::Retrieved,
    mind::{
        Ask, QuestionId, Reply,
        question::{Checked, Question, asked, read},
    },
    schedule::{PreTick, Replaying, Tick, TickStep, TownResources},
};

pub use self::{
    budget::Budget,
    command_queue::{CommandHandler, CommandQueue, CommandResult, Recording, Ticket},
    door::{STOP, ask_out_of_band, live_until, look, poll_out_of_band, receive, run_until, send},
    minds::{Minds, Source},
    provenance::{AnsweredQuestions, Kept, Provenance, QuestionArchive, cut},
};

/// An agent has its answer.
#[derive(EntityEvent)]
pub struct Answered<Q: Question> {
    /// Who asked.
    pub entity: Entity,
    /// What.
    pub question: Q,
    /// And the answer, checked.
    pub answer: Q::Answer,
}

/// Not even the built-in mind had an answer.
#[derive(EntityEvent)]
pub struct Unanswered<Q: Question> {
    /// Who asked.
    pub entity: Entity,
    /// What.
    pub question: Q,
}

/// Adds the two ends of a tick, and the look before it. [`look`] is alone in [`PreTick`].
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Journal>()
        .init_town_resource::<Tally>()
        .init_town_resource::<CommandQueue>()
        .init_resource::<CommandHandler>()
        .init_resource::<Kinds>()
        .init_town_resource::<Minds>()
        .add_systems(PreTick, look.run_if(not(resource_exists::<Replaying>)))
        .add_systems(Tick, (receive.in_set(TickStep::ReceiveInputs), send.in_set(TickStep::SendQuestions)));
}

/// What can be done with a question whose type is known only by its purpose. A table by name, not a function
/// pointer kept with the question: open questions must survive a save.
#[derive(Clone, Copy)]
struct Kind {
    /// Reads an answer to a question. The error is for people.
    read: fn(&Ask, &Reply) -> Result<Checked, String>,
    /// Hands it over; `None` when there is none. The error is for people.
    deliver: fn(&mut World, Entity, &Ask, Option<Checked>) -> Result<(), String>,
}

#[derive(Resource, Default)]
struct Kinds(BTreeMap<&'static str, Kind>);

/// Registers kinds of questions.
pub trait AskApp {
    /// Registers one.
    fn add_question<Q: Question>(&mut self) -> &mut Self;
}

impl AskApp for App {
    fn add_question<Q: Question>(&mut self) -> &mut Self {
        let read = |ask: &Ask, reply: &Reply| read::<Q>(ask, reply).map(|pair| Box::new(pair) as Checked);
        let kind = Kind { read, deliver: deliver::<Q> };
        self.world_mut().get_resource_or_init::<Kinds>().0.insert(Q::PURPOSE, kind);
        self
    }
}

fn deliver<Q: Question>(world: &mut World, entity: Entity, ask: &Ask, checked: Option<Checked>) -> Result<(), String> {
    match checked.and_then(|pair| pair.downcast::<(Q, Q::Answer)>().ok()) {
        Some(pair) => {
            let (question, answer) = *pair;
            world.trigger(Answered { entity, question, answer });
        }
        None => world.trigger(Unanswered::<Q> { entity, question: asked(ask)? }),
    }
    world.flush(); // the next answer sees what this one did
    Ok(())
}

/// An agent's open questions and its count. Part of the agent, so it is saved and despawned with it.
#[derive(Component, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    count: u32,
    /// By purpose.
    open: Vec<Ask>,
    /// What came to mind for each open question, by purpose. Nothing of the town reads it.
    #[serde(skip)]
    came: BTreeMap<String, Vec<Retrieved>>,
}

impl Thinking {
    /// Asks, unless a question of this purpose is open; says whether it did. `due` and `give_up` are ticks from
    /// now, at least 1: when the answer counts, and when nobody waits any longer.
    pub fn ask<Q: Question>(
        &mut self,
        seed: Seed,
        agent: AgentId,
        now: Now,
        due: u64,
        give_up: u64,
        question: &Q,
    ) -> bool {
        if self.about::<Q>() {
            return false;
        }
        let ask = Ask {
            id: QuestionId { agent: agent.0, count: self.count },
            purpose: Q::PURPOSE.into(),
            inputs: serde_json::to_string(question).expect("a question is plain data"),
            asked: now.0,
            due: now.0 + due.max(1),
            give_up: now.0 + give_up.max(due).max(1),
            dice: seed.draw(agent, now.0, Q::PURPOSE),
        };
        self.count += 1;
        let place = self.open.partition_point(|other| other.purpose < ask.purpose);
        self.open.insert(place, ask);
        true
    }

    /// Notes what came to mind for the open question of this kind, for whoever asks afterwards why.
    pub fn brings<Q: Question>(&mut self, came: Vec<Retrieved>) {
        if self.about::<Q>() {
            self.came.insert(Q::PURPOSE.into(), came);
        }
    }

    /// What came to mind for an open question.
    pub fn came(&self, purpose: &str) -> &[Retrieved] {
        self.came.get(purpose).map_or(&[], Vec::as_slice)
    }

    /// Is a question of this kind open?
    pub fn about<Q: Question>(&self) -> bool {
        self.open.iter().any(|ask| ask.purpose == Q::PURPOSE)
    }

    /// No longer interested; a late answer is dropped.
    pub fn withdraw<Q: Question>(&mut self) {
        self.open.retain(|ask| ask.purpose != Q::PURPOSE);
        self.came.remove(Q::PURPOSE);
    }

    /// No longer interested in anything; late answers are dropped.
    pub fn withdraw_all(&mut self) {
        self.open.clear();
        self.came.clear();
    }

    /// Everything open, by purpose.
    pub fn open(&self) -> impl Iterator<Item = &Ask> {
        self.open.iter()
    }

    /// Questions asked so far.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether all that is open was asked by this person: nobody would wait for an answer to another's question.
    pub fn is_of(&self, AgentId(agent): AgentId) -> bool {
        self.open.iter().all(|ask| ask.id.agent == agent && ask.id.count < self.count)
    }

    fn waits_for(&self, id: QuestionId) -> bool {
        self.open.iter().any(|ask| ask.id == id)
    }

    fn close(&mut self, id: QuestionId) -> Option<(Ask, Vec<Retrieved>)> {
        let ask = self.open.extract_if(.., |ask| ask.id == id).next()?;
        let came = self.came.remove(&ask.purpose).unwrap_or_default();
        Some((ask, came))
    }
}

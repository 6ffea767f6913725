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
mod door;
mod fallback;
pub mod forecast;
mod minds;
mod provenance;
mod recording;
mod run;
mod thinking;

use std::collections::BTreeMap;

use bevy::prelude::*;

pub use self::{
    budget::Budget,
    command_queue::{CommandHandler, CommandQueue, CommandResult, Ticket},
    door::{ask_aside, hear_aside, look, receive, send},
    minds::{Minds, Source},
    provenance::{Kept, Provenance},
    recording::Recording,
    run::{live_until, run_until},
    thinking::Thinking,
};
use crate::{
    journal::{Journal, Tally},
    mind::{
        Ask, Reply,
        question::{Question, asked, read},
    },
    schedule::{PreTick, Tick, TickStep, TownResources},
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
        .add_systems(PreTick, look)
        .add_systems(Tick, (receive.in_set(TickStep::ReceiveInputs), send.in_set(TickStep::SendQuestions)));
}

/// What can be done with a question whose type is known only by its purpose. A table by name, not a function
/// pointer kept with the question: open questions must survive a save.
#[derive(Clone, Copy)]
struct Kind {
    /// Is this an answer to that?
    check: fn(&Ask, &Reply) -> Result<(), String>,
    /// Hands it over; `None` when there is none. The error is for people.
    deliver: fn(&mut World, Entity, &Ask, Option<&Reply>) -> Result<(), String>,
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
        let kind = Kind { check: |ask, reply| read::<Q>(ask, reply).map(drop), deliver: deliver::<Q> };
        self.world_mut().get_resource_or_init::<Kinds>().0.insert(Q::PURPOSE, kind);
        self
    }
}

fn deliver<Q: Question>(world: &mut World, entity: Entity, ask: &Ask, reply: Option<&Reply>) -> Result<(), String> {
    match reply.map(|reply| read::<Q>(ask, reply)).transpose()? {
        Some((question, answer)) => world.trigger(Answered { entity, question, answer }),
        None => world.trigger(Unanswered::<Q> { entity, question: asked(ask)? }),
    }
    world.flush(); // the next answer sees what this one did
    Ok(())
}

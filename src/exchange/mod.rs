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
mod out_of_band;
mod provenance;
mod recording;
mod registry;
mod run;
mod thinking;

use bevy::prelude::*;

pub use self::{
    budget::Budget,
    command_queue::{CommandHandler, CommandQueue, CommandResult, Ticket},
    door::{look, receive, send},
    forecast::Forecast,
    minds::{Minds, Source},
    out_of_band::{ask_aside, hear_aside},
    provenance::{Kept, Provenance},
    recording::Recording,
    registry::AskApp,
    run::{live_until, run_until},
    thinking::Thinking,
};
use crate::{
    journal::{Journal, Tally},
    mind::question::Question,
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
        .init_resource::<registry::Kinds>()
        .init_town_resource::<Minds>()
        .add_systems(PreTick, look)
        .add_systems(Tick, (receive.in_set(TickStep::ReceiveInputs), send.in_set(TickStep::SendQuestions)));
}

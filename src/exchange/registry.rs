//! Kinds of questions, by name.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{Answered, Unanswered};
use crate::mind::{
    Ask, Reply,
    question::{Question, asked, read},
};

/// What can be done with a question whose type is known only by its purpose. A table by name, not a function
/// pointer kept with the question: open questions must survive a save.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// Is this an answer to that?
    pub check: fn(&Ask, &Reply) -> Result<(), String>,
    /// Hands it over; `None` when there is none. The error is for people.
    pub deliver: fn(&mut World, Entity, &Ask, Option<&Reply>) -> Result<(), String>,
}

#[derive(Resource, Default)]
pub(super) struct Kinds(pub BTreeMap<&'static str, Kind>);

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

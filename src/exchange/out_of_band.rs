//! Questions of somebody outside of the town, to the mind that the town has: they go the same way, cost out of the same
//! budget, stand on the same meter, and leave no trace in the town.

use bevy::prelude::*;

use super::Minds;
use crate::{
    clock::{Calendar, Minute, Now},
    journal::Tally,
    mind::{
        Ask, MindError, QuestionId,
        client::{Came, Outcome},
    },
};

/// Asks; `None`: no language model is asked, so that whoever wants to know may ask the built-in mind.
pub fn ask_aside(world: &mut World, ask: Ask) -> Option<QuestionId> {
    world.get_resource::<Minds>()?;
    world.resource_scope(|world, mut minds: Mut<Minds>| minds.ask_aside(ask, &mut world.resource_mut::<Tally>()))
}

/// What came of it; `None`: nothing yet. Never blocks.
pub fn hear_aside(world: &mut World, ask: &Ask, id: QuestionId) -> Option<Came> {
    if !world.contains_resource::<Minds>() {
        return Some(Outcome::Err(MindError("the town has been left".into())).into());
    }
    world.resource_scope(|world, mut minds: Mut<Minds>| {
        let now = world.resource::<Now>().0;
        let minute = world.get_resource::<Calendar>().map_or_else(Minute::default, |calendar| calendar.minute(now));
        let mut tally = world.resource_mut::<Tally>();
        minds.collect(&mut tally);
        let came = minds.take_aside(id)?;
        tally.count_aside(ask, minute, &came);
        Some(came)
    })
}

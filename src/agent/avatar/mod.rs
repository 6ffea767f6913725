//! The avatar: an agent like any other, whose decisions come from a person.
//!
//! | file | concern |
//! |---|---|
//! | `join` | a newcomer comes to town, a resident is taken over, and either is let go |
//! | `departed` | newcomers who left, and may come back |
//! | `name` | what a newcomer may be called |
//! | `walk` | steps, and walks to somewhere |
//! | `follow` | going after somebody who moves |
//! | `offers` | what is offered at a thing |
//! | `hands` | things are used, and put right |
//! | `speech` | something is said, a talk is left |
//! | `deeds` | what is remembered of all this |
//!
//! Rules: whatever a player does comes in as a [`crate::command::Command`], so it is journaled and can be replayed.
//! Others perceive, remember and talk to an avatar as to anybody; nobody asks its mind for plans, reactions or lines.
//! There is one avatar at most.

mod deeds;
mod departed;
mod follow;
mod hands;
mod join;
mod name;
mod offers;
mod speech;
mod walk;

use bevy::prelude::*;

pub use self::{
    departed::{Departed, Gone},
    hands::use_thing,
    join::{LONGEST_NAME, check, join, leave, possess},
    offers::{Offer, offers},
    speech::{bye, hears, say},
    walk::{step, walk},
};
use crate::{
    agent::{components::Avatar, persona::Names, resolve},
    clock::AgentId,
    schedule::{Tick, TickStep, TownResources},
};

/// The avatar, if there is one.
pub fn find(world: &mut World) -> Option<(AgentId, Entity)> {
    let mut all = world.query_filtered::<(&AgentId, Entity), With<Avatar>>();
    all.iter(world).min().map(|(id, entity)| (*id, entity))
}

/// The same, or why nothing can be done.
fn found(world: &mut World) -> Result<(AgentId, Entity), String> {
    find(world).ok_or_else(|| "you are nobody in this town yet: join, or take somebody over with possess".into())
}

/// Somebody in town by their name, in full or by any part of it that is theirs alone.
pub(super) fn by_name(world: &World, name: &str) -> Result<AgentId, String> {
    resolve::person(world, name).map(|one| one.id).map_err(|why| {
        let gone = world.resource::<Names>().0.values().find(|one| one.to_lowercase() == name.trim().to_lowercase());
        gone.map_or(why, |name| format!("{name} is not in town any more: join {name} brings them back"))
    })
}

/// Adds what goes on by itself about an avatar.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Departed>().add_systems(
        Tick,
        (
            follow::keep_after.in_set(TickStep::FollowPerson),
            deeds::keep_talks.in_set(TickStep::RememberPlayerTalks),
            deeds::go_on.in_set(TickStep::FinishPlayerActions),
        ),
    );
}

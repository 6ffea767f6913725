//! The avatar: an agent like any other, whose decisions come from a person.
//!
//! | file | concern |
//! |---|---|
//! | `join` | a newcomer comes to town, a resident is taken over, and either is let go; newcomers who left and may come back |
//! | `name` | what a newcomer may be called |
//! | `walk` | steps, and walks to somewhere or after somebody |
//! | `hands` | what is offered at a thing; things are used, and put right; what is remembered of it |
//! | `speech` | something is said, a talk is left |
//!
//! Rules: whatever a player does comes in as a [`crate::command::Command`], so it is journaled and can be replayed.
//! Others perceive, remember and talk to an avatar as to anybody; nobody asks its mind for plans, reactions or lines.
//! There is one avatar at most.

mod hands;
mod join;
mod name;
mod speech;
mod walk;

use bevy::prelude::*;

pub use self::{
    hands::{Offer, offers, use_thing},
    join::{Departed, Gone, LONGEST_NAME, check, join, leave, possess},
    speech::{bye, hears, say},
    walk::{step, walk},
};
use crate::{
    agent::{
        components::{Avatar, CurrentAction, Path},
        persona::{Names, Whereabouts},
        resolve,
    },
    clock::{AgentId, Now},
    schedule::{Tick, TickStep, TownResources},
    world::{ArenaId, Tile},
};

/// The avatar, if there is one.
pub fn find(world: &mut World) -> Option<(AgentId, Entity)> {
    let mut all = world.query_filtered::<(&AgentId, Entity), With<Avatar>>();
    all.iter(world).min().map(|(id, entity)| (*id, entity))
}

/// Who the player is, and where they stand.
#[derive(Clone, Copy)]
struct Player {
    id: AgentId,
    entity: Entity,
    at: Tile,
    here: ArenaId,
}

/// The avatar, or why nothing can be done.
fn found(world: &mut World) -> Result<Player, String> {
    let nobody = "you are nobody in this town yet: join, or take somebody over with possess";
    let (id, entity) = find(world).ok_or(nobody)?;
    let at = world.get::<Tile>(entity).copied().unwrap_or_default();
    let here = world.get::<Whereabouts>(entity).map(|here| here.0).unwrap_or_default();
    Ok(Player { id, entity, at, here })
}

/// The avatar does something else from now on: what was in hand is let go of, and `path` is where they go first.
fn begin(world: &mut World, me: Player, action: CurrentAction, path: Path) {
    let now = world.resource::<Now>().0;
    let mut one = world.entity_mut(me.entity);
    let parts = one.get_components_mut::<(&mut CurrentAction, &mut Path, &mut Avatar)>();
    let Ok((mut doing, mut walked, mut avatar)) = parts else { return };
    let left = hands::let_go(&doing, now);
    *doing = CurrentAction { left, ..action };
    *walked = path;
    (avatar.mends, avatar.after) = (None, None);
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
            walk::keep_after.in_set(TickStep::FollowPerson),
            hands::keep_talks.in_set(TickStep::RememberPlayerTalks),
            hands::go_on.in_set(TickStep::FinishPlayerActions),
        ),
    );
}

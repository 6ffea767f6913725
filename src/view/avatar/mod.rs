//! The player in the town: walking, speaking, using things, coming and going.
//!
//! | file | concern |
//! |---|---|
//! | [`mod@walk`] | keys and clicks become steps, which are seen at once; a click sends them to somebody |
//! | [`speak`] | the box one speaks from, and the talk one is in |
//! | [`use_menu`] | what can be done with what one stands before |
//! | [`join_page`] | coming to town, as a newcomer or as somebody who lives here |
//! | `name` | the name that a newcomer writes, and where they arrive |
//! | [`mirror`] | what a newcomer looks like, part by part |
//!
//! Rule: whatever is done goes as a [`crate::command::Command`] through [`crate::exchange::CommandQueue`] into the next
//! tick, like a command of the console. Nothing here writes to the town.

pub mod join_page;
pub mod mirror;
mod name;
pub mod speak;
pub mod use_menu;
pub mod walk;

use bevy::prelude::*;

use super::{
    FeetPlaced, Following, Notice,
    overlays::{Overlays, OverlaysNoted},
    panels::telling::sentence,
};
use crate::{
    agent::components::{Avatar, talk::InTalk},
    clock::AgentId,
    exchange::CommandResult,
    schedule::TownResources,
    world::Tile,
};

/// Who the player is in the town.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct PlayerState {
    /// Their number; `None`: nobody yet.
    pub id: Option<AgentId>,
    /// Their entity.
    pub entity: Option<Entity>,
    /// Where they are.
    pub at: Tile,
    /// Do they talk with somebody?
    pub talks: bool,
    /// Does the camera stay with them?
    pub camera_follows: bool,
    /// Is something open that wants the keys?
    pub busy: bool,
}

/// Reads who the player is, before anything of this frame asks.
fn update_player(
    mut you: ResMut<PlayerState>,
    avatars: Query<(&AgentId, Entity, &Tile, &InTalk), With<Avatar>>,
    (overlays, mut following): (Res<Overlays>, ResMut<Following>),
) {
    let before = you.id;
    let found = avatars.iter().min_by_key(|(id, ..)| **id);
    you.id = found.map(|(id, ..)| *id);
    you.entity = found.map(|(_, entity, ..)| entity);
    you.at = found.map_or(Tile::default(), |(_, _, at, _)| *at);
    you.talks = found.is_some_and(|(.., company)| company.0.is_some());
    you.busy = overlays.busy();
    if you.id != before {
        you.camera_follows = you.id.is_some();
        if you.camera_follows {
            // Whoever they looked at before: now they see themselves.
            following.0 = false;
        }
    }
}

/// A command of the player's that was refused says why.
fn tell_why(
    done: On<CommandResult>,
    (mut arrive, mut speak): (ResMut<join_page::JoinPage>, ResMut<speak::SpeechBox>),
    mut notices: MessageWriter<Notice>,
) {
    if arrive.answered(&done) || speak.answered(&done) {
        return;
    }
    if let Err(why) = &done.result {
        notices.write(Notice(format!("{}.", sentence(why.trim_end_matches('.')))));
    }
}

/// Adds the player.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<PlayerState>().add_observer(tell_why);
    app.add_systems(PreUpdate, update_player.after(OverlaysNoted));
    app.configure_sets(Update, Acting.after(crate::clock::driver::drive).before(FeetPlaced));
    app.add_plugins((walk::plugin, speak::plugin, use_menu::plugin, join_page::plugin));
}

/// When the player's keys of this frame are read, in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Acting;

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn whoever_comes_to_town_is_what_the_camera_stays_with() {
        let mut world = World::new();
        world.init_resource::<crate::clock::Roster>();
        world.insert_resource(Following(true));
        world.init_resource::<PlayerState>();
        world.init_resource::<Overlays>();
        let look = |world: &mut World| {
            assert!(world.run_system_once(update_player).is_ok());
            (world.resource::<PlayerState>().camera_follows, world.resource::<Following>().0)
        };
        assert_eq!(look(&mut world), (false, true), "somebody else is followed");
        world.spawn((AgentId(7), Avatar::default(), Tile::new(1, 1), InTalk::default()));
        assert_eq!(look(&mut world), (true, false));
        world.resource_mut::<Following>().0 = true;
        assert_eq!(look(&mut world), (true, true), "once: then they may look at others");
    }
}

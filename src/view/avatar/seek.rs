//! A click sends the player to somebody, as `goto NAME` does in the console.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::You;
use crate::{
    clock::{AgentId, Driver},
    command::{Command, Destination},
    exchange::CommandQueue,
    view::{Notice, keys::bind::Bindings, speed::paused},
};

/// What a panel needs to send the player to somebody.
#[derive(SystemParam)]
pub struct Seek<'w> {
    you: ResMut<'w, You>,
    queue: ResMut<'w, CommandQueue>,
    pause: Paused<'w>,
}

/// Nobody walks where time stands: the pause stays as the player set it, and they are told how it ends.
#[derive(SystemParam)]
pub(super) struct Paused<'w> {
    driver: Option<Res<'w, Driver>>,
    bindings: Res<'w, Bindings>,
    notices: MessageWriter<'w, Notice>,
}

impl Paused<'_> {
    /// The player has been sent somewhere.
    pub(super) fn set_out(&mut self) {
        if self.driver.as_deref().is_some_and(paused) {
            let words = format!("Paused: {} goes on, and you set out", self.bindings.named("pause"));
            self.notices.write(Notice(words));
        }
    }
}

impl Seek<'_> {
    /// Is the player in town, and somebody else than this one?
    pub fn can(&self, who: AgentId) -> bool {
        self.you.id.is_some_and(|you| you != who)
    }

    /// Is the player in town as this one?
    pub fn is_you(&self, who: AgentId) -> bool {
        self.you.id == Some(who)
    }

    /// Sends them to whoever is called so.
    pub fn go_to(&mut self, name: &str) {
        self.queue.push(Command::Goto(Destination::Name(name.into())));
        self.you.kept = true;
        self.pause.set_out();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn who_is_in_town_goes_after_others_by_a_command() {
        let mut world = World::new();
        world.insert_resource(You::default());
        world.init_resource::<CommandQueue>();
        world.init_resource::<Bindings>();
        world.init_resource::<Messages<Notice>>();
        world.insert_resource(Driver { speed: Some(0.0), ..Driver::new(crate::clock::Pace::Live) });
        let can = |seek: Seek| [1, 2].map(|who| seek.can(AgentId(who)));
        assert_eq!(world.run_system_once(can).ok(), Some([false, false]));
        world.resource_mut::<You>().id = Some(AgentId(1));
        assert_eq!(world.run_system_once(can).ok(), Some([false, true]));
        assert!(world.run_system_once(|mut seek: Seek| seek.go_to("Ann Lee")).is_ok());
        let goes = Command::Goto(Destination::Name("Ann Lee".into()));
        assert!(world.resource::<CommandQueue>().waiting().eq([&goes]));
        assert!(world.resource::<You>().kept);
        assert_eq!(world.resource::<Driver>().speed, Some(0.0), "the pause is the player's");
        let told: Vec<Notice> = world.resource_mut::<Messages<Notice>>().drain().collect();
        assert!(told.iter().any(|notice| notice.0.starts_with("Paused: Space goes on")));
    }
}

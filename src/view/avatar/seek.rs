//! A click sends the player to somebody, as `goto NAME` does in the console.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{You, tell};
use crate::{
    clock::{AgentId, Calendar, Driver},
    thought::Doorstep,
    view::speed::{Tempo, paused},
};

/// What a panel needs to send the player to somebody.
#[derive(SystemParam)]
pub struct Seek<'w> {
    you: ResMut<'w, You>,
    doorstep: Option<ResMut<'w, Doorstep>>,
    tempo: Option<ResMut<'w, Tempo>>,
    driver: Option<ResMut<'w, Driver>>,
    calendar: Option<Res<'w, Calendar>>,
}

impl Seek<'_> {
    /// Is the player in town, and somebody else than this one?
    pub fn can(&self, who: AgentId) -> bool {
        self.you.id.is_some_and(|you| you != who)
    }

    /// Sends them to whoever is called so.
    pub fn go_to(&mut self, name: &str) {
        tell(self.doorstep.as_deref_mut(), format!("goto {name}"));
        self.you.kept = true;
        // Nobody walks where time stands.
        if let (Some(tempo), Some(driver), Some(calendar)) = (&mut self.tempo, &mut self.driver, &self.calendar)
            && paused(driver)
        {
            tempo.toggle_pause(driver, calendar);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn who_is_in_town_goes_after_others_by_a_line() {
        let mut world = World::new();
        world.insert_resource(You::default());
        world.init_resource::<Doorstep>();
        let can = |seek: Seek| [1, 2].map(|who| seek.can(AgentId(who)));
        assert_eq!(world.run_system_once(can).ok(), Some([false, false]));
        world.resource_mut::<You>().id = Some(AgentId(1));
        assert_eq!(world.run_system_once(can).ok(), Some([false, true]));
        assert!(world.run_system_once(|mut seek: Seek| seek.go_to("Ann Lee")).is_ok());
        let said: Vec<&str> = world.resource::<Doorstep>().said.iter().map(|said| said.line.as_str()).collect();
        assert_eq!(said, ["goto Ann Lee"]);
        assert!(world.resource::<You>().kept);
    }
}

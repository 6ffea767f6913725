//! What the window shows, and whether a town is open, as states: systems of a town run `in_state(Scene::Town)`.
//!
//! Rule: all that is drawn of a town is spawned with [`of_town`] and goes when the town is closed.

use bevy::{prelude::*, state::state::FreelyMutableState};

/// What the window shows.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scene {
    /// A curtain: a town is being closed or opened, or a save is replayed.
    #[default]
    Loading,
    /// The title, with a town behind it that nobody plays.
    Title,
    /// A town, with its panels and keys.
    Town,
}

/// Is a town open? Its ground, walls and things are drawn `OnEnter(TownState::Open)`.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TownState {
    /// There is none: nothing of a town is in the world.
    #[default]
    Closed,
    /// Map, people and time are in the world.
    Open,
}

/// Put this on every entity drawn for a town; otherwise it is still there when the next town opens.
pub fn of_town() -> DespawnOnExit<TownState> {
    DespawnOnExit(TownState::Open)
}

/// Sets a state at once, with all that is done on leaving the one and on entering the other.
pub fn set<S: FreelyMutableState>(world: &mut World, state: S) {
    NextState::set_if_neq(&mut world.resource_mut::<NextState<S>>(), state);
    world.run_schedule(StateTransition);
}

/// Adds the states.
pub fn plugin(app: &mut App) {
    app.init_state::<Scene>().init_state::<TownState>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::state::app::StatesPlugin;

    #[test]
    fn what_was_drawn_of_a_town_goes_and_the_window_stays() {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, plugin));
        app.add_systems(OnEnter(TownState::Open), |mut commands: Commands| {
            commands.spawn((of_town(), Transform::default())).with_child(Transform::default());
        });
        let camera = app.world_mut().spawn(Transform::default()).id();
        let drawn = |app: &mut App| app.world_mut().query::<&Transform>().iter(app.world()).count();
        for _ in 0..2 {
            set(app.world_mut(), TownState::Open);
            assert_eq!(drawn(&mut app), 3);
            set(app.world_mut(), TownState::Closed);
            assert_eq!(drawn(&mut app), 1);
        }
        assert!(app.world().get_entity(camera).is_ok());
    }
}

//! What the window shows: a town that is lived in, or the title before it. And what of the view belongs to one town.
//!
//! Rule: all that is drawn of a town goes with it when it is left; only what says [`Stays`] does not.

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};

use crate::world::TownMap;

/// What the window shows.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scene {
    /// A town, with its panels and keys.
    #[default]
    Town,
    /// The title, with a town behind it that nobody plays.
    Title,
}

/// Run once for each town, when its map is there: ground, walls and things are drawn.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Furnish;

/// On what is drawn and belongs to the window, not to the town in it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Stays;

/// Is a town played?
pub fn in_town(scene: Res<Scene>) -> bool {
    *scene == Scene::Town
}

/// Draws the town that is there.
pub fn furnish(world: &mut World) {
    if world.contains_resource::<TownMap>() {
        world.run_schedule(Furnish);
    }
}

/// Takes away all that was drawn of a town; to be called once it has been left.
pub fn clear(world: &mut World) {
    let mut drawn = world.query_filtered::<Entity, (With<Transform>, Without<Stays>, Without<ChildOf>)>();
    let all: Vec<Entity> = drawn.iter(world).collect();
    for one in all {
        world.despawn(one);
    }
}

/// Adds the scene.
pub fn plugin(app: &mut App) {
    app.init_resource::<Scene>().init_schedule(Furnish).add_systems(Startup, furnish);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_of_a_town_goes_and_the_window_stays() {
        let mut world = World::new();
        let camera = world.spawn((Stays, Transform::default())).id();
        let house = world.spawn(Transform::default()).with_child(Transform::default()).id();
        let name = world.spawn(Name::new("no picture")).id();
        clear(&mut world);
        let left = [camera, house, name].map(|one| world.get_entity(one).is_ok());
        assert_eq!(left, [true, false, true]);
        assert_eq!(world.query::<&Transform>().iter(&world).count(), 1);
    }
}

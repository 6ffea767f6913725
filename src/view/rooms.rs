//! The rooms of the town, and whether somebody awake is in them.

use bevy::prelude::*;

use super::scene::TownState;
use crate::{
    agent::{Whereabouts, components::action::CurrentAction},
    drawing::rooms::RoomPlan,
    schedule::TownResources,
    world::{ArenaId, TownMap},
};

/// In which rooms somebody is awake.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Occupied(Vec<bool>);

impl Occupied {
    /// Is somebody awake there?
    pub fn is_lit(&self, room: ArenaId) -> bool {
        self.0.get(usize::from(room.0)).copied().unwrap_or(false)
    }

    /// All rooms with somebody awake.
    pub fn lit(&self) -> impl Iterator<Item = ArenaId> {
        self.0.iter().enumerate().filter(|(_, lit)| **lit).map(|(n, _)| ArenaId(n as u16))
    }
}

/// Reads the plan, keeps who is where.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<RoomPlan>().init_town_resource::<Occupied>();
    app.add_systems(OnEnter(TownState::Open), read);
    app.add_systems(PreUpdate, look_in.run_if(in_state(TownState::Open)));
}

fn read(map: Res<TownMap>, mut plan: ResMut<RoomPlan>) {
    *plan = RoomPlan::new(&map);
}

fn look_in(map: Res<TownMap>, mut occupied: ResMut<Occupied>, people: Query<(&Whereabouts, Option<&CurrentAction>)>) {
    let mut lit = vec![false; map.arenas.len()];
    for (whereabouts, action) in &people {
        let sleeps = action.is_some_and(|action| action.is_sleeping());
        let room = usize::from(whereabouts.0.0);
        if !sleeps && room < lit.len() && map.arenas[room].indoor {
            lit[room] = true;
        }
    }
    occupied.set_if_neq(Occupied(lit));
}

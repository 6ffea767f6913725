//! The rooms of a page: what is lit where somebody is awake.

use serde::Serialize;

use super::pictures::Place;
use crate::{
    drawing::rooms::RoomPlan,
    world::{ArenaId, TownMap, map::Wall},
};

/// A room: its areas in world pixels, and where its lamps hang.
#[derive(Serialize)]
struct Room {
    areas: Vec<Place>,
    lamps: Vec<[i32; 2]>,
}

/// What of the rooms never changes.
#[derive(Default, Serialize)]
pub(super) struct Rooms {
    /// By arena; no area: it is no room.
    rooms: Vec<Room>,
    /// Per cell the arena, -1 for none.
    arena_at: Vec<i32>,
    /// Windows and doors through which a room shines on the street: x, y, room, 1 for a door.
    openings: Vec<[i32; 4]>,
    /// Cells of doorways.
    doorways: Vec<usize>,
    /// By arena, as people say it.
    names: Vec<String>,
}

impl Rooms {
    /// Reads the rooms off a map.
    pub(super) fn of(map: &TownMap) -> Self {
        let plan = RoomPlan::new(map);
        let arenas = || (0..map.arenas.len()).map(|n| ArenaId(n as u16));
        let room = |id| Room {
            areas: plan.areas(id).iter().map(|area| [area.min.x, area.min.y, area.width(), area.height()]).collect(),
            lamps: plan.lamps(id).iter().map(|at| at.to_array()).collect(),
        };
        let openings = plan.openings.iter();
        let walls = map.walls.iter().enumerate();
        Self {
            rooms: arenas().map(room).collect(),
            arena_at: map.arena_at.iter().map(|arena| arena.map_or(-1, |arena| i32::from(arena.0))).collect(),
            openings: openings.map(|one| [one.at.x, one.at.y, i32::from(one.room.0), i32::from(one.door)]).collect(),
            doorways: walls.filter(|(_, wall)| **wall == Some(Wall::Door)).map(|(n, _)| n).collect(),
            names: arenas().map(|id| map.spoken_name(id)).collect(),
        }
    }
}

//! Rooms as the eye sees them: which pixels a room takes between its walls, where its lamps hang, which windows and
//! doors it has to the street, and whether somebody awake is in it.

use bevy::prelude::*;

use super::scene::TownState;
use crate::{
    agent::{Whereabouts, components::action::CurrentAction},
    schedule::TownResources,
    world::{ArenaId, Tile, TownMap, map::Wall},
};

/// A window or a door of a facade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The middle of its foot, in world pixels from the map's corner, y down.
    pub at: IVec2,
    /// The room behind it.
    pub room: ArenaId,
}

/// What of the rooms never changes.
#[derive(Resource, Clone, Debug, Default)]
pub struct RoomPlan {
    areas: Vec<Vec<IRect>>,
    lamps: Vec<Vec<IVec2>>,
    /// Windows to the street.
    pub panes: Vec<Opening>,
    /// Doors to the street of houses with a sign.
    pub doors: Vec<Opening>,
}

impl RoomPlan {
    /// The world pixels of a room: its floor and the faces of the walls seen from inside.
    pub fn areas(&self, room: ArenaId) -> &[IRect] {
        self.areas.get(usize::from(room.0)).map_or(&[], Vec::as_slice)
    }

    /// Where its lamps hang.
    pub fn lamps(&self, room: ArenaId) -> &[IVec2] {
        self.lamps.get(usize::from(room.0)).map_or(&[], Vec::as_slice)
    }

    /// Reads the plan off a map.
    pub fn new(map: &TownMap) -> Self {
        let mut plan =
            Self { areas: vec![vec![]; map.arenas.len()], lamps: vec![vec![]; map.arenas.len()], ..default() };
        let mut cells = vec![Vec::new(); map.arenas.len()];
        for (n, wall) in map.walls.iter().enumerate() {
            let tile = map.tile(n);
            if let Some(room) = room_at(map, tile) {
                plan.areas[usize::from(room.0)].push(area(map, tile));
                cells[usize::from(room.0)].push(tile);
            }
            let north = room_at(map, Tile::new(tile.x, tile.y - 1));
            let open_south = room_at(map, Tile::new(tile.x, tile.y + 1)).is_none();
            let (Some(wall), Some(room), true) = (wall, north, open_south) else { continue };
            let opening = Opening { at: IVec2::new(tile.x * 16 + 8, tile.y * 16 + 16), room };
            match wall {
                Wall::Window => plan.panes.push(opening),
                Wall::Door if trades(map, tile) => plan.doors.push(opening),
                _ => {}
            }
        }
        for (lamps, cells) in plan.lamps.iter_mut().zip(&cells) {
            *lamps = hang(cells);
        }
        plan
    }
}

/// The indoor arena of a cell.
pub fn room_at(map: &TownMap, tile: Tile) -> Option<ArenaId> {
    map.arena_at(tile).filter(|arena| map.arena(*arena).indoor)
}

/// Is there a wall, window or door?
pub fn is_wall(map: &TownMap, tile: Tile) -> bool {
    map.index(tile).is_some_and(|n| map.walls[n].is_some())
}

fn trades(map: &TownMap, tile: Tile) -> bool {
    let sector = map.index(tile).and_then(|n| map.sector_at[n]);
    sector.is_some_and(|sector| !map.sector(sector).look.sign.is_empty())
}

/// Is the wall in this cell tall? It is where a room lies south of it; a corner is as tall as its row.
pub fn is_tall(map: &TownMap, tile: Tile) -> bool {
    let over_room = |tile: Tile| is_wall(map, tile) && room_at(map, Tile::new(tile.x, tile.y + 1)).is_some();
    let below = Tile::new(tile.x, tile.y + 1);
    over_room(tile)
        || is_wall(map, below) && [-1, 1].into_iter().any(|side| over_room(Tile::new(tile.x + side, tile.y)))
}

/// What one cell of a room shows of it: a little of the side walls' cells, the face of the wall behind, less what the
/// wall in front hides.
fn area(map: &TownMap, tile: Tile) -> IRect {
    let near = |x, y| Tile::new(tile.x + x, tile.y + y);
    let (mut min, mut max) = (IVec2::new(tile.x, tile.y) * 16, IVec2::new(tile.x + 1, tile.y + 1) * 16);
    if is_wall(map, near(-1, 0)) {
        min.x -= 4;
    }
    if is_wall(map, near(1, 0)) {
        max.x += 4;
    }
    if is_wall(map, near(0, -1)) {
        min.y -= if is_tall(map, near(0, -1)) { 24 } else { 4 };
    }
    if is_wall(map, near(0, 1)) {
        max.y -= if is_tall(map, near(0, 1)) { 16 } else { 4 };
    }
    IRect::from_corners(min, max)
}

/// A lamp for every 6 x 5 cells, over the cell nearest to the middle of its part.
fn hang(cells: &[Tile]) -> Vec<IVec2> {
    let Some(first) = cells.first() else { return vec![] };
    let (mut low, mut high) = (IVec2::new(first.x, first.y), IVec2::new(first.x + 1, first.y + 1));
    for tile in cells {
        low = low.min(IVec2::new(tile.x, tile.y));
        high = high.max(IVec2::new(tile.x + 1, tile.y + 1));
    }
    let size = high - low;
    let parts = ((size + IVec2::new(2, 2)) / IVec2::new(6, 5)).max(IVec2::ONE);
    let mut lamps = Vec::new();
    for part in (0..parts.y).flat_map(|y| (0..parts.x).map(move |x| IVec2::new(x, y))) {
        let at = low * 16 + size * 16 * (part * 2 + 1) / (parts * 2) - IVec2::new(0, 4);
        if cells.contains(&Tile::new(at.x.div_euclid(16), at.y.div_euclid(16))) {
            lamps.push(at);
        }
    }
    if lamps.is_empty() {
        let middle = cells[cells.len() / 2];
        lamps.push(IVec2::new(middle.x * 16 + 8, middle.y * 16 + 8));
    }
    lamps
}

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

//! The town as a page draws it: what `src/drawing/` lists of a map, as rows of whole numbers.

use bevy::math::Rect;
use serde::Serialize;

use super::{
    pictures::{Pictures, Place, SheetId},
    rooms::Rooms,
    things::{Piece, Thing},
};
use crate::{
    drawing::{
        Depth, Drawn, Look, Standing,
        decor::decor,
        ground,
        sheets::{COLUMNS, PITCH},
        walls::walls,
    },
    world::TownMap,
};

/// Steps of depth to a pixel: what stands on one row is ordered by less than this.
const STEPS: i32 = 50;

/// The depth of something as one number.
pub(super) fn number(depth: Depth) -> i32 {
    depth.row * STEPS + depth.order
}

/// A picture that stands: its number, left, top, depth.
#[derive(Clone, Copy, Serialize)]
struct Still(usize, i32, i32, i32);

/// A door, and the middle of its threshold.
#[derive(Serialize)]
struct Door {
    closed: Still,
    open: Still,
    at: [i32; 2],
}

/// A window: by day, dark, lit; and the room whose light shows, -1 from inside.
#[derive(Serialize)]
struct Pane {
    looks: [Still; 3],
    room: i32,
}

/// A street lamp, out and lit.
#[derive(Serialize)]
struct Lamp {
    looks: [Still; 2],
    /// The cell's south edge, in the middle.
    foot: [i32; 2],
}

/// What lies on the ground.
#[derive(Default, Serialize)]
struct Ground {
    /// Tiles by layer, from the lowest: one more than its number on the sheet, 0 for none.
    layers: Vec<Vec<u32>>,
    /// First frames of what moves.
    moving: Vec<u32>,
    columns: u32,
    pitch: u32,
}

/// All that is drawn of a map.
#[derive(Default, Serialize)]
pub(super) struct Scene {
    width: i32,
    height: i32,
    ground: Ground,
    rooms: Rooms,
    flats: Vec<(usize, i32, i32)>,
    shades: Vec<Place>,
    stills: Vec<Still>,
    doors: Vec<Door>,
    panes: Vec<Pane>,
    lamps: Vec<Lamp>,
    pieces: Vec<Piece>,
    things: Vec<Thing>,
    /// Sheet and place of each picture by its number; filled in when all is drawn.
    pub(super) pictures: Vec<(SheetId, Place)>,
}

impl Scene {
    /// Draws a map.
    pub(super) fn of(map: &TownMap, pictures: &mut Pictures) -> Self {
        let (ground, rooms) = (Ground::of(map, pictures), Rooms::of(map));
        let mut scene = Self { width: map.width, height: map.height, ground, rooms, ..Self::default() };
        let (walls, decor) = (walls(map, &pictures.index), decor(map, &pictures.index));
        walls.into_iter().for_each(|one| scene.draw(one, pictures));
        (scene.things, scene.pieces) = (Thing::all(map), Piece::all(map, pictures));
        decor.into_iter().for_each(|one| scene.draw(one, pictures));
        scene
    }

    fn draw(&mut self, one: Drawn, pictures: &mut Pictures) {
        match one {
            Drawn::Shade(area) => self.shades.push([area.min.x, area.min.y, area.width(), area.height()]),
            Drawn::Flat { sheet, place, at } => self.flats.push((pictures.number(sheet, place), at.x, at.y)),
            Drawn::Standing(one) => self.stand(one, pictures),
        }
    }

    fn stand(&mut self, Standing { sheet, look, foot, depth }: Standing, pictures: &mut Pictures) {
        let mut still =
            |place: Rect| Still(pictures.number(sheet, place), foot.x, foot.y - place.height() as i32, number(depth));
        match look {
            Look::Still(place) => self.stills.push(still(place)),
            Look::Door([closed, open], at) => {
                self.doors.push(Door { closed: still(closed), open: still(open), at: at.to_array() });
            }
            Look::Pane(places, room) => {
                let room = room.map_or(-1, |room| i32::from(room.0));
                self.panes.push(Pane { looks: places.map(still), room });
            }
            Look::Lamp(places, at) => self.lamps.push(Lamp { looks: places.map(still), foot: at.to_array() }),
        }
    }
}

impl Ground {
    fn of(map: &TownMap, pictures: &Pictures) -> Self {
        let ground::Ground { layers, moving } = ground::Ground::new(map, &pictures.index);
        let shown = |cells: Vec<Option<u32>>| cells.into_iter().map(|id| id.map_or(0, |id| id + 1)).collect();
        let layers = layers.into_iter().map(shown).collect();
        Self { layers, moving: moving.into_iter().collect(), columns: COLUMNS, pitch: PITCH }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{data::Data, drawing::sheets::Sheet};

    #[test]
    fn every_map_of_the_game_can_be_drawn() {
        let data = Data::built_in();
        for id in ["the_ville", "harbour"] {
            let map = TownMap::read(&data.map(id).expect("a map"), &data).expect("no fault");
            let mut pictures = Pictures::read(&data).expect("pictures");
            let scene = Scene::of(&map, &mut pictures);
            assert!(scene.pieces.iter().all(Piece::is_painted), "{id}: a thing without a picture");
            assert!(scene.doors.len() > 10 && scene.panes.len() > 10 && scene.stills.len() > 500, "{id}");
            assert!(pictures.table.iter().all(|(sheet, _)| *sheet <= Sheet::Bubbles as usize), "{id}");
        }
    }
}

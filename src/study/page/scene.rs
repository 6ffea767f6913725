//! The town as a page draws it: every picture with its place and its depth, in whole world pixels, y down.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    ground::{Ground, ground},
    pictures::{Pictures, Place, SheetId},
    rooms::{Rooms, rooms},
    things,
    walls::{self, Site},
};
use crate::world::TownMap;

/// Steps of depth to a pixel: what stands on one row is ordered by less than this.
pub(super) const STEPS: i32 = 50;

/// A picture that stands: its number, left, top, depth.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Still(pub(super) usize, pub(super) i32, pub(super) i32, pub(super) i32);

/// A door, and the middle of its threshold.
#[derive(Serialize)]
pub(super) struct Door {
    pub(super) closed: Still,
    pub(super) open: Still,
    pub(super) at: [i32; 2],
}

/// A window: by day, dark, lit; and the room whose light shows, -1 from inside.
#[derive(Serialize)]
pub(super) struct Pane {
    pub(super) looks: [Still; 3],
    pub(super) room: i32,
}

/// A street lamp, out and lit.
#[derive(Serialize)]
pub(super) struct Lamp {
    pub(super) looks: [Still; 2],
    /// The cell's south edge, in the middle.
    pub(super) foot: [i32; 2],
}

/// A picture of an object: one for each group of its cells that hang together.
#[derive(Serialize)]
pub(super) struct Piece {
    pub(super) object: usize,
    /// Left end of its foot, its south edge, depth.
    pub(super) at: [i32; 3],
    /// Frames by what can be seen of it.
    pub(super) looks: BTreeMap<String, Vec<usize>>,
    /// Where it shines while in use: x, y, 1 for a screen, room or -1.
    pub(super) glow: Option<[i32; 4]>,
}

/// An object.
#[derive(Serialize)]
pub(super) struct Thing {
    pub(super) name: String,
    pub(super) arena: u16,
    pub(super) rest: String,
    /// One can sleep there.
    pub(super) bed: bool,
    pub(super) cells: Vec<[i32; 2]>,
}

/// All that is drawn of a map.
#[derive(Serialize)]
pub(super) struct Scene {
    width: i32,
    height: i32,
    ground: Ground,
    rooms: Rooms,
    pub(super) flats: Vec<[i32; 3]>,
    pub(super) shades: Vec<[i32; 4]>,
    pub(super) stills: Vec<Still>,
    pub(super) doors: Vec<Door>,
    pub(super) panes: Vec<Pane>,
    pub(super) lamps: Vec<Lamp>,
    pub(super) pieces: Vec<Piece>,
    pub(super) things: Vec<Thing>,
    /// Sheet and place of each picture by its number; filled in when all is drawn.
    pub(super) pictures: Vec<(SheetId, Place)>,
}

impl Scene {
    /// Draws a map.
    pub(super) fn of(map: &TownMap, pictures: &mut Pictures) -> Self {
        let mut scene = Self {
            width: map.width,
            height: map.height,
            ground: ground(map, pictures),
            rooms: rooms(map),
            flats: Vec::new(),
            shades: Vec::new(),
            stills: Vec::new(),
            doors: Vec::new(),
            panes: Vec::new(),
            lamps: Vec::new(),
            pieces: Vec::new(),
            things: Vec::new(),
            pictures: Vec::new(),
        };
        let mut site = Site { map, pictures, scene: &mut scene };
        walls::build(&mut site);
        things::place(&mut site);
        things::scatter(&mut site);
        scene
    }
}

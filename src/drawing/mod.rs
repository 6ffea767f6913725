//! The town's picture as plain lists: which picture of which sheet lies or stands where, how deep, and what it turns
//! into. The window (`src/view/`) makes sprites of them, a page (`src/study/page/`) rows of numbers.
//!
//! | file | concern |
//! |---|---|
//! | `sheets` | the painter's sheets: what lies where on them |
//! | `ground` | grass, water, roads, floors |
//! | `rooms` | what of the map is room and wall; the pixels of a room, its lamps, its openings to the street |
//! | `walls`, `openings`, `trade` | walls; doors and windows in them; awnings and signs |
//! | `things`, `states`, `decor` | objects; what is seen of them in a state; what stands about |
//! | `people` | whose pictures somebody wears |
//!
//! Rule: what of the look follows from map and states is decided here and nowhere else; nothing here draws or knows who
//! does. All is in whole world pixels from the map's north-west corner, y down.

pub mod decor;
pub mod ground;
mod openings;
pub mod people;
pub mod rooms;
pub mod sheets;
pub mod states;
pub mod things;
mod trade;
pub mod walls;

use bevy::math::{IRect, IVec2, Rect};

use self::sheets::Sheet;
use crate::world::{ArenaId, Tile};

/// World pixels of a cell's side.
pub const TILE: i32 = 16;
/// Order of a back that hides who sits before it: over the sitter, who is over all else in that row.
const OVER_SITTER: i32 = 40;

/// One thing that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drawn {
    /// A shadow on the ground.
    Shade(IRect),
    /// What lies flat on the ground.
    Flat {
        /// Its sheet.
        sheet: Sheet,
        /// The place on it.
        place: Rect,
        /// Its north-west corner.
        at: IVec2,
    },
    /// What stands.
    Standing(Standing),
}

/// What stands in the town.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The sheet of all that it can look like.
    pub sheet: Sheet,
    /// What it looks like.
    pub look: Look,
    /// The left end of its lower edge.
    pub foot: IVec2,
    /// What it hides, and what hides it.
    pub depth: Depth,
}

/// How near something is: what stands farther south hides what stands north of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth {
    /// The row of pixels on which it stands, which need not be where its picture ends.
    pub row: i32,
    /// Its order among what stands on that row; less than 50, which make the next.
    pub order: i32,
}

/// What something that stands looks like: places on its sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// Always the same.
    Still(Rect),
    /// A door: closed, open; and the middle of its threshold.
    Door([Rect; 2], IVec2),
    /// A window: by day, dark, lit; and the room whose light shows, `None` for one seen from inside, which shows the hour.
    Pane([Rect; 3], Option<ArenaId>),
    /// A street lamp: out, lit; and the middle of its cell's south edge.
    Lamp([Rect; 2], IVec2),
}

impl Look {
    /// What is seen before anything has turned.
    pub fn first(self) -> Rect {
        match self {
            Self::Still(place) | Self::Door([place, _], _) | Self::Pane([place, ..], _) | Self::Lamp([place, _], _) => {
                place
            }
        }
    }
}

/// The foot of a cell's pictures: its south-west corner.
pub fn foot_of(tile: Tile) -> IVec2 {
    IVec2::new(tile.x, tile.y + 1) * TILE
}

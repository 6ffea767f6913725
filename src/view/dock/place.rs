//! Where tabs stand in the window.

use serde::{Deserialize, Serialize};

/// A stack of tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// At the left edge; above, if there is one below.
    #[serde(rename = "left")]
    Left,
    /// At the left edge, below.
    #[serde(rename = "left below")]
    LeftBelow,
    /// At the right edge; above, if there is one below.
    #[serde(rename = "right")]
    Right,
    /// At the right edge, below.
    #[serde(rename = "right below")]
    RightBelow,
}

impl Place {
    /// All of them.
    pub const ALL: [Place; 4] = [Place::Left, Place::LeftBelow, Place::Right, Place::RightBelow];

    /// Is it at the right edge?
    pub fn is_right(self) -> bool {
        matches!(self, Place::Right | Place::RightBelow)
    }

    /// Is it below another one?
    pub fn is_below(self) -> bool {
        matches!(self, Place::LeftBelow | Place::RightBelow)
    }

    /// The upper and the lower one of a side.
    pub fn of_side(right: bool) -> [Place; 2] {
        if right { [Place::Right, Place::RightBelow] } else { [Place::Left, Place::LeftBelow] }
    }
}

/// Where a tab belongs, open or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// In which stack.
    pub place: Place,
    /// Width of its panel in points.
    pub width: f32,
}

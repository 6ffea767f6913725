//! Where stacks of tabs stand, and where a tab belongs.

use serde::{Deserialize, Serialize};

/// Where a stack of tabs stands.
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

    /// At the right edge?
    pub fn right(self) -> bool {
        matches!(self, Place::Right | Place::RightBelow)
    }

    /// Below another one?
    pub fn below(self) -> bool {
        matches!(self, Place::LeftBelow | Place::RightBelow)
    }

    /// By side and height.
    pub fn of(right: bool, below: bool) -> Place {
        Place::ALL[usize::from(right) * 2 + usize::from(below)]
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

//! Fixtures of the map that are no objects: trees, hedges, chairs, plants.
//!
//! Rule: the place in [`DECOR`] gives the tile ids of `decor.tsx`; new rows go to the end, nothing moves.

use crate::furniture as f;
use crate::furniture::State::Idle;
use crate::sheet::{Entry, frames, still};
use crate::{garden, outdoors as o, palette::*, street};

/// Picture and number of frames that are tiles, in the order of their ids.
pub const DECOR: &[(&str, usize)] = &[
    ("tree/oak", 1),
    ("tree/fir", 1),
    ("tree/cherry", 1),
    ("bush", 4),
    ("hedge", 16),
    ("fence", 16),
    ("lamp", 1),
    ("rock", 1),
    ("lily", 2),
    ("reeds", 1),
    ("flower_bed", 4),
    ("mailbox", 1),
    ("flower_tub", 4),
    ("vegetables", 4),
    ("flowers", 6),
    ("statue", 1),
    ("chair/south", 1),
    ("chair/east", 1),
    ("chair/north", 1),
    ("chair/west", 1),
    ("garden_chair/south", 1),
    ("garden_chair/east", 1),
    ("garden_chair/north", 1),
    ("garden_chair/west", 1),
    ("stool", 1),
    ("plant", 4),
    ("wardrobe", 1),
    ("shelving", 3),
    ("washbasin", 1),
    ("kitchen_counter", 3),
    ("picture", 3),
    ("nightstand", 1),
    ("tree/birch", 1),
    ("tree/apple", 1),
    ("tree/maple", 1),
    ("on_wall", 6),
];

/// Picture and frame of every tile of `decor.tsx`, by id.
pub fn ids() -> Vec<(&'static str, usize)> {
    DECOR.iter().flat_map(|(name, n)| (0..*n).map(move |frame| (*name, frame))).collect()
}

/// The pictures of decor that stand under the open sky.
pub fn outdoors() -> Vec<Entry> {
    vec![
        still("tree/oak", o::oak()),
        still("tree/fir", o::fir()),
        still("tree/cherry", o::cherry()),
        still("tree/birch", o::birch()),
        still("tree/apple", o::apple()),
        still("tree/maple", o::maple()),
        frames("bush", [RED.s(2), LINEN.s(3), ROSE.s(2), GOLD.s(2)].map(o::bush).into()),
        frames("hedge", (0..16).map(o::hedge).collect()),
        frames("fence", (0..16).map(street::fence).collect()),
        still("rock", o::rock()),
        still("reeds", o::reeds()),
        frames("flower_bed", [(0, 0), (2, 1), (10, 2), (8, 3)].map(|(m, v)| street::flower_bed(m, v)).into()),
        frames("flower_tub", (0..4).map(garden::flower_tub).collect()),
        frames("vegetables", (0..4).map(garden::vegetables).collect()),
        frames("flowers", (0..6).map(garden::flowers).collect()),
        still("statue", garden::statue()),
    ]
}

/// The pictures of decor that stand in rooms and on terraces.
pub fn indoors() -> Vec<Entry> {
    let mut all = vec![];
    for (name, chair) in [("chair", f::Chair::Indoor), ("garden_chair", f::Chair::Garden)] {
        all.push(still(format!("{name}/south"), f::chair_south(chair)));
        all.push(still(format!("{name}/east"), f::chair_east(chair)));
        all.push(still(format!("{name}/north"), f::chair_north(chair)));
        all.push(still(format!("{name}/west"), f::chair_east(chair).flipped()));
    }
    all.push(still("stool", f::stool()));
    all.push(frames("plant", vec![f::fern(Idle, 0), f::cactus(Idle, 0), f::palm(), f::rubber_tree()]));
    all.push(still("wardrobe", f::wardrobe()));
    all.push(frames("shelving", (0..3).map(f::shelving).collect()));
    all.push(still("washbasin", f::basin(Idle, 0)));
    all.push(frames("kitchen_counter", (0..3).map(f::kitchen_counter).collect()));
    all.push(frames("picture", (0..3).map(f::picture).collect()));
    all.push(frames("on_wall", (0..6).map(f::on_wall).collect()));
    all.push(frames("nightstand", vec![f::nightstand(Idle, 0), f::nightstand(f::State::Used, 0)]));
    all
}

#[cfg(test)]
mod tests {
    use super::{DECOR, indoors, outdoors};

    #[test]
    fn hedges_and_fences_come_in_sixteen_masks() {
        let all: Vec<_> = outdoors().into_iter().chain(indoors()).collect();
        for (name, n) in DECOR {
            if let Some(e) = all.iter().find(|e| e.name == *name) {
                assert!(e.frames.len() >= *n, "{name} has {} frames, the ids want {n}", e.frames.len());
            }
        }
    }
}

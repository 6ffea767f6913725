//! Fixtures of the map that are no objects: trees, hedges, chairs, plants.
//!
//! Rule: the place in `decor` of `assets/things.toml` gives the tile ids of `decor.tsx`; new rows go to the end.

use crate::furniture as f;
use crate::sheet::{Entry, frames, still};
use crate::{garden, outdoors as o, palette::*, street, things};

/// Picture and frame of every tile of `decor.tsx`, by id.
pub fn ids() -> Vec<(&'static str, usize)> {
    let tiles = things::decor().iter();
    tiles.flat_map(|one| (0..one.frames as usize).map(|frame| (one.picture.as_str(), frame))).collect()
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
    all.push(frames("plant", vec![f::fern(), f::cactus(), f::palm(), f::rubber_tree()]));
    all.push(still("wardrobe", f::wardrobe()));
    all.push(frames("shelving", (0..3).map(f::shelving).collect()));
    all.push(still("washbasin", f::basin()));
    all.push(frames("kitchen_counter", (0..3).map(f::kitchen_counter).collect()));
    all.push(frames("picture", (0..3).map(f::picture).collect()));
    all.push(frames("on_wall", (0..6).map(f::on_wall).collect()));
    all.push(frames("nightstand", vec![f::nightstand(false), f::nightstand(true)]));
    all
}

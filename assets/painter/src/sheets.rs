//! What is on which sheet, in which order. Rule: on `ground` the order is the tile id, so only append.

use crate::bubble;
use crate::canvas::Canvas;
use crate::emblem;
use crate::floors::{self, Floor};
use crate::ground::{self, Terrain};
use crate::palette::*;
use crate::sheet::{Entry, Sheet, frames, still};
use crate::street::{self, Sign};
use crate::walls::{self, Face, Pane};
use crate::{catalogue, decor, garden, outdoors, people};

/// Terrains with four variants of the inside, in the order of the sheet.
pub const TERRAINS: [(&str, Terrain); 4] =
    [("meadow", Terrain::Meadow), ("dirt", Terrain::Dirt), ("paved", Terrain::Paved), ("cobble", Terrain::Cobble)];

/// Carpets: name, cloth, trim.
pub const CARPETS: [(&str, Ramp, Ramp); 4] =
    [("red", RED, GOLD), ("blue", BLUE, LINEN), ("plum", PLUM, GOLD), ("teal", TEAL, LINEN)];

/// Name, pictures and width in pixels of every sheet.
pub fn lists() -> Vec<(&'static str, Vec<Entry>, i32)> {
    vec![
        ("ground", ground_entries(), 48 * 17),
        ("walls", wall_entries(), 32 * 17),
        ("walls_tiled", tiled_wall_entries(), 18 * 17),
        ("outdoors", outdoor_entries(), 512),
        ("furniture", furniture_entries(), 1024),
        ("people", people_entries(), people::WIDTH),
        ("bubbles", bubble::entries(), 256),
        ("emblem", emblem::entries(), 192),
        ("collision", collision_entries(), 2 * 17),
    ]
}

/// Every sheet, packed.
pub fn packed() -> Vec<Sheet> {
    lists().into_iter().map(|(name, entries, width)| Sheet::pack(name, &entries, width)).collect()
}

/// The variant of water without ripples.
const PLAIN_WATER: i32 = 3;

fn ground_entries() -> Vec<Entry> {
    let mut all = vec![frames("grass", (0..9).map(ground::grass).collect())];
    for (name, t) in TERRAINS {
        for variant in 0..4 {
            all.push(frames(
                format!("{name}/{variant}"),
                ground::masks().into_iter().map(|m| ground::terrain(t, m, variant, 0)).collect(),
            ));
        }
    }
    let water = |m| (0..4).map(move |f| ground::terrain(Terrain::Water, m, PLAIN_WATER, f));
    all.push(frames("water", ground::masks().into_iter().flat_map(water).collect()));
    for (name, k) in [
        ("planks", Floor::Planks),
        ("dark_planks", Floor::DarkPlanks),
        ("checker", Floor::Checker),
        ("bath", Floor::Bath),
        ("slabs", Floor::Slabs),
    ] {
        all.push(frames(format!("floor/{name}"), (0..4).map(|v| floors::floor(k, v)).collect()));
    }
    let edges = |i: u8| (i & 1) | (i & 2) << 1 | (i & 4) << 2 | (i & 8) << 3;
    for (name, a, b) in CARPETS {
        all.push(frames(format!("carpet/{name}"), (0..16).map(|i| floors::carpet(a, b, edges(i))).collect()));
    }
    // Appended after the ids were given out: bridges, by which sides are not water (N 1, E 2, S 4, W 8).
    all.push(frames("floor/bridge", (0..16).map(|m| floors::bridge(m, false)).collect()));
    all.push(frames("floor/bridge_ns", (0..16).map(|m| floors::bridge(m, true)).collect()));
    // Open water with ripples, to be strewn among the plain: one pattern everywhere draws the eye.
    for variant in 0..3 {
        let tile = |f| ground::terrain(Terrain::Water, 255, variant, f);
        all.push(frames(format!("water/{}", variant + 1), (0..4).map(tile).collect()));
    }
    all
}

const FACES: [(&str, Face); 8] = [
    ("paper_blue", Face::Paper(BLUE)),
    ("paper_teal", Face::Paper(TEAL)),
    ("paper_gold", Face::Paper(GOLD)),
    ("paper_rose", Face::Paper(ROSE)),
    ("brick", Face::Brick),
    ("boards", Face::Boards),
    ("tiles", Face::Tiles),
    ("plaster", Face::Plaster),
];

fn wall_entries() -> Vec<Entry> {
    let mut all = Vec::new();
    for (face_name, face) in FACES {
        for (cap_name, cap) in [("red", RED), ("teal", TEAL), ("blue", BLUE), ("wood", WOOD)] {
            for (height, tall) in [("tall", true), ("low", false)] {
                all.push(frames(
                    format!("wall/{face_name}/{cap_name}/{height}"),
                    (0..16).map(|m| walls::wall((face, face), cap, m, tall)).collect(),
                ));
            }
        }
    }
    for (name, ramp) in [("red", RED), ("blue", BLUE), ("teal", TEAL), ("plum", PLUM)] {
        let door = [false, true].map(|open| walls::door(ramp, open));
        all.push(frames(
            format!("door/{name}"),
            vec![door[0].clone(), door[1].clone(), door[0].flipped(), door[1].flipped()],
        ));
        all.push(frames(
            format!("side_door/{name}"),
            vec![walls::side_door(ramp, false), walls::side_door(ramp, true)],
        ));
        let panes = [Pane::Day, Pane::Dark, Pane::Lit];
        all.push(frames(format!("window/{name}"), panes.map(|p| walls::window(p, ramp, 14)).into()));
        all.push(frames(format!("flower_window/{name}"), panes.map(|p| walls::flower_window(p, ramp)).into()));
    }
    all
}

/// The generic tiles of `walls.tsx`: 16 masks, a window, a door. The game paints houses from `walls`.
fn tiled_wall_entries() -> Vec<Entry> {
    let face = (Face::Plaster, Face::Plaster);
    let mut window = walls::wall(face, WOOD, 10, true);
    window.blit(&walls::window(Pane::Day, BLUE, 14), 0, 10);
    let mut door = walls::wall(face, WOOD, 10, true);
    door.blit(&walls::door(TEAL, false), 0, 0);
    vec![
        frames("wall", (0..16).map(|m| walls::wall(face, WOOD, m, true)).collect()),
        still("window", window),
        still("door", door),
    ]
}

fn outdoor_entries() -> Vec<Entry> {
    let mut all = decor::outdoors();
    all.push(frames("lamp", vec![street::lamp(false), street::lamp(true)]));
    for (name, ramp) in [("red", RED), ("teal", TEAL), ("blue", BLUE), ("gold", GOLD)] {
        let ends = [(true, true), (true, false), (false, false), (false, true)];
        all.push(frames(format!("awning/{name}"), ends.map(|(l, r)| street::awning(ramp, l, r)).into()));
    }
    for (name, sign) in [
        ("cup", Sign::Cup),
        ("mug", Sign::Mug),
        ("basket", Sign::Basket),
        ("cross", Sign::Cross),
        ("hammer", Sign::Hammer),
        ("book", Sign::Book),
    ] {
        all.push(still(format!("sign/{name}"), street::sign(sign)));
    }
    for name in ["butterfly", "duck", "bird", "cat", "fish"] {
        all.push(frames(format!("critter/{name}"), (0..2).map(|f| garden::critter(name, f)).collect()));
    }
    all.push(frames("mailbox", vec![street::mailbox(false), street::mailbox(true)]));
    all.push(frames("lily", vec![outdoors::lily(false), outdoors::lily(true)]));
    all
}

fn furniture_entries() -> Vec<Entry> {
    let mut all = decor::indoors();
    all.extend(catalogue::entries());
    all
}

fn people_entries() -> Vec<Entry> {
    people::CAST.iter().chain(people::GUESTS.iter()).flat_map(|p| people::entries(&p.key(), p)).collect()
}

fn collision_entries() -> Vec<Entry> {
    let hatch = |ramp: Ramp, sign: i32| {
        Canvas::paint(16, 16, |x, y| {
            let edge = x == 0 || y == 0 || x == 15 || y == 15;
            if edge || (x + sign * y).rem_euclid(4) == 0 { ramp.s(2) } else { CLEAR }
        })
    };
    vec![still("blocked", hatch(RED, 1)), still("end", hatch(GOLD, -1))]
}

//! The tilesets for Tiled, from the same lists as the sheets. Rule: a tile id, once given, never changes.

use crate::decor;
use crate::ground;
use crate::sheet::Sheet;
use crate::sheets::{CARPETS, TERRAINS};
use crate::things;
use std::fmt::Write as _;

/// Milliseconds a frame of water stands.
const WATER_MS: u32 = 333;

/// File name and text of every tileset, for the sheets given.
///
/// # Panics
/// If a decor row names a picture that no sheet has; the list of decor is part of this program.
pub fn all(sheets: &[Sheet]) -> Vec<(&'static str, String)> {
    let sheet = |name: &str| sheets.iter().find(|s| s.name == name).expect("a sheet of this program");
    vec![
        ("ground.tsx", ground_tileset(sheet("ground"))),
        ("walls.tsx", walls_tileset(sheet("walls_tiled"))),
        ("decor.tsx", decor_tileset(&[sheet("outdoors"), sheet("furniture")])),
        ("collision.tsx", collision_tileset(sheet("collision"))),
    ]
}

/// Text of the project file for Tiled with the kinds that there are now, by name.
///
/// # Errors
/// A sentence if the file has no list of kinds.
pub fn project(text: &str) -> Result<String, String> {
    let (before, rest) = text.split_once("\"name\": \"Kind\"").ok_or("it has no property type named Kind")?;
    let (start, rest) = rest.split_once("\"values\": [").ok_or("its property type Kind has no values")?;
    let (_, after) = rest.split_once(']').ok_or("the values of its property type Kind have no end")?;
    let mut names: Vec<String> = things::kinds().iter().map(|kind| format!("{:?}", kind.name.get_ref())).collect();
    names.sort();
    Ok(format!("{before}\"name\": \"Kind\"{start}\"values\": [{}]{after}", names.join(", ")))
}

fn head(name: &str, (w, h): (i32, i32), count: i32, columns: i32, spacing: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" tiledversion=\"1.10.2\" name=\"{name}\" \
         tilewidth=\"{w}\" tileheight=\"{h}\"{spacing} tilecount=\"{count}\" columns=\"{columns}\">\n"
    )
}

/// Head and picture of a tileset in one grid, all frames being `w` x `h`.
fn grid(name: &str, sheet: &Sheet, (w, h): (i32, i32)) -> String {
    let columns = (sheet.picture.w + 1) / (w + 1);
    let rows = (sheet.picture.h + 1) / (h + 1);
    let mut t = head(name, (w, h), columns * rows, columns, " spacing=\"1\" margin=\"0\"");
    let _ = writeln!(
        t,
        " <image source=\"../assets/pictures/{}.png\" width=\"{}\" height=\"{}\"/>",
        sheet.name, sheet.picture.w, sheet.picture.h
    );
    t
}

/// Tile id of the first frame of every entry, in a sheet that is one grid.
fn first_ids(sheet: &Sheet) -> Vec<(&str, usize, usize)> {
    let mut next = 0;
    let mut all = Vec::new();
    for (name, at) in &sheet.places {
        all.push((name.as_str(), next, at.len()));
        next += at.len();
    }
    all
}

fn wang_set(t: &mut String, name: &str, kind: &str, colour: &str, icon: usize, tiles: &[(usize, [u8; 8])]) {
    let _ = writeln!(t, "  <wangset name=\"{name}\" type=\"{kind}\" tile=\"{icon}\">");
    let _ = writeln!(t, "   <wangcolor name=\"{name}\" color=\"{colour}\" tile=\"{icon}\" probability=\"1\"/>");
    for (id, ring) in tiles.iter().filter(|(_, ring)| ring.contains(&1)) {
        let ring: Vec<String> = ring.iter().map(u8::to_string).collect();
        let _ = writeln!(t, "   <wangtile tileid=\"{id}\" wangid=\"{}\"/>", ring.join(","));
    }
    t.push_str("  </wangset>\n");
}

/// Ring of a mask whose bits go round from the north: top, top-right, right ... as Tiled counts.
fn ring8(mask: u8) -> [u8; 8] {
    std::array::from_fn(|i| mask >> i & 1)
}

/// Ring of an edge mask N 1, E 2, S 4, W 8.
fn ring4(mask: usize) -> [u8; 8] {
    std::array::from_fn(|i| if i % 2 == 0 { (mask >> (i / 2) & 1) as u8 } else { 0 })
}

fn ground_tileset(sheet: &Sheet) -> String {
    let mut t = grid("ground", sheet, (16, 16));
    let ids = first_ids(sheet);
    let first = |name: &str| ids.iter().find(|(n, ..)| *n == name).map_or(0, |(_, id, _)| *id);
    for (name, id, count) in &ids {
        for i in 0..*count {
            if name.starts_with("water") && i % 4 == 0 {
                let rare = if *name == "water" { "" } else { " probability=\"0.2\"" };
                let _ = writeln!(t, " <tile id=\"{}\" type=\"{name}\"{rare}>\n  <animation>", id + i);
                for f in 0..4 {
                    let _ = writeln!(t, "   <frame tileid=\"{}\" duration=\"{WATER_MS}\"/>", id + i + f);
                }
                t.push_str("  </animation>\n </tile>\n");
            } else {
                let _ = writeln!(t, " <tile id=\"{}\" type=\"{name}\"/>", id + i);
            }
        }
    }
    t.push_str(" <wangsets>\n");
    let masks = ground::masks();
    for ((name, _), (title, colour)) in
        TERRAINS.iter().zip([("Meadow", "#85bb58"), ("Path", "#c79c69"), ("Paving", "#e8d7bc"), ("Street", "#8b8a9f")])
    {
        let mut tiles = Vec::new();
        for variant in 0..4 {
            let from = first(&format!("{name}/{variant}"));
            tiles.extend(masks.iter().enumerate().map(|(i, m)| (from + i, ring8(*m))));
        }
        wang_set(&mut t, title, "mixed", colour, first(&format!("{name}/0")) + masks.len() - 1, &tiles);
    }
    let water = first("water");
    let mut tiles: Vec<_> = masks.iter().enumerate().map(|(i, m)| (water + i * 4, ring8(*m))).collect();
    tiles.extend((1..4).map(|n| (first(&format!("water/{n}")), ring8(255))));
    wang_set(&mut t, "Water", "mixed", "#4a9ac4", water + (masks.len() - 1) * 4, &tiles);
    let edge_sets = CARPETS.iter().map(|(name, ..)| (format!("carpet/{name}"), format!("Carpet {name}"), "#94313f"));
    let bridges = [("floor/bridge", "Bridge"), ("floor/bridge_ns", "Bridge north to south")]
        .map(|(entry, title)| (entry.to_string(), title.to_string(), "#98603f"));
    for (entry, title, colour) in edge_sets.chain(bridges) {
        let from = first(&entry);
        let tiles: Vec<_> = (0..16).map(|m| (from + m, ring4(m))).collect();
        wang_set(&mut t, &title, "edge", colour, from + 15, &tiles);
    }
    t.push_str(" </wangsets>\n</tileset>\n");
    t
}

fn walls_tileset(sheet: &Sheet) -> String {
    let mut t = grid("walls", sheet, (16, 32));
    for (name, id, count) in first_ids(sheet) {
        for i in id..id + count {
            let _ = writeln!(t, " <tile id=\"{i}\" type=\"{name}\"/>");
        }
    }
    t.push_str(" <wangsets>\n");
    // A window and a door lie in a wall that runs from west to east.
    let mut tiles: Vec<_> = (0..16).map(|m| (m, ring4(m))).collect();
    tiles.extend([(16, ring4(10)), (17, ring4(10))]);
    wang_set(&mut t, "Wall", "edge", "#98603f", 10, &tiles);
    t.push_str(" </wangsets>\n</tileset>\n");
    t
}

fn decor_tileset(sheets: &[&Sheet]) -> String {
    let mut body = String::new();
    let (mut most_w, mut most_h) = (0, 0);
    let ids = decor::ids();
    for (id, (name, frame)) in ids.iter().enumerate() {
        let (sheet, [x, y, w, h]) = sheets
            .iter()
            .find_map(|s| s.find(name, *frame).map(|at| (s, at)))
            .unwrap_or_else(|| panic!("decor tile {id}: no sheet has frame {frame} of {name}"));
        (most_w, most_h) = (most_w.max(w), most_h.max(h));
        let _ = writeln!(body, " <tile id=\"{id}\" type=\"Decor\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\">");
        let _ = writeln!(body, "  <properties>\n   <property name=\"frame\" type=\"int\" value=\"{frame}\"/>");
        let _ = writeln!(body, "   <property name=\"picture\" value=\"{name}\"/>\n  </properties>");
        let _ = writeln!(
            body,
            "  <image source=\"../assets/pictures/{}.png\" width=\"{}\" height=\"{}\"/>\n </tile>",
            sheet.name, sheet.picture.w, sheet.picture.h
        );
    }
    let mut t = head("decor", (most_w, most_h), ids.len() as i32, 0, "");
    t.push_str(" <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>\n");
    t.push_str(&body);
    t.push_str(" <wangsets>\n");
    for (entry, title, colour) in [("hedge", "Hedge", "#3f7c4d"), ("fence", "Fence", "#fff8e4")] {
        let tiles: Vec<_> = ids
            .iter()
            .enumerate()
            .filter(|(_, (name, _))| *name == entry)
            .map(|(id, (_, mask))| (id, ring4(*mask)))
            .collect();
        let icon = tiles.iter().find(|(_, ring)| *ring == ring4(10)).map_or(0, |(id, _)| *id);
        wang_set(&mut t, title, "edge", colour, icon, &tiles);
    }
    t.push_str(" </wangsets>\n</tileset>\n");
    t
}

fn collision_tileset(sheet: &Sheet) -> String {
    let mut t = grid("collision", sheet, (16, 16));
    t.push_str(" <tile id=\"0\" type=\"blocked\"/>\n <tile id=\"1\" type=\"end\"/>\n</tileset>\n");
    t
}

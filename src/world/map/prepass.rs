//! The form of a map file, checked before it is given to the `tiled` crate, which trusts it in places.
//!
//! A map that passes has bounded sizes, whole layers, tiles that exist and objects with numbers that are numbers.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use super::{
    ground,
    sources::{Faults, Sources},
    tilesets,
    xml::Element,
};

/// The longest side of a town, in cells.
pub const LONGEST_SIDE: u32 = 1024;

/// Pixels of a cell's side in the map file.
pub const CELL: u32 = 16;

/// The most objects in a map.
const MOST_OBJECTS: usize = 20_000;

/// The most corners that all polygons of a map have together.
const MOST_CORNERS: usize = 40_000;

/// What the check has learnt about the file that its reader does not tell.
#[derive(Default)]
pub struct Lines {
    /// Where objects begin, by their id.
    pub objects: BTreeMap<u32, usize>,
}

/// Checks the form of a map. `None`: it cannot be read any further.
pub fn check(map: &Element, sources: &mut Sources, faults: &mut Faults) -> Option<Lines> {
    let line = format!("line {}", map.line);
    if map.name != "map" {
        let what = format!("it holds <{}>, not a map", map.name);
        faults.add(line, what, "give a .tmx file that Tiled has written");
        return None;
    }
    let before = faults.len();
    if map.text_of("orientation") != "orthogonal" {
        let what = format!("the orientation is {:?}", map.text_of("orientation"));
        faults.add(&line, what, "make an orthogonal map");
    }
    if map.text_of("infinite") == "1" || !["", "0"].contains(&map.text_of("infinite")) {
        faults.add(&line, "the map is infinite", "untick Infinite in the map's properties");
    }
    if map.get("version").is_none() {
        faults.add(&line, "the map names no version of the format", "save it from Tiled");
    }
    let width = number(map, "width", 1..=LONGEST_SIDE, faults);
    let height = number(map, "height", 1..=LONGEST_SIDE, faults);
    for name in ["tilewidth", "tileheight"] {
        number(map, name, CELL..=CELL, faults);
    }
    tilesets::no_templates(map, faults);
    let mut sound = faults.len() == before;
    let sheets = tilesets::check(map, sources, faults);
    if let (Some(width), Some(height), Some(sheets)) = (width, height, &sheets) {
        sound &= ground::check_cells(map, (width, height), sheets, faults);
    }
    known_children(map, faults);
    layer_names(map, faults);
    let before = faults.len();
    let lines = objects(map, faults);
    (sound && sheets.is_some() && faults.len() == before).then_some(lines)
}

/// A whole number among an element's attributes; what is wrong with it is a fault.
pub fn number(element: &Element, name: &str, within: RangeInclusive<u32>, faults: &mut Faults) -> Option<u32> {
    let (low, high) = (*within.start(), *within.end());
    let value = element.get(name);
    let read = value.and_then(|text| text.parse().ok()).filter(|value| within.contains(value));
    if read.is_none() {
        let wanted = if low == high { format!("{low}") } else { format!("a whole number from {low} to {high}") };
        let what = match value {
            Some(value) => format!("<{}> has {name} {:?}", element.name, shorten(value)),
            None => format!("<{}> has no {name}", element.name),
        };
        faults.add(format!("line {}", element.line), what, format!("{name} must be {wanted}"));
    }
    read
}

/// A long text cut for a message.
pub fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(57).chain("...".chars()).collect() }
}

/// Elements that a map or tileset of ours may hold, by the element around them.
fn may_hold(parent: &str) -> &'static [&'static str] {
    match parent {
        "map" => &["editorsettings", "properties", "tileset", "layer", "objectgroup"],
        "editorsettings" => &["chunksize", "export"],
        "layer" => &["properties", "data"],
        "objectgroup" => &["properties", "object"],
        "object" => &["properties", "point", "polygon", "polyline", "ellipse", "capsule", "text"],
        "properties" => &["property"],
        // Only of external files, as their own root: a map's `<tileset>` has nothing inside.
        "tileset" => {
            &["editorsettings", "tileoffset", "grid", "properties", "image", "transformations", "wangsets", "tile"]
        }
        "tile" => &["properties", "image", "animation", "objectgroup"],
        "animation" => &["frame"],
        "wangsets" => &["wangset"],
        "wangset" => &["properties", "wangcolor", "wangtile"],
        "wangcolor" => &["properties"],
        _ => &[],
    }
}

/// Names what a map of ours does not hold. It is left out, so one may read on.
pub fn known_children(element: &Element, faults: &mut Faults) {
    for child in &element.children {
        if may_hold(&element.name).contains(&child.name.as_str()) {
            known_children(child, faults);
            continue;
        }
        let (what, advice) = match child.name.as_str() {
            "imagelayer" => ("an image layer".to_owned(), "remove it: the town draws its own pictures"),
            "group" => ("a group of layers".to_owned(), "move its layers out of the group: groups are not read"),
            "chunk" => ("a chunk of an infinite map".to_owned(), "untick Infinite in the map's properties"),
            name => (format!("<{}> inside <{}>", shorten(name), element.name), "remove it: the town does not read it"),
        };
        faults.add(format!("line {}", child.line), what, advice);
    }
}

fn layer_names(map: &Element, faults: &mut Faults) {
    let mut seen = BTreeSet::new();
    for layer in map.children.iter().filter(|child| ["layer", "objectgroup"].contains(&child.name.as_str())) {
        let name = layer.text_of("name");
        if !seen.insert(name) {
            let what = format!("a second layer named {:?}", shorten(name));
            faults.add(format!("line {}", layer.line), what, "rename or remove one of them");
        }
    }
}

/// Checks the numbers of all objects.
fn objects(map: &Element, faults: &mut Faults) -> Lines {
    let mut lines = Lines::default();
    let (mut count, mut corners) = (0, 0);
    for object in map.all("objectgroup").flat_map(|group| group.all("object")) {
        count += 1;
        let place = format!("line {}, object {:?}", object.line, shorten(object.text_of("name")));
        if let Some(id) = number(object, "id", 1..=u32::MAX, faults)
            && let Some(other) = lines.objects.insert(id, object.line)
        {
            faults.add(
                &place,
                format!("its id {id} is that of the object in line {other}"),
                "give it an id of its own",
            );
        }
        for name in ["x", "y", "width", "height", "rotation"] {
            let Some(value) = object.get(name) else { continue };
            if !value.parse::<f32>().is_ok_and(|value| value.is_finite() && value.abs() <= 1e6) {
                faults.add(
                    &place,
                    format!("its {name} is {:?}", shorten(value)),
                    "give a number of pixels inside the map",
                );
            }
        }
        if object.get("gid").is_some() {
            faults.add(&place, "it is a tile object", "draw a rectangle, polygon or point instead");
        }
        for polygon in object.all("polygon").chain(object.all("polyline")) {
            corners += polygon.text_of("points").split_whitespace().count();
        }
    }
    if count > MOST_OBJECTS {
        faults.add("", format!("{count} objects"), format!("at most {MOST_OBJECTS} are read"));
    }
    if corners > MOST_CORNERS {
        faults.add("", format!("{corners} corners of polygons"), format!("at most {MOST_CORNERS} are read"));
    }
    lines
}

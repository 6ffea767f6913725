//! A map file in, a town or every fault of it out.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use roxmltree::Node;

use super::{
    TownMap,
    cells::{CELL, Size},
    check::{self, Drawn},
    ground,
    item::{CLASSES, pairs},
    parts::{ArenaId, Footing},
    places, tilesets,
    xml::{self, Element, Faults, all, number, shorten, text_of},
};
use crate::{
    data::{Data, File},
    world::Fault,
};

/// The longest side of a town, in cells.
const LONGEST_SIDE: u32 = 1024;

/// The most objects in a map.
const MOST_OBJECTS: usize = 20_000;

/// The most corners that all polygons of a map have together.
const MOST_CORNERS: usize = 40_000;

impl TownMap {
    /// Reads a map that Tiled has written. Its id is the file's name, or the folder's for a `map.tmx`.
    ///
    /// # Errors
    /// Every fault that could be found; at least one.
    pub fn read(tmx: &File, data: &Data) -> Result<TownMap, Vec<Fault>> {
        let mut faults = Faults::of(tmx.path());
        let town = read(tmx, data, &mut faults);
        town.filter(|_| faults.list.is_empty()).ok_or(faults.list)
    }
}

/// Every fault of a map; none: it can be played on.
pub fn check_map(tmx: &File, data: &Data) -> Vec<Fault> {
    TownMap::read(tmx, data).err().unwrap_or_default()
}

fn read(tmx: &File, data: &Data, faults: &mut Faults) -> Option<TownMap> {
    let text = faults.read(tmx)?;
    let document = xml::parse(&text, faults)?;
    let map = document.root_element();
    let size = form(map, faults);
    let sheets = tilesets::read(map, tmx, data, faults);
    let layers = size.zip(sheets.as_deref()).and_then(|(size, sheets)| ground::layers(map, size, sheets, faults));
    xml::check_children(map, faults);
    check_names(map, faults);
    let bounded = check_objects(map, faults);
    let (layers, size) = layers.filter(|_| bounded).zip(size)?;
    let mut town = TownMap::empty(name(tmx.path()), size);
    let mut drawn = Drawn::default();
    ground::read(&layers, &mut town, faults);
    places::places(map, &mut town, &mut drawn, faults);
    // What is read of objects needs to know which arena a wall's cell belongs to; nobody is ever in a wall.
    places::objects(map, &mut town, &mut drawn, faults);
    for n in 0..size.cells() {
        if town.walls[n].is_some() {
            town.arena_at[n] = None;
        } else if town.sector_at[n].is_none() && town.footing[n] != Footing::Blocked {
            town.arena_at[n] = Some(ArenaId::OUTDOORS);
        }
    }
    check::all(&town, &drawn, faults);
    Some(town)
}

fn name(tmx: &Path) -> String {
    let stem = tmx.file_stem().unwrap_or_default();
    let folder = tmx.parent().and_then(Path::file_name).filter(|_| stem == "map");
    folder.unwrap_or(stem).to_string_lossy().into_owned()
}

/// Checks what the map says of itself; its size, if it can be read any further.
fn form(map: Element, faults: &mut Faults) -> Option<Size> {
    if !map.has_tag_name("map") {
        let what = format!("it holds <{}>, not a map", map.tag_name().name());
        faults.add_at(map, what, "give a .tmx file that Tiled has written");
        return None;
    }
    if text_of(map, "orientation") != "orthogonal" {
        let what = format!("the orientation is {:?}", text_of(map, "orientation"));
        faults.add_at(map, what, "make an orthogonal map");
    }
    if !["", "0"].contains(&text_of(map, "infinite")) {
        faults.add_at(map, "the map is infinite", "untick Infinite in the map's properties");
    }
    if !map.has_attribute("version") {
        faults.add_at(map, "the map names no version of the format", "save it from Tiled");
    }
    for name in ["tilewidth", "tileheight"] {
        number(map, name, CELL..=CELL, faults);
    }
    let [width, height] = ["width", "height"].map(|name| number(map, name, 1..=LONGEST_SIDE, faults));
    Some(Size { width: width? as i32, height: height? as i32 })
}

/// No two layers have one name, and each layer of objects is one that is read.
fn check_names(map: Element, faults: &mut Faults) {
    let known = CLASSES.map(|class| format!("{class}s"));
    let mut seen = BTreeSet::new();
    let is_layer = |child: &Node| child.has_tag_name("layer") || child.has_tag_name("objectgroup");
    for layer in map.children().filter(is_layer) {
        let name = text_of(layer, "name");
        if !seen.insert(name) {
            let what = format!("a second layer named {:?}", shorten(name));
            faults.add_at(layer, what, "rename or remove one of them");
        }
        if layer.has_tag_name("objectgroup") && !known.iter().any(|known| known == name) {
            let what = format!("an object layer {:?}, which the town does not know", shorten(name));
            faults.add_at(layer, what, format!("remove it or give it one of the names {}", known.join(", ")));
        }
    }
}

/// Checks that objects are not too many, and that each has an id of its own. False: they cannot be read.
fn check_objects(map: Element, faults: &mut Faults) -> bool {
    let mut ids = BTreeMap::new();
    let objects: Vec<Element> = all(map, "objectgroup").flat_map(|group| all(group, "object")).collect();
    for object in &objects {
        if let Some(id) = number(*object, "id", 1..=u32::MAX, faults)
            && let Some(other) = ids.insert(id, *object)
        {
            let what = format!("its id {id} is that of the object in {}", faults.line(other));
            faults.add_at(*object, what, "give it an id of its own");
        }
    }
    let polygons = objects.iter().flat_map(|object| all(*object, "polygon"));
    let corners: usize = polygons.map(|polygon| pairs::<f32>(text_of(polygon, "points")).count()).sum();
    for (count, what, most) in
        [(objects.len(), "objects", MOST_OBJECTS), (corners, "corners of polygons", MOST_CORNERS)]
    {
        if count > most {
            faults.add("", format!("{count} {what}"), format!("at most {most} are read"));
        }
    }
    objects.len() <= MOST_OBJECTS && corners <= MOST_CORNERS
}

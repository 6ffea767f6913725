//! The tilesets of a map, checked before anything is built from them.

use std::collections::BTreeSet;

use super::{
    prepass::{known_children, number},
    sources::{Faults, Sources},
    xml::{self, Element},
};
use crate::data::File;

/// The most tiles in one tileset.
const MOST_TILES: u32 = 65_536;

/// One tileset as a map uses it.
pub struct Sheet {
    /// The number of its first tile in this map.
    pub first: u32,
    /// By its own numbers: all below the count of a sheet, those listed of a collection.
    tiles: Tiles,
}

enum Tiles {
    Below(u32),
    Listed(BTreeSet<u32>),
}

impl Sheet {
    /// Has it a tile of this number of its own?
    pub fn has(&self, id: u32) -> bool {
        match &self.tiles {
            Tiles::Below(count) => id < *count,
            Tiles::Listed(ids) => ids.contains(&id),
        }
    }

    /// The first number after its tiles in this map.
    fn end(&self) -> u64 {
        let length = match &self.tiles {
            Tiles::Below(count) => *count,
            Tiles::Listed(ids) => ids.last().map_or(0, |id| id + 1),
        };
        u64::from(self.first) + u64::from(length)
    }
}

/// Checks every `<tileset>` of a map and the files they name. `None`: the map cannot be read on.
pub fn check(map: &Element, sources: &mut Sources, faults: &mut Faults) -> Option<Vec<Sheet>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut sound = true;
    let (mut files, mut names) = (BTreeSet::new(), BTreeSet::new());
    for tileset in map.all("tileset") {
        let place = format!("line {}", tileset.line);
        let Some(source) = tileset.get("source") else {
            faults.add(
                place,
                "a tileset inside the map",
                "export it as a .tsx beside the map (Tiled: Export Tileset As)",
            );
            sound = false;
            continue;
        };
        let first = number(tileset, "firstgid", 1..=1 << 28, faults);
        if !files.insert(source.to_owned()) {
            faults.add(&place, format!("the tileset {source:?} is listed twice"), "remove one of them");
            sound = false;
            continue;
        }
        let file = match sources.resolve("", source) {
            Ok(file) => file,
            Err(what) => {
                faults.add(&place, what, "keep tilesets beside the map and give their paths from there");
                sound = false;
                continue;
            }
        };
        let map_file = faults.turn_to(file.path());
        let tiles = check_file(&file, sources, faults, &mut names);
        faults.turn_to(&map_file);
        match (first, tiles) {
            (Some(first), Some(tiles)) => {
                let sheet = Sheet { first, tiles };
                if sheets.last().is_some_and(|before| before.end() > u64::from(first)) {
                    let advice = "let Tiled write the map again, or space the firstgid values further apart";
                    faults.add(
                        &place,
                        format!("the tiles of {source:?} begin before those of the tileset above end"),
                        advice,
                    );
                    sound = false;
                }
                sheets.push(sheet);
            }
            _ => sound = false,
        }
    }
    sound.then_some(sheets)
}

fn check_file(file: &File, sources: &mut Sources, faults: &mut Faults, names: &mut BTreeSet<String>) -> Option<Tiles> {
    let text = sources.read(file).map_err(|why| faults.add_unread(file, &why)).ok()?;
    let advice = "open it in Tiled and save it again";
    let root =
        xml::parse(&text).map_err(|broken| faults.add(format!("line {}", broken.line), broken.what, advice)).ok()?;
    if root.name != "tileset" || root.get("source").is_some() {
        let what = format!("it holds <{}>, not a tileset of its own", root.name);
        faults.add(format!("line {}", root.line), what, "name a .tsx file that Tiled has written");
        return None;
    }
    let before = faults.len();
    known_children(&root, faults);
    no_templates(&root, faults);
    if root.text_of("name").is_empty() || !names.insert(root.text_of("name").to_owned()) {
        let what = format!("the tileset's name {:?} is empty or taken by another one", root.text_of("name"));
        faults.add(format!("line {}", root.line), what, "give it a name of its own");
    }
    for name in ["tilewidth", "tileheight"] {
        number(&root, name, 1..=1024, faults);
    }
    for name in ["spacing", "margin"].into_iter().filter(|name| root.get(name).is_some()) {
        number(&root, name, 0..=256, faults);
    }
    let count = number(&root, "tilecount", 0..=MOST_TILES, faults);
    let sheet = root.all("image").next();
    // A collection of pictures has no columns; one sheet without any has no tiles either.
    number(&root, "columns", if sheet.is_some() { 1..=4096 } else { 0..=4096 }, faults);
    let mut ids = BTreeSet::new();
    for tile in root.all("tile") {
        let id = number(tile, "id", 0..=MOST_TILES, faults);
        let Some(id) = id else { continue };
        if !ids.insert(id) {
            faults.add(format!("line {}", tile.line), format!("tile {id} is described twice"), advice);
        }
        if sheet.is_some() && count.is_some_and(|count| id >= count) {
            let what = format!("tile {id} is beyond the {} of the sheet", count.unwrap_or_default());
            faults.add(format!("line {}", tile.line), what, advice);
        }
        if sheet.is_none() && tile.all("image").next().is_none() {
            faults.add(format!("line {}", tile.line), format!("tile {id} has no picture"), advice);
        }
    }
    let sound = faults.len() == before;
    check_pictures(file, &root, sources, faults);
    sound.then(|| if sheet.is_some() { Tiles::Below(count.unwrap_or_default()) } else { Tiles::Listed(ids) })
}

fn check_pictures(file: &File, root: &Element, sources: &Sources, faults: &mut Faults) {
    let mut seen = BTreeSet::new();
    let pictures = root.all("image").chain(root.all("tile").flat_map(|tile| tile.all("image")));
    for picture in pictures {
        let place = format!("line {}", picture.line);
        let Some(source) = picture.get("source") else {
            faults.add(place, "a picture inside the tileset", "name a file of assets/pictures instead");
            continue;
        };
        if !seen.insert(source) {
            continue;
        }
        if let Err(what) = sources.resolve(file.name(), source) {
            faults.add(place, what, "name a picture in assets/pictures by its path from the tileset");
        }
    }
}

/// Templates name further files; a map has none.
pub fn no_templates(element: &Element, faults: &mut Faults) {
    if element.get("template").is_some() {
        let advice = "detach it in Tiled (right click, Detach)";
        faults.add(format!("line {}", element.line), "an object made from a template", advice);
    }
    element.children.iter().for_each(|child| no_templates(child, faults));
}

//! The tilesets of a map.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    item::properties,
    parts::Picture,
    xml::{self, Element, Faults, SAVE_AGAIN, all, number, resolve, text_of},
};
use crate::data::{Data, File};

/// The most tiles in one tileset.
const MAX_TILES: u32 = 65_536;

/// One tileset as a map uses it.
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// The number of its first tile in this map.
    pub first: u32,
    /// One sheet has all tiles below this number of its own; a collection of pictures those that are described.
    below: u32,
    tiles: BTreeMap<u32, Kind>,
}

/// What a tile stands for.
#[derive(Default)]
pub struct Kind {
    /// Its class: `wall`, `blocked`.
    pub class: String,
    /// What it shows, if it is one of the painter's pictures.
    pub picture: Option<Picture>,
}

impl Sheet {
    /// Has it a tile of this number of its own?
    pub fn has(&self, id: u32) -> bool {
        id < self.below || self.tiles.contains_key(&id)
    }

    /// What a tile of it stands for; `None`: nothing is said of it.
    pub fn kind(&self, id: u32) -> Option<&Kind> {
        self.tiles.get(&id)
    }

    /// The first number after its tiles in this map.
    fn end(&self) -> u32 {
        self.first + self.below.max(self.tiles.keys().last().map_or(0, |id| id + 1))
    }
}

/// Reads every `<tileset>` of a map and the files they name. `None`: the map cannot be read on.
pub fn read<'m>(map: Element<'m>, file: &File, data: &Data, faults: &mut Faults) -> Option<Vec<Sheet>> {
    let (mut sheets, mut files, mut names) = (Vec::<Sheet>::new(), BTreeSet::new(), BTreeSet::new());
    let mut read = |tileset: Element<'m>| {
        let Some(source) = tileset.attribute("source") else {
            let advice = "export it as a .tsx beside the map (Tiled: Export Tileset As)";
            faults.add_at(tileset, "a tileset is embedded in the map", advice);
            return None;
        };
        let first = number(tileset, "firstgid", 1..=1 << 28, faults);
        if !files.insert(source) {
            faults.add_at(tileset, format!("the tileset {source:?} is listed twice"), "remove one of them");
            return None;
        }
        let advice = "keep tilesets beside the map and give their paths from there";
        let sheet_file = resolve(file, data, "", source).map_err(|what| faults.add_at(tileset, what, advice)).ok()?;
        let mut own = Faults::of(sheet_file.path());
        let sheet = read_file(&sheet_file, first.unwrap_or_default(), (file, data), &mut own, &mut names);
        faults.list.append(&mut own.list);
        let sheet = sheet.filter(|_| first.is_some())?;
        if sheets.last().is_some_and(|before| before.end() > sheet.first) {
            let what = format!("the tile numbers of {source:?} begin before those of the tileset above end");
            let advice = "let Tiled write the map again, or space the firstgid values further apart";
            faults.add_at(tileset, what, advice);
            return None;
        }
        sheets.push(sheet);
        Some(())
    };
    // Each is read, so that all faults are found.
    let faulty = all(map, "tileset").filter(|tileset| read(*tileset).is_none()).count();
    (faulty == 0).then_some(sheets)
}

fn read_file(
    file: &File,
    first: u32,
    map: (&File, &Data),
    faults: &mut Faults,
    names: &mut BTreeSet<String>,
) -> Option<Sheet> {
    let text = faults.read(file)?;
    let document = xml::parse(&text, faults)?;
    let root = document.root_element();
    if !root.has_tag_name("tileset") || root.has_attribute("source") {
        let what = format!("the file holds <{}>, not a tileset of its own", root.tag_name().name());
        faults.add_at(root, what, "use a .tsx file written by Tiled");
        return None;
    }
    xml::check_children(root, faults);
    let name = text_of(root, "name").to_owned();
    if name.is_empty() || !names.insert(name.clone()) {
        let what = format!("the tileset's name {name:?} is empty or taken by another one");
        faults.add_at(root, what, "give it another name");
    }
    for name in ["tilewidth", "tileheight"] {
        number(root, name, 1..=1024, faults);
    }
    for name in ["spacing", "margin"].into_iter().filter(|name| root.has_attribute(*name)) {
        number(root, name, 0..=256, faults);
    }
    let count = number(root, "tilecount", 0..=MAX_TILES, faults).unwrap_or(MAX_TILES);
    let whole = all(root, "image").next().is_some();
    // A collection of pictures has no columns; one sheet without any has no tiles either.
    number(root, "columns", if whole { 1..=4096 } else { 0..=4096 }, faults);
    let mut sheet = Sheet { name, first, below: if whole { count } else { 0 }, tiles: BTreeMap::new() };
    for tile in all(root, "tile") {
        let Some(id) = number(tile, "id", 0..=MAX_TILES, faults) else { continue };
        if sheet.tiles.insert(id, kind(tile)).is_some() {
            faults.add_at(tile, format!("tile {id} is described twice"), SAVE_AGAIN);
        }
        if whole && id >= count {
            faults.add_at(tile, format!("tile {id} is beyond the {count} of the sheet"), SAVE_AGAIN);
        }
        if !whole && all(tile, "image").next().is_none() {
            faults.add_at(tile, format!("tile {id} has no picture"), SAVE_AGAIN);
        }
    }
    let sound = faults.list.is_empty();
    check_pictures(file, root, map, faults);
    sound.then_some(sheet)
}

fn kind(tile: Element) -> Kind {
    let properties = properties(tile);
    let frame = match properties.get("frame") {
        Some(("int", frame)) => frame.parse().ok(),
        Some(_) => None,
        None => Some(0),
    };
    let name = properties.get("picture").filter(|(sort, name)| *sort == "string" && !name.is_empty());
    let picture = name.zip(frame).map(|((_, name), frame)| Picture { name: (*name).to_owned(), frame });
    let class = tile.attribute("type").or(tile.attribute("class")).unwrap_or_default().to_owned();
    Kind { class, picture }
}

fn check_pictures(file: &File, root: Element, (map, data): (&File, &Data), faults: &mut Faults) {
    let mut seen = BTreeSet::new();
    for picture in all(root, "image").chain(all(root, "tile").flat_map(|tile| all(tile, "image"))) {
        let Some(source) = picture.attribute("source") else {
            faults.add_at(picture, "a picture is embedded in the tileset", "name a file of assets/pictures instead");
            continue;
        };
        if seen.insert(source)
            && let Err(what) = resolve(map, data, file.name(), source)
        {
            faults.add_at(picture, what, "name a picture in assets/pictures by its path from the tileset");
        }
    }
}

//! A town as it was drawn: cells, sectors, arenas, objects, spots. Pure data, the same for everybody.
//!
//! A map is made by strangers: [`TownMap::read`] trusts nothing in it, reads nothing but the map's own folder,
//! and names every fault it finds at once.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use bevy::prelude::Resource;
use roxmltree::Node;

use self::{
    cells::{CELL, Size},
    check::Drawn,
    item::{CLASSES, pairs},
    xml::{Element, Faults, all, number, shorten, text_of},
};
use super::Fault;
use crate::data::{Data, File};

mod cells;
mod check;
mod ground;
mod ids;
mod item;
mod parts;
mod places;
mod tilesets;
mod xml;

pub use self::{
    check::widest_ground,
    ids::{ArenaId, Numbers, ObjectId, SectorId, SpotId},
    parts::{Arena, Drawing, Facing, Footing, Holding, Object, Picture, Role, Sector, SectorLook, Spot, Tile, Wall},
};

/// The town as it was drawn.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct TownMap {
    /// `the_ville`.
    pub id: String,
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
    /// Per cell, row by row.
    pub footing: Vec<Footing>,
    /// Per cell; `None` where walls and doors stand.
    pub arena_at: Vec<Option<ArenaId>>,
    /// Per cell; `None` outside.
    pub sector_at: Vec<Option<SectorId>>,
    /// Per cell.
    pub walls: Vec<Option<Wall>>,
    /// By [`SectorId`].
    pub sectors: Vec<Sector>,
    /// By [`ArenaId`].
    pub arenas: Vec<Arena>,
    /// By [`ObjectId`].
    pub objects: Vec<Object>,
    /// By [`SpotId`].
    pub spots: Vec<Spot>,
    /// Where newcomers enter.
    pub spawns: Vec<Tile>,
    /// For the view.
    pub drawing: Drawing,
    /// How many people there are for each that the town was drawn for: 1, unless a cast is repeated. Spots and cells
    /// then have room for so many, and capacities are those of the drawing times this.
    pub crowd: u32,
}

impl TownMap {
    /// Nothing but free ground under the open sky.
    fn empty(id: String, size: Size) -> Self {
        let cells = size.cells();
        let outdoors = Arena { name: "outdoors".to_owned(), ..Arena::default() };
        Self {
            id,
            width: size.width,
            height: size.height,
            footing: vec![Footing::Free; cells],
            arena_at: vec![None; cells],
            sector_at: vec![None; cells],
            walls: vec![None; cells],
            arenas: vec![outdoors],
            crowd: 1,
            ..Self::default()
        }
    }

    fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The place of a cell in the per-cell lists; `None` outside the map.
    pub fn index(&self, at: Tile) -> Option<usize> {
        self.size().index(at)
    }

    /// The cell at a place in the per-cell lists.
    pub fn tile(&self, index: usize) -> Tile {
        self.size().tile(index)
    }

    /// How a cell may be walked; outside the map not at all.
    pub fn footing(&self, at: Tile) -> Footing {
        self.index(at).map_or(Footing::Blocked, |index| self.footing[index])
    }

    /// The arena of a cell; `None` on walls and in doors (who stands in a door belongs to the arena just left).
    pub fn arena_at(&self, at: Tile) -> Option<ArenaId> {
        self.index(at).and_then(|index| self.arena_at[index])
    }

    /// Is there a doorway?
    pub fn is_door(&self, at: Tile) -> bool {
        self.index(at).is_some_and(|index| self.walls[index] == Some(Wall::Door))
    }

    /// An arena by its number.
    pub fn arena(&self, id: ArenaId) -> &Arena {
        &self.arenas[usize::from(id.0)]
    }

    /// A sector by its number.
    pub fn sector(&self, id: SectorId) -> &Sector {
        &self.sectors[usize::from(id.0)]
    }

    /// An object by its number.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[usize::from(id.0)]
    }

    /// A spot by its number.
    pub fn spot(&self, id: SpotId) -> &Spot {
        &self.spots[usize::from(id.0)]
    }

    /// `Hobbs Cafe: cafe`; of the outdoors `outdoors`.
    pub fn arena_name(&self, id: ArenaId) -> String {
        let arena = self.arena(id);
        match arena.sector {
            Some(sector) => format!("{}: {}", self.sector(sector).name, arena.name),
            None => arena.name.clone(),
        }
    }

    /// As people say it: `Hobbs Cafe, kitchen`; of the room that gives a small house its name only the house, since
    /// `the cafe of Hobbs Cafe` is no English.
    pub fn spoken_name(&self, id: ArenaId) -> String {
        let arena = self.arena(id);
        let Some(house) = arena.sector.map(|sector| &self.sector(sector).name) else { return arena.name.clone() };
        if house.to_lowercase().contains(&arena.name.to_lowercase()) {
            house.clone()
        } else {
            format!("{house}, {}", arena.name)
        }
    }

    /// `<Hobbs Cafe: cafe: stove>`.
    pub fn address(&self, id: ObjectId) -> String {
        let object = self.object(id);
        format!("<{}: {}>", self.arena_name(object.arena), object.name)
    }

    /// The sector of that name.
    pub fn find_sector(&self, name: &str) -> Option<SectorId> {
        self.sectors.iter().position(|sector| sector.name == name).map(|n| SectorId(n as u16))
    }

    /// The arena of that address, `sector: arena`.
    pub fn find_arena(&self, address: &str) -> Option<ArenaId> {
        (0..self.arenas.len()).map(|n| ArenaId(n as u16)).find(|id| self.arena_name(*id) == address)
    }

    /// The arenas of a sector.
    pub fn arenas_of(&self, sector: SectorId) -> impl Iterator<Item = ArenaId> {
        let of = move |arena: &Arena| arena.sector == Some(sector);
        self.arenas.iter().enumerate().filter(move |(_, arena)| of(arena)).map(|(n, _)| ArenaId(n as u16))
    }

    /// The objects of an arena.
    pub fn objects_in(&self, arena: ArenaId) -> impl Iterator<Item = ObjectId> {
        let all = self.objects.iter().enumerate();
        all.filter(move |(_, object)| object.arena == arena).map(|(n, _)| ObjectId(n as u16))
    }

    /// The spots of an object.
    pub fn spots_of(&self, object: ObjectId) -> impl Iterator<Item = SpotId> {
        let all = self.spots.iter().enumerate();
        all.filter(move |(_, spot)| spot.object == object).map(|(n, _)| SpotId(n as u16))
    }

    /// The sector whose indoors, walls or doors a cell belongs to; `None` in the open.
    pub fn building_at(&self, at: Tile) -> Option<SectorId> {
        let index = self.index(at)?;
        let inside = match self.arena_at[index] {
            Some(arena) => self.arena(arena).indoor,
            None => self.walls[index].is_some(),
        };
        self.sector_at[index].filter(|_| inside)
    }
}

/// The longest side of a town, in cells.
const LONGEST_SIDE: u32 = 1024;

/// The most objects in a map.
const MAX_OBJECTS: usize = 20_000;

/// The most corners that all polygons of a map have together.
const MAX_CORNERS: usize = 40_000;

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
        let what = format!("the file holds <{}>, not a map", map.tag_name().name());
        faults.add_at(map, what, "use a .tmx file written by Tiled");
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
            let what = format!("unknown object layer {:?}", shorten(name));
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
            let what = format!("its id {id} is also that of the object in {}", faults.line(other));
            faults.add_at(*object, what, "give it another id");
        }
    }
    let polygons = objects.iter().flat_map(|object| all(*object, "polygon"));
    let corners: usize = polygons.map(|polygon| pairs::<f32>(text_of(polygon, "points")).count()).sum();
    for (count, what, most) in [(objects.len(), "objects", MAX_OBJECTS), (corners, "corners of polygons", MAX_CORNERS)]
    {
        if count > most {
            faults.add("", format!("{count} {what}"), format!("at most {most} are read"));
        }
    }
    objects.len() <= MAX_OBJECTS && corners <= MAX_CORNERS
}

//! Tile layers: every cell of every layer checked as written, then read as footing, walls and looks.

use tiled::{LayerType, PropertyValue};

use super::{
    parts::{Drawing, Footing, Picture, Wall},
    prepass::{number, shorten},
    sources::Faults,
    tile::Tile,
    tilesets::Sheet,
    xml::Element,
};

/// Layers of ground, bottom to top.
const GROUND: [&str; 8] = ["grass", "meadow", "water", "path", "paving", "street", "floor", "carpet"];

/// Bits of a cell's number that say how Tiled turns the picture.
const TURNED: u32 = 0xF000_0000;

/// Checks the cells of all tile layers as they are written. False: the layers cannot be read on.
pub fn check_cells(map: &Element, size: (u32, u32), sheets: &[Sheet], faults: &mut Faults) -> bool {
    let mut sound = true;
    for layer in map.all("layer") {
        let name = shorten(layer.text_of("name"));
        let place = format!("line {}, layer {name:?}", layer.line);
        for (side, length) in [("width", size.0), ("height", size.1)] {
            sound &= number(layer, side, length..=length, faults).is_some();
        }
        let mut data = layer.all("data");
        let (Some(cells), None) = (data.next(), data.next()) else {
            faults.add(place, "it does not have its cells in one <data>", "save the map from Tiled");
            sound = false;
            continue;
        };
        let encoding = (cells.get("encoding"), cells.get("compression"));
        if encoding != (Some("csv"), None) || !cells.children.is_empty() {
            let what = format!("its cells are written as {:?}", encoding.0.unwrap_or("XML"));
            faults.add(place, what, "choose CSV as Tile Layer Format in the map's properties");
            sound = false;
            continue;
        }
        sound &= check_layer(&name, &cells.text, size, sheets, faults);
    }
    sound
}

fn check_layer(name: &str, text: &str, (width, height): (u32, u32), sheets: &[Sheet], faults: &mut Faults) -> bool {
    let at =
        |n: usize| format!("layer {name:?}, cell {}", Tile::new((n as u32 % width) as i32, (n as u32 / width) as i32));
    let wanted = (width * height) as usize;
    let mut sound = true;
    let (mut count, mut unreadable, mut turned, mut missing) = (0, Some(0), Seen::default(), Seen::default());
    for (n, cell) in text.split(',').enumerate() {
        count = n + 1;
        if n >= wanted {
            continue;
        }
        let Ok(gid) = cell.trim().parse::<u32>() else {
            if unreadable.take().is_some() {
                let what = format!("{:?} is not the number of a tile", shorten(cell.trim()));
                faults.add(at(n), what, "write 0 for no tile, or save the map from Tiled");
            }
            sound = false;
            continue;
        };
        let plain = gid & !TURNED;
        if gid != plain {
            turned.one(n);
        }
        let sheet = sheets.iter().rev().find(|sheet| sheet.first <= plain);
        if plain != 0 && !sheet.is_some_and(|sheet| sheet.has(plain - sheet.first)) {
            missing.one(n);
        }
    }
    if let Some(n) = turned.first {
        let what = format!("a tile is flipped or turned{}", turned.more());
        faults.add(at(n), what, "paint it again as it is: the town draws no turned tiles");
    }
    if let Some(n) = missing.first {
        let what = format!("no tileset has the tile there{}", missing.more());
        faults.add(at(n), what, "paint the cell again, or check the tilesets and their firstgid");
    }
    if count != wanted {
        let what = format!("it has {count} cells, not {width} x {height} = {wanted}");
        faults.add(format!("layer {name:?}"), what, "save the map from Tiled");
        sound = false;
    }
    sound
}

/// The first cell with some fault, and how many there are.
#[derive(Default)]
pub struct Seen {
    /// Its place in the layer.
    pub first: Option<usize>,
    count: usize,
}

impl Seen {
    /// One more.
    pub fn one(&mut self, n: usize) {
        self.first.get_or_insert(n);
        self.count += 1;
    }

    /// `, and in 3 more cells`, or nothing.
    pub fn more(&self) -> String {
        if self.count > 1 { format!(", and in {} more cells", self.count - 1) } else { String::new() }
    }
}

/// What the tile layers say.
pub struct Ground {
    /// Per cell.
    pub footing: Vec<Footing>,
    /// Per cell.
    pub walls: Vec<Option<Wall>>,
    /// For the view.
    pub drawing: Drawing,
}

/// Reads all tile layers.
pub fn read(map: &tiled::Map, faults: &mut Faults) -> Ground {
    let cells = (map.width * map.height) as usize;
    let mut ground =
        Ground { footing: vec![Footing::Free; cells], walls: vec![None; cells], drawing: Drawing::default() };
    for name in ["grass", "collision"] {
        if !map.layers().any(|layer| layer.name == name && layer.as_tile_layer().is_some()) {
            faults.add("", format!("there is no tile layer {name:?}"), "add it; ARCHITECTURE.md lists the layers");
        }
    }
    for layer in map.layers() {
        let LayerType::Tiles(tiled::TileLayer::Finite(tiles)) = layer.layer_type() else { continue };
        let reader = Reader { map, name: &layer.name, tiles };
        match layer.name.as_str() {
            "walls" => reader.walls(&mut ground.walls, faults),
            "decor" => reader.decor(&mut ground.drawing.decor, faults),
            "collision" => reader.collision(&mut ground.footing, faults),
            name if GROUND.contains(&name) => ground.drawing.ground.push((name.to_owned(), reader.ground(faults))),
            name => {
                let known = GROUND.join(", ");
                let what = format!("a tile layer {:?}, which the town does not know", shorten(name));
                faults.add("", what, format!("remove it or give it one of the names {known}, walls, decor, collision"));
            }
        }
    }
    ground.drawing.ground.sort_by_key(|(name, _)| GROUND.iter().position(|known| known == name));
    check_walls(&ground, map.width as usize, faults);
    ground
}

struct Reader<'m> {
    map: &'m tiled::Map,
    name: &'m str,
    tiles: tiled::FiniteTileLayer<'m>,
}

impl Reader<'_> {
    /// Calls `each` with every tile of this layer that is from the tileset of that name.
    fn each(&self, sheet: &str, faults: &mut Faults, mut each: impl FnMut(usize, u32, &tiled::TileData, &mut Seen)) {
        let (mut strange, mut odd) = (Seen::default(), Seen::default());
        for n in 0..(self.map.width * self.map.height) as usize {
            let at = tile_of(n, self.map.width as usize);
            let Some(tile) = self.tiles.get_tile(at.x, at.y) else { continue };
            match tile.get_tile() {
                Some(data) if tile.get_tileset().name == sheet => each(n, tile.id(), &data, &mut odd),
                Some(_) => strange.one(n),
                // Named already by the check of the file.
                None => {}
            }
        }
        let place = |n| format!("layer {:?}, cell {}", self.name, tile_of(n, self.map.width as usize));
        if let Some(n) = strange.first {
            let what = format!("the tile is not from the tileset {sheet:?}{}", strange.more());
            faults.add(place(n), what, format!("paint this layer with {sheet}.tsx only"));
        }
        if let Some(n) = odd.first {
            let what = format!("the tile's class means nothing in this layer{}", odd.more());
            faults.add(place(n), what, "choose another tile, or mend its class in the tileset");
        }
    }

    fn ground(&self, faults: &mut Faults) -> Vec<Option<u32>> {
        let mut cells = vec![None; (self.map.width * self.map.height) as usize];
        self.each("ground", faults, |n, id, _, _| cells[n] = Some(id));
        if self.name == "grass"
            && let Some(n) = cells.iter().position(Option::is_none)
        {
            let place = format!("layer \"grass\", cell {}", tile_of(n, self.map.width as usize));
            faults.add(place, "no grass there", "fill the whole layer: it is what all others lie on");
        }
        cells
    }

    fn walls(&self, walls: &mut [Option<Wall>], faults: &mut Faults) {
        self.each("walls", faults, |n, _, data, odd| match data.user_type.as_str() {
            "wall" => walls[n] = Some(Wall::Wall),
            "window" => walls[n] = Some(Wall::Window),
            "door" => walls[n] = Some(Wall::Door),
            _ => odd.one(n),
        });
    }

    fn collision(&self, footing: &mut [Footing], faults: &mut Faults) {
        self.each("collision", faults, |n, _, data, odd| match data.user_type.as_str() {
            "blocked" => footing[n] = Footing::Blocked,
            "end" => footing[n] = Footing::End,
            _ => odd.one(n),
        });
    }

    fn decor(&self, decor: &mut Vec<(Tile, Picture)>, faults: &mut Faults) {
        let width = self.map.width as usize;
        self.each("decor", faults, |n, _, data, odd| {
            let frame = match data.properties.get("frame") {
                Some(PropertyValue::IntValue(frame)) => u32::try_from(*frame).ok(),
                None => Some(0),
                Some(_) => None,
            };
            match (data.properties.get("picture"), frame) {
                (Some(PropertyValue::StringValue(name)), Some(frame)) if !name.is_empty() => {
                    decor.push((tile_of(n, width), Picture { name: name.clone(), frame }));
                }
                _ => odd.one(n),
            }
        });
    }
}

/// The cell at a place in the lists.
fn tile_of(n: usize, width: usize) -> Tile {
    Tile::new((n % width) as i32, (n / width) as i32)
}

/// Walls stop people, doors let them through.
fn check_walls(ground: &Ground, width: usize, faults: &mut Faults) {
    let (mut open, mut shut) = (Seen::default(), Seen::default());
    for (n, (wall, footing)) in ground.walls.iter().zip(&ground.footing).enumerate() {
        match (wall, footing) {
            (Some(Wall::Wall | Wall::Window), Footing::Free | Footing::End) => open.one(n),
            (Some(Wall::Door), Footing::Blocked | Footing::End) => shut.one(n),
            _ => {}
        }
    }
    let place = |n| format!("layer \"collision\", cell {}", tile_of(n, width));
    if let Some(n) = open.first {
        faults.add(place(n), format!("a wall that can be walked through{}", open.more()), "paint `blocked` there");
    }
    if let Some(n) = shut.first {
        faults.add(
            place(n),
            format!("a door that cannot be walked through{}", shut.more()),
            "leave the cell empty there",
        );
    }
}

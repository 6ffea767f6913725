//! Tile layers: every cell of every layer checked as written, then read as footing, walls and looks.

use super::{
    TownMap,
    cells::Size,
    parts::{Footing, Wall},
    tilesets::{Kind, Sheet},
    xml::{Element, Faults, all, number, shorten, text_of},
};

/// Layers of ground, bottom to top.
const GROUND: [&str; 8] = ["grass", "meadow", "water", "path", "paving", "street", "floor", "carpet"];

/// Bits of a cell's number that say how Tiled turns the picture.
const TURNED: u32 = 0xF000_0000;

/// A tile layer.
pub struct Layer<'m> {
    name: &'m str,
    size: Size,
    /// The tile of each cell: its tileset, and its number there.
    cells: Vec<Option<(&'m Sheet, u32)>>,
}

/// Reads all tile layers as they are written. `None`: they cannot be read on.
pub fn layers<'m>(map: Element<'m>, size: Size, sheets: &'m [Sheet], faults: &mut Faults) -> Option<Vec<Layer<'m>>> {
    let layers: Vec<_> = all(map, "layer").map(|layer| Layer::of(layer, size, sheets, faults)).collect();
    layers.into_iter().collect()
}

impl<'m> Layer<'m> {
    fn of(layer: Element<'m>, size: Size, sheets: &'m [Sheet], faults: &mut Faults) -> Option<Self> {
        let name = text_of(layer, "name");
        let place = format!("{}, layer {:?}", faults.line(layer), shorten(name));
        let sides = [("width", size.width as u32), ("height", size.height as u32)];
        let [width, height] = sides.map(|(side, length)| number(layer, side, length..=length, faults));
        let mut data = all(layer, "data");
        let (Some(cells), None) = (data.next(), data.next()) else {
            faults.add(place, "it does not have its cells in one <data>", "save the map from Tiled");
            return None;
        };
        let encoding = (cells.attribute("encoding"), cells.attribute("compression"));
        if encoding != (Some("csv"), None) || cells.first_element_child().is_some() {
            let what = format!("its cells are written as {:?}", encoding.0.unwrap_or("XML"));
            faults.add(place, what, "choose CSV as Tile Layer Format in the map's properties");
            return None;
        }
        let layer = Self { name, size, cells: Vec::new() };
        layer.read(cells.text().unwrap_or_default(), sheets, faults).filter(|_| width.is_some() && height.is_some())
    }

    fn read(mut self, text: &str, sheets: &'m [Sheet], faults: &mut Faults) -> Option<Self> {
        let Size { width, height } = self.size;
        let (wanted, count) = (self.size.cells(), text.split(',').count());
        let (mut unreadable, mut turned, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let mut no_number = "";
        for (n, cell) in text.split(',').enumerate().take(wanted) {
            let gid = cell.trim().parse().unwrap_or_else(|_| {
                no_number = if unreadable.is_empty() { cell.trim() } else { no_number };
                unreadable.push(n);
                0
            });
            let plain = gid & !TURNED;
            if gid != plain {
                turned.push(n);
            }
            let sheet = sheets.iter().rev().find(|sheet| sheet.first <= plain);
            let tile = sheet.map(|sheet| (sheet, plain - sheet.first)).filter(|(sheet, id)| sheet.has(*id));
            if plain != 0 && tile.is_none() {
                missing.push(n);
            }
            self.cells.push(tile.filter(|_| plain != 0));
        }
        let what = format!("{:?} is not the number of a tile", shorten(no_number));
        self.tell(&unreadable, &what, "write 0 for no tile, or save the map from Tiled", faults);
        let advice = "paint it again without turning it: turned tiles are not drawn";
        self.tell(&turned, "a tile is flipped or turned", advice, faults);
        let advice = "paint the cell again, or check the tilesets and their firstgid";
        self.tell(&missing, "no tileset has the tile there", advice, faults);
        if count != wanted {
            let what = format!("it has {count} cells, not {width} x {height} = {wanted}");
            faults.add(format!("layer {:?}", shorten(self.name)), what, "save the map from Tiled");
        }
        (count == wanted && unreadable.is_empty()).then_some(self)
    }

    /// Names the first of some cells with the same fault, and how many more there are.
    fn tell(&self, cells: &[usize], what: &str, advice: &str, faults: &mut Faults) {
        let Some((first, more)) = cells.split_first() else { return };
        let more = if more.is_empty() { String::new() } else { format!(", and in {} more cells", more.len()) };
        let place = format!("layer {:?}, cell {}", shorten(self.name), self.size.tile(*first));
        faults.add(place, format!("{what}{more}"), advice);
    }

    /// Calls `read` with every tile of this layer, all of which must be from the tileset of that name; `None`: its
    /// class means nothing here.
    fn each(&self, sheet: &str, faults: &mut Faults, mut read: impl FnMut(usize, u32, &Kind) -> Option<()>) {
        let (mut strange, mut odd) = (Vec::new(), Vec::new());
        let plain = Kind::default();
        for (n, cell) in self.cells.iter().enumerate() {
            let Some((of, id)) = cell else { continue };
            if of.name != sheet {
                strange.push(n);
            } else if read(n, *id, of.kind(*id).unwrap_or(&plain)).is_none() {
                odd.push(n);
            }
        }
        let what = format!("the tile is not from the tileset {sheet:?}");
        self.tell(&strange, &what, &format!("paint this layer with {sheet}.tsx only"), faults);
        let advice = "choose another tile, or correct its class in the tileset";
        self.tell(&odd, "this layer has no use for the class of the tile", advice, faults);
    }
}

/// Reads what the layers mean.
pub fn read(layers: &[Layer], town: &mut TownMap, faults: &mut Faults) {
    for name in ["grass", "collision"] {
        if !layers.iter().any(|layer| layer.name == name) {
            faults.add("", format!("there is no tile layer {name:?}"), "add it; maps/README.md lists the layers");
        }
    }
    for layer in layers {
        match layer.name {
            "walls" => layer.each("walls", faults, |n, _, kind| {
                town.walls[n] = Some(match kind.class.as_str() {
                    "wall" => Wall::Wall,
                    "window" => Wall::Window,
                    "door" => Wall::Door,
                    _ => return None,
                });
                Some(())
            }),
            "collision" => layer.each("collision", faults, |n, _, kind| {
                town.footing[n] = match kind.class.as_str() {
                    "blocked" => Footing::Blocked,
                    "end" => Footing::End,
                    _ => return None,
                };
                Some(())
            }),
            "decor" => layer.each("decor", faults, |n, _, kind| {
                town.drawing.decor.push((layer.size.tile(n), kind.picture.clone()?));
                Some(())
            }),
            name if GROUND.contains(&name) => {
                let mut cells = vec![None; layer.cells.len()];
                layer.each("ground", faults, |n, id, _| {
                    cells[n] = Some(id);
                    Some(())
                });
                if name == "grass" {
                    let bare: Vec<usize> = (0..cells.len()).filter(|n| cells[*n].is_none()).collect();
                    layer.tell(&bare, "no grass here", "fill the whole layer: all other layers lie on it", faults);
                }
                town.drawing.ground.push((name.to_owned(), cells));
            }
            name => {
                let what = format!("unknown tile layer {:?}", shorten(name));
                let known = GROUND.join(", ");
                faults.add("", what, format!("remove it or give it one of the names {known}, walls, decor, collision"));
            }
        }
    }
    town.drawing.ground.sort_by_key(|(name, _)| GROUND.iter().position(|known| known == name));
    if let Some(collision) = layers.iter().find(|layer| layer.name == "collision") {
        check_walls(collision, town, faults);
    }
}

/// Walls stop people, doors let them through.
fn check_walls(collision: &Layer, town: &TownMap, faults: &mut Faults) {
    let cells = |wrong: fn(Wall, Footing) -> bool| -> Vec<usize> {
        let all = 0..town.walls.len();
        all.filter(|n| town.walls[*n].is_some_and(|wall| wrong(wall, town.footing[*n]))).collect()
    };
    let open = cells(|wall, footing| wall != Wall::Door && footing != Footing::Blocked);
    let shut = cells(|wall, footing| wall == Wall::Door && footing != Footing::Free);
    collision.tell(&open, "a wall that can be walked through", "paint `blocked` there", faults);
    collision.tell(&shut, "a door that cannot be walked through", "leave the cell empty there", faults);
}

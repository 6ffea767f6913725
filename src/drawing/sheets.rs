//! The painter's sheets: their files, and where each picture lies on them.
//!
//! Rule: pictures are found by the names in the painter's index; a name that is not there is no reason to fall over.

use std::{borrow::Cow, collections::BTreeMap};

use bevy::math::{Rect, Vec2};

use super::TILE;
use crate::data::{Data, File};

/// One of the painter's sheets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sheet {
    /// Grass, roads, floors: found by number too, see [`Index::ground_tile`].
    Ground,
    /// Walls, windows, doors.
    Walls,
    /// Objects and what stands indoors.
    Furniture,
    /// Trees, lamps, awnings, signs.
    Outdoors,
    /// Everyone, `<name>/walk/south`.
    People,
    /// Speech bubbles.
    Bubbles,
    /// People composed of parts, by their parts: `<parts>/walk/south`. Painted when they are needed.
    Composed,
    /// Small pictures of the window's own: signs, flames, letters, what lies under people.
    Signs,
}

/// The sheets that are files, and their names.
pub const FILES: [(Sheet, &str); 6] = [
    (Sheet::Ground, "ground"),
    (Sheet::Walls, "walls"),
    (Sheet::Furniture, "furniture"),
    (Sheet::Outdoors, "outdoors"),
    (Sheet::People, "people"),
    (Sheet::Bubbles, "bubbles"),
];

/// Columns of the ground sheet, and the distance from tile to tile.
pub const COLUMNS: u32 = 48;
/// See [`COLUMNS`].
pub const PITCH: u32 = 17;
/// The widest and the tallest sheet, in pixels.
pub const WIDEST: u32 = 1040;
const TALLEST: u32 = 1200;
/// The longest file of a sheet, in bytes.
const LONGEST: u64 = 8 << 20;

/// The frames of each picture of a sheet: left, top, width and height in pixels.
pub type Frames = BTreeMap<String, Vec<[f32; 4]>>;

/// The files of a sheet.
pub struct Packed {
    /// A PNG.
    pub png: Cow<'static, [u8]>,
    /// What lies where on it.
    pub frames: Frames,
}

impl Packed {
    /// Reads the files of this name. Whether the PNG can be decoded, who decodes it will see.
    ///
    /// # Errors
    /// What is wrong with which file.
    pub fn read(data: &Data, name: &str) -> Result<Self, String> {
        let (picture, index) = (data.picture(&format!("{name}.png")), data.picture(&format!("{name}.json")));
        let fault = |file: &File, what: String| format!("{}: {what}", file.path().display());
        let text = index.text(LONGEST).map_err(|why| fault(&index, why.to_string()))?;
        let frames: Frames = serde_json::from_str(&text).map_err(|why| fault(&index, why.to_string()))?;
        let png = picture.bytes(LONGEST).map_err(|why| fault(&picture, why.to_string()))?;
        // Looked at before anything is decoded, since a small file can name a size that no memory holds.
        let number =
            |at: usize| png.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes);
        let (wide, tall) = (number(16), number(20));
        if !(1..=WIDEST).contains(&wide) || !(1..=TALLEST).contains(&tall) {
            return Err(fault(&picture, format!("it is not a PNG of at most {WIDEST} x {TALLEST} pixels")));
        }
        let inside = |[x, y, w, h]: &[f32; 4]| {
            let positive = *x >= 0.0 && *y >= 0.0 && *w > 0.0 && *h > 0.0;
            positive && x + w <= wide as f32 && y + h <= tall as f32
        };
        match frames.iter().find(|(_, frames)| frames.is_empty() || !frames.iter().all(inside)) {
            Some((one, _)) => Err(fault(&index, format!("{one:?} has no frame, or one that leaves {name}.png"))),
            None => Ok(Self { png, frames }),
        }
    }
}

/// Where each picture lies: on its own sheet, or on one picture that holds them all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    names: BTreeMap<(Sheet, String), Vec<Rect>>,
    /// The corner of the ground sheet.
    ground: Vec2,
}

impl Index {
    /// Adds pictures of a sheet whose corner is there.
    pub fn add(&mut self, sheet: Sheet, corner: Vec2, frames: impl IntoIterator<Item = (String, Vec<[f32; 4]>)>) {
        if sheet == Sheet::Ground {
            self.ground = corner;
        }
        let place = |[x, y, w, h]: [f32; 4]| {
            let min = corner + Vec2::new(x, y);
            Rect::from_corners(min, min + Vec2::new(w, h))
        };
        let places = |frames: Vec<_>| frames.into_iter().map(place).collect();
        self.names.extend(frames.into_iter().map(|(name, frames)| ((sheet, name), places(frames))));
    }

    /// The places of a picture's frames.
    pub fn frames(&self, sheet: Sheet, name: &str) -> Option<&[Rect]> {
        // The key wants an owned name; look-ups happen when something changes, not every frame.
        self.names.get(&(sheet, name.to_owned())).map(Vec::as_slice)
    }

    /// The place of one frame; a frame too many is the last one.
    pub fn frame(&self, sheet: Sheet, name: &str, frame: usize) -> Option<Rect> {
        let frames = self.frames(sheet, name)?;
        frames.get(frame).or(frames.last()).copied()
    }

    /// The first of `names` that there is.
    pub fn first_of<'a>(&self, sheet: Sheet, names: impl IntoIterator<Item = &'a str>) -> Option<&[Rect]> {
        names.into_iter().find_map(|name| self.frames(sheet, name))
    }

    /// All names of a sheet, in order.
    pub fn names(&self, sheet: Sheet) -> impl Iterator<Item = &str> {
        self.names.keys().filter(move |(one, _)| *one == sheet).map(|(_, name)| name.as_str())
    }

    /// The place of a ground tile by its number in the tileset.
    pub fn ground_tile(&self, number: u32) -> Rect {
        let min = self.ground + Vec2::new((number % COLUMNS) as f32, (number / COLUMNS) as f32) * PITCH as f32;
        Rect::from_corners(min, min + TILE as f32)
    }

    /// The number of the ground tile at a place.
    pub fn ground_number(&self, place: Rect) -> u32 {
        let at = ((place.min - self.ground) / PITCH as f32).as_uvec2();
        at.y * COLUMNS + at.x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_of_the_ground_has_its_number() {
        let mut index = Index::default();
        let corner = Vec2::new(545.0, 7.0);
        index.add(Sheet::Ground, corner, [("grass".to_owned(), vec![[17.0, 34.0, 16.0, 16.0]])]);
        let grass = index.frame(Sheet::Ground, "grass", 9).expect("the last frame");
        assert_eq!((index.ground_number(grass), index.ground_tile(2 * COLUMNS + 1)), (2 * COLUMNS + 1, grass));
    }
}

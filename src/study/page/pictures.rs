//! The painter's sheets for a page: where each picture lies, and a table of those that are used.

use std::collections::BTreeMap;

use painter::people::{Look, WIDTH, entries};

use crate::{data::Data, town::TownError};

/// A sheet by its place in [`SHEETS`]; one more holds people who are composed of parts.
pub(super) type SheetId = usize;

/// The files of the sheets, in the order in which the page knows them.
pub(super) const SHEETS: [&str; 6] = ["ground", "walls", "furniture", "outdoors", "people", "bubbles"];
pub(super) const GROUND: SheetId = 0;
pub(super) const WALLS: SheetId = 1;
pub(super) const FURNITURE: SheetId = 2;
pub(super) const OUTDOORS: SheetId = 3;
pub(super) const PEOPLE: SheetId = 4;
/// People who are composed of parts, painted for this page.
pub(super) const COMPOSED: SheetId = 6;

/// The longest file of a sheet, in bytes.
const LONGEST: u64 = 8 << 20;

/// A frame on a sheet: left, top, width, height.
pub(super) type Place = [i32; 4];

/// All sheets, and what of them is used.
pub(super) struct Pictures {
    index: BTreeMap<(SheetId, String), Vec<Place>>,
    /// The files, as PNG.
    pub(super) files: Vec<Vec<u8>>,
    used: BTreeMap<(SheetId, Place), usize>,
    /// Sheet, left, top, width and height of each picture that is used, by its number.
    pub(super) table: Vec<(SheetId, Place)>,
}

impl Pictures {
    /// Reads the sheets.
    pub(super) fn read(data: &Data) -> Result<Self, TownError> {
        let (mut index, mut files) = (BTreeMap::new(), Vec::new());
        for (sheet, name) in SHEETS.iter().enumerate() {
            let (picture, places) = (data.picture(&format!("{name}.png")), data.picture(&format!("{name}.json")));
            let unread = |why: String| TownError::Message(format!("{}: {why}", places.path().display()));
            let text = places.text(LONGEST).map_err(|why| unread(why.to_string()))?;
            let all: BTreeMap<String, Vec<Place>> =
                serde_json::from_str(&text).map_err(|why| unread(why.to_string()))?;
            index.extend(all.into_iter().map(|(name, places)| ((sheet, name), places)));
            files.push(picture.bytes(LONGEST).map_err(|why| unread(why.to_string()))?.into_owned());
        }
        Ok(Self { index, files, used: BTreeMap::new(), table: Vec::new() })
    }

    /// The frames of a picture, if there is one of this name.
    pub(super) fn frames(&self, sheet: SheetId, name: &str) -> Option<&[Place]> {
        self.index.get(&(sheet, name.to_owned())).map(Vec::as_slice).filter(|frames| !frames.is_empty())
    }

    /// One frame; a frame too many is the last one.
    pub(super) fn frame(&self, sheet: SheetId, name: &str, frame: usize) -> Option<Place> {
        let frames = self.frames(sheet, name)?;
        frames.get(frame).or(frames.last()).copied()
    }

    /// The number of a place on a sheet in the table.
    pub(super) fn number(&mut self, sheet: SheetId, place: Place) -> usize {
        let next = self.table.len();
        let number = *self.used.entry((sheet, place)).or_insert(next);
        if number == next {
            self.table.push((sheet, place));
        }
        number
    }

    /// The numbers of all frames of a picture.
    pub(super) fn numbers(&mut self, sheet: SheetId, name: &str) -> Option<Vec<usize>> {
        let frames = self.frames(sheet, name)?.to_vec();
        Some(frames.into_iter().map(|place| self.number(sheet, place)).collect())
    }

    /// The names of all people on their sheet, in order.
    fn people(&self) -> Vec<&str> {
        let names = self.index.keys().filter(|(sheet, _)| *sheet == PEOPLE);
        names.filter_map(|(_, name)| name.strip_suffix("/portrait")).collect()
    }

    /// The sheet and name of somebody's pictures: the one of their look, or one chosen by their number.
    pub(super) fn person(&self, look: &str, number: usize) -> (SheetId, String) {
        if let Some(parts) = parts(look).filter(|parts| self.frames(COMPOSED, &format!("{parts}/lie")).is_some()) {
            return (COMPOSED, parts);
        }
        let key = look.trim().to_lowercase().replace([' ', '-'], "_");
        let known = self.people();
        let lot = || known.get(number % known.len().max(1)).copied().unwrap_or_default();
        (PEOPLE, known.iter().find(|name| **name == key).copied().unwrap_or_else(lot).to_owned())
    }

    /// Paints all whose look is composed of parts, on one sheet more.
    pub(super) fn compose<'a>(&mut self, looks: impl Iterator<Item = &'a str>) -> Result<(), TownError> {
        let mut all = BTreeMap::new();
        for (key, look) in looks.filter_map(|look| Some((parts(look)?, Look::read(look).ok()?))) {
            all.entry(key.clone()).or_insert_with(|| entries(&key, &look.person()));
        }
        let entries: Vec<_> = all.into_values().flatten().collect();
        if entries.is_empty() {
            return Ok(());
        }
        let sheet = painter::sheet::Sheet::pack("look", &entries, WIDTH);
        let (wide, tall) = (sheet.picture.w, sheet.picture.h);
        let inks = (0..wide * tall).map(|n| sheet.picture.get(n % wide, n / wide));
        let rgba: Vec<u8> = inks.flat_map(painter::palette::rgba).collect();
        let unpainted = |why: png::EncodingError| TownError::Message(format!("a picture could not be packed: {why}"));
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, wide as u32, tall as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(unpainted)?;
        writer.write_image_data(&rgba).map_err(unpainted)?;
        writer.finish().map_err(unpainted)?;
        self.files.push(file);
        let places = sheet.places.into_iter();
        self.index.extend(places.map(|(name, places)| ((COMPOSED, name), places.into_iter().collect())));
        Ok(())
    }
}

/// The parts of a look in the painter's order; `None`: it is a name.
fn parts(look: &str) -> Option<String> {
    Look::read(look).ok().filter(|_| look.contains('=')).map(|look| look.to_string())
}

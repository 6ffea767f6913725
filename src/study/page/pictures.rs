//! The painter's sheets for a page, and a table of the pictures that are used.

use std::collections::BTreeMap;

use bevy::math::{Rect, Vec2};

use crate::{
    data::Data,
    drawing::{
        people,
        sheets::{FILES, Index, Packed, Sheet},
    },
    town::TownError,
};

/// The number of a sheet: its place among those of the page.
pub(super) type SheetId = usize;

/// A frame on a sheet: left, top, width, height.
pub(super) type Place = [i32; 4];

/// All sheets, and what of them is used.
pub(super) struct Pictures {
    pub(super) index: Index,
    /// The files, as PNG.
    pub(super) files: Vec<Vec<u8>>,
    used: BTreeMap<(SheetId, Place), usize>,
    /// Sheet and place of each picture that is used, by its number.
    pub(super) table: Vec<(SheetId, Place)>,
}

impl Pictures {
    /// Reads the sheets.
    pub(super) fn read(data: &Data) -> Result<Self, TownError> {
        let (mut index, mut files) = (Index::default(), Vec::new());
        for (sheet, name) in FILES {
            let Packed { png, frames } = Packed::read(data, name).map_err(TownError::Message)?;
            index.add(sheet, Vec2::ZERO, frames);
            files.push(png.into_owned());
        }
        Ok(Self { index, files, used: BTreeMap::new(), table: Vec::new() })
    }

    /// The number of a place on a sheet in the table.
    pub(super) fn number(&mut self, sheet: Sheet, place: Rect) -> usize {
        let size = place.size();
        let row = (sheet as SheetId, [place.min.x, place.min.y, size.x, size.y].map(|side| side as i32));
        let next = self.table.len();
        let number = *self.used.entry(row).or_insert(next);
        if number == next {
            self.table.push(row);
        }
        number
    }

    /// The numbers of places on a sheet.
    pub(super) fn numbers(&mut self, sheet: Sheet, places: Vec<Rect>) -> Vec<usize> {
        places.into_iter().map(|place| self.number(sheet, place)).collect()
    }

    /// The sheet and name of somebody's pictures: the one of their look, or one chosen by their number.
    pub(super) fn person(&self, look: &str, number: u32) -> (Sheet, String) {
        let parts = people::parts(look).map(|(key, _)| key);
        let painted = parts.filter(|key| self.index.frames(Sheet::Composed, &format!("{key}/lie")).is_some());
        let whole = || (Sheet::People, people::named(look, number, &people::known(&self.index)));
        painted.map_or_else(whole, |key| (Sheet::Composed, key))
    }

    /// Paints all whose look is composed of parts, on one sheet more.
    pub(super) fn compose<'a>(&mut self, looks: impl Iterator<Item = &'a str>) -> Result<(), TownError> {
        let all: BTreeMap<_, _> = looks.filter_map(people::parts).collect();
        if all.is_empty() {
            return Ok(());
        }
        let sheet = people::paint(all.iter().map(|(key, look)| (key.as_str(), look)));
        let unpainted = |why: png::EncodingError| TownError::Message(format!("a picture could not be packed: {why}"));
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, sheet.picture.w as u32, sheet.picture.h as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(unpainted)?;
        writer.write_image_data(&people::pixels(&sheet)).map_err(unpainted)?;
        writer.finish().map_err(unpainted)?;
        self.files.push(file);
        self.index.add(Sheet::Composed, Vec2::ZERO, people::frames(&sheet));
        Ok(())
    }
}

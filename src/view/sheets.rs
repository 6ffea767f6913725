//! The painted sheets, laid out on one picture so that sprites draw in one batch.

use std::{cmp::Reverse, ops::Deref};

use bevy::{
    asset::RenderAssetUsages,
    image::{CompressedImageFormats, ImageSampler, ImageType},
    prelude::*,
};

use super::{
    home::Home,
    pixels::{self, image},
};
pub use crate::drawing::sheets::Sheet;
use crate::{
    data::Data,
    drawing::{
        people,
        sheets::{FILES, Frames, Index, Packed, WIDEST},
    },
};

/// Width of the picture that holds all sheets.
const WIDTH: u32 = WIDEST;
/// The picture grows by this many rows at a time, up to a height that any graphics card supports.
const GROWS: u32 = 200;
const TALLEST: u32 = 8192;

/// All sheets on one picture; places are places on it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sheets {
    /// The picture that every sprite of the town uses.
    pub picture: Handle<Image>,
    index: Index,
    white: Rect,
    /// Where the next sheet is laid that is painted while the game runs.
    room: UVec2,
}

impl Deref for Sheets {
    type Target = Index;

    fn deref(&self) -> &Index {
        &self.index
    }
}

impl Sheets {
    /// Lays a sheet that was painted just now on `picture`, which grows for it. False: there is no room left.
    pub fn lay(&mut self, picture: &mut Image, on: Sheet, new: &painter::sheet::Sheet) -> bool {
        let part = Painted::just_now(new);
        let (wide, tall) = (part.wide as u32, part.tall());
        if self.room.x + wide > WIDTH {
            self.room = UVec2::new(0, self.room.y + tall + 1);
        }
        let (at, end) = (self.room, self.room.y + tall + 1);
        let height = if end > picture.height() { end + GROWS } else { picture.height() };
        let Some(pixels) = picture.data.as_mut().filter(|_| height <= TALLEST && wide <= WIDTH) else { return false };
        pixels.resize((WIDTH * height * 4) as usize, 0);
        picture.texture_descriptor.size.height = height;
        self.put(pixels, on, at, part);
        self.room.x += wide + 1;
        true
    }

    /// Copies a sheet to a place of the picture, and notes where its frames are.
    fn put(&mut self, pixels: &mut [u8], on: Sheet, at: UVec2, part: Painted) {
        for (y, row) in part.rgba.chunks_exact(part.wide * 4).enumerate() {
            let to = (((at.y + y as u32) * WIDTH + at.x) * 4) as usize;
            pixels[to..to + row.len()].copy_from_slice(row);
        }
        self.index.add(on, at.as_vec2(), part.frames);
    }

    /// The place of a white dot: with a colour and a `custom_size` it makes plain rectangles of the same batch.
    pub fn white(&self) -> Rect {
        self.white
    }

    /// A sprite of a place on the picture.
    pub fn sprite(&self, place: Rect) -> Sprite {
        Sprite { image: self.picture.clone(), rect: Some(place), ..default() }
    }

    /// A sprite of one frame by its name.
    pub fn named(&self, sheet: Sheet, name: &str, frame: usize) -> Option<Sprite> {
        Some(self.sprite(self.frame(sheet, name, frame)?))
    }
}

/// A sheet: pixels of four bytes, so many in a row.
struct Painted {
    wide: usize,
    rgba: Vec<u8>,
    frames: Frames,
}

impl Painted {
    /// The sheet of this name; if the user's own cannot be used, the log says why and the game's own is taken.
    fn find(data: &Data, name: &str) -> Self {
        Self::read(data, name).unwrap_or_else(|why| {
            tracing::warn!("{why}; the game's own picture is used");
            Self::read(&Data::built_in(), name)
                .unwrap_or_else(|why| panic!("the sheets are part of this program: {why}"))
        })
    }

    /// One of our own small pictures.
    fn sign(name: &str) -> Self {
        let (wide, tall, rgba) = pixels::painted(name);
        Self { wide, rgba, frames: [(name.to_owned(), vec![[0.0, 0.0, wide as f32, tall as f32]])].into() }
    }

    fn just_now(new: &painter::sheet::Sheet) -> Self {
        Self { wide: new.picture.w as usize, rgba: people::pixels(new), frames: people::frames(new) }
    }

    fn tall(&self) -> u32 {
        (self.rgba.len() / (self.wide * 4).max(1)) as u32
    }

    fn read(data: &Data, name: &str) -> Result<Self, String> {
        let Packed { png, frames } = Packed::read(data, name)?;
        let image = unpack(&png).map_err(|why| {
            let picture = data.picture(&format!("{name}.png"));
            format!("{}: {why}", picture.path().display())
        })?;
        Ok(Self { wide: image.width() as usize, rgba: image.data.unwrap_or_default(), frames })
    }
}

/// Decodes a PNG.
fn unpack(bytes: &[u8]) -> Result<Image, String> {
    let (kind, formats) = (ImageType::Extension("png"), CompressedImageFormats::NONE);
    let image = Image::from_buffer(bytes, kind, formats, true, ImageSampler::nearest(), RenderAssetUsages::all())
        .map_err(|why| why.to_string())?;
    let whole = image.data.as_ref().is_some_and(|data| data.len() == (image.width() * image.height() * 4) as usize);
    if whole { Ok(image) } else { Err("it is not a picture of 8 bits each of red, green, blue and alpha".into()) }
}

/// Lays all sheets out on one picture. Also gives the picture for who wants to read pixels.
pub fn pack(data: &Data) -> (Sheets, Image) {
    let mut sheets = Sheets::default();
    // The tallest first: so they take the least room.
    let mut files = FILES.map(|(sheet, name)| (sheet, Painted::find(data, name)));
    files.sort_by_key(|(_, part)| Reverse(part.tall()));
    let signs = pixels::names().map(|name| (Sheet::Signs, Painted::sign(name)));
    let (mut at, mut shelf, mut parts) = (UVec2::ZERO, 0, Vec::new());
    for (sheet, part) in files.into_iter().chain(signs) {
        let (wide, tall) = (part.wide as u32, part.tall());
        if at.x + wide > WIDTH {
            at = UVec2::new(0, at.y + shelf + 1);
            shelf = 0;
        }
        parts.push((sheet, at, part));
        at.x += wide + 1;
        shelf = shelf.max(tall);
    }
    let height = at.y + shelf + 3;
    let mut pixels = vec![0u8; (WIDTH * height * 4) as usize];
    for (sheet, at, part) in parts {
        sheets.put(&mut pixels, sheet, at, part);
    }
    for pixel in pixels.chunks_exact_mut(4) {
        pixel[3] = in_linear_light(pixel[3]);
    }
    let white = UVec2::new(0, height - 2);
    let dot = ((white.y * WIDTH + white.x) * 4) as usize;
    pixels[dot..dot + 4].fill(255);
    sheets.room = UVec2::new(0, height);
    sheets.white = Rect::from_corners(white.as_vec2(), (white + 1).as_vec2());
    let mut picture = image((WIDTH as usize, height as usize, pixels));
    picture.asset_usage = RenderAssetUsages::all();
    (sheets, picture)
}

/// The painter mixes shade and glass as numbers, the graphics card as light: the same look needs another alpha.
fn in_linear_light(alpha: u8) -> u8 {
    match alpha {
        84 => 148,
        110 => 84,
        other => other,
    }
}

/// Loads the sheets.
pub fn plugin(app: &mut App) {
    let data = app.world().get_resource::<Home>().map_or_else(Data::built_in, |home| home.data.clone());
    let (mut sheets, picture) = pack(&data);
    if let Some(mut images) = app.world_mut().get_resource_mut::<Assets<Image>>() {
        sheets.picture = images.add(picture);
    }
    app.insert_resource(sheets);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sheets_are_on_the_picture() {
        let (sheets, picture) = pack(&Data::built_in());
        let whole = Rect::from_corners(Vec2::ZERO, picture.size_f32());
        let all = FILES.into_iter().map(|(sheet, _)| sheet).chain([Sheet::Signs]);
        for (sheet, name) in all.flat_map(|sheet| sheets.names(sheet).map(move |name| (sheet, name))) {
            let frames = sheets.frames(sheet, name).expect("it is named");
            assert!(!frames.is_empty(), "{sheet:?} {name} has no frame");
            assert!(frames.iter().all(|place| whole.union(*place) == whole), "{sheet:?} {name} leaves the picture");
        }
        assert_eq!(sheets.frame(Sheet::Ground, "grass", 3), Some(sheets.ground_tile(3)));
    }

    #[test]
    fn a_sheet_that_cannot_be_used_is_replaced_by_our_own() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = folder.path().join("assets/pictures");
        std::fs::create_dir_all(&pictures).unwrap();
        let data = Data::only(folder.path());
        assert!(Painted::read(&data, "bubbles").is_err(), "an empty folder");
        let ours = |name: &str| Data::built_in().picture(name).bytes(8 << 20).unwrap();
        let mut huge = ours("bubbles.png").into_owned();
        huge[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        for (png, json, why) in [
            (b"no picture".to_vec(), "{}", "not a PNG"),
            (huge, "{}", "not a PNG of at most"),
            (ours("bubbles.png")[..200].to_vec(), "{}", "bubbles.png"),
            (ours("bubbles.png").into_owned(), "[1]", "bubbles.json"),
            (ours("bubbles.png").into_owned(), r#"{"a":[[0,0,9999,4]]}"#, "\"a\" has no frame"),
            (ours("bubbles.png").into_owned(), r#"{"a":[]}"#, "\"a\" has no frame"),
        ] {
            std::fs::write(pictures.join("bubbles.png"), png).unwrap();
            std::fs::write(pictures.join("bubbles.json"), json).unwrap();
            let said = Painted::read(&data, "bubbles").map(|_| ()).unwrap_err();
            assert!(said.contains(why), "{said}");
        }
        assert_eq!(pack(&data).0.index, pack(&Data::built_in()).0.index);
        // One that can be used is.
        std::fs::write(pictures.join("bubbles.json"), r#"{"own":[[0,0,4,4]]}"#).unwrap();
        assert!(pack(&data).0.frame(Sheet::Bubbles, "own", 0).is_some());
    }
}

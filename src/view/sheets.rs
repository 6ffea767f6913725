//! The painted sheets, laid out on one picture so that sprites draw in one batch.
//!
//! Rule: pictures are found by the names in the painter's index; a name that is not there is no reason to fall over.

use std::collections::BTreeMap;

use bevy::{
    asset::RenderAssetUsages,
    image::{CompressedImageFormats, ImageSampler, ImageType},
    prelude::*,
};

use super::{
    home::Home,
    pixels::{self, image},
};
use crate::data::{Data, File};

/// One of the painter's sheets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sheet {
    /// Grass, roads, floors: found by number too, see [`Sheets::ground_tile`].
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
    /// Our own small pictures, see [`pixels`]: signs, flames, letters, what lies under people.
    Signs,
    /// People composed of parts, by their parts: `<parts>/walk/south`. Painted when they are first seen.
    Composed,
}

/// The sheets by the names of their files.
const FILES: [(Sheet, &str); 6] = [
    (Sheet::Walls, "walls"),
    (Sheet::People, "people"),
    (Sheet::Furniture, "furniture"),
    (Sheet::Ground, "ground"),
    (Sheet::Outdoors, "outdoors"),
    (Sheet::Bubbles, "bubbles"),
];

/// Columns of the ground sheet, and the distance from tile to tile.
const COLUMNS: u32 = 48;
const PITCH: u32 = 17;
/// Width of the picture that holds all sheets.
const WIDTH: u32 = 1040;
/// The height of one sheet at most.
const TALL: u32 = 1200;
/// The longest file of a sheet, in bytes.
const LONGEST: u64 = 8 << 20;
/// It grows by so many rows at once, to at most so many: what any card takes.
const GROWS: u32 = 200;
const TALLEST: u32 = 8192;

/// All sheets on one picture.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sheets {
    /// The picture that every sprite of the town uses.
    pub picture: Handle<Image>,
    names: BTreeMap<(Sheet, String), Vec<Rect>>,
    ground: UVec2,
    white: Rect,
    /// Where the next sheet is laid that is painted while the game runs.
    room: UVec2,
}

impl Sheets {
    /// The places of a picture's frames on [`Sheets::picture`].
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

    /// Lays a sheet that was painted just now on `picture`, which grows for it. False: there is no room left.
    pub fn lay(&mut self, picture: &mut Image, on: Sheet, new: &painter::sheet::Sheet) -> bool {
        let canvas = &new.picture;
        let (wide, tall) = (canvas.w as u32, canvas.h as u32);
        if self.room.x + wide > WIDTH {
            self.room = UVec2::new(0, self.room.y + tall + 1);
        }
        let (at, end) = (self.room, self.room.y + tall + 1);
        let height = if end > picture.height() { end + GROWS } else { picture.height() };
        let Some(pixels) = picture.data.as_mut().filter(|_| height <= TALLEST && wide <= WIDTH) else { return false };
        pixels.resize((WIDTH * height * 4) as usize, 0);
        picture.texture_descriptor.size.height = height;
        for (y, x) in (0..tall).flat_map(|y| (0..wide).map(move |x| (y, x))) {
            let to = (((at.y + y) * WIDTH + at.x + x) * 4) as usize;
            pixels[to..to + 4].copy_from_slice(&painter::palette::rgba(canvas.get(x as i32, y as i32)));
        }
        for (name, frames) in &new.places {
            let rect = |&[x, y, w, h]: &painter::sheet::Place| {
                let corner = at.as_vec2() + Vec2::new(x as f32, y as f32);
                Rect::from_corners(corner, corner + Vec2::new(w as f32, h as f32))
            };
            self.names.insert((on, name.clone()), frames.iter().map(rect).collect());
        }
        self.room.x += wide + 1;
        true
    }

    /// All names of a sheet, in order.
    pub fn names(&self, sheet: Sheet) -> impl Iterator<Item = &str> {
        self.names.keys().filter(move |(one, _)| *one == sheet).map(|(_, name)| name.as_str())
    }

    /// The place of a ground tile by its number in the tileset.
    pub fn ground_tile(&self, id: u32) -> Rect {
        let at = self.ground + UVec2::new(id % COLUMNS, id / COLUMNS) * PITCH;
        Rect::from_corners(at.as_vec2(), (at + 16).as_vec2())
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

/// A sheet as its two files give it.
struct Painted {
    image: Image,
    /// The frames of each picture: left, top, width and height in pixels.
    index: BTreeMap<String, Vec<[f32; 4]>>,
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

    /// Our own small pictures, side by side.
    fn signs() -> Self {
        let all: Vec<_> = pixels::names().map(|name| (name, pixels::painted(name))).collect();
        let (wide, tall) = (all.iter().map(|(_, one)| one.0).sum(), all.iter().map(|(_, one)| one.1).max());
        let tall = tall.unwrap_or_default();
        let (mut left, mut index, mut rgba) = (0, BTreeMap::new(), vec![0; wide * tall * 4]);
        for (name, (width, height, pixels)) in all {
            for (y, row) in pixels.chunks_exact(width * 4).enumerate() {
                let to = (y * wide + left) * 4;
                rgba[to..to + row.len()].copy_from_slice(row);
            }
            index.insert(name.to_owned(), vec![[left as f32, 0.0, width as f32, height as f32]]);
            left += width;
        }
        Self { image: image((wide, tall, rgba)), index }
    }

    fn read(data: &Data, name: &str) -> Result<Self, String> {
        let (picture, index) = (data.picture(&format!("{name}.png")), data.picture(&format!("{name}.json")));
        let fault = |file: &File, what: String| format!("{}: {what}", file.path().display());
        let text = index.text(LONGEST).map_err(|why| fault(&index, why.to_string()))?;
        let frames: BTreeMap<String, Vec<[f32; 4]>> =
            serde_json::from_str(&text).map_err(|why| fault(&index, why.to_string()))?;
        let bytes = picture.bytes(LONGEST).map_err(|why| fault(&picture, why.to_string()))?;
        let image = unpack(&bytes).map_err(|why| fault(&picture, why))?;
        let size = image.size_f32();
        let inside = |[x, y, w, h]: &[f32; 4]| {
            [x, y].into_iter().all(|at| *at >= 0.0) && *w > 0.0 && *h > 0.0 && x + w <= size.x && y + h <= size.y
        };
        match frames.iter().find(|(_, frames)| frames.is_empty() || !frames.iter().all(inside)) {
            Some((one, _)) => Err(fault(&index, format!("{one:?} has no frame, or one that leaves {name}.png"))),
            None => Ok(Self { image, index: frames }),
        }
    }
}

/// Decodes a PNG whose size is bounded.
fn unpack(bytes: &[u8]) -> Result<Image, String> {
    // Where a PNG says its size: looked at first, since a small file can name one that no memory holds.
    let number = |at: usize| bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes);
    let (wide, tall) = (number(16), number(20));
    if !(1..=WIDTH).contains(&wide) || !(1..=TALL).contains(&tall) {
        return Err(format!("it is not a PNG of at most {WIDTH} x {TALL} pixels"));
    }
    let (kind, formats) = (ImageType::Extension("png"), CompressedImageFormats::NONE);
    let image = Image::from_buffer(bytes, kind, formats, true, ImageSampler::nearest(), RenderAssetUsages::all())
        .map_err(|why| why.to_string())?;
    let whole = image.data.as_ref().is_some_and(|data| data.len() == (wide * tall * 4) as usize);
    if whole { Ok(image) } else { Err("it is not a picture of 8 bits each of red, green, blue and alpha".into()) }
}

/// Lays all sheets out on one picture. Also gives the picture for who wants to read pixels.
pub fn pack(data: &Data) -> (Sheets, Image) {
    let mut sheets = Sheets::default();
    let files = FILES.iter().map(|(sheet, name)| (*sheet, Painted::find(data, name)));
    let parts: Vec<_> = files.chain([(Sheet::Signs, Painted::signs())]).collect();
    let (mut at, mut shelf, mut places) = (UVec2::ZERO, 0, Vec::new());
    for (_, Painted { image, .. }) in &parts {
        if at.x + image.width() > WIDTH {
            at = UVec2::new(0, at.y + shelf + 1);
            shelf = 0;
        }
        places.push(at);
        at.x += image.width() + 1;
        shelf = shelf.max(image.height());
    }
    let height = at.y + shelf + 3;
    let mut pixels = vec![0u8; (WIDTH * height * 4) as usize];
    for ((sheet, Painted { image, index }), place) in parts.into_iter().zip(&places) {
        let row = (image.width() * 4) as usize;
        for (y, line) in image.data.iter().flat_map(|data| data.chunks_exact(row)).enumerate() {
            let to = (((place.y + y as u32) * WIDTH + place.x) * 4) as usize;
            pixels[to..to + row].copy_from_slice(line);
        }
        for (name, frames) in index {
            let rect = |&[x, y, w, h]: &[f32; 4]| {
                let corner = place.as_vec2() + Vec2::new(x, y);
                Rect::from_corners(corner, corner + Vec2::new(w, h))
            };
            sheets.names.insert((sheet, name), frames.iter().map(rect).collect());
        }
        if sheet == Sheet::Ground {
            sheets.ground = *place;
        }
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
        for ((sheet, name), frames) in &sheets.names {
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
        let ours = |name: &str| Data::built_in().picture(name).bytes(LONGEST).unwrap();
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
        assert_eq!(pack(&data).0.names, pack(&Data::built_in()).0.names);
        // One that can be used is.
        std::fs::write(pictures.join("bubbles.json"), r#"{"own":[[0,0,4,4]]}"#).unwrap();
        assert!(pack(&data).0.frame(Sheet::Bubbles, "own", 0).is_some());
    }
}

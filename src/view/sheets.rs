//! The painted sheets, inside the program, laid out on one picture so that sprites draw in one batch.
//!
//! Rule: pictures are found by the names in the painter's index; a name that is not there is no reason to fall over.

use std::collections::BTreeMap;

use bevy::{
    asset::RenderAssetUsages,
    image::{CompressedImageFormats, ImageSampler, ImageType},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

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
    /// People composed of parts, by their parts: `<parts>/walk/south`. Painted when they are first seen.
    Composed,
}

macro_rules! sheet {
    ($sheet:ident, $name:literal) => {
        (
            Sheet::$sheet,
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pictures/", $name, ".png")) as &[u8],
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pictures/", $name, ".json")),
        )
    };
}

/// Sheet, picture, index.
const FILES: [(Sheet, &[u8], &str); 6] = [
    sheet!(Walls, "walls"),
    sheet!(People, "people"),
    sheet!(Furniture, "furniture"),
    sheet!(Ground, "ground"),
    sheet!(Outdoors, "outdoors"),
    sheet!(Bubbles, "bubbles"),
];

/// Columns of the ground sheet, and the distance from tile to tile.
const COLUMNS: u32 = 48;
const PITCH: u32 = 17;
/// Width of the picture that holds all sheets.
const WIDTH: u32 = 1040;
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

/// Unpacks a picture of ours.
fn unpack(bytes: &[u8]) -> Image {
    let kind = ImageType::Extension("png");
    Image::from_buffer(
        bytes,
        kind,
        CompressedImageFormats::NONE,
        true,
        ImageSampler::nearest(),
        RenderAssetUsages::all(),
    )
    .expect("the sheets are part of this program")
}

/// Lays all sheets out on one picture. Also gives the picture for who wants to read pixels.
pub fn pack() -> (Sheets, Image) {
    let mut sheets = Sheets::default();
    let parts: Vec<_> = FILES.iter().map(|(sheet, bytes, index)| (*sheet, unpack(bytes), *index)).collect();
    let (mut at, mut shelf, mut places) = (UVec2::ZERO, 0, Vec::new());
    for (_, image, _) in &parts {
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
    for ((sheet, image, index), place) in parts.iter().zip(&places) {
        let row = (image.width() * 4) as usize;
        for (y, line) in image.data.iter().flat_map(|data| data.chunks_exact(row)).enumerate() {
            let to = (((place.y + y as u32) * WIDTH + place.x) * 4) as usize;
            pixels[to..to + row].copy_from_slice(line);
        }
        let index: BTreeMap<String, Vec<[f32; 4]>> =
            serde_json::from_str(index).expect("the index is part of this program");
        for (name, frames) in index {
            let rect = |&[x, y, w, h]: &[f32; 4]| {
                let corner = place.as_vec2() + Vec2::new(x, y);
                Rect::from_corners(corner, corner + Vec2::new(w, h))
            };
            sheets.names.insert((*sheet, name), frames.iter().map(rect).collect());
        }
        if *sheet == Sheet::Ground {
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
    let size = Extent3d { width: WIDTH, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut picture = Image::new(size, TextureDimension::D2, pixels, format, RenderAssetUsages::all());
    picture.sampler = ImageSampler::nearest();
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
    let (mut sheets, picture) = pack();
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
        let (sheets, picture) = pack();
        let whole = Rect::from_corners(Vec2::ZERO, picture.size_f32());
        for ((sheet, name), frames) in &sheets.names {
            assert!(!frames.is_empty(), "{sheet:?} {name} has no frame");
            assert!(frames.iter().all(|place| whole.union(*place) == whole), "{sheet:?} {name} leaves the picture");
        }
        assert_eq!(sheets.frame(Sheet::Ground, "grass", 3), Some(sheets.ground_tile(3)));
    }
}

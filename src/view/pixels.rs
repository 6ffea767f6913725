//! Small pictures of our own pixels, from `pixels.txt`, and images from pixels.

use std::{collections::BTreeMap, sync::LazyLock};

use bevy::{
    asset::RenderAssetUsages,
    image::ImageSampler,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// The rows of each picture by its name.
static PICTURES: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut all = BTreeMap::<_, Vec<_>>::new();
    let mut name = "";
    for line in include_str!("pixels.txt").lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('|').and_then(|row| row.strip_suffix('|')) {
            Some(row) => all.entry(name).or_default().push(row),
            None => name = line,
        }
    }
    all
});

/// The rows of a picture, from the top; none if there is no picture of this name.
pub fn rows(name: &str) -> &'static [&'static str] {
    PICTURES.get(name).map_or(&[], Vec::as_slice)
}

/// The names of all pictures, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    PICTURES.keys().copied()
}

/// What a letter of a picture is painted with: red, green, blue, alpha.
fn ink(letter: char) -> [u8; 4] {
    let [r, g, b] = match letter {
        '#' => [0x3a, 0x24, 0x50],
        'r' => [0xd2, 0x4e, 0x45],
        'o' => [0xf0, 0x8e, 0x68],
        'y' => [0xef, 0xb8, 0x45],
        'h' => [0xff, 0xe8, 0x92],
        'w' | 'p' => [0xff, 0xf8, 0xe4],
        'g' => [0x9a, 0x8f, 0xa6],
        'l' => [0xc9, 0xc0, 0xd0],
        'd' => [0x6f, 0x60, 0x80],
        'b' => [0x4a, 0x9a, 0xcb],
        'c' => [0x9a, 0xe0, 0xee],
        't' => [0x55, 0xae, 0x98],
        'v' => [0xd8, 0xab, 0xd7],
        'k' => [0xc0, 0x7d, 0x31],
        'n' => [0x1d, 0x18, 0x2f],
        'a' => [0xf7, 0xd0, 0x6c],
        'e' => [0xd8, 0x9b, 0x3b],
        'x' => [0x94, 0x31, 0x3f],
        // Shade: the same as the painter's, for a screen that mixes light and not numbers.
        's' => return [0x2a, 0x1b, 0x3d, 148],
        _ => return [0; 4],
    };
    [r, g, b, 255]
}

/// A picture's width, height and pixels; blanks are clear.
pub fn painted(name: &str) -> (usize, usize, Vec<u8>) {
    let rows = rows(name);
    let pixels = rows.iter().flat_map(|row| row.chars()).flat_map(ink);
    (rows.first().map_or(0, |row| row.len()), rows.len(), pixels.collect())
}

/// An image of so many pixels of four bytes, drawn without smoothing; kept by the graphics card alone.
pub fn image((width, height, pixels): (usize, usize, Vec<u8>)) -> Image {
    let size = Extent3d { width: width as u32, height: height as u32, depth_or_array_layers: 1 };
    let usage = RenderAssetUsages::RENDER_WORLD;
    let mut image = Image::new(size, TextureDimension::D2, pixels, TextureFormat::Rgba8UnormSrgb, usage);
    image.sampler = ImageSampler::nearest();
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_rectangles() {
        assert!(PICTURES.len() > 20);
        for (name, rows) in PICTURES.iter() {
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{name}");
        }
    }

    #[test]
    fn icons_are_square() {
        for name in ["dice", "up", "down", "sun", "moon", "pause", "play", "eye"] {
            let (wide, tall, pixels) = painted(name);
            assert_eq!((wide, tall, pixels.len()), (11, 11, 11 * 11 * 4), "{name}");
            assert!(rows(name).iter().flat_map(|row| row.chars()).all(|c| c == ' ' || ink(c)[3] == 255), "{name}");
        }
    }
}

//! Thumbnails of saved towns, for their list: what the window showed last before a town was saved.

use bevy::{
    asset::RenderAssetUsages,
    image::{CompressedImageFormats, ImageSampler, ImageType},
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
};
use bevy_egui::egui::ColorImage;

use super::home::Home;
use crate::town::OpenSave;

/// The largest size, in pixels.
const SIZE: [u32; 2] = [144, 81];

/// The newest of the town that is open, as PNG; empty: none has been taken.
#[derive(Resource, Default)]
pub struct Thumbnail(pub Vec<u8>);

/// Takes one; the picture comes some frames later.
pub fn take(mut commands: Commands) {
    commands.spawn(Screenshot::primary_window()).observe(keep);
}

fn keep(
    shot: On<ScreenshotCaptured>,
    mut newest: ResMut<Thumbnail>,
    (home, keeping): (Res<Home>, Option<Res<OpenSave>>),
) {
    let Some(png) = small(&shot.image) else { return };
    if let Some(keeping) = keeping {
        home.shelf.keep_thumbnail(&keeping.path, &png);
    }
    newest.0 = png;
}

fn small(shot: &Image) -> Option<Vec<u8>> {
    let small = shot.clone().try_into_dynamic().ok()?.thumbnail(SIZE[0], SIZE[1]).into_rgb8();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, small.width(), small.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().ok()?.write_image_data(&small).ok()?;
    Some(bytes)
}

/// A thumbnail for a panel; `None`: it is none.
pub fn read(png: &[u8]) -> Option<ColorImage> {
    let kind = ImageType::Extension("png");
    let (usage, sampler) = (RenderAssetUsages::MAIN_WORLD, ImageSampler::Default);
    let image = Image::from_buffer(png, kind, CompressedImageFormats::NONE, true, sampler, usage).ok()?;
    let pixels = image.try_into_dynamic().ok()?.into_rgb8();
    let size = [pixels.width(), pixels.height()];
    let fits = size.iter().zip(SIZE).all(|(side, most)| (1..=most).contains(side));
    fits.then(|| ColorImage::from_rgb(size.map(|side| side as usize), &pixels))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

    #[test]
    fn what_the_window_showed_comes_back_small() {
        let size = Extent3d { width: 1280, height: 720, depth_or_array_layers: 1 };
        let (dimension, format) = (TextureDimension::D2, TextureFormat::Rgba8UnormSrgb);
        let shot = Image::new_fill(size, dimension, &[200, 100, 50, 255], format, RenderAssetUsages::MAIN_WORLD);
        let read = read(&small(&shot).expect("a picture")).expect("it can be read");
        assert_eq!(read.size, [144, 81]);
        assert!(read.pixels.iter().all(|pixel| (pixel.r(), pixel.g(), pixel.b()) == (200, 100, 50)));
        assert!(super::read(b"no picture").is_none());
    }
}

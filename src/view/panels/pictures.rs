//! Pictures in panels: portraits, emoji, and small pictures of our own pixels.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::{EguiTextureHandle, EguiUserTextures, egui};

use super::style::whole_pixels;
use crate::view::{emoji::Emoji, pixels::painted, sheets::Sheets};

/// The textures that panels draw.
#[derive(Resource, Default)]
pub struct Icons {
    own: BTreeMap<&'static str, egui::TextureHandle>,
    /// The texture of all sheets, and its size.
    sheet: Option<(egui::TextureId, Vec2)>,
}

/// One of our own pictures, about `points` high.
pub fn icon(ui: &mut egui::Ui, icons: &mut Icons, name: &'static str, points: f32) -> egui::Image<'static> {
    let texture = icons.own.entry(name).or_insert_with(|| {
        let (wide, tall, pixels) = painted(name);
        let image = egui::ColorImage::from_rgba_unmultiplied([wide, tall], &pixels);
        ui.ctx().load_texture(name, image, egui::TextureOptions::NEAREST)
    });
    let size = texture.size_vec2();
    egui::Image::new((texture.id(), size * (whole_pixels(ui.ctx(), size.y, points) / size.y)))
}

/// Gives the sheets to egui.
pub fn share_sheets(
    mut textures: ResMut<EguiUserTextures>,
    sheets: Res<Sheets>,
    images: Res<Assets<Image>>,
    mut icons: ResMut<Icons>,
) {
    let Some(picture) = images.get(&sheets.picture) else { return };
    let texture = textures.add_image(EguiTextureHandle::Strong(sheets.picture.clone()));
    icons.sheet = Some((texture, picture.size_f32()));
}

/// A portrait, about `points` high; `place`: on the texture of all sheets.
pub fn portrait(ctx: &egui::Context, icons: &Icons, place: Rect, points: f32) -> Option<egui::Image<'static>> {
    let (texture, uv) = on_sheet(icons, place)?;
    let side = whole_pixels(ctx, place.width().max(1.0), points);
    Some(egui::Image::new((texture, egui::vec2(side, side))).uv(uv))
}

/// The texture of all sheets, and the part of it that a place is.
pub fn on_sheet(icons: &Icons, place: Rect) -> Option<(egui::TextureId, egui::Rect)> {
    let (texture, whole) = icons.sheet?;
    let (low, high) = (place.min / whole, place.max / whole);
    Some((texture, egui::Rect::from_min_max(egui::pos2(low.x, low.y), egui::pos2(high.x, high.y))))
}

/// An emoji, `points` high and sharp; `None`: it is unknown.
pub fn picture_of(ctx: &egui::Context, all: &mut Emoji, one: &str, points: f32) -> Option<egui::Image<'static>> {
    let side = (points * ctx.pixels_per_point()).round().max(4.0);
    let texture = all.texture(one, side as usize, ctx)?;
    Some(egui::Image::new((texture, egui::Vec2::splat(side / ctx.pixels_per_point()))))
}

/// The same in a panel; a dash if it is unknown.
pub fn emoji(ui: &mut egui::Ui, all: &mut Emoji, one: &str, points: f32) -> egui::Response {
    match picture_of(ui.ctx(), all, one, points) {
        Some(picture) => ui.add(picture),
        None => ui.label("–"),
    }
}

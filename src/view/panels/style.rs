//! How panels look: plum ink on linen in a wooden frame, and large enough on any screen.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::{EguiContexts, egui};
use egui::{Area, Color32, CornerRadius, FontId, Id, Margin, Order, Sense, Stroke, TextStyle};

use crate::view::preferences::{Palette, Settings};

/// Paper.
pub const PAPER: Color32 = Color32::from_rgb(0xff, 0xf8, 0xe4);
/// Paper in shade: fields, the ground of a timeline.
pub const SHADE: Color32 = Color32::from_rgb(0xf4, 0xe8, 0xcd);
/// Lines on paper.
pub const LINE: Color32 = Color32::from_rgb(0xe0, 0xcc, 0xab);
/// A button under the cursor.
const UNDER: Color32 = Color32::from_rgb(0xe9, 0xd3, 0xb0);
/// Scroll bars.
const BAR: Color32 = Color32::from_rgb(0xc7, 0xa5, 0x86);
/// Outlines.
pub const INK: Color32 = Color32::from_rgb(0x3a, 0x24, 0x50);
/// Words.
pub const WORDS: Color32 = Color32::from_rgb(0x42, 0x27, 0x3a);
/// Words that matter less; dark enough to be read on paper.
pub const FAINT: Color32 = Color32::from_rgb(0x77, 0x5a, 0x68);
/// Wood round a panel.
pub const WOOD: Color32 = Color32::from_rgb(0x98, 0x60, 0x3f);
/// The present, and what is selected.
pub const GOLD: Color32 = Color32::from_rgb(0xef, 0xb8, 0x45);
/// A background of the same, lighter.
pub const GLOW: Color32 = Color32::from_rgb(0xff, 0xe8, 0x92);
/// Names and titles of things said.
pub const TEAL: Color32 = Color32::from_rgb(0x2b, 0x78, 0x78);
/// Names and quotes.
pub const PLUM: Color32 = Color32::from_rgb(0x6b, 0x41, 0x87);
/// Something is wrong.
pub const RED: Color32 = Color32::from_rgb(0x94, 0x31, 0x3f);

/// Size of words in points.
pub const BODY: f32 = 14.0;
/// Size of small words in points.
pub const SMALL: f32 = 12.0;

/// Physical pixels per point in a window of this physical height: 1 at 720 pixels, 2 at 2160.
pub fn pixels_per_point(height: f32, own: f32) -> f32 {
    let by_height = 1.0 + (height - 720.0) / 1440.0;
    // In steps, so that text does not shimmer while the window is resized.
    let stepped = (by_height * own * 8.0).round() / 8.0;
    stepped.clamp(0.75, 4.0)
}

/// A frame of paper in wood.
pub fn sheet() -> egui::Frame {
    egui::Frame::new()
        .fill(PAPER)
        .stroke(Stroke::new(2.0, INK))
        .corner_radius(CornerRadius::same(3))
        .inner_margin(Margin::same(10))
        .shadow(egui::Shadow {
            offset: [2, 3],
            blur: 0,
            spread: 0,
            color: Color32::from_rgba_unmultiplied(0x2a, 0x1b, 0x3d, 84),
        })
}

/// Dims the town behind a page; the response tells of clicks beside the page.
pub fn dim(ctx: &egui::Context, page: &str) -> egui::Response {
    let whole = ctx.content_rect();
    let behind = Area::new(Id::new(("behind", page))).fixed_pos(whole.min).order(Order::Foreground);
    let shown = behind.show(ctx, |ui| {
        ui.painter().rect_filled(whole, 0, Color32::from_rgba_unmultiplied(0x2a, 0x1b, 0x3d, 110));
        ui.allocate_rect(whole, Sense::click())
    });
    shown.inner
}

/// A small frame, for a name or a note.
pub fn plate() -> egui::Frame {
    sheet().stroke(Stroke::new(1.5, INK)).inner_margin(Margin::symmetric(8, 5))
}

/// The size of a picture of so many pixels at about `points`, with a whole number of physical pixels to each of its
/// own.
pub fn whole_pixels(ctx: &egui::Context, pixels: f32, points: f32) -> f32 {
    let per_point = ctx.pixels_per_point();
    ((points * per_point / pixels).round().max(1.0)) * pixels / per_point
}

/// Text drawn twice, to look bold.
pub fn bold(ui: &mut egui::Ui, text: &str, size: f32, colour: Color32) -> egui::Response {
    let font = FontId::proportional(size);
    let width = ui.available_width();
    let nudge = 0.5 / ui.ctx().pixels_per_point();
    let galley = ui.painter().layout(text.to_owned(), font, colour, width);
    let (place, response) = ui.allocate_exact_size(galley.size() + egui::vec2(nudge, 0.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, text));
    ui.painter().galley(place.min, galley.clone(), colour);
    ui.painter().galley(place.min + egui::vec2(nudge, 0.0), galley, colour);
    response
}

/// Small faint text.
pub fn faint(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).size(SMALL).color(FAINT)
}

/// The chosen palette.
pub fn palette(ctx: &egui::Context) -> Palette {
    ctx.data(|data| data.get_temp(Id::NULL)).unwrap_or_default()
}

/// The chosen palette's colour of what is well.
pub fn good(ui: &egui::Ui) -> Color32 {
    palette(ui.ctx()).good()
}

/// The chosen palette's colour of what is wrong.
pub fn bad(ui: &egui::Ui) -> Color32 {
    palette(ui.ctx()).bad()
}

fn visuals() -> egui::Visuals {
    let mut look = egui::Visuals::light();
    let corner = CornerRadius::same(3);
    // Dark text on light paper looks thin; this makes it heavier.
    look.text_options.color_transfer_function = egui::epaint::FontColorTransferFunction::TwoCoverageMinusCoverageSq;
    look.override_text_color = Some(WORDS);
    look.weak_text_color = Some(FAINT);
    (look.window_fill, look.panel_fill) = (PAPER, PAPER);
    look.window_stroke = Stroke::new(2.0, INK);
    (look.window_corner_radius, look.menu_corner_radius) = (corner, corner);
    look.extreme_bg_color = Color32::WHITE.lerp_to_gamma(PAPER, 0.6);
    look.text_edit_bg_color = Some(SHADE);
    look.faint_bg_color = SHADE;
    look.code_bg_color = SHADE;
    look.selection.bg_fill = GLOW;
    look.selection.stroke = Stroke::new(1.0, INK);
    look.hyperlink_color = TEAL;
    look.warn_fg_color = WOOD;
    look.error_fg_color = RED;
    let ways = [
        (&mut look.widgets.noninteractive, PAPER, LINE, WORDS),
        (&mut look.widgets.inactive, SHADE, WOOD, WORDS),
        // Not the colour of what is selected.
        (&mut look.widgets.hovered, UNDER, INK, INK),
        (&mut look.widgets.active, GOLD, INK, INK),
        (&mut look.widgets.open, SHADE, INK, INK),
    ];
    for (widget, fill, edge, ink) in ways {
        // `bg_fill` is for scroll bars, `weak_bg_fill` for buttons.
        (widget.bg_fill, widget.weak_bg_fill) = (BAR, fill);
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, ink);
        widget.corner_radius = corner;
        widget.expansion = 0.0;
    }
    look
}

/// Sets colours and sizes once, and the scale whenever the window changes.
pub fn apply(
    mut contexts: EguiContexts,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    settings: Res<Settings>,
    mut done: Local<bool>,
) {
    let (Ok(ctx), Some(window)) = (contexts.ctx_mut(), window) else { return };
    if !*done {
        *done = true;
        ctx.set_theme(egui::Theme::Light);
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            // However long a button is held, it is clicked.
            options.input_options.max_click_duration = f64::INFINITY;
        });
        ctx.all_styles_mut(|style| {
            style.visuals = visuals();
            let sizes = [(TextStyle::Heading, 19.0), (TextStyle::Body, BODY), (TextStyle::Button, BODY)];
            let sizes = sizes.into_iter().chain([(TextStyle::Small, SMALL)]);
            style.text_styles = sizes.map(|(style, size)| (style, FontId::proportional(size))).collect();
            style.text_styles.insert(TextStyle::Monospace, FontId::monospace(12.5));
            style.spacing.item_spacing = egui::vec2(6.0, 4.0);
            style.spacing.button_padding = egui::vec2(8.0, 4.0);
            style.spacing.scroll.bar_width = 8.0;
            style.spacing.scroll.floating = false;
            style.spacing.scroll.foreground_color = false;
            style.spacing.scroll.fade.strength = 0.0;
            style.interaction.selectable_labels = false;
            style.animation_time = 0.08;
        });
    }
    if palette(ctx) != settings.palette {
        ctx.data_mut(|data| data.insert_temp(Id::NULL, settings.palette));
    }
    let wanted = pixels_per_point(window.physical_height() as f32, settings.size) / window.scale_factor();
    if (ctx.zoom_factor() - wanted).abs() > 1e-3 {
        ctx.set_zoom_factor(wanted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_grow_with_the_screen() {
        assert_eq!(pixels_per_point(720.0, 1.0), 1.0);
        assert_eq!(pixels_per_point(1080.0, 1.0), 1.25);
        assert_eq!(pixels_per_point(2160.0, 1.0), 2.0);
        assert_eq!(pixels_per_point(720.0, 1.5), 1.5);
        assert_eq!(pixels_per_point(200.0, 0.5), 0.75);
    }
}

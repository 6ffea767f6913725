//! What the panel is made of: a label with something beside it, words under it; fields for words and numbers.

use bevy_egui::egui;
use egui::{Align, FontId, Layout, RichText, TextEdit, Ui, vec2};

use crate::view::panels::widgets::*;

/// Width of what stands before a field, in points.
const LABEL: f32 = 84.0;
/// In less than this it stands above the field.
const NARROW: f32 = 320.0;
/// Width of a field for a number.
const NUMBER: f32 = 74.0;
/// Height of a field.
const HIGH: f32 = 24.0;

/// A label and what stands beside it, in as many lines as it needs; below it where there is little room.
pub(super) fn row<T>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> T) -> T {
    let before = |ui: &mut Ui| {
        if !label.is_empty() {
            ui.label(RichText::new(label).size(13.0).color(FAINT));
        }
    };
    beside(ui, (vec2(LABEL, HIGH), NARROW), before, |ui| {
        let wrapped = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            field(ui)
        });
        wrapped.inner
    })
}

/// Words under a field, beside no label.
pub(super) fn note(ui: &mut Ui, words: impl Into<RichText>) {
    let words = egui::Label::new(words.into().size(SMALL)).wrap();
    if ui.available_width() < NARROW {
        ui.add(words);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.add_space(LABEL + ui.spacing().item_spacing.x);
        ui.add(words);
    });
}

/// A line between two things that have nothing to do with each other.
pub(super) fn line(ui: &mut Ui) {
    ui.add(egui::Separator::default().spacing(6.0));
}

/// A field for words.
pub(super) fn text<'a>(words: &'a mut String, hint: &str, width: f32) -> TextEdit<'a> {
    TextEdit::singleline(words)
        .hint_text(RichText::new(hint).color(FAINT.gamma_multiply(0.75)))
        .desired_width(width)
        .margin(egui::Margin::symmetric(6, 3))
        .char_limit(300)
}

/// A field for a number, and what it is of: they stay together when the line is full.
pub(super) fn number(ui: &mut Ui, words: &mut String, hint: &str, after: &str) {
    let of = ui.painter().layout_no_wrap(after.to_owned(), FontId::proportional(SMALL), FAINT).size().x;
    // A field is as wide as its words may be, and its margins.
    let wide = NUMBER + 12.0 + ui.spacing().item_spacing.x + of;
    ui.allocate_ui_with_layout(vec2(wide, HIGH), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(wide);
        ui.add(text(words, hint, NUMBER));
        ui.add(egui::Label::new(faint(after)).extend());
    });
}

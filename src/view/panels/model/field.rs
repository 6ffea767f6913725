//! What the panel is made of: a label with something beside it; fields for words, numbers, keys and models.

use bevy_egui::egui;
use egui::{Align, FontId, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::{
    town::Entry,
    view::{
        panels::{
            style::{BODY, FAINT, SHADE, SMALL, WORDS, bad, faint},
            telling::sentence,
        },
        sanitize::tame,
    },
};

/// Width of what stands before a field, in points.
const LABEL: f32 = 84.0;
/// In less than this it stands above the field.
const NARROW: f32 = 320.0;
/// Width of a field for a number.
const NUMBER: f32 = 74.0;
/// Height of a field.
const HIGH: f32 = 24.0;
/// Most letters of a model's name.
pub(super) const NAME: usize = 60;

/// A label and what stands beside it, in as many lines as it needs; below it where there is little room.
pub(super) fn row<T>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> T) -> T {
    let words = RichText::new(label).size(13.0).color(FAINT);
    let fields = |ui: &mut Ui| {
        let wrapped = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            field(ui)
        });
        wrapped.inner
    };
    if ui.available_width() < NARROW {
        if !label.is_empty() {
            ui.label(words);
        }
        return fields(ui);
    }
    let both = ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(LABEL, HIGH), Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_size(vec2(LABEL, HIGH));
            ui.label(words);
        });
        ui.vertical(fields).inner
    });
    both.inner
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

/// The field for a URL.
pub(super) fn url(ui: &mut Ui, entry: &mut Entry) {
    row(ui, "URL", |ui| ui.add(text(&mut entry.url, "http://127.0.0.1:8080/v1", ui.available_width() - 8.0)));
}

/// The field for the name of the variable that holds the key. A key that is written there is not shown and goes at
/// once; true: this has happened.
pub(super) fn key(ui: &mut Ui, entry: &mut Entry) -> bool {
    let held = entry.key_held();
    let is_key = Entry::is_key(&entry.key);
    let taken = row(ui, "Key", |ui| {
        let mut dotted = |ui: &Ui, words: &dyn egui::TextBuffer, _: f32| {
            let words = words.as_str();
            let shown = if Entry::is_key(words) { "•".repeat(words.chars().count()) } else { words.to_owned() };
            ui.painter().layout_no_wrap(shown, FontId::proportional(BODY), WORDS)
        };
        let wide = (ui.available_width() - 8.0).min(240.0);
        let field = ui.add(text(&mut entry.key, "name of a variable", wide).layouter(&mut dotted));
        field.lost_focus() && Entry::is_key(&entry.key)
    });
    if taken {
        entry.key.clear();
    }
    let words = match &held {
        None => "a server on this machine needs none".into(),
        Some(_) if is_key => "a name has letters, digits and _ only".into(),
        Some((name, true)) => format!("{} is set", tame(name, 40)),
        Some((name, false)) => format!("{} is not set where this was started", tame(name, 40)),
    };
    let missing = held.as_ref().is_some_and(|(_, held)| !held);
    let colour = if missing { bad(ui) } else { FAINT };
    note(ui, RichText::new(sentence(&words) + ".").color(colour));
    taken
}

/// The field for a model, with those that the server is known to have.
pub(super) fn model(ui: &mut Ui, (label, hint): (&str, &str), name: &mut String, known: &[String], open: &mut bool) {
    row(ui, label, |ui| {
        let room = if known.is_empty() { 8.0 } else { 56.0 };
        ui.add(text(name, hint, ui.available_width() - room));
        let list = egui::Button::new("list").selected(*open);
        if !known.is_empty() && ui.add(list).on_hover_text("The server's models").clicked() {
            *open = !*open;
        }
    });
    if *open
        && !known.is_empty()
        && let Some(chosen) = models(ui, known, name)
    {
        *name = chosen;
        *open = false;
    }
}

/// The server's models to choose from.
fn models(ui: &mut Ui, all: &[String], now: &str) -> Option<String> {
    let mut chosen = None;
    row(ui, "", |ui| {
        egui::Frame::new().fill(SHADE).corner_radius(3).inner_margin(6).show(ui, |ui| {
            ui.vertical(|ui| {
                ui.set_width(ui.available_width() - 8.0);
                ScrollArea::vertical().id_salt("models").max_height(92.0).show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        for name in all {
                            let words = RichText::new(tame(name, NAME)).size(13.0);
                            if ui.add(egui::Button::new(words).selected(name == now)).clicked() {
                                chosen = Some(name.clone());
                            }
                        }
                    });
                });
            });
        });
    });
    chosen
}

//! Rows of keys: each deed, its key, another one by pressing it.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};

use super::page::Page;
use crate::view::{
    keys::{
        Action, Key, all,
        bind::{Bindings, Chord, choice, ctrl},
    },
    panels::{
        style::{FAINT, SMALL, bad, faint, good},
        telling::sentence,
    },
};

/// Width of a deed's name, in points.
const NAME: f32 = 104.0;

/// Takes the key that is pressed while a row waits for one; Esc leaves it as it was. Nobody else hears of it.
pub(super) fn listen(mut page: ResMut<Page>, mut bindings: ResMut<Bindings>, mut keys: ResMut<ButtonInput<KeyCode>>) {
    if page.waits.is_none() {
        return;
    }
    if !std::mem::take(&mut page.drawn) {
        page.waits = None;
        return;
    }
    heard(&mut page, &mut bindings, &keys);
    keys.clear();
}

fn heard(page: &mut Page, bindings: &mut Bindings, keys: &ButtonInput<KeyCode>) {
    let Some(key) = page.waits.and_then(|name| all().find(|key| key.name == name)) else { return };
    if keys.just_pressed(KeyCode::Escape) {
        page.waits = None;
        return;
    }
    let Some(code) = choice().find(|code| keys.just_pressed(*code)) else { return };
    let chord = Chord { code, ctrl: ctrl(keys) };
    page.waits = None;
    page.said = Some(match bindings.choose(key, chord) {
        Ok(()) => (true, format!("{}: {}", sentence(key.name), chord.label())),
        Err(why) => (false, why),
    });
}

/// Draws them.
pub(super) fn draw(ui: &mut Ui, page: &mut ResMut<Page>, bindings: &mut ResMut<Bindings>) {
    let words = match (&page.waits, &page.said) {
        (Some(name), _) => RichText::new(format!("Press the new key for “{name}”. Esc leaves it as it is.")),
        (None, Some((true, said))) => RichText::new(said).color(good(ui)),
        (None, Some((false, said))) => RichText::new(said).color(bad(ui)),
        (None, None) => faint("Click a key, then press another one. Esc always closes what is open."),
    };
    ui.label(words);
    ui.add_space(2.0);
    ScrollArea::vertical().id_salt("keys").auto_shrink(false).show(ui, |ui| {
        for key in all().filter(|key| !key.name.is_empty() && key.deed != Action::Close) {
            row(ui, key, page, bindings);
        }
        ui.add_space(6.0);
        if ui.add_enabled(!bindings.all_usual(), Button::new("All as at first")).clicked() {
            bindings.back_all();
            (page.waits, page.said) = (None, None);
        }
    });
}

/// A deed, its key, and what it is; rows that do much the same have that under the first of them.
fn row(ui: &mut Ui, key: &'static Key, page: &mut ResMut<Page>, bindings: &mut ResMut<Bindings>) {
    if !key.does.is_empty() {
        ui.add_space(4.0);
        ui.add(Label::new(RichText::new(key.does).size(SMALL).color(FAINT)).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        ui.allocate_ui_with_layout(vec2(NAME, 24.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NAME);
            ui.label(sentence(key.name));
        });
        let waits = page.waits == Some(key.name);
        let words = if waits { "press a key".to_string() } else { bindings.label(key) };
        let button = ui.add_sized([118.0, 24.0], Button::new(words).selected(waits));
        if button.on_hover_text("Choose another key").clicked() {
            page.waits = (!waits).then_some(key.name);
            page.said = None;
        }
        if !bindings.usual(key)
            && ui.small_button("as at first").on_hover_text(key.label()).clicked()
            && let Err(why) = bindings.back(key)
        {
            page.said = Some((false, why));
        }
    });
}

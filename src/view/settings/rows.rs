//! Rows of keys: each deed, its key, another one by pressing it.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

use super::page::Page;
use crate::view::{
    keys::{
        Deed, Key, all,
        bind::{Bindings, CHOICE, Chord},
    },
    panels::{
        Shown,
        style::{FAINT, SMALL, bad, faint, good},
        telling::sentence,
    },
};

/// Takes the key that is pressed while a row waits for one; Esc leaves it as it was. Nobody else hears of it.
pub(super) fn listen(
    mut page: ResMut<Page>,
    mut bindings: ResMut<Bindings>,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    shown: Res<Shown>,
) {
    if page.waits.is_none() {
        return;
    }
    if !shown.settings {
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
    let ctrl = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft]);
    let Some(code) = CHOICE.iter().copied().find(|code| keys.just_pressed(*code)) else { return };
    let chord = Chord { code, ctrl };
    page.waits = None;
    page.said = Some(match bindings.choose(key, chord) {
        Ok(()) => (true, format!("{}: {}", sentence(key.name), chord.label())),
        Err(why) => (false, why),
    });
}

/// Draws them.
pub(super) fn draw(ui: &mut Ui, page: &mut ResMut<Page>, bindings: &mut ResMut<Bindings>, height: f32) {
    ui.horizontal(|ui| {
        let words = match (&page.waits, &page.said) {
            (Some(name), _) => RichText::new(format!("Press the new key for “{name}”. Esc leaves it as it is.")),
            (None, Some((true, said))) => RichText::new(said).color(good(ui)),
            (None, Some((false, said))) => RichText::new(said).color(bad(ui)),
            (None, None) => faint("Click a key, then press another one."),
        };
        ui.label(words);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let all = egui::Button::new("All as at first");
            if ui.add_enabled(!bindings.all_usual(), all).clicked() {
                bindings.back_all();
                (page.waits, page.said) = (None, None);
            }
        });
    });
    ui.add_space(4.0);
    ScrollArea::vertical().id_salt("keys").max_height(height - 34.0).auto_shrink(false).show(ui, |ui| {
        let mut told = "";
        for key in all().filter(|key| !key.name.is_empty() && key.deed != Deed::Close) {
            told = if key.does.is_empty() { told } else { key.does };
            row(ui, key, told, page, bindings);
        }
        ui.add_space(4.0);
        ui.label(faint("Esc always closes what is open."));
    });
}

fn row(ui: &mut Ui, key: &'static Key, told: &str, page: &mut ResMut<Page>, bindings: &mut ResMut<Bindings>) {
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(110.0, 26.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(110.0);
            ui.label(sentence(key.name));
        });
        let waits = page.waits == Some(key.name);
        let words = if waits { "press a key".to_string() } else { bindings.label(key) };
        let button = ui.add_sized([112.0, 24.0], egui::Button::new(words).selected(waits));
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
        ui.add(egui::Label::new(RichText::new(told).size(SMALL).color(FAINT)).truncate());
    });
}

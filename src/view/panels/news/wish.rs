//! The field in which the player follows another piece of news, as `news follow` does in the console. It leaves no
//! trace in the town.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Key, RichText, Ui};

use super::Spreading;
use crate::{
    console,
    view::panels::widgets::{RED, SMALL, coloured, faint, field},
};

/// Letters that are taken, at most.
const LONGEST: usize = 120;

/// What is typed there.
#[derive(Resource, Default)]
pub struct Wish {
    text: String,
    /// What is wrong with it.
    fault: String,
    /// It is to be followed.
    asked: bool,
}

/// Draws it.
pub fn draw(ui: &mut Ui, wish: &mut Wish) {
    ui.label(faint("Follow another piece of news, by a few of its words"));
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.add_enabled(!wish.text.trim().is_empty(), egui::Button::new("Follow").small());
            let field = ui.add(field(&mut wish.text, "opens a gallery").char_limit(LONGEST));
            let hint = "Counts whoever remembers something with all these words. To say who it comes from, write: \
                        gallery from NAME";
            let field = field.on_hover_text(hint);
            if field.changed() {
                wish.fault.clear();
            }
            wish.asked |= button.clicked() || field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        });
    });
    if !wish.fault.is_empty() {
        coloured(ui, RichText::new(&wish.fault).size(SMALL), RED);
    }
    ui.add_space(4.0);
}

/// Follows what was typed, or says why not.
pub fn grant(world: &mut World) {
    if !std::mem::take(&mut world.resource_mut::<Wish>().asked) {
        return;
    }
    let text = world.resource::<Wish>().text.trim().to_string();
    if text.is_empty() {
        return;
    }
    let followed = match console::watch(world, &text) {
        Ok(news) => world.resource_mut::<Spreading>().follow(news),
        Err(_) => Err("These words are too common: add one that only this news has.".into()),
    };
    let mut wish = world.resource_mut::<Wish>();
    match followed {
        Ok(()) => *wish = Wish::default(),
        Err(why) => wish.fault = why,
    }
}

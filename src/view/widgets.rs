//! What pages and boxes are made of: a sheet in the window, buttons to choose among, a line to write in.

use bevy_egui::egui;
use egui::{Align2, Area, Button, Context, Key, Order, Response, TextEdit, Ui, Vec2};

use super::panels::style::sheet;

/// A sheet at a place of the window, so many points wide inside.
pub fn page(
    ctx: &Context,
    name: &'static str,
    (anchor, offset, order): (Align2, Vec2, Order),
    wide: f32,
    add: impl FnOnce(&mut Ui),
) -> Response {
    let area = Area::new(name.into()).anchor(anchor, offset).order(order);
    area.show(ctx, |ui| {
        sheet().inner_margin(16).show(ui, |ui| {
            ui.set_width(wide);
            add(ui);
        });
    })
    .response
}

/// Buttons, of which one is chosen; true when another one was.
pub fn choose<T: PartialEq + Copy>(ui: &mut Ui, chosen: &mut T, all: &[(&str, T)]) -> bool {
    choose_by(ui, chosen, all, Button::new)
}

/// The same with small buttons.
pub fn choose_small<T: PartialEq + Copy>(ui: &mut Ui, chosen: &mut T, all: &[(&str, T)]) -> bool {
    choose_by(ui, chosen, all, |words| Button::new(words).small())
}

fn choose_by<T: PartialEq + Copy>(
    ui: &mut Ui,
    chosen: &mut T,
    all: &[(&str, T)],
    button: impl Fn(String) -> Button<'static>,
) -> bool {
    let before = *chosen;
    for (words, one) in all {
        if ui.add(button((*words).to_owned()).selected(before == *one)).clicked() {
            *chosen = *one;
        }
    }
    before != *chosen
}

/// A line to write in, as wide as there is room: was Enter pressed in it? It takes the keys if it is to have the `focus`, or
/// if keys are meant for its box, `mine`, and no other field has them.
pub fn written(ui: &mut Ui, field: TextEdit, focus: &mut bool, mine: bool) -> (Response, bool) {
    let field = ui.add(field.desired_width(f32::INFINITY));
    // Asked before the keys are taken back: egui tells it by who has them now.
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if std::mem::take(focus) || mine && ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    (field, entered)
}

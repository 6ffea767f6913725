//! The help: all keys, and how the people think.

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Frame, Label, Margin, RichText, Ui, vec2};

use super::widgets::*;
use crate::{
    exchange::Minds,
    view::{
        hints::Hints,
        keys::{self, bind::Bindings},
    },
};

/// How the people think by rules.
const MIND: &str = "The people of this town think by built-in rules: word lists, habits, small grammars and dice. No \
    language model is used, nothing leaves this computer, and no key is needed. People know only what they have \
    seen or been told.";
/// The same with a language model.
const MODEL: &str = "The people of this town think with a language model at the server you chose. The questions to \
    them are sent there, and nothing else leaves this computer. Where the model fails, built-in rules answer. People \
    know only what they have seen or been told.";
const CREDIT: &str = "Emoji pictures: Twemoji, © Twitter, Inc and other contributors, CC-BY 4.0. All other pictures \
    are painted by this program's own painter.";

/// Width of the keys, in points.
const KEYS: f32 = 122.0;
/// In a narrower panel a key stands above what it does.
const NARROW: f32 = 300.0;

/// Draws the panel.
pub fn draw(InMut(ui): InMut<Ui>, minds: Res<Minds>, bindings: Res<Bindings>, mut hints: ResMut<Hints>) {
    list(ui, "help", ui.spacing().item_spacing.y, |ui| {
        ui.label("A small town whose people live by their own memories.");
        ui.add_space(6.0);
        for (label, does) in keys::told(&bindings) {
            row(ui, &label, does);
        }
        ui.add_space(8.0);
        if hints.any_given() && ui.button("Show all hints again").clicked() {
            hints.restart();
        }
        ui.separator();
        bold(ui, "How the people think", 16.0, INK);
        ui.label(if minds.model().is_some() { MODEL } else { MIND });
        ui.add_space(6.0);
        ui.label(faint(CREDIT));
    });
}

/// Keys, and what they do.
fn row(ui: &mut Ui, label: &str, does: &str) {
    let cap = |ui: &mut Ui| {
        let words = RichText::new(label).color(INK).size(13.0);
        let frame = Frame::new().fill(SHADE).corner_radius(CORNER).inner_margin(Margin::symmetric(6, 2));
        frame.show(ui, |ui| ui.add(Label::new(words).extend()));
    };
    side_by_side(ui, (vec2(KEYS, 22.0), NARROW), cap, |ui| {
        // On one line with the keys.
        ui.add_space(2.0);
        ui.label(does);
    });
}

//! All keys, what one is looking at, and how the people think.

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Align, Frame, Label, Layout, Margin, RichText, ScrollArea, Ui, vec2};

use super::style::{FAINT, INK, SHADE, SMALL, heavy};
use crate::{
    exchange::Minds,
    view::{
        hints::Hints,
        keys::{self, bind::Bindings},
    },
};

/// What is said about the people's minds.
const MIND: &str = "The people of this town think by built-in rules: word lists, habits and small grammars, and dice. \
    No language model is at work, nothing leaves this computer, and no key is needed. Each of them knows only what it \
    has seen or been told.";
/// The same if a language model is asked.
const MODEL: &str = "The people of this town think by a language model at the server that was chosen: what each of \
    them is asked goes there, and nothing else leaves this computer. Where it fails, built-in rules answer. Each of them \
    knows only what it has seen or been told.";
const CREDIT: &str = "Emoji pictures: Twemoji, © Twitter, Inc and other contributors, CC-BY 4.0. All other pictures \
    are painted by this program's own painter.";

/// Width of the keys, in points.
const KEYS: f32 = 122.0;
/// In less than this a key stands above what it does.
const NARROW: f32 = 300.0;

/// Draws the panel.
pub fn draw(InMut(ui): InMut<Ui>, minds: Option<Res<Minds>>, bindings: Res<Bindings>, mut hints: ResMut<Hints>) {
    let modelled = minds.is_some_and(|minds| minds.model().is_some());
    ScrollArea::vertical().id_salt("help").auto_shrink(false).show(ui, |ui| {
        ui.label("A little town whose people live by their own memory.");
        ui.add_space(6.0);
        for (label, does) in keys::told(&bindings) {
            row(ui, &label, does);
        }
        ui.add_space(8.0);
        if hints.any_given() && ui.button("Give all hints again").clicked() {
            hints.again();
        }
        ui.separator();
        heavy(ui, "How the people think", 16.0, INK);
        ui.label(if modelled { MODEL } else { MIND });
        ui.add_space(6.0);
        ui.label(RichText::new(CREDIT).size(SMALL).color(FAINT));
    });
}

/// Keys, and what they do.
fn row(ui: &mut Ui, label: &str, does: &str) {
    let cap = |ui: &mut Ui| {
        let words = RichText::new(label).color(INK).size(13.0);
        Frame::new()
            .fill(SHADE)
            .corner_radius(3)
            .inner_margin(Margin::symmetric(6, 2))
            .show(ui, |ui| ui.add(Label::new(words).extend()));
    };
    if ui.available_width() < NARROW {
        cap(ui);
        ui.label(does);
        ui.add_space(2.0);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(KEYS, 22.0), Layout::right_to_left(Align::Min), |ui| {
            ui.set_min_width(KEYS);
            cap(ui);
        });
        ui.add_space(4.0);
        // On one line with the keys.
        ui.vertical(|ui| {
            ui.add_space(2.0);
            ui.add(Label::new(does).wrap());
        });
    });
}

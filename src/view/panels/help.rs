//! F1: all keys, and what one is looking at.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Sense, vec2};

use super::{
    Paper, Shown,
    style::{FAINT, INK, SHADE, SMALL, heavy, sheet},
};
use crate::{
    thought::Minds,
    view::{
        hints::Hints,
        keys::{self, bind::Bindings},
    },
};

/// What the page says about the people's minds.
const MIND: &str = "The people of this town think by built-in rules: word lists, habits and small grammars, and dice. \
    No language model is at work, nothing leaves this computer, and no key is needed. Each of them knows only what it \
    has seen or been told.";
/// The same if a language model is asked.
const MODEL: &str = "The people of this town think by a language model at the server that was chosen: what each of \
    them is asked goes there, and nothing else leaves this computer. Where it fails, built-in rules answer. Each of them \
    knows only what it has seen or been told.";
const CREDIT: &str = "Emoji pictures: Twemoji, © Twitter, Inc and other contributors, CC-BY 4.0. All other pictures \
    are painted by this program's own painter.";

/// Draws it.
pub(super) fn draw(
    paper: Paper,
    minds: Option<Res<Minds>>,
    bindings: Res<Bindings>,
    (mut shown, mut hints): (ResMut<Shown>, ResMut<Hints>),
) {
    let modelled = minds.is_some_and(|minds| minds.model().is_some());
    let Some(mut paper) = paper.filter(|_| shown.help) else { return };
    let ctx = paper.get_mut().clone();
    let whole = ctx.content_rect();
    // The town steps back; a click beside the page closes it.
    let behind =
        egui::Area::new("behind help".into()).fixed_pos(whole.min).order(egui::Order::Foreground).show(&ctx, |ui| {
            let response = ui.allocate_rect(whole, Sense::click());
            ui.painter().rect_filled(whole, 0, egui::Color32::from_rgba_unmultiplied(0x2a, 0x1b, 0x3d, 110));
            response
        });
    let width = (whole.width() - 40.0).min(600.0);
    let area = egui::Area::new("help".into())
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .order(egui::Order::Tooltip)
        .default_size(whole.size());
    let mut shut = behind.inner.clicked();
    area.show(&ctx, |ui| {
        sheet().inner_margin(18).show(ui, |ui| {
            ui.set_width(width);
            ui.horizontal(|ui| {
                heavy(ui, "Smallville", 22.0, INK);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    shut |= ui.button("×").on_hover_text("Close (F1)").clicked();
                });
            });
            ui.label("A little town in which 25 people live by their own memory.");
            ui.add_space(6.0);
            egui::ScrollArea::vertical().max_height(whole.height() - 150.0).show(ui, |ui| {
                egui::Grid::new("keys").num_columns(2).spacing(vec2(18.0, 4.0)).show(ui, |ui| {
                    for (label, does) in keys::told(&bindings) {
                        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                            egui::Frame::new()
                                .fill(SHADE)
                                .corner_radius(3)
                                .inner_margin(egui::Margin::symmetric(6, 2))
                                .show(ui, |ui| ui.label(egui::RichText::new(label).color(INK).size(13.0)));
                        });
                        ui.label(does);
                        ui.end_row();
                    }
                });
                ui.add_space(8.0);
                if hints.any_given() && ui.button("Give all hints again").clicked() {
                    hints.again();
                }
                ui.separator();
                heavy(ui, "How the people think", 16.0, INK);
                ui.label(if modelled { MODEL } else { MIND });
                ui.add_space(6.0);
                ui.label(egui::RichText::new(CREDIT).size(SMALL).color(FAINT));
            });
        });
    });
    if shut {
        shown.help = false;
    }
}

//! A link of the chain as a card: what it is to the one above it, what it says, and what one can ask on.

use bevy_egui::egui;
use egui::{Frame, Layout, Stroke, Ui};

use super::{Glass, thought};
use crate::{
    mind::Phrasing,
    town::why::{Explainer, Link},
    view::panels::widgets::*,
};

/// Draws it; a click on its *Why?* goes on from there.
pub fn draw(
    ui: &mut Ui,
    (n, link): (usize, &Link),
    glass: &mut Glass,
    looking: &Explainer,
    phrasing: Option<&dyn Phrasing>,
) {
    let ground = if link.thought.is_some() { PAPER } else { SHADE };
    let frame = Frame::new().fill(ground).stroke(Stroke::new(1.0, LINE)).corner_radius(CORNER);
    frame.inner_margin(7).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let title = lay(ui.painter(), &sentence(&link.title), SMALL + 0.5, TEAL, ui.available_width() - 130.0, 1);
            title.show(ui);
            ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                if let Some((who, of)) = link.on
                    && ui.add(small("Why?")).on_hover_text("What led to this").clicked()
                {
                    glass.ask(who, Some(of));
                }
                if let Some(tick) = link.tick {
                    ui.label(faint(looking.when(tick)));
                }
            });
        });
        if !link.text.is_empty() {
            paragraph(ui, &link.text, 13.5, WORDS);
        }
        if let Some(one) = &link.thought {
            ui.push_id((n, one.id.agent, one.id.count), |ui| thought::draw(ui, one, glass, looking, phrasing));
        }
    });
    if n == 0 {
        ui.label(faint("because"));
    }
}

//! What somebody has promised or means to go to, and what they are about instead of their plan.

use bevy_egui::egui;
use egui::{RichText, ScrollArea, Ui};

use crate::{
    agent::{agenda::Agenda, reaction::Errand},
    clock::{Calendar, Minute},
    view::{
        panels::{
            style::{BODY, FAINT, GLOW, INK, SHADE, SMALL, WORDS},
            telling::{day, sentence, short_place},
            words::lay,
        },
        tame::tame,
    },
    world::TownMap,
};

/// Most letters of an engagement's words.
const WORDY: usize = 300;

/// Draws the page.
pub fn draw(
    ui: &mut Ui,
    (agenda, errand): (Option<&Agenda>, Option<&Errand>),
    map: Option<&TownMap>,
    calendar: &Calendar,
    now: Minute,
) {
    let card = |ui: &mut Ui, ground, title: String, text: &str, under: Vec<String>| {
        egui::Frame::new().fill(ground).corner_radius(3).inner_margin(8).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(RichText::new(title).size(SMALL).color(FAINT));
            lay(ui.painter(), &sentence(&tame(text, WORDY)), BODY, INK, ui.available_width(), 0).show(ui);
            for line in under.into_iter().filter(|line| !line.is_empty()) {
                lay(ui.painter(), &sentence(&tame(&line, WORDY)), SMALL + 0.5, WORDS, ui.available_width(), 0).show(ui);
            }
        });
    };
    ScrollArea::vertical().id_salt("agenda").auto_shrink(false).show(ui, |ui| {
        let doing = errand.and_then(|errand| errand.0.as_ref());
        if let Some(doing) = doing {
            let until = format!("Instead of the plan, until {}", doing.until.time_of_day());
            card(ui, GLOW, until, &doing.what, vec![]);
        }
        let engagements = agenda.map_or(&[][..], |agenda| &agenda.0);
        for one in engagements {
            let date = if one.from.day() == now.day() { "Today".to_owned() } else { day(calendar.date(one.from)) };
            let title = format!("{date}, {}–{}", one.from.time_of_day(), one.until.time_of_day());
            let place = map.map_or(String::new(), |map| short_place(map, one.place));
            card(ui, SHADE, title, &one.what, vec![place, one.how.clone()]);
        }
        if engagements.is_empty() && doing.is_none() {
            ui.label(RichText::new("Nothing promised, nothing meant to be gone to.").color(FAINT));
        }
    });
}

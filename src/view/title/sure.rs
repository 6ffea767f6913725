//! A question before something is lost: what that is, and since when. Enter does it, Esc stays.

use bevy_egui::egui;
use egui::{Align2, Context, Key, Label, Order, RichText, vec2};

use super::rows::{self, Row};
use crate::{
    town::SaveEntry,
    view::{
        keys::presses,
        panels::style::{INK, WORDS, heavy, sheet},
    },
};

/// What is to be done if it is meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// Back to the quick save.
    Back,
    /// Into this town.
    Open(Box<SaveEntry>),
    /// To the title.
    Title,
    /// Out of the game.
    Quit,
}

/// The question.
#[derive(Clone, Debug, PartialEq)]
pub struct Sure {
    /// What would be done: `Back to Monday 13 February, 09:20?`
    pub head: String,
    /// What that costs.
    pub words: String,
    /// On the button that does it.
    pub yes: &'static str,
    /// What it does.
    pub then: Then,
}

impl Sure {
    /// Draws it; true: it is meant, false: it is not, `None`: no answer yet. Keys count only if `keys`.
    pub(super) fn draw(&self, ctx: &Context, row: &mut usize, keys: bool) -> Option<bool> {
        let mut chosen = None;
        let escaped =
            keys && presses(ctx).into_iter().find(|key| matches!(key, Key::Escape | Key::Enter)) == Some(Key::Escape);
        let wide = (ctx.content_rect().width() - 48.0).min(400.0);
        let area =
            egui::Area::new("sure".into()).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).order(Order::Foreground);
        let front = area.show(ctx, |ui| {
            sheet().inner_margin(16).show(ui, |ui| {
                ui.set_width(wide);
                heavy(ui, &self.head, 18.0, INK);
                ui.add_space(4.0);
                ui.add(Label::new(RichText::new(&self.words).color(WORDS)).wrap());
                ui.add_space(8.0);
                ui.spacing_mut().item_spacing.y = 6.0;
                let all = [
                    Row { note: "Enter".into(), ..Row::plain(self.yes) },
                    Row { note: "Esc".into(), ..Row::plain("Stay here") },
                ];
                chosen = rows::draw(ui, &all, row, keys && !escaped);
            });
        });
        ctx.move_to_top(front.response.layer_id);
        if escaped { Some(false) } else { chosen.map(|row| row == 0) }
    }
}

//! A question before something is lost: what that is, and since when. Enter does it, Esc stays.

use bevy_egui::egui;
use egui::{Align2, Context, Label, Order, RichText, Vec2};

use super::rows::{self, Row};
use crate::{
    town::SaveEntry,
    view::{
        panels::style::{INK, WORDS, heavy},
        widgets::page,
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
        let wide = (ctx.content_rect().width() - 48.0).min(400.0);
        let middle = (Align2::CENTER_CENTER, Vec2::ZERO, Order::Foreground);
        let front = page(ctx, "sure", middle, wide, |ui| {
            heavy(ui, &self.head, 18.0, INK);
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(&self.words).color(WORDS)).wrap());
            ui.add_space(8.0);
            ui.spacing_mut().item_spacing.y = 6.0;
            let all = [(self.yes, "Enter"), ("Stay here", "Esc")];
            let all = all.map(|(name, note)| Row { note: note.into(), ..Row::plain(name) });
            chosen = rows::draw(ui, &all, row, keys);
        });
        ctx.move_to_top(front.layer_id);
        chosen.map(|row| row == 0)
    }
}

//! A list of choices, by keys or mouse; and the question before something is lost, which is such a list.

use bevy_egui::egui;
use egui::{Align2, Context, CursorIcon, Key, Order, Response, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use crate::{
    town::SaveEntry,
    view::{keys::presses, panels::widgets::*, travel::Opening},
};

/// A choice.
pub(super) struct Row {
    pub name: String,
    /// A few small words about it; may be empty.
    pub note: String,
    /// Can it be chosen now?
    pub enabled: bool,
}

impl Row {
    /// Without a note.
    pub(super) fn plain(name: &str) -> Self {
        Self { name: name.into(), note: String::new(), enabled: true }
    }
}

/// A card that can be chosen, as wide as the list. A chosen one scrolls into view if it should `scroll`.
pub(super) fn choice_card(ui: &mut Ui, chosen: bool, scroll: &mut bool, add: impl FnOnce(&mut Ui)) -> Response {
    let (fill, edge) = if chosen { (GLOW, INK) } else { (PAPER, LINE) };
    let frame = egui::Frame::new().fill(fill).stroke(Stroke::new(1.5, edge)).corner_radius(CORNER);
    let frame = frame.inner_margin(egui::Margin::symmetric(10, 6)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        add(ui);
    });
    if chosen && std::mem::take(scroll) {
        frame.response.scroll_to_me(None);
    }
    frame.response
}

/// Height of a row in points.
const TALL: f32 = 38.0;
/// The same with a note.
const NOTED: f32 = 46.0;

/// The next enabled row, up or down; after the last comes the first.
fn step(enabled: &[bool], at: usize, down: bool) -> usize {
    let count = enabled.len().max(1);
    let next = |n: usize| if down { (at + n) % count } else { (at + count - n % count) % count };
    (1..=count).map(next).find(|n| enabled.get(*n) == Some(&true)).unwrap_or(at)
}

/// Moves by the arrow keys, and gives the first other key.
pub(super) fn navigate(keys: &[Key], at: &mut usize, enabled: &[bool]) -> Option<Key> {
    for key in keys {
        match key {
            Key::ArrowDown => *at = step(enabled, *at, true),
            Key::ArrowUp => *at = step(enabled, *at, false),
            Key::Enter | Key::Escape | Key::Delete | Key::W | Key::E => return Some(*key),
            _ => {}
        }
    }
    None
}

/// Draws the rows; gives the one that was chosen. Keys count only if `keys`.
pub(super) fn draw(ui: &mut Ui, rows: &[Row], at: &mut usize, keys: bool) -> Option<usize> {
    let enabled: Vec<bool> = rows.iter().map(|row| row.enabled).collect();
    if enabled.get(*at) != Some(&true) {
        *at = step(&enabled, rows.len().saturating_sub(1), true);
    }
    let entered = keys && navigate(&presses(ui.ctx()), at, &enabled) == Some(Key::Enter);
    let mut chosen = entered.then_some(*at);
    let moved = ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    for (n, row) in rows.iter().enumerate() {
        let sense = if row.enabled { Sense::click() } else { Sense::hover() };
        let height = if row.note.is_empty() { TALL } else { NOTED };
        let (place, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, row.enabled, &row.name));
        if row.enabled && response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            if moved {
                *at = n;
            }
        }
        if response.clicked() {
            chosen = Some(n);
        }
        let (fill, edge, ink) = match (row.enabled, *at == n) {
            (false, _) => (PAPER, LINE, FAINT),
            (_, true) => (GLOW, INK, INK),
            _ => (PAPER, WOOD, WORDS),
        };
        let painter = ui.painter();
        painter.rect(place, CORNER, fill, Stroke::new(1.5, edge), StrokeKind::Inside);
        let (left, width) = (place.left() + 14.0, place.width() - 24.0);
        let name = layout_text(painter, &row.name, BODY + 2.0, ink, width, 1);
        let middle = if row.note.is_empty() { place.center().y } else { place.top() + 15.0 };
        // Twice, to look bold.
        for nudge in [0.0, 0.5] {
            name.paint(painter, egui::pos2(left + nudge, middle - name.size().y / 2.0));
        }
        let note = layout_text(painter, &row.note, SMALL, FAINT, width, 1);
        note.paint(painter, egui::pos2(left, place.bottom() - 13.0 - note.size().y / 2.0));
        if name.cut() || note.cut() {
            response.on_hover_text(format!("{}\n{}", row.name, row.note));
        }
    }
    chosen
}

/// What is done after a confirmation.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfirmedAction {
    /// Back to the quick save.
    Back,
    /// Into this town.
    Open(Box<SaveEntry>, Opening),
    /// To the title.
    Title,
    /// Out of the game.
    Quit,
}

/// A question before something is lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirmation {
    /// What would be done: `Back to Monday 13 February, 09:20?`
    pub head: String,
    /// What that costs.
    pub words: String,
    /// On the button that does it.
    pub yes: &'static str,
    /// What it does.
    pub then: ConfirmedAction,
}

impl Confirmation {
    /// Draws it; gives the answer, once there is one. Keys count only if `keys`.
    pub(super) fn draw(&self, ctx: &Context, row: &mut usize, keys: bool) -> Option<bool> {
        let mut chosen = None;
        let wide = (ctx.content_rect().width() - 48.0).min(400.0);
        let middle = (Align2::CENTER_CENTER, Vec2::ZERO, Order::Foreground);
        let front = page(ctx, "sure", middle, wide, |ui| {
            bold(ui, &self.head, 18.0, INK);
            ui.add_space(4.0);
            ui.label(&self.words);
            ui.add_space(8.0);
            ui.spacing_mut().item_spacing.y = 6.0;
            let all = [(self.yes, "Enter"), ("Stay here", "Esc")];
            let all = all.map(|(name, note)| Row { note: note.into(), ..Row::plain(name) });
            chosen = draw(ui, &all, row, keys);
        });
        ctx.move_to_top(front.layer_id);
        chosen.map(|row| row == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_round_and_leave_out_what_cannot_be() {
        let enabled = [true, false, true];
        assert_eq!((step(&enabled, 0, true), step(&enabled, 2, true)), (2, 0));
        assert_eq!((step(&enabled, 0, false), step(&enabled, 2, false)), (2, 0));
        assert_eq!((step(&[false; 3], 1, true), step(&[], 0, false)), (1, 0));
    }

    #[test]
    fn every_key_of_a_slow_frame_counts() {
        let mut at = 0;
        let (down, up) = (Key::ArrowDown, Key::ArrowUp);
        assert_eq!(navigate(&[down, down, down, up], &mut at, &[true; 4]), None);
        assert_eq!(at, 2);
        assert_eq!(navigate(&[down, Key::Enter, down], &mut at, &[true; 4]), Some(Key::Enter));
        assert_eq!(at, 3);
    }
}

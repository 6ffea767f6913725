//! A list of things to do: arrows and Enter, or the mouse; and the question before something is lost, which is such a list.

use bevy_egui::egui;
use egui::{
    Align2, Context, CornerRadius, Key, Label, Order, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, vec2,
};

use crate::{
    town::SaveEntry,
    view::{
        keys::presses,
        panels::widgets::{BODY, FAINT, GLOW, INK, LINE, PAPER, SMALL, WOOD, WORDS, heavy, lay, page},
    },
};

/// One of them.
pub(super) struct Row {
    /// What is done.
    pub name: String,
    /// A word about it, small; may be empty.
    pub note: String,
    /// Can it be done now?
    pub able: bool,
}

impl Row {
    /// Without a note.
    pub(super) fn plain(name: &str) -> Self {
        Self { name: name.into(), note: String::new(), able: true }
    }
}

/// The frame of something that can be chosen, as wide as the list; if it is chosen and `scroll`, it comes into sight.
pub(super) fn card(ui: &mut Ui, chosen: bool, scroll: &mut bool, add: impl FnOnce(&mut Ui)) -> Response {
    let (fill, edge) = if chosen { (GLOW, INK) } else { (PAPER, LINE) };
    let frame = egui::Frame::new().fill(fill).stroke(Stroke::new(1.5, edge)).corner_radius(3);
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
/// Of one with a note.
const NOTED: f32 = 46.0;

/// The next row that can be chosen, up or down; they go round.
fn step(able: &[bool], at: usize, down: bool) -> usize {
    let many = able.len().max(1);
    let next = |n: usize| if down { (at + n) % many } else { (at + many - n % many) % many };
    (1..=many).map(next).find(|n| able.get(*n) == Some(&true)).unwrap_or(at)
}

/// Does what the keys say, one after the other: arrows go to another row, the first other key is given back.
pub(super) fn follow(keys: &[Key], at: &mut usize, able: &[bool]) -> Option<Key> {
    for key in keys {
        match key {
            Key::ArrowDown => *at = step(able, *at, true),
            Key::ArrowUp => *at = step(able, *at, false),
            Key::Enter | Key::Escape | Key::Delete => return Some(*key),
            _ => {}
        }
    }
    None
}

/// Draws them; gives the one that was chosen. Keys count only if `keys`.
pub(super) fn draw(ui: &mut Ui, rows: &[Row], at: &mut usize, keys: bool) -> Option<usize> {
    let able: Vec<bool> = rows.iter().map(|row| row.able).collect();
    if able.get(*at) != Some(&true) {
        *at = step(&able, rows.len().saturating_sub(1), true);
    }
    let mut done = None;
    if keys && follow(&presses(ui.ctx()), at, &able) == Some(Key::Enter) {
        done = Some(*at);
    }
    let moved = ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO);
    for (n, row) in rows.iter().enumerate() {
        let sense = if row.able { Sense::click() } else { Sense::hover() };
        let (place, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), if row.note.is_empty() { TALL } else { NOTED }), sense);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, row.able, &row.name));
        if row.able && response.hovered() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
            if moved {
                *at = n;
            }
        }
        if response.clicked() {
            done = Some(n);
        }
        let chosen = *at == n && row.able;
        let (fill, edge) = if chosen { (GLOW, INK) } else { (PAPER, if row.able { WOOD } else { LINE }) };
        let painter = ui.painter();
        painter.rect(place, CornerRadius::same(3), fill, Stroke::new(1.5, edge), StrokeKind::Inside);
        let ink = if row.able { if chosen { INK } else { WORDS } } else { FAINT };
        let (left, room) = (place.left() + 14.0, place.width() - 24.0);
        let noted = !row.note.is_empty();
        let words = lay(painter, &row.name, BODY + 2.0, ink, room, 1);
        let name = if noted { place.top() + 15.0 } else { place.center().y } - words.size().y / 2.0;
        // A little heavier than the font has it.
        for nudge in [0.0, 0.5] {
            words.paint(painter, egui::pos2(left + nudge, name));
        }
        let note = lay(painter, &row.note, SMALL, FAINT, room, 1);
        note.paint(painter, egui::pos2(left, place.bottom() - 13.0 - note.size().y / 2.0));
        if words.cut() || note.cut() {
            response.on_hover_text(format!("{}\n{}", row.name, row.note));
        }
    }
    done
}

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
        let able = [true, false, true];
        assert_eq!((step(&able, 0, true), step(&able, 2, true)), (2, 0));
        assert_eq!((step(&able, 0, false), step(&able, 2, false)), (2, 0));
        assert_eq!((step(&[false; 3], 1, true), step(&[], 0, false)), (1, 0));
    }

    #[test]
    fn every_key_of_a_slow_frame_counts() {
        let mut at = 0;
        let (down, up) = (Key::ArrowDown, Key::ArrowUp);
        assert_eq!(follow(&[down, down, down, up], &mut at, &[true; 4]), None);
        assert_eq!(at, 2);
        assert_eq!(follow(&[down, Key::Enter, down], &mut at, &[true; 4]), Some(Key::Enter));
        assert_eq!(at, 3);
    }
}

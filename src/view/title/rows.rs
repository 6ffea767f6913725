//! A list of things to do: arrows and Enter, or the mouse.

use bevy_egui::egui;
use egui::{Color32, CornerRadius, Key, Sense, Stroke, StrokeKind, Ui, vec2};

use crate::view::{
    keys::presses,
    panels::{
        style::{BODY, FAINT, GLOW, INK, LINE, PAPER, SMALL, WOOD, WORDS},
        words::lay,
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

/// The frame of something that can be chosen, chosen or not.
pub(super) fn card(chosen: bool) -> egui::Frame {
    let (fill, edge) = if chosen { (GLOW, INK) } else { (PAPER, LINE) };
    let frame = egui::Frame::new().fill(fill).stroke(Stroke::new(1.5, edge));
    frame.corner_radius(3).inner_margin(egui::Margin::symmetric(10, 6))
}

/// Height of a row in points.
const TALL: f32 = 38.0;
/// Of one with a note.
const NOTED: f32 = 46.0;

/// The next row that can be chosen, up or down.
fn step(rows: &[Row], at: usize, down: bool) -> usize {
    let many = rows.len().max(1);
    let next = |n: usize| if down { (at + n) % many } else { (at + many - n % many) % many };
    (1..=many).map(next).find(|n| rows.get(*n).is_some_and(|row| row.able)).unwrap_or(at)
}

/// Does what the keys say, one after the other, up to the first that chooses; gives what it chose.
fn follow(rows: &[Row], at: &mut usize, keys: &[Key]) -> Option<usize> {
    for key in keys {
        match key {
            Key::ArrowDown => *at = step(rows, *at, true),
            Key::ArrowUp => *at = step(rows, *at, false),
            Key::Enter => return Some(*at),
            _ => {}
        }
    }
    None
}

/// Draws them; gives the one that was chosen. Keys count only if `keys`.
pub(super) fn draw(ui: &mut Ui, rows: &[Row], at: &mut usize, keys: bool) -> Option<usize> {
    if rows.get(*at).is_none_or(|row| !row.able) {
        *at = rows.iter().position(|row| row.able).unwrap_or_default();
    }
    let mut done = None;
    if keys {
        done = follow(rows, at, &presses(ui.ctx()));
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
        if write(painter, place, row, ink) {
            response.on_hover_text(format!("{}\n{}", row.name, row.note));
        }
    }
    done
}

/// Writes on one; was something cut off?
fn write(painter: &egui::Painter, place: egui::Rect, row: &Row, ink: Color32) -> bool {
    let (left, room) = (place.left() + 14.0, place.width() - 24.0);
    let (name, note) = match row.note.is_empty() {
        true => (place.center().y, None),
        false => (place.top() + 15.0, Some(place.bottom() - 13.0)),
    };
    let words = lay(painter, &row.name, BODY + 2.0, ink, room, 1);
    // A little heavier than the font has it.
    for nudge in [0.0, 0.5] {
        words.paint(painter, egui::pos2(left + nudge, name - words.size().y / 2.0));
    }
    let note = note.map(|y| (y, lay(painter, &row.note, SMALL, FAINT, room, 1)));
    if let Some((y, words)) = &note {
        words.paint(painter, egui::pos2(left, y - words.size().y / 2.0));
    }
    words.cut() || note.is_some_and(|(_, words)| words.cut())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_round_and_leave_out_what_cannot_be() {
        let mut rows: Vec<Row> = ["a", "b", "c"].map(Row::plain).into();
        rows[1].able = false;
        assert_eq!((step(&rows, 0, true), step(&rows, 2, true)), (2, 0));
        assert_eq!((step(&rows, 0, false), step(&rows, 2, false)), (2, 0));
        rows.iter_mut().for_each(|row| row.able = false);
        assert_eq!(step(&rows, 1, true), 1);
        assert_eq!(step(&[], 0, false), 0);
    }

    #[test]
    fn every_key_of_a_slow_frame_counts() {
        let rows: Vec<Row> = ["a", "b", "c", "d"].map(Row::plain).into();
        let mut at = 0;
        assert_eq!(follow(&rows, &mut at, &[Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::ArrowUp]), None);
        assert_eq!(at, 2);
        assert_eq!(follow(&rows, &mut at, &[Key::ArrowDown, Key::Enter, Key::ArrowDown]), Some(3));
        assert_eq!(follow(&rows, &mut at, &[]), None);
    }
}

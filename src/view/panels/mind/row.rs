//! One memory as a row: how much it matters, what it is, when it came and from whom.

use bevy_egui::egui;
use egui::{Align2, Color32, Pos2, Rect, Sense, Stroke, Ui, vec2};

use crate::{
    clock::Calendar,
    memory::{Kind, Memory},
    view::panels::widgets::*,
};

/// Height of a row of the list.
pub const HEIGHT: f32 = 55.0;
/// Where the words begin.
const INDENT: f32 = 30.0;
/// Size of a memory's words.
pub const SIZE: f32 = 13.0;

/// Name of a kind.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Observation => "seen",
        Kind::Reflection => "concluded",
        Kind::Plan => "meant",
        Kind::Dialogue => "talked",
    }
}

/// Colour of a kind.
pub fn colour(ui: &Ui, kind: Kind) -> Color32 {
    let palette = palette(ui.ctx());
    match kind {
        Kind::Observation => palette.good(),
        Kind::Reflection => palette.special(),
        Kind::Plan => palette.bad(),
        Kind::Dialogue => palette.row(2),
    }
}

/// `13 Feb 07:42`; memories from before the town began have no time.
pub fn when(calendar: &Calendar, tick: u64) -> String {
    if tick == 0 {
        return "long known".into();
    }
    let at = calendar.date_time(tick);
    format!("{} {}", at.date().strftime("%-d %b"), clock(at))
}

/// When a memory came, and from whom or as what.
pub fn origin(calendar: &Calendar, tick: u64, by: Option<&str>, what: Kind) -> String {
    let when = when(calendar, tick);
    match by {
        Some(by) => format!("{when} · said by {}", tame(by, 40)),
        // What was always known was not seen.
        None if tick == 0 => when,
        None => format!("{when} · {}", kind(what)),
    }
}

/// The small line under a memory.
pub fn meta(memory: &Memory, calendar: &Calendar) -> String {
    let secret = if memory.secret { " · kept to oneself" } else { "" };
    origin(calendar, memory.created, memory.source.as_deref(), memory.kind) + secret
}

/// Everything about a memory, in words, for the plate at the cursor.
pub fn whole(ui: &mut Ui, memory: &Memory, calendar: &Calendar) {
    ui.set_max_width(320.0);
    paragraph(ui, &memory.text, BODY, WORDS);
    ui.label(faint(format!("{} · importance {} of 10", meta(memory, calendar), memory.importance)));
    ui.label(faint(format!("last called to mind: {}", when(calendar, memory.accessed))));
    if let Some(with) = &memory.with {
        ui.label(faint(format!("in a talk with {}", tame(with, 40))));
    }
    if !memory.evidence.is_empty() {
        let plural = if memory.evidence.len() == 1 { "y" } else { "ies" };
        ui.label(faint(format!("drawn from {} memor{plural}", memory.evidence.len())));
    }
}

/// How much a memory matters, as a small plate that glows the more it does.
fn badge(ui: &Ui, middle: Pos2, importance: u8) {
    let share = f32::from(importance.clamp(1, 10) - 1) / 9.0;
    let fill =
        if share < 0.5 { SHADE.lerp_to_gamma(GLOW, share * 2.0) } else { GLOW.lerp_to_gamma(GOLD, share * 2.0 - 1.0) };
    let (plate, edge) = (Rect::from_center_size(middle, vec2(22.0, 18.0)), LINE.lerp_to_gamma(INK, share));
    ui.painter().rect(plate, CORNER, fill, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
    write(ui, middle, Align2::CENTER_CENTER, importance, SMALL, INK);
}

/// A row of the list; all of the memory is told at the cursor.
pub fn draw(ui: &mut Ui, memory: &Memory, calendar: &Calendar) -> egui::Response {
    let response = row(ui, HEIGHT, Sense::hover(), |ui, at| {
        line_under(ui, at);
        badge(ui, at.min + vec2(14.0, 15.0), memory.importance);
        dot(ui, at.min + vec2(14.0, 38.0), 8.0, colour(ui, memory.kind));
        let width = at.width() - INDENT - 4.0;
        cut(ui, &memory.text, SIZE, WORDS, width, 2).paint(ui.painter(), at.min + vec2(INDENT, 3.0));
        let ink = if memory.secret { palette(ui.ctx()).special() } else { FAINT };
        let line = cut(ui, &meta(memory, calendar), SMALL - 0.5, ink, width, 1);
        line.paint(ui.painter(), Pos2::new(at.left() + INDENT, at.bottom() - 18.0));
    });
    response.on_hover_ui(|ui| whole(ui, memory, calendar))
}

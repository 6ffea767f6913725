//! One memory as a row: how important it is, its kind, when it came and from whom.

use bevy_egui::egui;
use egui::{Align2, Color32, Pos2, Rect, Sense, Stroke, Ui, vec2};

use crate::{
    clock::Calendar,
    memory::{Memory, MemoryKind},
    view::panels::widgets::*,
};

/// Height of a row of the list.
pub const HEIGHT: f32 = 55.0;
/// Left edge of the text.
const INDENT: f32 = 30.0;
/// Size of a memory's text, and of the line under it.
pub const SIZE: f32 = 13.0;
const META: f32 = SMALL - 0.5;

/// The scores by which memories are retrieved, and their colours in the palette's row.
pub const SCORES: [(&str, usize); 3] = [("recency", 0), ("importance", 4), ("relevance", 3)];

/// The scores and their sum in words.
pub fn sum([recency, importance, relevance]: [f32; 3], sum: f32) -> String {
    format!("recency {recency:.2} + importance {importance:.2} + relevance {relevance:.2} = {sum:.2}")
}

/// The colours of the scores, as a legend.
pub fn score_legend(ui: &mut Ui) {
    let colours = palette(ui.ctx());
    legend(ui, &SCORES.map(|(name, colour)| (name, colours.row(colour))));
}

/// Name of a kind.
pub fn kind(kind: MemoryKind) -> &'static str {
    match kind {
        MemoryKind::Observation => "seen",
        MemoryKind::Reflection => "concluded",
        MemoryKind::Plan => "planned",
        MemoryKind::Dialogue => "talked",
    }
}

/// Colour of a kind.
pub fn colour(ui: &Ui, kind: MemoryKind) -> Color32 {
    let palette = palette(ui.ctx());
    match kind {
        MemoryKind::Observation => palette.good(),
        MemoryKind::Reflection => palette.special(),
        MemoryKind::Plan => palette.bad(),
        MemoryKind::Dialogue => palette.row(2),
    }
}

/// `13 Feb 07:42`; memories from before the town began have no time.
pub fn when(calendar: &Calendar, tick: u64) -> String {
    if tick == 0 {
        return "from before".into();
    }
    let at = calendar.date_time(tick);
    format!("{} {}", at.date().strftime("%-d %b"), clock(at))
}

/// The line under a memory: when it came, and from whom or as what.
pub fn meta(memory: &Memory, calendar: &Calendar) -> String {
    let when = when(calendar, memory.created);
    let secret = if memory.secret { " · secret" } else { "" };
    match memory.source.as_deref() {
        Some(source) => format!("{when} · said by {}{secret}", short_line(source, 40)),
        // What was always known was not seen.
        None if memory.created == 0 => when + secret,
        None => format!("{when} · {}{secret}", kind(memory.kind)),
    }
}

/// A memory's text in at most so many lines, and the line under it.
pub fn text(ui: &Ui, memory: &Memory, meta: &str, (size, ink): (f32, Color32), width: f32, rows: usize) -> [Words; 2] {
    [truncated(ui, &memory.text, size, ink, width, rows), truncated(ui, meta, META, FAINT, width, 1)]
}

/// Everything about a memory in words, at the cursor.
pub fn whole(ui: &mut Ui, memory: &Memory, calendar: &Calendar) {
    ui.set_max_width(320.0);
    paragraph(ui, &memory.text, BODY, WORDS);
    ui.label(faint(format!("{} · importance {} of 10", meta(memory, calendar), memory.importance)));
    ui.label(faint(format!("last retrieved: {}", when(calendar, memory.accessed))));
    if let Some(with) = &memory.with {
        ui.label(faint(format!("in a talk with {}", short_line(with, 40))));
    }
    if !memory.evidence.is_empty() {
        ui.label(faint(format!("concluded from {}", counted(memory.evidence.len(), "memory"))));
    }
}

/// How much a memory matters, as a small plate that glows the more it does.
fn badge(ui: &Ui, middle: Pos2, importance: u8) {
    let share = f32::from(importance.clamp(1, 10) - 1) / 9.0;
    let fill =
        if share < 0.5 { SHADE.lerp_to_gamma(GLOW, share * 2.0) } else { GLOW.lerp_to_gamma(GOLD, share * 2.0 - 1.0) };
    let (plate, edge) = (Rect::from_center_size(middle, vec2(22.0, 18.0)), LINE.lerp_to_gamma(INK, share));
    ui.painter().rect(plate, CORNER, fill, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
    paint_text(ui, middle, Align2::CENTER_CENTER, importance, SMALL, INK);
}

/// A row of the list; at the cursor is everything about the memory.
pub fn draw(ui: &mut Ui, memory: &Memory, calendar: &Calendar) -> egui::Response {
    let response = row(ui, HEIGHT, Sense::hover(), |ui, at| {
        line_under(ui, at);
        badge(ui, at.min + vec2(14.0, 15.0), memory.importance);
        dot(ui, at.min + vec2(14.0, 38.0), 8.0, colour(ui, memory.kind));
        let width = at.width() - INDENT - 4.0;
        truncated(ui, &memory.text, SIZE, WORDS, width, 2).paint(ui.painter(), at.min + vec2(INDENT, 3.0));
        let ink = if memory.secret { palette(ui.ctx()).special() } else { FAINT };
        let line = truncated(ui, &meta(memory, calendar), META, ink, width, 1);
        line.paint(ui.painter(), Pos2::new(at.left() + INDENT, at.bottom() - 18.0));
    });
    response.on_hover_ui(|ui| whole(ui, memory, calendar))
}

//! One memory as a row: how much it matters, what it is, when it came and from whom.

use bevy_egui::egui;
use egui::{Align2, Color32, CornerRadius, FontId, Pos2, Rect, Sense, Stroke, Ui, vec2};

use crate::{
    clock::Calendar,
    memory::{Kind, Memory},
    view::{
        panels::{
            fold::{dot, line_under, row},
            style::{BODY, FAINT, GLOW, GOLD, INK, LINE, SHADE, SMALL, WORDS, palette},
            telling::clock,
            words::{Words, lay},
        },
        sanitize::{WHOLE, tame},
    },
};

/// Height of a row of the list.
pub const HEIGHT: f32 = 55.0;
/// Where the words begin.
pub const INDENT: f32 = 30.0;
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
pub fn colour(ctx: &egui::Context, kind: Kind) -> Color32 {
    let palette = palette(ctx);
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

/// The small line under a memory.
pub fn meta(memory: &Memory, calendar: &Calendar) -> String {
    let mut parts = vec![when(calendar, memory.created)];
    let by = memory.source.as_ref().map(|by| format!("said by {}", tame(by, 40)));
    // What was always known was not seen.
    let own = (memory.created > 0).then(|| kind(memory.kind).to_owned());
    parts.extend(by.or(own));
    if memory.secret {
        parts.push("kept to oneself".into());
    }
    parts.join(" · ")
}

/// Everything about a memory, in words, for the plate at the cursor.
pub fn whole(ui: &mut Ui, memory: &Memory, calendar: &Calendar) {
    ui.set_max_width(320.0);
    lay(ui.painter(), &tame(&memory.text, WHOLE), BODY, WORDS, ui.available_width(), 0).show(ui);
    let mut lines = vec![
        format!("{} · importance {} of 10", meta(memory, calendar), memory.importance),
        format!("last called to mind: {}", when(calendar, memory.accessed)),
    ];
    if let Some(with) = &memory.with {
        lines.push(format!("in a talk with {}", tame(with, 40)));
    }
    if !memory.evidence.is_empty() {
        let plural = if memory.evidence.len() == 1 { "y" } else { "ies" };
        lines.push(format!("drawn from {} memor{plural}", memory.evidence.len()));
    }
    for line in lines {
        ui.label(egui::RichText::new(line).size(SMALL).color(FAINT));
    }
}

/// A text of at most so many lines, cut with a mark.
pub fn cut(ui: &Ui, text: &str, size: f32, colour: Color32, width: f32, rows: usize) -> Words {
    lay(ui.painter(), &tame(text, 80 * rows), size, colour, width, rows)
}

/// How much a memory matters, as a small plate that glows the more it does.
pub fn badge(ui: &Ui, middle: Pos2, importance: u8) {
    let share = f32::from(importance.clamp(1, 10) - 1) / 9.0;
    let fill =
        if share < 0.5 { SHADE.lerp_to_gamma(GLOW, share * 2.0) } else { GLOW.lerp_to_gamma(GOLD, share * 2.0 - 1.0) };
    let plate = Rect::from_center_size(middle, vec2(22.0, 18.0));
    ui.painter().rect(
        plate,
        CornerRadius::same(3),
        fill,
        Stroke::new(1.0, LINE.lerp_to_gamma(INK, share)),
        egui::StrokeKind::Inside,
    );
    ui.painter().text(middle, Align2::CENTER_CENTER, importance.to_string(), FontId::proportional(SMALL), INK);
}

/// A small *Why?* in a corner of something that the cursor is on; says whether it was clicked.
pub fn why(ui: &Ui, corner: Pos2, shown: bool, id: impl std::hash::Hash + std::fmt::Debug) -> bool {
    if !shown {
        return false;
    }
    let at = Rect::from_min_max(corner - vec2(38.0, 17.0), corner);
    let response = ui.interact(at, ui.id().with(("why", id)), Sense::click());
    let ground = if response.hovered() { GOLD } else { GLOW };
    ui.painter().rect(at, CornerRadius::same(3), ground, Stroke::new(1.0, INK), egui::StrokeKind::Inside);
    ui.painter().text(at.center(), Align2::CENTER_CENTER, "Why?", FontId::proportional(SMALL - 1.0), INK);
    if response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    response.clicked()
}

/// Is the cursor on this, and on nothing above it?
pub fn under_cursor(ui: &Ui, at: Rect) -> bool {
    ui.rect_contains_pointer(at)
}

/// A row of the list; all of the memory is told at the cursor.
pub fn draw(ui: &mut Ui, memory: &Memory, calendar: &Calendar) -> egui::Response {
    let response = row(ui, HEIGHT, Sense::hover(), |ui, at| {
        line_under(ui, at);
        badge(ui, at.min + vec2(14.0, 15.0), memory.importance);
        dot(ui, at.min + vec2(14.0, 38.0), 8.0, colour(ui.ctx(), memory.kind));
        let width = at.width() - INDENT - 4.0;
        let text = cut(ui, &memory.text, SIZE, WORDS, width, 2);
        text.paint(ui.painter(), at.min + vec2(INDENT, 3.0));
        let ink = if memory.secret { palette(ui.ctx()).special() } else { FAINT };
        let line = cut(ui, &meta(memory, calendar), SMALL - 0.5, ink, width, 1);
        line.paint(ui.painter(), Pos2::new(at.left() + INDENT, at.bottom() - 18.0));
    });
    response.on_hover_ui(|ui| whole(ui, memory, calendar))
}

//! Rows of lists, and the head of something that unfolds with a click: lines on a plate, and a tip that says whether it
//! is open.

use bevy_egui::egui;
use egui::{Color32, CornerRadius, CursorIcon, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, vec2};

use super::{
    mind::row as memory,
    style::{FAINT, GLOW, GOLD, INK, LINE, SHADE, SMALL, TEAL, faint},
    telling::clock,
    words::Words,
};
use crate::{agent::components::talk::Talk, clock::Calendar};

/// Room to the right of the lines for the tip.
const TIP: f32 = 26.0;

/// A row as wide as the panel and so high: shaded where the cursor is on it, with a hand if it can be clicked. Out of sight
/// nothing is painted.
pub fn row(ui: &mut Ui, high: f32, sense: Sense, paint: impl FnOnce(&mut Ui, Rect)) -> Response {
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), sense);
    if ui.is_rect_visible(at) {
        if response.hovered() {
            ui.painter().rect_filled(at, CornerRadius::same(3), SHADE);
        }
        if response.hovered() && sense.senses_click() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        paint(ui, at);
    }
    response
}

/// The line under a row.
pub fn line_under(ui: &Ui, at: Rect) {
    ui.painter().hline(at.x_range(), at.bottom() - 0.5, Stroke::new(1.0, LINE));
}

/// A small square of a colour.
pub fn dot(ui: &Ui, middle: Pos2, side: f32, colour: Color32) {
    ui.painter().rect_filled(Rect::from_center_size(middle, vec2(side, side)), CornerRadius::same(2), colour);
}

/// Lines of words below one another, the first with its left upper corner at `from`.
pub fn stack(ui: &Ui, mut from: Pos2, lines: &[Words]) {
    for line in lines {
        line.paint(ui.painter(), from);
        from.y += line.size().y;
    }
}

/// The small triangle of what can be unfolded: it points down if it is.
pub fn tip(ui: &Ui, at: Pos2, open: bool, colour: Color32) {
    let points = if open {
        vec![at + vec2(-4.0, -2.0), at + vec2(4.0, -2.0), at + vec2(0.0, 3.0)]
    } else {
        vec![at + vec2(-2.0, -4.0), at + vec2(3.0, 0.0), at + vec2(-2.0, 4.0)]
    };
    ui.painter().add(Shape::convex_polygon(points, colour, Stroke::NONE));
}

/// Scores beside their names, as a legend.
pub fn legend(ui: &mut Ui, scores: &[(&str, Color32)]) {
    for (name, colour) in scores {
        let (at, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
        dot(ui, at.center(), 9.0, *colour);
        ui.label(faint(*name));
    }
}

/// Draws the head; says whether it was clicked. `live`: it goes on right now; `wide`: it is unfolded.
fn head(ui: &mut Ui, lines: &[Words], live: bool, wide: bool) -> bool {
    let high: f32 = lines.iter().map(|line| line.size().y).sum();
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), high + 8.0), Sense::click());
    if !ui.is_rect_visible(at) {
        return response.clicked();
    }
    ui.painter().rect_filled(at, CornerRadius::same(3), if live { GLOW } else { SHADE });
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        ui.painter().rect_stroke(at, CornerRadius::same(3), Stroke::new(1.0, GOLD), StrokeKind::Inside);
    }
    stack(ui, at.min + vec2(7.0, 3.0), lines);
    tip(ui, at.right_top() + vec2(-11.0, 12.0), wide, FAINT);
    response.clicked()
}

/// The head of a talk: who, when, where, how long; and what it was about, if that is said.
pub fn talk(
    ui: &mut Ui,
    who: &str,
    (talk, place): (&Talk, &str),
    calendar: &Calendar,
    (live, wide): (bool, bool),
) -> bool {
    let width = ui.available_width() - TIP;
    let end = talk.ended.filter(|_| !live).map(|end| clock(calendar.date_time(end)));
    let (until, lines) = (end.unwrap_or_else(|| "now".into()), talk.lines.len());
    let plural = if lines == 1 { "" } else { "s" };
    let meta = format!("{}–{until} · {place} · {lines} line{plural}", memory::when(calendar, talk.began));
    let mut shown =
        vec![memory::cut(ui, who, 14.0, INK, width, 2), memory::cut(ui, &meta, SMALL - 0.5, FAINT, width, 2)];
    shown.extend((!talk.topic.is_empty()).then(|| memory::cut(ui, &talk.topic, SMALL, TEAL, width, 1)));
    head(ui, &shown, live, wide)
}

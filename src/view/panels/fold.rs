//! The head of something that unfolds with a click: lines on a plate, and a tip that says whether it is open.

use bevy_egui::egui;
use egui::{CornerRadius, CursorIcon, Sense, Shape, Stroke, StrokeKind, Ui, vec2};

use super::{
    mind::row,
    style::{FAINT, GLOW, GOLD, INK, SHADE, SMALL, TEAL},
    telling::clock,
    words::Words,
};
use crate::{agent::components::talk::Talk, clock::Calendar};

/// Room to the right of the lines for the tip.
const TIP: f32 = 26.0;

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
    let mut below = at.min + vec2(7.0, 3.0);
    for line in lines {
        line.paint(ui.painter(), below);
        below.y += line.size().y;
    }
    let tip = at.right_top() + vec2(-11.0, 12.0);
    let points = if wide {
        vec![tip + vec2(-4.0, -2.0), tip + vec2(4.0, -2.0), tip + vec2(0.0, 3.0)]
    } else {
        vec![tip + vec2(-2.0, -4.0), tip + vec2(3.0, 0.0), tip + vec2(-2.0, 4.0)]
    };
    ui.painter().add(Shape::convex_polygon(points, FAINT, Stroke::NONE));
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
    let meta = format!("{}–{until} · {place} · {lines} line{plural}", row::when(calendar, talk.began));
    let mut shown = vec![row::cut(ui, who, 14.0, INK, width, 2), row::cut(ui, &meta, SMALL - 0.5, FAINT, width, 2)];
    shown.extend((!talk.topic.is_empty()).then(|| row::cut(ui, &talk.topic, SMALL, TEAL, width, 1)));
    head(ui, &shown, live, wide)
}

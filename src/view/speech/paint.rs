//! The bubble of speech: linen, cut corners, a tail to the speaker's head, words of the panels' size at any zoom.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Color32, Id, LayerId, Order, Pos2, Rect, emath::GuiRounding, vec2};

use super::Speech;
use crate::{
    chronicle::Chronicle,
    clock::AgentId,
    view::{
        camera::Viewpoint,
        dock::Dock,
        names::{FALLBACK_SIGN, line_fallback},
        overlays::{Overlays, free},
        panels::{
            Context, PanelsDrawn,
            style::{INK, PAPER},
            words::layout_text,
        },
        people::Figure,
    },
};

/// Size of the words in points.
const WORDS: f32 = 14.5;
/// The colour of words that may still become others.
const UNSAID: Color32 = Color32::from_rgb(0xa8, 0x98, 0xa0);
/// Clear space round the words.
const EDGE: egui::Vec2 = vec2(9.0, 6.0);
/// The line of shade inside the lower edge.
const UNDER: Color32 = Color32::from_rgb(0xe8, 0xd7, 0xbc);
/// What the plates at the top take, in points.
const TOP: f32 = 84.0;
/// Points of a bubble's own pixels.
const DOT: f32 = 2.0;

/// The nearest that a tail comes to a side of its body, in points.
pub const MOUTH: f32 = 7.0 * DOT;

/// Size of a bubble's body round words of this size.
pub fn padded(words: Vec2) -> Vec2 {
    words + 2.0 * Vec2::new(EDGE.x, EDGE.y)
}

/// The part of the window between the panels that words may cover.
fn room(free: Rect) -> Rect {
    Rect::from_min_max(free.min + vec2(4.0, TOP), free.max - vec2(4.0, 4.0))
}

fn draw(
    mut context: Context,
    look: Res<Viewpoint>,
    (dock, plates): (Res<Dock>, Res<Overlays>),
    people: Query<(&AgentId, &Figure)>,
    mut speech: ResMut<Speech>,
    chronicle: Res<Chronicle>,
) {
    if !speech.aloud || look.zoom <= 0 {
        return;
    }
    let ctx = context.get_mut().clone();
    let per_point = ctx.pixels_per_point();
    let at = |world: Vec2| {
        let physical = look.on_screen(world);
        Pos2::new(physical.x, physical.y) / per_point
    };
    let whole = ctx.content_rect();
    let room = room(dock.free);
    let back = |at: Pos2| look.in_world(Vec2::new(at.x, at.y) * per_point);
    speech.room = Some(bevy::math::Rect::from_corners(back(room.min), back(room.max)));
    let mut speakers: Vec<(AgentId, Vec2)> = people.iter().map(|(who, figure)| (*who, figure.crown)).collect();
    // The southern one lies over the northern one, as heads do.
    speakers.sort_by(|a, b| b.1.y.total_cmp(&a.1.y).then(a.0.cmp(&b.0)));
    let taken: Vec<Rect> = plates.all().map(|(_, plate)| plate).collect();
    let painter = ctx.layer_painter(LayerId::new(Order::Background, Id::new("speech")));
    let dot = (DOT * per_point).round().max(1.0) / per_point;
    for (who, crown) in speakers {
        let Some(line) = speech.of_mut(who) else { continue };
        let ink = if line.draft { UNSAID } else { INK };
        let galley = layout_text(&painter, line.shown(), WORDS, ink, f32::INFINITY, 0);
        let size = galley.size() + 2.0 * EDGE;
        line.size = Vec2::new(size.x, size.y);
        let Some(body) = line.body.map(|body| at(Vec2::new(body.center().x, body.min.y))) else { continue };
        let head = at(crown);
        let body = Rect::from_min_size(body - vec2(size.x / 2.0, size.y), size);
        // Between the panels and beside plates, but whose head is not on the screen is not held there by words.
        let free = free(body, room, &taken).filter(|_| whole.contains(head)).unwrap_or(body);
        let body = free.round_to_pixels(per_point);
        let rows = rows(body, head, dot);
        tail(&painter, &rows, dot);
        paper_body(&painter, body, dot);
        // The body is open to its tail.
        if let Some((left, right, top)) = rows.first() {
            fill(&painter, (*left, top - dot), (*right, top + dot), PAPER);
        }
        galley.paint(&painter, body.min + EDGE);
        if line_fallback(&chronicle, who, line.from).is_some() {
            mark(&painter, body.right_bottom());
        }
        line.painted = Some(body);
    }
}

/// These words are the built-in mind's, in a model's place; the plate at the cursor says why.
fn mark(painter: &egui::Painter, corner: Pos2) {
    let sign = layout_text(painter, FALLBACK_SIGN, 11.0, INK, f32::INFINITY, 0);
    sign.paint(painter, corner - vec2(3.0, 3.0) - sign.size() / 2.0);
}

/// Corners cut in two steps.
fn paper_body(painter: &egui::Painter, body: Rect, dot: f32) {
    let steps = |grow: f32, ink: Color32| {
        for step in 0..3 {
            let (x, y) = ((2 - step) as f32 * dot, step as f32 * dot);
            let x = if step == 1 { dot } else { x };
            painter.rect_filled(body.expand2(vec2(grow - x, grow - y)), 0, ink);
        }
    };
    steps(dot, INK);
    steps(0.0, PAPER);
    let under =
        Rect::from_x_y_ranges(body.left() + 2.0 * dot..=body.right() - 2.0 * dot, body.bottom() - dot..=body.bottom());
    painter.rect_filled(under, 0, UNDER);
}

/// Where the tail leaves the body: under the head, but never from a corner.
fn mouth(body: Rect, head: Pos2, dot: f32) -> f32 {
    let inset = 7.0 * dot;
    if body.width() < 2.0 * inset { body.center().x } else { head.x.clamp(body.left() + inset, body.right() - inset) }
}

/// Rows of the tail from the body to the head, narrower and narrower: left edge, right edge, top; none if the head is above.
fn rows(body: Rect, head: Pos2, dot: f32) -> Vec<(f32, f32, f32)> {
    let from = mouth(body, head, dot);
    let long = if head.y < body.bottom() { 0 } else { (((head.y - dot - body.bottom()) / dot) as i32).clamp(2, 60) };
    let row = |n: i32| {
        let share = n as f32 / long as f32;
        let middle = from + (head.x - from) * share;
        let half = (3.0 * (1.0 - share)).max(0.6) * dot;
        let snap = |x: f32| (x / dot).round() * dot;
        (snap(middle - half), snap(middle + half), body.bottom() + n as f32 * dot)
    };
    // Each reaches as far as the next one, or a tail that leans would fall apart.
    let join = |n: i32| {
        let ((left, right, top), (next_left, next_right, _)) = (row(n), row((n + 1).min(long - 1)));
        (left.min(next_left), right.max(next_right), top)
    };
    (0..long).map(join).collect()
}

fn fill(painter: &egui::Painter, from: (f32, f32), to: (f32, f32), ink: Color32) {
    painter.rect_filled(Rect::from_min_max(from.into(), to.into()), 0, ink);
}

fn tail(painter: &egui::Painter, rows: &[(f32, f32, f32)], dot: f32) {
    for (left, right, top) in rows {
        fill(painter, (left - dot, *top), (right + dot, top + dot), INK);
    }
    if let Some((left, right, top)) = rows.last() {
        fill(painter, (*left, *top), (*right, top + 2.0 * dot), INK);
    }
    for (left, right, top) in rows {
        fill(painter, (*left, *top), (*right, top + dot), PAPER);
    }
}

/// Adds the painting.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_leaves_the_body_under_the_head() {
        let body = Rect::from_min_size(Pos2::ZERO, vec2(200.0, 60.0));
        assert_eq!(mouth(body, Pos2::new(100.0, 90.0), 2.0), 100.0);
        assert_eq!(mouth(body, Pos2::new(-50.0, 90.0), 2.0), 14.0);
        let narrow = Rect::from_min_size(Pos2::ZERO, vec2(20.0, 60.0));
        assert_eq!(mouth(narrow, Pos2::new(90.0, 90.0), 2.0), 10.0);
    }
}

//! What panels, pages and boxes are made of: paragraphs, cards, lists, rows that unfold, bars, buttons of which one is chosen. Each is
//! drawn in one way, and panels import it from here, with the colours and the words that go with it.
//!
//! Rule: whatever comes out of a mind or a file goes through [`tame`] before it is drawn. It is only shown: nothing in it
//! is markup, and nothing in it can break a panel.

use std::{collections::BTreeSet, hash::Hash};

use bevy_egui::egui;
use egui::{
    Align, Align2, Area, Button, Color32, Context, CornerRadius, CursorIcon, FontId, InnerResponse, Key, Layout, Order,
    Pos2, Rect, Response, RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind, TextEdit, Ui, Vec2, vec2,
};

pub use super::{
    style::*,
    telling::{clock, day, sentence, short_place},
    words::{Words, lay, lay_name, show_name},
};
pub use crate::language::clean::short_line as tame;

/// Most letters of what an object is, on a plate.
pub const STATE: usize = 90;
/// Most letters of a line of talk or a memory, where all of it is asked for.
pub const WHOLE: usize = 1200;
/// Corners of rows and cards.
pub const CORNER: CornerRadius = CornerRadius::same(3);

/// Words at a place: with their corner, edge or middle `anchor` there.
pub fn write(ui: &Ui, at: Pos2, anchor: Align2, words: impl ToString, size: f32, colour: Color32) -> Rect {
    ui.painter().text(at, anchor, words, FontId::proportional(size), colour)
}

/// A text of at most so many lines, cut with a mark.
pub fn cut(ui: &Ui, text: &str, size: f32, colour: Color32, width: f32, rows: usize) -> Words {
    lay(ui.painter(), &tame(text, 80 * rows), size, colour, width, rows)
}

/// A text in as many lines as it needs.
pub fn paragraph(ui: &mut Ui, text: &str, size: f32, colour: Color32) -> Response {
    lay(ui.painter(), &tame(text, WHOLE), size, colour, ui.available_width(), 0).show(ui)
}

/// Said where there is nothing to show.
pub fn nothing(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).color(FAINT));
}

/// A line to write in, as wide as the panel, and what is said in it while it is empty.
pub fn field<'a>(text: &'a mut String, hint: &str) -> TextEdit<'a> {
    TextEdit::singleline(text).hint_text(RichText::new(hint).color(FAINT)).desired_width(f32::INFINITY)
}

/// A small button.
pub fn small(words: impl Into<String>) -> Button<'static> {
    Button::new(RichText::new(words).size(SMALL)).small()
}

/// Buttons, of which one is chosen; true when another one was.
pub fn choose<T: PartialEq + Copy>(ui: &mut Ui, now: &mut T, all: &[(&str, T)]) -> bool {
    let before = *now;
    for (name, one) in all {
        if pick(ui, *name, before == *one, "") {
            *now = *one;
        }
    }
    before != *now
}

/// A sheet at a place of the window, so many points wide inside.
pub fn page(
    ctx: &Context,
    name: &'static str,
    (anchor, offset, order): (Align2, Vec2, Order),
    wide: f32,
    add: impl FnOnce(&mut Ui),
) -> Response {
    let area = Area::new(name.into()).anchor(anchor, offset).order(order);
    let shown = area.show(ctx, |ui| {
        sheet().inner_margin(16).show(ui, |ui| {
            ui.set_width(wide);
            add(ui);
        });
    });
    shown.response
}

/// A line to write in, as wide as there is room: was Enter pressed in it? It takes the keys if it is to have the
/// `focus`, or if keys are meant for its box, `mine`, and no other field has them.
pub fn written(ui: &mut Ui, field: TextEdit, focus: &mut bool, mine: bool) -> (Response, bool) {
    let field = ui.add(field.desired_width(f32::INFINITY));
    // Asked before the keys are taken back: egui tells it by who has them now.
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if std::mem::take(focus) || mine && ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    (field, entered)
}

/// A button that is chosen or not; says whether it was clicked.
pub fn pick<'a>(ui: &mut Ui, name: impl egui::IntoAtoms<'a>, chosen: bool, hint: &str) -> bool {
    let button = ui.add(Button::new(name).selected(chosen));
    if hint.is_empty() { button.clicked() } else { button.on_hover_text(hint).clicked() }
}

/// Something before something else, in a column of this size; above it in a panel that is not so wide as `narrow`.
pub fn beside<R>(
    ui: &mut Ui,
    (size, narrow): (Vec2, f32),
    before: impl FnOnce(&mut Ui),
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    if ui.available_width() < narrow {
        before(ui);
        return add(ui);
    }
    let both = ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_size(size);
            before(ui);
        });
        ui.vertical(add).inner
    });
    both.inner
}

/// Takes it out if it is there, else puts it in.
pub fn flip<K: Ord>(set: &mut BTreeSet<K>, key: K) {
    if !set.remove(&key) {
        set.insert(key);
    }
}

/// A list that takes all the room there is, with so many points between its rows.
pub fn list<R>(ui: &mut Ui, id: impl Hash + std::fmt::Debug, gap: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = ScrollArea::vertical().id_salt(id).auto_shrink(false);
    let inside = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = gap;
        add(ui)
    });
    inside.inner
}

/// A ground with round corners, as wide as the panel.
pub fn card<R>(ui: &mut Ui, ground: Color32, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    egui::Frame::new().fill(ground).corner_radius(CORNER).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        add(ui)
    })
}

/// A bar that is filled by a share of it.
pub fn bar(ui: &Ui, at: Rect, share: f32, ground: Color32, colour: Color32) {
    let full = Rect::from_min_size(at.min, vec2(at.width() * share.clamp(0.0, 1.0), at.height()));
    ui.painter().rect_filled(at, 2, ground);
    ui.painter().rect_filled(full, 2, colour);
}

/// A row as wide as the panel and so high: shaded where the cursor is on it, with a hand if it can be clicked. Out of sight
/// nothing is painted.
pub fn row(ui: &mut Ui, high: f32, sense: Sense, paint: impl FnOnce(&mut Ui, Rect)) -> Response {
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), sense);
    if ui.is_rect_visible(at) {
        if response.hovered() {
            ui.painter().rect_filled(at, CORNER, SHADE);
        }
        if response.hovered() && sense.senses_click() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        paint(ui, at);
    }
    response
}

/// A row of lines of words: so far from the left, and with so much room above and below. `paint` draws what is beside them.
pub fn lines(
    ui: &mut Ui,
    sense: Sense,
    (left, above, below): (f32, f32, f32),
    lines: &[Words],
    paint: impl FnOnce(&mut Ui, Rect),
) -> Response {
    row(ui, height(lines) + above + below, sense, |ui, at| {
        paint(ui, at);
        stack(ui, at.min + vec2(left, above), lines);
    })
}

/// Lines of words below one another, the first with its left upper corner at `from`.
pub fn stack(ui: &Ui, mut from: Pos2, lines: &[Words]) {
    for line in lines {
        line.paint(ui.painter(), from);
        from.y += line.size().y;
    }
}

/// How high lines are below one another.
pub fn height(lines: &[Words]) -> f32 {
    lines.iter().map(|line| line.size().y).sum()
}

/// The line under a row.
pub fn line_under(ui: &Ui, at: Rect) {
    ui.painter().hline(at.x_range(), at.bottom() - 0.5, Stroke::new(1.0, LINE));
}

/// A line down the row for each level of a tree that it lies in, so many points apart.
pub fn rails(ui: &Ui, at: Rect, depth: usize, step: f32) {
    for level in 0..depth {
        ui.painter().vline(at.left() + 6.0 + level as f32 * step, at.y_range(), Stroke::new(1.0, LINE));
    }
}

/// A small square of a colour.
pub fn dot(ui: &Ui, middle: Pos2, side: f32, colour: Color32) {
    ui.painter().rect_filled(Rect::from_center_size(middle, vec2(side, side)), 2, colour);
}

/// A face with its left upper corner at `at`.
pub fn paint_face(ui: &Ui, face: &egui::Image, at: Pos2) {
    face.paint_at(ui, Rect::from_min_size(at, face.size().unwrap_or_default()));
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

/// The head of something that unfolds with a click; says whether it was clicked. `live`: it goes on right now; `open`: it
/// is unfolded.
pub fn head(ui: &mut Ui, lines: &[Words], live: bool, open: bool) -> bool {
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height(lines) + 8.0), Sense::click());
    if ui.is_rect_visible(at) {
        ui.painter().rect_filled(at, CORNER, if live { GLOW } else { SHADE });
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            ui.painter().rect_stroke(at, CORNER, Stroke::new(1.0, GOLD), StrokeKind::Inside);
        }
        stack(ui, at.min + vec2(7.0, 3.0), lines);
        tip(ui, at.right_top() + vec2(-11.0, 12.0), open, FAINT);
    }
    response.clicked()
}

/// A small *Why?* in a corner of something, if it is `shown`; says whether it was clicked.
pub fn why(ui: &Ui, corner: Pos2, shown: bool, id: impl Hash + std::fmt::Debug) -> bool {
    if !shown {
        return false;
    }
    let at = Rect::from_min_max(corner - vec2(38.0, 17.0), corner);
    let response = ui.interact(at, ui.id().with(("why", id)), Sense::click());
    let ground = if response.hovered() { GOLD } else { GLOW };
    ui.painter().rect(at, CORNER, ground, Stroke::new(1.0, INK), StrokeKind::Inside);
    write(ui, at.center(), Align2::CENTER_CENTER, "Why?", SMALL - 1.0, INK);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

//! What panels, pages and boxes are made of: paragraphs, cards, lists, rows that unfold, bars, buttons. Panels import
//! all of it from here, together with colours and descriptions, and make none of it by hand.
//!
//! Rule: whatever comes from a mind or a file goes through [`short_line`] before it is drawn. Nothing in it is markup,
//! and nothing in it can break a panel.

use std::{collections::BTreeSet, hash::Hash};

use bevy_egui::egui;
use egui::{
    Align, Align2, Area, Button, CollapsingHeader, Color32, Context, CornerRadius, CursorIcon, FontId, InnerResponse,
    Key, Layout, Order, Pos2, Rect, Response, RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind, TextEdit, Ui,
    Vec2, vec2,
};

pub use super::{
    style::*,
    telling::{clock, counted, day, sentence, short_place},
    words::{Words, layout_name, layout_text, show_name},
};
pub use crate::language::clean::short_line;

/// Most letters of a state or an activity.
pub const STATE: usize = 90;
/// Most letters of a line of talk or a memory that is shown in full.
pub const WHOLE: usize = 1200;
/// Round corners of rows and cards.
pub const CORNER: CornerRadius = CornerRadius::same(3);

/// Paints text with its corner, edge or middle `anchor` at a place.
pub fn paint_text(ui: &Ui, at: Pos2, anchor: Align2, words: impl ToString, size: f32, colour: Color32) -> Rect {
    ui.painter().text(at, anchor, words, FontId::proportional(size), colour)
}

/// Text of at most so many lines, with an ellipsis if it is longer.
pub fn truncated(ui: &Ui, text: &str, size: f32, colour: Color32, width: f32, rows: usize) -> Words {
    layout_text(ui.painter(), &short_line(text, 80 * rows), size, colour, width, rows)
}

/// Text in as many lines as it needs.
pub fn paragraph(ui: &mut Ui, text: &str, size: f32, colour: Color32) -> Response {
    layout_text(ui.painter(), &short_line(text, WHOLE), size, colour, ui.available_width(), 0).show(ui)
}

/// Words in a colour.
pub fn coloured(ui: &mut Ui, words: impl Into<RichText>, colour: Color32) -> Response {
    ui.label(words.into().color(colour))
}

/// Says that there is nothing to show.
pub fn empty_note(ui: &mut Ui, words: &str) {
    coloured(ui, words, FAINT);
}

/// A sentence about what came of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Did it go well? `None`: neither.
    pub good: Option<bool>,
    /// The sentence.
    pub words: String,
}

impl Outcome {
    /// It went well.
    pub fn good(words: impl Into<String>) -> Self {
        Self { good: Some(true), words: words.into() }
    }

    /// Something to know.
    pub fn plain(words: impl Into<String>) -> Self {
        Self { good: None, words: words.into() }
    }

    /// It went wrong.
    pub fn bad(words: impl Into<String>) -> Self {
        Self { good: Some(false), words: words.into() }
    }

    /// Draws it.
    pub fn draw(&self, ui: &mut Ui) {
        let colour = self.good.map_or(WORDS, |well| if well { good(ui) } else { bad(ui) });
        coloured(ui, short_line(&self.words, 500), colour);
    }
}

/// A text field as wide as the panel, with a hint while it is empty.
pub fn field<'a>(text: &'a mut String, hint: &str) -> TextEdit<'a> {
    TextEdit::singleline(text).hint_text(RichText::new(hint).color(FAINT)).desired_width(f32::INFINITY)
}

/// A small button.
pub fn small(words: impl Into<String>) -> Button<'static> {
    Button::new(RichText::new(words).size(SMALL)).small()
}

/// A button at the right end of the line that closes something; was it clicked?
pub fn close_button(ui: &mut Ui, hint: &str) -> bool {
    let button = ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(small("×")).on_hover_text(hint));
    button.inner.clicked()
}

/// A button that shows `more` of a long list, if there is a `rest`.
pub fn older_button(ui: &mut Ui, rest: usize, more: &mut usize, step: usize) {
    if rest > 0 && ui.button(format!("{rest} older")).clicked() {
        *more += step;
    }
}

/// A row of buttons of which one is selected; true: another one was clicked.
pub fn choose<T: PartialEq + Copy>(ui: &mut Ui, now: &mut T, all: &[(&str, T)]) -> bool {
    let before = *now;
    for (name, one) in all {
        if pick(ui, *name, before == *one, "") {
            *now = *one;
        }
    }
    before != *now
}

/// The title of a section.
pub fn section_title(ui: &mut Ui, words: &str) {
    ui.add_space(5.0);
    bold(ui, words, 15.0, INK);
}

/// Widgets beside each other, in as many lines as they need.
pub fn flow<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let lines = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        add(ui)
    });
    lines.inner
}

/// A part with a title that can be folded; what `add` gives while it is open.
pub fn part<R>(
    ui: &mut Ui,
    id: impl Hash + std::fmt::Debug,
    title: impl Into<RichText>,
    open: bool,
    add: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let title = title.into().size(13.0).color(INK);
    CollapsingHeader::new(title).id_salt(id).default_open(open).show(ui, add).body_returned
}

/// A sheet at a place in the window, so many points wide inside.
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

/// A text field as wide as there is room; was Enter pressed in it? It takes the focus if `focus` is set, or if its box
/// has the keys, `mine`, and no other field has the focus.
pub fn text_entry(ui: &mut Ui, field: TextEdit, focus: &mut bool, mine: bool) -> (Response, bool) {
    let field = ui.add(field.desired_width(f32::INFINITY));
    // Before the focus is requested again, which would hide that it was lost.
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if std::mem::take(focus) || mine && ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    (field, entered)
}

/// A button that is selected or not; was it clicked?
pub fn pick<'a>(ui: &mut Ui, name: impl egui::IntoAtoms<'a>, chosen: bool, hint: &str) -> bool {
    let button = ui.add(Button::new(name).selected(chosen));
    if hint.is_empty() { button.clicked() } else { button.on_hover_text(hint).clicked() }
}

/// Something `before` something else, in a column of this size; above it in a panel narrower than `narrow`.
pub fn side_by_side<R>(
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

/// Removes a key from a set if it is there, and adds it otherwise.
pub fn toggle_in<K: Ord>(set: &mut BTreeSet<K>, key: K) {
    if !set.remove(&key) {
        set.insert(key);
    }
}

/// A scroll area that takes all the room there is, with so many points between its rows.
pub fn list<R>(ui: &mut Ui, id: impl Hash + std::fmt::Debug, gap: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = ScrollArea::vertical().id_salt(id).auto_shrink(false);
    let inside = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = gap;
        add(ui)
    });
    inside.inner
}

/// A background with round corners, as wide as the panel.
pub fn card<R>(ui: &mut Ui, ground: Color32, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    egui::Frame::new().fill(ground).corner_radius(CORNER).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        add(ui)
    })
}

/// A bar that is filled to a share.
pub fn bar(ui: &Ui, at: Rect, share: f32, ground: Color32, colour: Color32) {
    let full = Rect::from_min_size(at.min, vec2(at.width() * share.clamp(0.0, 1.0), at.height()));
    ui.painter().rect_filled(at, 2, ground);
    ui.painter().rect_filled(full, 2, colour);
}

/// A row as wide as the panel, shaded under the cursor, with a hand if it can be clicked. Outside the view nothing is
/// painted.
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

/// A row of lines of text, with so much room at the left, above and below. `paint` draws what is beside them.
pub fn text_row(
    ui: &mut Ui,
    sense: Sense,
    (left, above, below): (f32, f32, f32),
    lines: &[Words],
    paint: impl FnOnce(&mut Ui, Rect),
) -> Response {
    row(ui, height(lines) + above + below, sense, |ui, at| {
        paint(ui, at);
        paint_lines(ui, at.min + vec2(left, above), lines);
    })
}

/// Paints lines of text below one another, from the left upper corner `from`.
pub fn paint_lines(ui: &Ui, mut from: Pos2, lines: &[Words]) {
    for line in lines {
        line.paint(ui.painter(), from);
        from.y += line.size().y;
    }
}

/// Height of lines below one another.
pub fn height(lines: &[Words]) -> f32 {
    lines.iter().map(|line| line.size().y).sum()
}

/// The line under a row.
pub fn line_under(ui: &Ui, at: Rect) {
    ui.painter().hline(at.x_range(), at.bottom() - 0.5, Stroke::new(1.0, LINE));
}

/// A vertical line for each level of a tree above a row, so many points apart.
pub fn tree_lines(ui: &Ui, at: Rect, depth: usize, step: f32) {
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

/// The small triangle of what can be unfolded; it points down if it is open.
pub fn arrow(ui: &Ui, at: Pos2, open: bool, colour: Color32) {
    let points = if open {
        vec![at + vec2(-4.0, -2.0), at + vec2(4.0, -2.0), at + vec2(0.0, 3.0)]
    } else {
        vec![at + vec2(-2.0, -4.0), at + vec2(3.0, 0.0), at + vec2(-2.0, 4.0)]
    };
    ui.painter().add(Shape::convex_polygon(points, colour, Stroke::NONE));
}

/// Names with their colours, as a legend.
pub fn legend(ui: &mut Ui, scores: &[(&str, Color32)]) {
    for (name, colour) in scores {
        let (at, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
        dot(ui, at.center(), 9.0, *colour);
        ui.label(faint(*name));
    }
}

/// The head of something that unfolds with a click; was it clicked? `live`: it is going on; `open`: it is unfolded.
pub fn head(ui: &mut Ui, lines: &[Words], live: bool, open: bool) -> bool {
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height(lines) + 8.0), Sense::click());
    if ui.is_rect_visible(at) {
        ui.painter().rect_filled(at, CORNER, if live { GLOW } else { SHADE });
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            ui.painter().rect_stroke(at, CORNER, Stroke::new(1.0, GOLD), StrokeKind::Inside);
        }
        paint_lines(ui, at.min + vec2(7.0, 3.0), lines);
        arrow(ui, at.right_top() + vec2(-11.0, 12.0), open, FAINT);
    }
    response.clicked()
}

/// A small *Why?* in a corner of something, if it is `shown`; was it clicked?
pub fn why_button(ui: &Ui, corner: Pos2, shown: bool, id: impl Hash + std::fmt::Debug) -> bool {
    if !shown {
        return false;
    }
    let at = Rect::from_min_max(corner - vec2(38.0, 17.0), corner);
    let response = ui.interact(at, ui.id().with(("why", id)), Sense::click());
    let ground = if response.hovered() { GOLD } else { GLOW };
    ui.painter().rect(at, CORNER, ground, Stroke::new(1.0, INK), StrokeKind::Inside);
    paint_text(ui, at.center(), Align2::CENTER_CENTER, "Why?", SMALL - 1.0, INK);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

//! The plate at the lower edge: what happened last, one line each.

use std::collections::VecDeque;

use bevy::{prelude::*, time::Real};
use bevy_egui::egui;
use egui::{
    Align2, Button, Color32, CornerRadius, FontId, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, pos2, vec2,
};

use super::{Entry, Ticker, new, of_note};
use crate::view::{
    Selection,
    avatar::{PlayerState, join_page::JoinPage, speak::SpeechBox},
    camera::{SafeArea, Viewpoint},
    console::ConsoleInput,
    emoji::Emoji,
    names::TownView,
    overlays::{GAP, Overlay},
    panels::{
        Shown,
        widgets::{FAINT, GLOW, INK, LINE, SHADE, WORDS, Words, clock, layout_text},
    },
    stage::Stage,
};

/// Height of what happened on one line, in points, and by so much it is higher for another line.
const ROW: f32 = 20.0;
const MORE: f32 = 15.0;
/// The most lines that something may take; the whole of it is told to the cursor.
const LINES: usize = 2;
/// Size of the words.
const SIZE: f32 = 12.5;
/// Width of the plate in points, where there is room for it.
const WIDTH: f32 = 760.0;
/// Lines that are seen at once.
const ROWS: usize = 5;
/// Seconds for which a fire stays where only the last is told.
const LOUD: f32 = 12.0;
/// Left of the words: a sign and the time.
const BEFORE: f32 = 54.0;

/// Whoever reads or aims is not to lose the line: while the cursor is on the plate, or older lines are looked at,
/// what is new waits above.
#[derive(Default)]
pub struct Held {
    /// How many had been told when it began.
    since: Option<u64>,
    /// Of the lines, in points from the newest.
    scrolled: f32,
    /// Where the plate was, and how high it was when all of it was seen.
    place: Option<Rect>,
    tall: f32,
    /// What stands out stays on the one line for so many seconds, however much else happens meanwhile.
    loud: Option<(u64, f32)>,
    /// How many had been told when that was looked for.
    heard: u64,
    /// For words so wide, and so many pixels to a point, the rows were measured.
    measured: (f32, f32),
}

impl Held {
    /// How many of the newest wait. `told`: in all; `hold`: does somebody read now?
    fn waiting(&mut self, told: u64, hold: bool) -> usize {
        self.since = hold.then(|| self.since.unwrap_or(told));
        self.since.map_or(0, |since| told.saturating_sub(since) as usize)
    }

    /// The place of what stands out and has been seen for less than its time. `told`: in all; `seconds`: since the last
    /// look.
    fn loud(&mut self, events: &VecDeque<Entry>, told: u64, seconds: f32) -> Option<usize> {
        let before = std::mem::replace(&mut self.heard, told);
        let left = self.loud.map(|(n, left)| (n, left - seconds)).filter(|(_, left)| *left > 0.0);
        let found = events.iter().find(|event| event.n > before && of_note(event.sign).is_some());
        self.loud = found.map(|event| (event.n, LOUD)).or(left);
        self.loud.and_then(|(n, _)| events.iter().position(|event| event.n == n))
    }
}

/// The words of what happened, for so many points.
fn laid(ui: &Ui, event: &Entry, wide: f32) -> Words {
    layout_text(ui.painter(), &event.text, SIZE, WORDS, wide, LINES)
}

/// Height of what is seen at once: whole rows, as many as there is room for in that of `rows` single lines.
fn tall(highs: impl Iterator<Item = f32>, rows: usize) -> f32 {
    let sums = highs.scan(0.0, |sum, high| {
        *sum += high;
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= ROW * rows as f32).last().unwrap_or(ROW)
}

/// Draws it.
pub fn draw(
    mut stage: Stage,
    (mut ticker, mut shown, mut pictures): (ResMut<Ticker>, ResMut<Shown>, ResMut<Emoji>),
    (folk, mut selection): (TownView, Selection),
    (mut look, room): (ResMut<Viewpoint>, Res<SafeArea>),
    (you, speak, arrive, line): (Res<PlayerState>, Res<SpeechBox>, Res<JoinPage>, Res<ConsoleInput>),
    time: Res<Time<Real>>,
    mut held: Local<Held>,
) {
    // Who talks, or types a command, has the foot of the window to themselves.
    if ticker.events.is_empty() || you.talks || speak.open || line.open || arrive.open {
        return;
    }
    let (ctx, clear) = (stage.ctx(), stage.clear());
    let wide = (clear.width() - 36.0).clamp(120.0, WIDTH);
    let aimed = ctx.pointer_latest_pos().zip(held.place).is_some_and(|(at, place)| place.contains(at));
    let scrolled = !shown.quiet && held.scrolled > 1.0;
    let waiting = held.waiting(ticker.told, aimed || scrolled).min(ticker.events.len());
    let lasts = held.loud(&ticker.events, ticker.told, time.delta_secs());
    let corner = clear.left_bottom() + vec2(GAP, -GAP);
    // Where there is no room for all of it there may be some for a line.
    let size = vec2(held.place.map_or(0.0, |place| place.width()), held.tall);
    let at = Align2::LEFT_BOTTOM.anchor_size(corner, size);
    let quiet = shown.quiet || !stage.overlays.has_room(Overlay::Happenings, at);
    let (mut clicked, mut top) = (None, false);
    let drawn = stage.plate(Overlay::Happenings, (Align2::LEFT_BOTTOM, corner), |ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let measured = (wide, ctx.pixels_per_point());
        if std::mem::replace(&mut held.measured, measured) != measured {
            ticker.events.iter_mut().for_each(|event| event.high = 0.0);
        }
        let room = wide - ui.spacing().scroll.allocated_width() - BEFORE;
        for event in ticker.events.iter_mut().filter(|event| event.high == 0.0) {
            // Words on one line are a little higher than large.
            event.high = if laid(ui, event, room).size().y > SIZE * 2.0 { ROW + MORE } else { ROW };
        }
        ui.horizontal_top(|ui| {
            let hint = if quiet { "Show more events (H)" } else { "Show only the latest event (H)" };
            let (at, button) = ui.allocate_exact_size(vec2(20.0, ROW), Sense::click());
            turner(ui, at, quiet, button.hovered());
            if button.on_hover_text(hint).clicked() {
                shown.quiet = !shown.quiet;
            }
            if quiet {
                // Of a fire one hears at once.
                let loud = ticker.events.iter().take(waiting).position(|event| of_note(event.sign).is_some());
                if let Some(event) = ticker.events.get(loud.or(lasts).unwrap_or(waiting)) {
                    clicked = row(ui, event, &folk, &mut pictures).then_some((event.who, event.tile));
                }
                return;
            }
            ui.allocate_ui_with_layout(
                vec2(ui.available_width(), ROW),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| ui.label(RichText::new("In the town").size(12.0).color(FAINT)),
            );
            if waiting > 0 {
                let text = new(ticker.events.iter().take(waiting).map(|event| event.sign));
                let button = Button::new(RichText::new(text).size(12.0).color(INK)).small().selected(true);
                let place = Rect::from_min_max(at.right_top(), pos2(at.left() + wide, at.bottom()));
                let layout = egui::Layout::right_to_left(egui::Align::Center);
                ui.scope_builder(egui::UiBuilder::new().max_rect(place).layout(layout), |ui| {
                    top = ui.add(button).on_hover_text("To the newest").clicked();
                });
            }
        });
        if quiet {
            return;
        }
        let events = || ticker.events.iter().skip(waiting);
        let tall = tall(events().map(|event| event.high), ROWS);
        let mut area = ScrollArea::vertical().id_salt("ticker").auto_shrink([false, true]);
        if top {
            area = area.vertical_scroll_offset(0.0);
        }
        let area = area.max_height(tall).min_scrolled_height(tall).show(ui, |ui| {
            for event in events() {
                if row(ui, event, &folk, &mut pictures) {
                    clicked = Some((event.who, event.tile));
                }
            }
        });
        held.scrolled = area.state.offset.y;
    });
    held.place = Some(drawn.response.rect);
    if !quiet {
        held.tall = drawn.response.rect.height();
    }
    if top {
        held.since = None;
    }
    if let Some((Some(who), _)) = clicked {
        selection.go_to(who);
    } else if let Some((None, Some(tile))) = clicked {
        selection.following.0 = false;
        look.bring(tile, *room);
    }
}

/// The mark that opens and shuts it.
fn turner(ui: &egui::Ui, at: Rect, quiet: bool, hovered: bool) {
    let (middle, up) = (at.center(), if quiet { -1.0 } else { 1.0 });
    let points = vec![middle + vec2(-4.5, -2.5 * up), middle + vec2(4.5, -2.5 * up), middle + vec2(0.0, 3.5 * up)];
    let colour = if hovered { INK } else { FAINT };
    ui.painter().add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
}

/// One row; was it clicked?
fn row(ui: &mut Ui, event: &Entry, folk: &TownView, pictures: &mut Emoji) -> bool {
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), event.high), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Link, true, &event.text));
    if !ui.is_rect_visible(at) {
        return false;
    }
    let painter = ui.painter().with_clip_rect(at.intersect(ui.clip_rect()));
    if of_note(event.sign).is_some() {
        painter.rect_filled(at, CornerRadius::same(3), GLOW);
    }
    if response.hovered() {
        painter.rect_filled(at, CornerRadius::same(3), SHADE);
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    painter.hline(at.x_range(), at.bottom() - 0.5, Stroke::new(1.0, LINE));
    let per_point = ui.ctx().pixels_per_point();
    let pixels = (14.0 * per_point).round();
    // Sign and time stand before the first line.
    let first = at.top() + ROW / 2.0;
    if let Some(texture) = pictures.texture(event.sign, pixels as usize, ui.ctx()) {
        let side = pixels / per_point;
        let place = Rect::from_min_size(Pos2::new(at.left() + 2.0, first - side / 2.0), vec2(side, side));
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(texture, place, whole, Color32::WHITE);
    }
    let time = clock(folk.calendar.date_time(event.at));
    painter.text(Pos2::new(at.left() + 21.0, first), Align2::LEFT_CENTER, time, FontId::proportional(11.0), FAINT);
    let words = laid(ui, event, at.width() - BEFORE);
    words.paint(&painter, Pos2::new(at.left() + BEFORE, at.center().y - words.size().y / 2.0));
    let response = if words.cut() { response.on_hover_text(&event.text) } else { response };
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_while_somebody_aims() {
        let mut held = Held::default();
        assert_eq!(held.waiting(10, false), 0);
        assert_eq!(held.waiting(10, true), 0);
        assert_eq!(held.waiting(13, true), 3);
        assert_eq!(held.waiting(13, false), 0);
        assert_eq!(held.waiting(14, true), 0);
    }

    #[test]
    fn a_fire_stays_on_the_one_line_while_others_talk() {
        let event = |sign, n| Entry { n, sign, text: format!("{sign} {n}"), ..Entry::default() };
        let (mut held, mut events) = (Held::default(), VecDeque::new());
        let mut tell = |held: &mut Held, sign: &'static str, seconds: f32| {
            events.push_front(event(sign, events.len() as u64 + 1));
            held.loud(&events, events.len() as u64, seconds)
        };
        assert_eq!(tell(&mut held, "💬", 0.1), None);
        assert_eq!(tell(&mut held, "🔥", 0.1), Some(0));
        assert_eq!(tell(&mut held, "💬", 3.0), Some(1));
        assert_eq!(tell(&mut held, "💬", 3.0), Some(2));
        assert_eq!(tell(&mut held, "🙅", 3.0), Some(0), "the newest of them");
        assert_eq!(tell(&mut held, "💬", LOUD + 1.0), None);
    }

    #[test]
    fn whole_rows_are_seen() {
        assert_eq!(tall([20.0; 9].into_iter(), 5), 100.0);
        assert_eq!(tall([20.0, 20.0].into_iter(), 5), 40.0);
        assert_eq!(tall([35.0, 20.0, 35.0, 35.0].into_iter(), 5), 90.0);
        assert_eq!(tall(std::iter::empty(), 5), ROW);
    }
}

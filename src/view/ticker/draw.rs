//! The plate at the lower edge: what happened last, one line each.

use std::collections::VecDeque;

use bevy::{prelude::*, time::Real};
use bevy_egui::egui;
use egui::{Align2, Color32, CornerRadius, FontId, Pos2, Rect, ScrollArea, Sense, Stroke, vec2};

use super::{
    Entry, Ticker,
    lines::{Line, Lines, ROW, tall},
    wording::{new, of_note},
};
use crate::view::{
    Selection,
    avatar::{You, join_page::Arrive, speak::Speak},
    camera::{Room, Viewpoint},
    console::Line as Typed,
    dock::Dock,
    emoji::Emoji,
    names::Folk,
    overlays::{GAP, Overlay, Overlays},
    panels::{
        Paper, Shown,
        style::{FAINT, GLOW, INK, LINE, SHADE, plate},
        telling::clock,
    },
};

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
    lines: Lines,
    /// What stands out stays on the one line for so many seconds, however much else happens meanwhile.
    loud: Option<(Entry, f32)>,
    /// How many had been told when that was looked for.
    heard: u64,
}

impl Held {
    /// How many of the newest wait. `told`: in all; `hold`: does somebody read now?
    fn waiting(&mut self, told: u64, hold: bool) -> usize {
        if !hold {
            self.since = None;
            return 0;
        }
        let since = *self.since.get_or_insert(told);
        told.saturating_sub(since) as usize
    }

    /// The place of what stands out and has been seen for less than its time. `told`: in all; `seconds`: since the last
    /// look.
    fn loud(&mut self, events: &VecDeque<Entry>, told: u64, seconds: f32) -> Option<usize> {
        let new = told.saturating_sub(std::mem::replace(&mut self.heard, told));
        let new = usize::try_from(new).unwrap_or(usize::MAX);
        let found = events.iter().take(new).find(|event| of_note(event.sign).is_some());
        match (found, &mut self.loud) {
            (Some(event), loud) => *loud = Some((event.clone(), LOUD)),
            (None, loud) => drop(loud.take_if(|(_, left)| {
                *left -= seconds;
                *left <= 0.0
            })),
        }
        self.loud.as_ref().and_then(|(loud, _)| events.iter().position(|event| event == loud))
    }
}

/// Draws it.
pub fn draw(
    paper: Paper,
    ticker: Res<Ticker>,
    folk: Folk,
    mut shown: ResMut<Shown>,
    mut pictures: ResMut<Emoji>,
    mut look: ResMut<Viewpoint>,
    mut selection: Selection,
    (dock, room, mut plates): (Res<Dock>, Res<Room>, ResMut<Overlays>),
    (you, speak, arrive, line): (Res<You>, Res<Speak>, Res<Arrive>, Res<Typed>),
    time: Res<Time<Real>>,
    mut held: Local<Held>,
) {
    // Who talks, or types a command, has the foot of the window to themselves.
    let quiet = you.talks || speak.open || line.open || arrive.open;
    let Some(mut paper) = paper.filter(|_| !ticker.events.is_empty() && !quiet) else { return };
    let ctx = paper.get_mut().clone();
    let wide = (dock.clear.width() - 36.0).clamp(120.0, WIDTH);
    let aimed = ctx.pointer_latest_pos().zip(held.place).is_some_and(|(at, place)| place.contains(at));
    let scrolled = !shown.quiet && held.scrolled > 1.0;
    let waiting = held.waiting(ticker.told, aimed || scrolled).min(ticker.events.len());
    let lasts = held.loud(&ticker.events, ticker.told, time.delta_secs());
    let corner = dock.clear.left_bottom() + vec2(GAP, -GAP);
    let at = (Align2::LEFT_BOTTOM, corner);
    // Where there is no room for all of it there may be some for a line.
    let size = vec2(held.place.map_or(0.0, |place| place.width()), held.tall);
    let quiet = shown.quiet || !plates.has_room(Overlay::Happenings, Align2::LEFT_BOTTOM.anchor_size(corner, size));
    let mut clicked = None;
    let mut top = false;
    let drawn = plates.show(&ctx, Overlay::Happenings, at, (dock.clear.shrink(GAP), &[]), |ui| {
        plate().show(ui, |ui| {
            ui.set_width(wide);
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            ui.horizontal_top(|ui| {
                let hint = if quiet { "More of what happens (H)" } else { "Only the last (H)" };
                let (at, button) = ui.allocate_exact_size(vec2(20.0, ROW), Sense::click());
                turner(ui, at, quiet, button.hovered());
                if button.on_hover_text(hint).clicked() {
                    shown.quiet = !shown.quiet;
                }
                if quiet {
                    // Of a fire one hears at once.
                    let loud = ticker.events.iter().take(waiting).position(|event| of_note(event.sign).is_some());
                    let n = loud.or(lasts).unwrap_or(waiting);
                    if let Some(event) = ticker.events.get(n) {
                        let room = ui.available_width() - BEFORE;
                        let line = held.lines.set(ui, ticker.told.saturating_sub(n as u64), &event.text, room);
                        clicked = row(ui, event, line, &folk, &mut pictures).then_some(event);
                    }
                    return;
                }
                ui.allocate_ui_with_layout(
                    vec2(ui.available_width(), ROW),
                    egui::Layout::left_to_right(egui::Align::Center),
                    |ui| ui.label(egui::RichText::new("In the town").size(12.0).color(FAINT)),
                );
                if waiting > 0 {
                    let text = new(ticker.events.iter().take(waiting).map(|event| event.sign));
                    let text = egui::RichText::new(text).size(12.0).color(INK);
                    let button = egui::Button::new(text).small().selected(true);
                    let place =
                        Rect::from_min_max(Pos2::new(at.right(), at.top()), Pos2::new(at.left() + wide, at.bottom()));
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    ui.scope_builder(egui::UiBuilder::new().max_rect(place).layout(layout), |ui| {
                        top = ui.add(button).on_hover_text("To the newest").clicked();
                    });
                }
            });
            if quiet {
                return;
            }
            let room = wide - ui.spacing().scroll.allocated_width() - BEFORE;
            let mut highs = vec![];
            for (n, event) in ticker.events.iter().enumerate().skip(waiting) {
                let n = ticker.told.saturating_sub(n as u64);
                highs.push((n, event, held.lines.set(ui, n, &event.text, room).high));
            }
            let tall = tall(highs.iter().map(|(.., high)| *high), ROWS);
            let mut area = ScrollArea::vertical().id_salt("ticker").auto_shrink([false, true]);
            if top {
                area = area.vertical_scroll_offset(0.0);
            }
            let area = area.max_height(tall).min_scrolled_height(tall).show(ui, |ui| {
                for (n, event, _) in highs {
                    if let Some(line) = held.lines.get(n)
                        && row(ui, event, line, &folk, &mut pictures)
                    {
                        clicked = Some(event);
                    }
                }
            });
            held.scrolled = area.state.offset.y;
        });
    });
    held.place = Some(drawn.response.rect);
    if !quiet {
        held.tall = drawn.response.rect.height();
    }
    if top {
        held.since = None;
    }
    let Some(event) = clicked else { return };
    if let Some(who) = event.who {
        selection.go_to(who);
    } else if let Some(tile) = event.tile {
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
fn row(ui: &mut egui::Ui, event: &Entry, line: &Line, folk: &Folk, pictures: &mut Emoji) -> bool {
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), line.high), Sense::click());
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
    let words = line.words(ui, at.width() - BEFORE);
    words.paint(&painter, Pos2::new(at.left() + BEFORE, at.center().y - words.size().y / 2.0));
    let response = if line.cut() || words.cut() { response.on_hover_text(&event.text) } else { response };
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
        let event = |sign, at| Entry { at, sign, text: format!("{sign} {at}"), who: None, tile: None };
        let (mut held, mut events) = (Held::default(), VecDeque::new());
        let mut tell = |held: &mut Held, sign: &'static str, seconds: f32| {
            events.push_front(event(sign, events.len() as u64));
            held.loud(&events, events.len() as u64, seconds)
        };
        assert_eq!(tell(&mut held, "💬", 0.1), None);
        assert_eq!(tell(&mut held, "🔥", 0.1), Some(0));
        assert_eq!(tell(&mut held, "💬", 3.0), Some(1));
        assert_eq!(tell(&mut held, "💬", 3.0), Some(2));
        assert_eq!(tell(&mut held, "🙅", 3.0), Some(0), "the newest of them");
        assert_eq!(tell(&mut held, "💬", LOUD + 1.0), None);
    }
}

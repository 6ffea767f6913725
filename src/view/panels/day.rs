//! The day of one person drawn: a bar from midnight to midnight, and under it the plan as rows: parts, inside them hours, inside them
//! steps; the present opened and marked.

use super::{
    mind::{Page, Tab},
    widgets::*,
};
use crate::{
    agent::components::plan::DayPlan,
    clock::Minute,
    world::{ArenaId, TownMap},
};
use bevy_egui::egui;
use egui::{Align, Align2, CornerRadius, FontId, Pos2, Rect, Sense, Stroke, Ui, vec2};
use std::collections::BTreeSet;

/// So many colours parts of a day take in turn.
const PARTS: usize = 4;
/// Left edge of the words.
const WORDS_FROM: f32 = 62.0;

/// What of the day was turned by hand, and which row was the present.
#[derive(Default)]
pub struct Turned {
    turned: BTreeSet<Key>,
    /// `None`: the present is sought anew.
    pub(super) here: Option<Key>,
}

/// Midnight to midnight in one bar.
fn bar(ui: &mut Ui, plan: &DayPlan, now: Minute) {
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let strip = Rect::from_min_size(place.min, vec2(place.width(), 12.0));
    let painter = ui.painter();
    let x = |minute: Minute| strip.left() + share(minute, now) * strip.width();
    let colours = palette(ui.ctx());
    painter.rect_filled(strip, CORNER, colours.special());
    for (n, part) in plan.parts.iter().enumerate() {
        let piece = Rect::from_x_y_ranges(x(part.from)..=x(part.until), strip.y_range());
        painter.rect_filled(piece, CornerRadius::ZERO, colours.row(n % PARTS));
        painter.vline(piece.left(), strip.y_range(), Stroke::new(1.0, INK));
    }
    painter.rect_stroke(strip, CORNER, Stroke::new(1.5, INK), egui::StrokeKind::Inside);
    for hour in [6, 12, 18] {
        let at = Pos2::new(strip.left() + hour as f32 / 24.0 * strip.width(), strip.bottom() + 1.0);
        write(ui, at, Align2::CENTER_TOP, format!("{hour}:00"), 10.5, FAINT);
    }
    let hand = x(now);
    painter.vline(hand, strip.top() - 2.0..=strip.bottom() + 3.0, Stroke::new(4.0, INK));
    painter.vline(hand, strip.top() - 1.0..=strip.bottom() + 2.0, Stroke::new(2.0, GOLD));
}

/// Draws the page: the bar and all rows. A new person, a new step or coming from another page brings the present into view.
pub fn draw(ui: &mut Ui, page: &mut Page) {
    let Some(plan) = page.plan.filter(|plan| !plan.parts.is_empty()) else {
        ui.label(faint("No plan yet: it is made on waking."));
        return;
    };
    let (now, Turned { turned, here }) = (page.folk.calendar.minute(page.folk.tick()), &mut page.inner.day);
    bar(ui, plan, now);
    ui.add_space(2.0);
    let rows = rows(plan, now, turned);
    let before = std::mem::replace(here, rows.iter().find(|row| row.here).map(|row| row.key));
    let seek = *here != before || page.inner.tab != Tab::Today;
    list(ui, "today", ui.spacing().item_spacing.y, |ui| {
        for (n, one) in rows.iter().enumerate() {
            if n > 0 && one.key.0 == 0 {
                ui.add_space(3.0);
            }
            let response = row(ui, one, &page.folk.map);
            if one.here && seek {
                ui.scroll_to_rect(response.rect.expand(40.0), Some(Align::Center));
            }
            if one.inner && response.clicked() {
                flip(turned, one.key);
            }
        }
        if !plan.drops.is_empty() {
            ui.add_space(6.0);
            ui.label(faint(format!("Given up: {}", plan.drops)));
        }
    });
}

fn row(ui: &mut Ui, row: &Row, map: &TownMap) -> egui::Response {
    let indent = f32::from(row.key.0) * 12.0;
    let (size, colour) = match (row.key.0, row.when) {
        (0, When::Past) => (BODY, FAINT),
        (0, _) => (BODY, INK),
        (_, When::Past) => (SMALL, FAINT),
        _ => (SMALL + 0.5, WORDS),
    };
    let width = ui.available_width();
    let wrap = width - WORDS_FROM - indent - if row.inner { 18.0 } else { 4.0 };
    let words = lay(ui.painter(), &sentence(&row.what), size, colour, wrap, 0);
    let place = row.place.map(|arena| short_place(map, arena));
    let place = place.map(|text| ui.painter().layout(text, FontId::proportional(SMALL), FAINT, wrap));
    let height = words.size().y + place.as_ref().map_or(0.0, |place| place.size().y) + 6.0;
    let sense = if row.inner { Sense::click() } else { Sense::hover() };
    let (at, response) = ui.allocate_exact_size(vec2(width, height), sense);
    let painter = ui.painter();
    let ground = match (row.here, row.when, row.key.0) {
        (true, ..) => Some(GLOW),
        (_, When::Now, 0) => Some(SHADE),
        _ => None,
    };
    if let Some(ground) = ground {
        painter.rect_filled(at, CORNER, ground);
    }
    if row.key.0 == 0 {
        painter.hline(at.left() + WORDS_FROM..=at.right(), at.top() - 2.0, Stroke::new(1.0, LINE));
    }
    if row.inner && response.hovered() {
        painter.rect_stroke(at, CORNER, Stroke::new(1.0, WOOD), egui::StrokeKind::Inside);
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    // The rail: filled up to the present.
    let rail = at.left() + 50.0;
    let colours = palette(ui.ctx());
    let rail_colour = match row.when {
        When::Past => colours.good(),
        When::Now => GOLD,
        When::Later => LINE,
    };
    painter.vline(rail, at.top() - 3.0..=at.bottom(), Stroke::new(2.0, rail_colour));
    let dot = Pos2::new(rail, at.top() + 3.0 + size * 0.62);
    match (row.key.0, row.when) {
        (_, When::Now) => {
            painter.circle(dot, 4.5, GOLD, Stroke::new(1.5, INK));
        }
        (0, when) => {
            let fill = if row.night {
                colours.special()
            } else if when == When::Past {
                colours.good()
            } else {
                PAPER
            };
            painter.circle(dot, 3.5, fill, Stroke::new(1.5, INK));
        }
        _ => {
            painter.circle_filled(dot, 2.0, rail_colour);
        }
    }
    let time_size = if row.key.0 == 0 { SMALL + 0.5 } else { SMALL - 0.5 };
    let strong = row.when == When::Now || (row.key.0 == 0 && row.when == When::Later);
    let time_colour = if strong { WORDS } else { FAINT };
    let time_at = Pos2::new(at.left() + 6.0, dot.y);
    write(ui, time_at, Align2::LEFT_CENTER, row.from.time_of_day(), time_size, time_colour);
    let left_top = at.min + vec2(WORDS_FROM + indent, 3.0);
    words.paint(painter, left_top);
    if let Some(place) = place {
        painter.galley(left_top + vec2(0.0, words.size().y), place, FAINT);
    }
    if row.inner {
        tip(ui, Pos2::new(at.right() - 9.0, dot.y), row.open, FAINT);
    }
    response
}

/// A row's place: depth (0 part, 1 hour, 2 step) and first minute.
pub type Key = (u8, u32);

/// Before, in or after the present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Over.
    Past,
    /// The present lies in it.
    Now,
    /// To come.
    Later,
}

/// One row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Where it belongs.
    pub key: Key,
    /// First minute.
    pub from: Minute,
    /// The minute after the last; `None`: open end.
    pub until: Option<Minute>,
    /// What is done.
    pub what: String,
    /// Where, of parts.
    pub place: Option<ArenaId>,
    /// How it lies to the present.
    pub when: When,
    /// Has rows inside.
    pub inner: bool,
    /// Shows them.
    pub open: bool,
    /// The night's sleep.
    pub night: bool,
    /// The innermost row of the present: where one looks first.
    pub here: bool,
}

fn when(from: Minute, until: Option<Minute>, now: Minute) -> When {
    if now < from {
        When::Later
    } else if until.is_none_or(|until| now < until) {
        When::Now
    } else {
        When::Past
    }
}

/// The rows of a plan. What the present lies in is open and all else shut, unless it is among `turned`.
pub fn rows(plan: &DayPlan, now: Minute, turned: &BTreeSet<Key>) -> Vec<Row> {
    let mut all: Vec<Row> = Vec::new();
    let mut add = |depth: u8, from: Minute, until: Option<Minute>, what: &str, place, inner: bool, night| {
        let (key, when) = ((depth, from.0), when(from, until, now));
        let open = inner && ((when == When::Now) != turned.contains(&key));
        all.push(Row { key, from, until, what: what.into(), place, when, inner, open, night, here: false });
        open
    };
    if let Some(wake) = plan.wake().filter(|wake| now < *wake) {
        // The row's beginning is not known to the plan: the evening before belongs to another one.
        add(0, Minute(wake.day() * 1440), Some(wake), "asleep", None, false, true);
    }
    for part in &plan.parts {
        if !add(0, part.from, Some(part.until), &part.what, Some(part.place), !part.hours.is_empty(), false) {
            continue;
        }
        for hour in &part.hours {
            if !add(1, hour.from, Some(hour.until), &hour.what, None, !hour.steps.is_empty(), false) {
                continue;
            }
            for step in &hour.steps {
                add(2, step.from, Some(step.until), &step.what, None, false, false);
            }
        }
    }
    if let Some(bedtime) = plan.bedtime() {
        add(0, bedtime, None, "asleep", None, false, true);
    }
    if let Some(here) = all.iter_mut().rev().find(|row| row.when == When::Now) {
        here.here = true;
    }
    all
}

/// How much of midnight to midnight lies before a minute, 0 to 1, on the day of `now`.
pub fn share(minute: Minute, now: Minute) -> f32 {
    let begin = now.day() * 1440;
    (minute.0.saturating_sub(begin) as f32 / 1440.0).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::plan::{Hour, Part, Step};

    fn plan() -> DayPlan {
        let step = |from, until| Step { from: Minute(from), until: Minute(until), what: "stir".into(), target: None };
        let hour = |from, until, steps| Hour {
            from: Minute(from),
            until: Minute(until),
            what: "cook".into(),
            steps,
            result: String::new(),
        };
        let part = |from, until, hours| Part {
            from: Minute(from),
            until: Minute(until),
            what: "work".into(),
            place: ArenaId(1),
            hours,
        };
        let morning =
            part(420, 720, vec![hour(420, 480, vec![step(420, 435), step(435, 480)]), hour(480, 720, vec![])]);
        DayPlan { parts: vec![morning, part(720, 1320, vec![])], ..Default::default() }
    }

    fn short(rows: &[Row]) -> Vec<(Key, When)> {
        rows.iter().map(|row| (row.key, row.when)).collect()
    }

    #[test]
    fn the_present_is_opened_down_to_the_step() {
        let rows = rows(&plan(), Minute(440), &BTreeSet::new());
        use When::*;
        let expected = [
            ((0, 420), Now),
            ((1, 420), Now),
            ((2, 420), Past),
            ((2, 435), Now),
            ((1, 480), Later),
            ((0, 720), Later),
            ((0, 1320), Later),
        ];
        assert_eq!(short(&rows), expected);
        assert_eq!(rows.iter().filter(|row| row.here).map(|row| row.key).collect::<Vec<_>>(), [(2, 435)]);
        assert!(rows.last().is_some_and(|row| row.night && row.until.is_none()));
    }

    #[test]
    fn a_row_can_be_turned() {
        let shut = rows(&plan(), Minute(440), &BTreeSet::from([(0, 420)]));
        assert_eq!(shut.len(), 3);
        assert!(shut[0].here);
        let noon = rows(&plan(), Minute(800), &BTreeSet::from([(0, 420)]));
        assert_eq!(noon[0].when, When::Past);
        assert!(noon[0].open);
    }

    #[test]
    fn night_is_a_row_before_waking_too() {
        let early = rows(&plan(), Minute(300), &BTreeSet::new());
        assert!(early[0].night && early[0].here);
        let late = rows(&plan(), Minute(1400), &BTreeSet::new());
        assert!(late.last().is_some_and(|row| row.here));
        assert!(rows(&DayPlan::default(), Minute(5), &BTreeSet::new()).is_empty());
    }

    #[test]
    fn a_day_goes_from_midnight_to_midnight() {
        assert_eq!(share(Minute(1440 + 720), Minute(1440 + 5)), 0.5);
        assert_eq!(share(Minute(100), Minute(1440 + 5)), 0.0);
        assert_eq!(share(Minute(4000), Minute(5)), 1.0);
    }
}

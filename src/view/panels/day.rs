//! The page of a person's day: a bar from midnight to midnight, and under it the plan as rows. Parts unfold into hours,
//! and hours into steps; the present is unfolded and marked.

use super::{
    mind::{PageContext, PersonPage},
    widgets::*,
};
use crate::{
    agent::components::plan::DayPlan,
    clock::Minute,
    world::{ArenaId, TownMap},
};
use bevy_egui::egui;
use egui::{Align, Align2, CornerRadius, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, vec2};
use std::collections::BTreeSet;

/// Parts of a day take this many colours in turn.
const COLOURS: usize = 4;
/// Left edge of the text, and the rail before it.
const TEXT: f32 = 62.0;
const RAIL: f32 = 50.0;

/// What the page remembers.
#[derive(Default)]
pub struct DayState {
    /// Rows that the player opened or shut.
    toggled: BTreeSet<Key>,
    /// The row of the present in the last frame; `None`: the page scrolls to the present.
    pub(super) here: Option<Key>,
}

/// Midnight to midnight in one bar.
fn draw_bar(ui: &mut Ui, plan: &DayPlan, now: Minute) {
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let strip = Rect::from_min_size(place.min, vec2(place.width(), 12.0));
    let painter = ui.painter();
    let x = |minute: Minute| strip.left() + share(minute, now) * strip.width();
    let colours = palette(ui.ctx());
    painter.rect_filled(strip, CORNER, colours.special());
    for (n, part) in plan.parts.iter().enumerate() {
        let piece = Rect::from_x_y_ranges(x(part.from)..=x(part.until), strip.y_range());
        painter.rect_filled(piece, CornerRadius::ZERO, colours.row(n % COLOURS));
        painter.vline(piece.left(), strip.y_range(), Stroke::new(1.0, INK));
    }
    painter.rect_stroke(strip, CORNER, Stroke::new(1.5, INK), StrokeKind::Inside);
    for hour in [6, 12, 18] {
        let at = Pos2::new(strip.left() + hour as f32 / 24.0 * strip.width(), strip.bottom() + 1.0);
        paint_text(ui, at, Align2::CENTER_TOP, format!("{hour}:00"), 10.5, FAINT);
    }
    let hand = x(now);
    painter.vline(hand, strip.top() - 2.0..=strip.bottom() + 3.0, Stroke::new(4.0, INK));
    painter.vline(hand, strip.top() - 1.0..=strip.bottom() + 2.0, Stroke::new(2.0, GOLD));
}

/// Draws the page. It scrolls to the present for a new person, at a new step, and when it is turned to.
pub fn draw(ui: &mut Ui, page: &mut PageContext) {
    let Some(plan) = page.plan.filter(|plan| !plan.parts.is_empty()) else {
        ui.label(faint("No plan yet: people plan their day when they wake."));
        return;
    };
    let (now, DayState { toggled, here }) = (page.folk.calendar.minute(page.folk.tick()), &mut page.state.day);
    draw_bar(ui, plan, now);
    ui.add_space(2.0);
    let rows = rows(plan, now, toggled);
    let before = std::mem::replace(here, rows.iter().find(|row| row.here).map(|row| row.key));
    let scrolls = *here != before || page.state.last != PersonPage::Today;
    list(ui, "today", ui.spacing().item_spacing.y, |ui| {
        for (n, one) in rows.iter().enumerate() {
            if n > 0 && one.key.0 == 0 {
                ui.add_space(3.0);
            }
            let response = draw_row(ui, one, &page.folk.map);
            if one.here && scrolls {
                ui.scroll_to_rect(response.rect.expand(40.0), Some(Align::Center));
            }
            if one.inner && response.clicked() {
                toggle_in(toggled, one.key);
            }
        }
        if !plan.drops.is_empty() {
            ui.add_space(6.0);
            ui.label(faint(format!("Given up: {}", plan.drops)));
        }
    });
}

fn draw_row(ui: &mut Ui, row: &Row, map: &TownMap) -> egui::Response {
    let (is_part, is_past) = (row.key.0 == 0, row.when == When::Past);
    let left = TEXT + f32::from(row.key.0) * 12.0;
    let size = if is_part { BODY } else { SMALL + 0.5 };
    let ink = match (is_past, is_part) {
        (true, _) => FAINT,
        (_, true) => INK,
        _ => WORDS,
    };
    let wrap = ui.available_width() - left - if row.inner { 18.0 } else { 4.0 };
    let mut words = vec![layout_text(ui.painter(), &sentence(&row.what), size, ink, wrap, 0)];
    words.extend(row.place.map(|arena| layout_text(ui.painter(), &short_place(map, arena), SMALL, FAINT, wrap, 0)));
    let sense = if row.inner { Sense::click() } else { Sense::hover() };
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height(&words) + 6.0), sense);
    let (painter, colours) = (ui.painter(), palette(ui.ctx()));
    if row.here || is_part && row.when == When::Now {
        painter.rect_filled(at, CORNER, if row.here { GLOW } else { SHADE });
    }
    if is_part {
        painter.hline(at.left() + TEXT..=at.right(), at.top() - 2.0, Stroke::new(1.0, LINE));
    }
    if row.inner && response.hovered() {
        painter.rect_stroke(at, CORNER, Stroke::new(1.0, WOOD), StrokeKind::Inside);
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    // The rail is filled up to the present.
    let rail = match row.when {
        When::Past => colours.good(),
        When::Now => GOLD,
        When::Later => LINE,
    };
    let mark = at.min + vec2(RAIL, 3.0 + size * 0.62);
    painter.vline(mark.x, at.top() - 3.0..=at.bottom(), Stroke::new(2.0, rail));
    let outline = Stroke::new(1.5, INK);
    if row.when == When::Now {
        painter.circle(mark, 4.5, GOLD, outline);
    } else if is_part {
        let fill = match (row.night, is_past) {
            (true, _) => colours.special(),
            (_, true) => colours.good(),
            _ => PAPER,
        };
        painter.circle(mark, 3.5, fill, outline);
    } else {
        painter.circle_filled(mark, 2.0, rail);
    }
    let ink = if row.when == When::Now || is_part && !is_past { WORDS } else { FAINT };
    let size = if is_part { SMALL + 0.5 } else { SMALL - 0.5 };
    paint_text(ui, Pos2::new(at.left() + 6.0, mark.y), Align2::LEFT_CENTER, row.from.time_of_day(), size, ink);
    paint_lines(ui, at.min + vec2(left, 3.0), &words);
    if row.inner {
        arrow(ui, Pos2::new(at.right() - 9.0, mark.y), row.open, FAINT);
    }
    response
}

/// A row's place: depth (0 part, 1 hour, 2 step) and first minute.
type Key = (u8, u32);

/// Before, in or after the present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    Past,
    Now,
    Later,
}

#[derive(Debug)]
struct Row {
    key: Key,
    from: Minute,
    what: String,
    /// Where, of parts.
    place: Option<ArenaId>,
    when: When,
    /// Does it have rows inside, and are they shown?
    inner: bool,
    open: bool,
    /// Is it the night's sleep?
    night: bool,
    /// Is it the innermost row of the present?
    here: bool,
}

impl When {
    fn of(from: Minute, until: Minute, now: Minute) -> Self {
        if now < from {
            Self::Later
        } else if now < until {
            Self::Now
        } else {
            Self::Past
        }
    }
}

/// The rows of a plan. The present is open and everything else shut, unless it is among `toggled`.
fn rows(plan: &DayPlan, now: Minute, toggled: &BTreeSet<Key>) -> Vec<Row> {
    let mut all: Vec<Row> = Vec::new();
    let mut add = |depth: u8, from: Minute, until: Minute, what: &str, place: Option<ArenaId>, inner: bool| {
        let (key, when) = ((depth, from.0), When::of(from, until, now));
        let open = inner && ((when == When::Now) != toggled.contains(&key));
        let night = depth == 0 && place.is_none();
        all.push(Row { key, from, what: what.into(), place, when, inner, open, night, here: false });
        open
    };
    if let Some(wake) = plan.wake().filter(|wake| now < *wake) {
        // The plan does not know when they went to bed: the evening before belongs to another one.
        add(0, Minute(wake.day() * Minute::DAY), wake, "asleep", None, false);
    }
    for part in &plan.parts {
        if !add(0, part.from, part.until, &part.what, Some(part.place), !part.hours.is_empty()) {
            continue;
        }
        for hour in &part.hours {
            if !add(1, hour.from, hour.until, &hour.what, None, !hour.steps.is_empty()) {
                continue;
            }
            for step in &hour.steps {
                add(2, step.from, step.until, &step.what, None, false);
            }
        }
    }
    if let Some(bedtime) = plan.bedtime() {
        add(0, bedtime, Minute(u32::MAX), "asleep", None, false);
    }
    if let Some(here) = all.iter_mut().rev().find(|row| row.when == When::Now) {
        here.here = true;
    }
    all
}

/// The part of the day of `now`, from 0 to 1, that lies before a minute.
fn share(minute: Minute, now: Minute) -> f32 {
    let begin = now.day() * Minute::DAY;
    (minute.0.saturating_sub(begin) as f32 / Minute::DAY as f32).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::{
        Memo,
        plan::{Hour, Part, Step},
    };

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
        DayPlan { parts: [morning, part(720, 1320, vec![])].map(Memo::new).into(), ..Default::default() }
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
        assert!(rows.last().is_some_and(|row| row.night));
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

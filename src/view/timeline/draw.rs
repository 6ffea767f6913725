//! The strip at the foot of the window: buttons above, time from left to right below, with its nights and its marks.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align, Align2, Button, Layout, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::{
    SPEEDS, Timeline, Wish,
    marks::{Mark, MarkKind},
};
use crate::{
    agent::persona::Names,
    clock::{AgentId, Calendar, Driver, Now},
    town::Recorded,
    view::{
        Selected,
        keys::bind::Bindings,
        overlays::{GAP, Overlay},
        panels::{
            pictures::{Icons, icon},
            telling::{clock, day, daylight},
            widgets::{FAINT, GLOW, INK, LINE, PAPER, SHADE, faint, plate},
        },
        speed::paused,
        stage::Stage,
        title::Menu,
    },
};

/// What it takes of the window, in points.
pub(super) const HEIGHT: f32 = 104.0;
/// Height of the track, and of one lane of marks on it.
const TRACK: f32 = 36.0;
const LANE: f32 = 7.0;
/// Points from the pointer within which a mark is told.
const NEAR: f32 = 5.0;

pub(super) fn draw(
    mut stage: Stage,
    (recorded, mut timeline, menu): (Res<Recorded>, ResMut<Timeline>, Res<Menu>),
    (now, calendar, mut driver): (Res<Now>, Res<Calendar>, ResMut<Driver>),
    (selected, names, bindings): (Res<Selected>, Res<Names>, Res<Bindings>),
    mut icons: ResMut<Icons>,
) {
    if menu.open {
        return;
    }
    let ctx = stage.ctx();
    let whole = ctx.content_rect();
    let at = (Align2::CENTER_BOTTOM, whole.center_bottom() - vec2(0.0, GAP));
    let wide = whole.width() - 2.0 * GAP - 24.0;
    stage.overlays.show(&ctx, Overlay::Timeline, at, (whole, &[]), |ui| {
        plate().show(ui, |ui| {
            ui.set_width(wide);
            ui.horizontal(|ui| {
                play(ui, &mut timeline, (&mut driver, &calendar), &mut icons, &bindings);
                ui.separator();
                steps(ui, &mut timeline, (now.0, selected.0), (&names, &calendar), &bindings);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let go_on = Button::new(RichText::new("Go on from here").color(INK)).fill(GLOW);
                    let hint = "The town lives on from this moment, in a save of its own; this one stays as it is";
                    if ui.add(go_on).on_hover_text(hint).clicked() {
                        timeline.wish = Some(Wish::GoOn);
                    }
                    if wide > 900.0 {
                        for kind in MarkKind::ALL.iter().rev() {
                            ui.label(RichText::new(kind.name()).small().color(kind.colour()));
                        }
                    }
                });
            });
            ui.add_space(2.0);
            track(ui, &mut timeline, (now.0, recorded.end), (&calendar, &names), selected.0);
        });
    });
}

/// Play back, stand, play; and how fast.
fn play(
    ui: &mut Ui,
    timeline: &mut Timeline,
    (driver, calendar): (&mut Driver, &Calendar),
    icons: &mut Icons,
    bindings: &Bindings,
) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let (speed, stands) = (timeline.speed, paused(driver) && !timeline.back);
    if ui.add(Button::new("Back").selected(timeline.back)).on_hover_text("Time goes back").clicked() {
        timeline.play(driver, calendar, (speed, true));
    }
    let picture = icon(ui, icons, if stands { "play" } else { "pause" }, 12.0);
    let hint = format!("{} ({})", if stands { "Play" } else { "Pause" }, bindings.named("pause"));
    if ui.add(Button::image(picture).min_size(vec2(34.0, 0.0))).on_hover_text(hint).clicked() {
        if stands {
            timeline.play(driver, calendar, (speed, false));
        } else {
            (timeline.back, driver.speed) = (false, Some(0.0));
        }
    }
    ui.add_space(6.0);
    let rate = driver.speed.unwrap_or_default();
    for (place, (factor, name)) in SPEEDS.into_iter().enumerate() {
        let own = factor * super::ticks_per_second(1, calendar);
        let chosen = if stands { false } else { timeline.back && place == speed || (rate - own).abs() < 1e-6 };
        let words =
            if factor < 1.0 { "15 game seconds a second".into() } else { format!("{factor} game minutes a second") };
        if ui.add(Button::new(name).selected(chosen)).on_hover_text(words).clicked() {
            let back = timeline.back;
            timeline.play(driver, calendar, (place, back));
        }
    }
}

/// To the marks before and after, of who is selected or of anybody.
fn steps(
    ui: &mut Ui,
    timeline: &mut Timeline,
    (now, selected): (u64, Option<AgentId>),
    (names, calendar): (&Names, &Calendar),
    bindings: &Bindings,
) {
    let of = selected.map(|who| names.name(who));
    let first = of.as_deref().and_then(|name| name.split_whitespace().next()).unwrap_or("anybody");
    for (words, key, later) in [("Before", "mark before", false), ("Next", "next mark", true)] {
        let found = timeline.beside(now, (calendar, selected), later);
        let hint = format!("To the {} mark of {first} ({})", if later { "next" } else { "last" }, bindings.named(key));
        if ui.add_enabled(found.is_some(), Button::new(words)).on_hover_text(hint).clicked() {
            timeline.wish = found;
        }
    }
    ui.label(faint(format!("mark of {first}")));
}

fn track(
    ui: &mut Ui,
    timeline: &mut Timeline,
    (now, end): (u64, u64),
    (calendar, names): (&Calendar, &Names),
    selected: Option<AgentId>,
) {
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), TRACK), Sense::click_and_drag());
    let last = end.max(1);
    let x = |tick: u64| at.left() + at.width() * (tick as f32 / last as f32);
    let tick_at = |x: f32| (((x - at.left()) / at.width()).clamp(0.0, 1.0) * last as f32).round() as u64;
    let painter = ui.painter().with_clip_rect(at.expand(1.0));
    painter.rect_filled(at, 3, PAPER);
    nights(&painter, at, (last, calendar), &x);
    for mark in timeline.marks.iter().flatten() {
        let own = selected.is_none_or(|who| mark.who.contains(&who));
        let lane = MarkKind::ALL.iter().position(|kind| *kind == mark.kind).unwrap_or_default();
        let (x, top) = (x(mark.tick), at.top() + 0.5 + lane as f32 * LANE);
        let colour = if own { mark.kind.colour() } else { mark.kind.colour().gamma_multiply(0.22) };
        painter.rect_filled(Rect::from_min_max(pos2(x - 1.0, top), pos2(x + 1.0, top + LANE - 1.0)), 0, colour);
    }
    painter.rect_stroke(at, 3, Stroke::new(1.0, LINE), egui::StrokeKind::Inside);
    let head = x(now);
    painter.line_segment([pos2(head, at.top()), pos2(head, at.bottom())], Stroke::new(2.0, INK));
    painter.circle_filled(pos2(head, at.top() + 2.0), 4.0, INK);
    if let Some(pointer) = response.hover_pos().or(response.interact_pointer_pos()) {
        let tick = tick_at(pointer.x);
        painter.line_segment([pos2(pointer.x, at.top()), pos2(pointer.x, at.bottom())], Stroke::new(1.0, FAINT));
        let near = tick_at(pointer.x - NEAR)..=tick_at(pointer.x + NEAR);
        let told = told(timeline.marks.as_deref().unwrap_or_default(), &near, names, selected);
        let when = calendar.date_time(tick);
        let words = format!("{}, {}{told}", day(when.date()), clock(when));
        if response.clicked() || response.dragged() {
            timeline.wish = Some(Wish::Tick(tick));
        }
        response.on_hover_text_at_pointer(words);
    }
}

/// The hours of darkness, and the days.
fn nights(painter: &egui::Painter, at: Rect, (last, calendar): (u64, &Calendar), x: &dyn Fn(u64) -> f32) {
    let step = calendar.ticks(15).max(1);
    let is_dark = |tick: u64| !daylight(calendar.date_time(tick));
    let mut dark: Option<u64> = None;
    for tick in (0..=last + step).step_by(step as usize) {
        let tick = tick.min(last);
        match (dark, is_dark(tick) && tick < last) {
            (None, true) => dark = Some(tick),
            (Some(since), false) => {
                painter.rect_filled(Rect::from_x_y_ranges(x(since)..=x(tick), at.y_range()), 0, SHADE);
                dark = None;
            }
            _ => {}
        }
        if tick > 0 && tick < last && calendar.minute(tick).day() != calendar.minute(tick.saturating_sub(step)).day() {
            let x = x(tick);
            painter.line_segment([pos2(x, at.top()), pos2(x, at.bottom())], Stroke::new(1.0, LINE));
        }
    }
}

/// The marks near the pointer, in words.
fn told(all: &[Mark], near: &std::ops::RangeInclusive<u64>, names: &Names, selected: Option<AgentId>) -> String {
    let own = |mark: &&Mark| selected.is_none_or(|who| mark.who.contains(&who));
    let here = all.iter().filter(|mark| near.contains(&mark.tick)).filter(own);
    let mut lines: Vec<String> = here
        .map(|mark| {
            let who: Vec<String> = mark.who.iter().map(|who| names.name(*who)).collect();
            format!("\n{}: {}", mark.kind.name(), if who.is_empty() { "a thing".into() } else { who.join(", ") })
        })
        .collect();
    lines.dedup();
    let more = lines.len().saturating_sub(6);
    lines.truncate(6);
    if more > 0 {
        lines.push(format!("\nand {more} more"));
    }
    lines.concat()
}

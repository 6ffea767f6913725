//! What the answers took: how much of each cap, and by question, person and hour.

use bevy_egui::egui;
use egui::{Align, Align2, CornerRadius, FontId, Layout, Rect, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::form;
use crate::{
    clock::{Calendar, Minute},
    journal::{Share, Tally},
    mind::{Price, Took},
    thought::{
        Budget, Minds,
        forecast::{count, money, taken},
    },
    view::{
        names::Folk,
        panels::style::{FAINT, GOLD, INK, LINE, SHADE, SMALL, bad, faint, good},
        tame::tame,
    },
};

/// By what the table tells answers apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum By {
    #[default]
    Question,
    Person,
    Hour,
}

/// A row of the table: what it is about, and its figures.
type Row = (String, Share);

/// Height of a row, and the share of the width that its name has.
const ROW: f32 = 22.0;
const NAME: f32 = 0.36;

/// Draws it.
pub(super) fn draw(ui: &mut Ui, by: &mut By, (tally, minds): (&Tally, &Minds), folk: &Folk, height: f32) {
    let budget = minds.budget();
    meters(ui, budget);
    ui.add_space(4.0);
    let spent = tally.spent();
    let nothing = spent == Took::default();
    let summary = if nothing && minds.model().is_none() {
        "No language model has been asked: the built-in mind answers, and that takes nothing.".into()
    } else {
        format!("So far: {}.", taken(&spent, None))
    };
    ui.label(summary);
    // That a cap is reached is told above.
    if let Some((_, why)) = tally.trouble.as_ref().filter(|(_, why)| budget.ended() != Some(why.as_str())) {
        let times = if tally.fallbacks == 1 { "once".into() } else { format!("{} times", tally.fallbacks) };
        let why = tame(why, 240);
        ui.label(
            RichText::new(format!("The built-in mind stood in {times}, the last time because: {why}")).color(bad(ui)),
        );
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (one, name) in [(By::Question, "by question"), (By::Person, "by person"), (By::Hour, "by hour")] {
            if ui.add(egui::Button::new(name).selected(*by == one)).clicked() {
                *by = one;
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let words = if budget.price.is_some() { "money at the price that holds now" } else { "" };
            ui.label(faint(words));
        });
    });
    let rows = rows(*by, tally, folk);
    let top = ui.cursor().top() - ui.min_rect().top();
    table(ui, &rows, budget.price, height - 40.0 - top);
}

/// What the table tells, the dearest first; hours as they came, the last first.
fn rows(by: By, tally: &Tally, folk: &Folk) -> Vec<Row> {
    let names = folk.names();
    let mut rows: Vec<Row> = match by {
        By::Question => tally.by_question.iter().map(|(what, share)| (form::question(what), share.clone())).collect(),
        By::Person => {
            let name = |id: u32| names.get(&crate::clock::AgentId(id)).map_or("somebody", |name| *name).to_owned();
            tally.by_agent.iter().map(|(id, share)| (name(*id), share.clone())).collect()
        }
        By::Hour => {
            let calendar = folk.calendar.as_deref();
            tally.by_hour.iter().rev().map(|(at, share)| (hour(*at, calendar), share.clone())).collect()
        }
    };
    if by != By::Hour {
        let weight = |share: &Share| (share.took.tokens_in + share.took.tokens_out, share.answers);
        rows.sort_by(|a, b| weight(&b.1).cmp(&weight(&a.1)).then_with(|| a.0.cmp(&b.0)));
    }
    rows
}

fn hour(at: u32, calendar: Option<&Calendar>) -> String {
    let date = calendar.map(|calendar| calendar.date(Minute(at * 60)).strftime("%a %-d %b ").to_string());
    format!("{}{:02}:00", date.unwrap_or_default(), at % 24)
}

/// How much of each cap is spent; what has none is told as such.
fn meters(ui: &mut Ui, budget: &Budget) {
    let (spent, caps) = (budget.spent(), budget.caps);
    let tokens = spent.tokens_in + spent.tokens_out;
    let all = [
        ("calls", f64::from(spent.calls), caps.calls.map(|cap| cap as f64), count as fn(f64) -> String),
        ("tokens", tokens as f64, caps.tokens.map(|cap| cap as f64), count),
        ("money", budget.usd(), caps.usd, money),
    ];
    ui.columns(3, |columns| {
        for (ui, (name, spent, cap, words)) in columns.iter_mut().zip(all) {
            let told = match cap {
                Some(cap) => format!("{} of {}", words(spent), words(cap)),
                None if name == "money" && budget.price.is_none() && spent == 0.0 => "no price".into(),
                None => format!("{}, no limit", words(spent)),
            };
            ui.horizontal(|ui| {
                ui.label(RichText::new(name).color(INK));
                ui.label(faint(told));
            });
            let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::hover());
            bar(ui, at, cap.map(|cap| if cap > 0.0 { spent / cap } else { 1.0 }));
        }
    });
    if let Some(why) = budget.ended() {
        let words = format!("{}. The built-in mind carries on.", super::sentence(why));
        ui.label(RichText::new(words).color(bad(ui)));
        ui.label(faint("Each question sets aside the most it can take, so less may be spent than the cap allows."));
    }
}

fn bar(ui: &Ui, at: Rect, share: Option<f64>) {
    let painter = ui.painter();
    painter.rect(at, CornerRadius::same(3), SHADE, Stroke::new(1.0, LINE), egui::StrokeKind::Inside);
    let Some(share) = share else { return };
    let share = share.clamp(0.0, 1.0) as f32;
    let colour = if share > 0.95 {
        bad(ui)
    } else if share > 0.75 {
        GOLD
    } else {
        good(ui)
    };
    let filled = Rect::from_min_size(at.min, vec2(at.width() * share, at.height()));
    painter.rect_filled(filled, CornerRadius::same(3), colour);
}

fn table(ui: &mut Ui, rows: &[Row], price: Option<Price>, height: f32) {
    let heads = ["answers", "stood in", "calls", "sent", "new", "received", "money"];
    let heads = &heads[..heads.len() - usize::from(price.is_none())];
    let width = ui.available_width() - 10.0;
    let column = width * (1.0 - NAME) / heads.len() as f32;
    let line = |ui: &mut Ui, name: &str, cells: &[String], ink: egui::Color32, size: f32| {
        let (at, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        if !ui.is_rect_visible(at) {
            return;
        }
        if response.hovered() {
            ui.painter().rect_filled(at, CornerRadius::same(3), SHADE);
        }
        ui.painter().hline(at.x_range(), at.bottom() - 0.5, Stroke::new(1.0, LINE));
        let clip = Rect::from_min_size(at.min, vec2(width * NAME - 6.0, ROW));
        let painter = ui.painter().with_clip_rect(clip.intersect(ui.clip_rect()));
        painter.text(at.left_center(), Align2::LEFT_CENTER, name, FontId::proportional(size), ink);
        for (n, cell) in cells.iter().enumerate() {
            let right = at.left() + width * NAME + column * (n + 1) as f32;
            let place = egui::pos2(right, at.center().y);
            ui.painter().text(place, Align2::RIGHT_CENTER, cell, FontId::proportional(size), ink);
        }
    };
    let named: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    ui.spacing_mut().item_spacing.y = 0.0;
    line(ui, "", &named, FAINT, SMALL);
    if rows.is_empty() {
        ui.add_space(6.0);
        ui.label(faint("Nobody has been asked anything yet."));
    }
    let height = (height - ROW).max(60.0);
    ScrollArea::vertical().id_salt("table").max_height(height).min_scrolled_height(height).show(ui, |ui| {
        for (name, share) in rows {
            let took = &share.took;
            let [fallbacks, tokens_in, new, out] =
                [share.fallbacks, took.tokens_in, took.tokens_new, took.tokens_out].map(|figure| figure as f64);
            let figures = [share.answers as f64, fallbacks, f64::from(took.calls), tokens_in, new, out];
            let dash = |figure: f64, told: String| if figure > 0.0 { told } else { "–".into() };
            let mut cells = figures.map(|figure| dash(figure, count(figure))).to_vec();
            cells.extend(price.map(|price| dash(price.of(took), money(price.of(took)))));
            line(ui, name, &cells, INK, 13.0);
        }
    });
}

//! What the answers took: how much of each cap, and by question, person and hour.

use bevy_egui::egui;
use egui::{Color32, Rect, RichText, Sense, Stroke, Ui, vec2};

use super::table::{self, Row};
use crate::{
    clock::{AgentId, Calendar, Minute},
    exchange::{
        Budget, Minds,
        forecast::{count, money, taken},
    },
    journal::{Share, Tally},
    mind::{TokenUsage, question::label},
    view::{names::Folk, panels::widgets::*},
};

/// In less than this the caps stand below each other, in points.
const BESIDE: f32 = 420.0;
/// The least height of the table.
const LEAST: f32 = 150.0;

/// By what the table tells answers apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum By {
    #[default]
    Question,
    Person,
    Hour,
}

/// How the table is laid out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sheet {
    by: By,
    /// The figure of which the most comes first; `None`: the dearest first, hours as they came.
    first: Option<&'static str>,
}

/// Draws it, down to the bottom of the panel.
pub(super) fn draw(ui: &mut Ui, sheet: &mut Sheet, (tally, minds): (&Tally, &Minds), folk: &Folk, bottom: f32) {
    let budget = minds.budget();
    meters(ui, budget);
    ui.add_space(4.0);
    let spent = tally.spent();
    let nothing = spent == TokenUsage::default();
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
    let ways = [(By::Question, "by question"), (By::Person, "by person"), (By::Hour, "by hour")];
    choose(ui, &mut sheet.by, &ways);
    let priced = if budget.price.is_some() { "Money at the price that holds now. " } else { "" };
    ui.label(faint(format!("{priced}A click on a heading puts the most first.")));
    let rows = rows(sheet.by, tally, folk);
    // All that is left of the panel; a little of it where there is nothing left, and the rest is scrolled to.
    let room = (bottom - ui.cursor().top()).max(LEAST);
    table::draw(ui, rows, &mut sheet.first, budget.price, room);
}

/// What the table tells, the dearest first; hours as they came, the last first.
fn rows(by: By, tally: &Tally, folk: &Folk) -> Vec<Row> {
    let names = folk.names();
    let mut rows: Vec<Row> = match by {
        By::Question => tally.by_question.iter().map(|(what, share)| (sentence(&label(what)), share.clone())).collect(),
        By::Person => {
            let name = |id: u32| names.get(&AgentId(id)).map_or("somebody", |name| *name).to_owned();
            tally.by_agent.iter().map(|(id, share)| (name(*id), share.clone())).collect()
        }
        By::Hour => tally.by_hour.iter().rev().map(|(at, share)| (hour(*at, &folk.calendar), share.clone())).collect(),
    };
    if by != By::Hour {
        let weight = |share: &Share| (share.took.tokens_in + share.took.tokens_out, share.answers);
        rows.sort_by(|a, b| weight(&b.1).cmp(&weight(&a.1)).then_with(|| a.0.cmp(&b.0)));
    }
    rows
}

fn hour(at: u32, calendar: &Calendar) -> String {
    format!("{}{:02}:00", calendar.date(Minute(at * 60)).strftime("%a %-d %b "), at % 24)
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
    let meter = |ui: &mut Ui, (name, spent, cap, words): (&str, f64, Option<f64>, fn(f64) -> String)| {
        let told = match cap {
            Some(cap) => format!("{} of {}", words(spent), words(cap)),
            None if name == "money" && budget.price.is_none() && spent == 0.0 => "no price".into(),
            None => format!("{}, no limit", words(spent)),
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name).color(INK));
            ui.label(faint(told));
        });
        let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::hover());
        meter_bar(ui, at, cap.map(|cap| if cap > 0.0 { spent / cap } else { 1.0 }));
    };
    if ui.available_width() < BESIDE {
        all.into_iter().for_each(|one| meter(ui, one));
    } else {
        ui.columns(all.len(), |columns| columns.iter_mut().zip(all).for_each(|(ui, one)| meter(ui, one)));
    }
    if let Some(why) = budget.ended() {
        let words = format!("{}. The built-in mind carries on.", sentence(why));
        ui.label(RichText::new(words).color(bad(ui)));
        ui.label(faint("Each question sets aside the most it can take, so less may be spent than the cap allows."));
    }
}

fn meter_bar(ui: &Ui, at: Rect, share: Option<f64>) {
    ui.painter().rect(at, CORNER, SHADE, Stroke::new(1.0, LINE), egui::StrokeKind::Inside);
    let Some(share) = share.map(|share| share as f32) else { return };
    let colour = match share {
        0.95.. => bad(ui),
        0.75.. => GOLD,
        _ => good(ui),
    };
    bar(ui, at, share, Color32::TRANSPARENT, colour);
}

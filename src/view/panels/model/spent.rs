//! What the answers cost: how much of each cap is spent; and a table by question, person and hour, sorted by a click on
//! a heading.

use bevy_egui::egui;
use egui::{Align, Color32, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use super::form::budget_end;
use crate::{
    clock::{AgentId, Calendar, Minute},
    exchange::{
        Budget, Minds,
        forecast::{count, money, usage_in_words},
    },
    journal::{Share, Tally},
    mind::{Price, TokenUsage, question::label},
    view::{names::TownView, panels::widgets::*},
};

/// In a narrower panel the caps stand below each other, in points.
const BESIDE: f32 = 420.0;
/// The least height of the table.
const MIN: f32 = 150.0;

/// What the rows of the table are.
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
pub(super) fn draw(ui: &mut Ui, sheet: &mut Sheet, (tally, minds): (&Tally, &Minds), folk: &TownView, bottom: f32) {
    let budget = minds.budget();
    meters(ui, budget);
    ui.add_space(4.0);
    let spent = tally.spent();
    ui.label(if spent == TokenUsage::default() && minds.model().is_none() {
        "No language model has been asked: the built-in mind answers, which costs nothing.".into()
    } else {
        format!("So far: {}.", usage_in_words(&spent, "were", None))
    });
    // A cap that was reached is told above.
    if let Some((_, why)) = tally.trouble.as_ref().filter(|(_, why)| budget.ended() != Some(why.as_str())) {
        let times = if tally.fallbacks == 1 { "once".into() } else { format!("{} times", tally.fallbacks) };
        let words = format!("The built-in mind stood in {times}, the last time because: {}", short_line(why, 240));
        coloured(ui, words, bad(ui));
    }
    ui.add_space(4.0);
    let ways = [("by question", By::Question), ("by person", By::Person), ("by hour", By::Hour)];
    ui.horizontal(|ui| choose(ui, &mut sheet.by, &ways));
    let priced = if budget.price.is_some() { "Money is at the current price. " } else { "" };
    ui.label(faint(format!("{priced}Click a heading to sort by it.")));
    let rows = rows(sheet.by, tally, folk);
    // The rest of the panel; if that is little, the panel scrolls.
    let room = (bottom - ui.cursor().top()).max(MIN);
    table(ui, rows, &mut sheet.first, budget.price, room);
}

/// The rows, the most expensive first; hours from the last to the first.
fn rows(by: By, tally: &Tally, folk: &TownView) -> Vec<Row> {
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
        let weight = |share: &Share| (share.usage.tokens_in + share.usage.tokens_out, share.answers);
        rows.sort_by(|a, b| weight(&b.1).cmp(&weight(&a.1)).then_with(|| a.0.cmp(&b.0)));
    }
    rows
}

fn hour(at: u32, calendar: &Calendar) -> String {
    format!("{}{:02}:00", calendar.date(Minute(at * 60)).strftime("%a %-d %b "), at % 24)
}

/// How much of each cap is spent.
fn meters(ui: &mut Ui, budget: &Budget) {
    let (spent, caps) = (budget.spent(), budget.caps);
    let tokens = spent.tokens_in + spent.tokens_out;
    let all: [(&str, f64, Option<f64>, fn(f64) -> String); 3] = [
        ("calls", f64::from(spent.calls), caps.calls.map(|cap| cap as f64), count),
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
            coloured(ui, name, INK);
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
    budget_end(ui, budget);
    if budget.ended().is_some() {
        ui.label(faint("Each question reserves its maximum cost, so less may be spent than the cap allows."));
    }
}

/// A bar that turns red towards its end; empty without a cap.
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

/// A row of the table: what it is about, and its figures.
type Row = (String, Share);

/// A column: its name, what it means, what it counts, and that in words.
struct Figure {
    name: &'static str,
    hint: &'static str,
    of: fn(&Share, Option<Price>) -> f64,
    words: fn(f64) -> String,
}

const fn figure(name: &'static str, hint: &'static str, of: fn(&Share, Option<Price>) -> f64) -> Figure {
    Figure { name, hint, of, words: count }
}

/// All of them.
static FIGURES: [Figure; 7] = [
    figure("answers", "Questions that were answered", |share, _| share.answers as f64),
    figure("stood in", "Answers by the built-in mind in place of a model", |share, _| share.fallbacks as f64),
    figure("calls", "Requests to a server", |share, _| f64::from(share.usage.calls)),
    figure("sent", "Tokens sent", |share, _| share.usage.tokens_in as f64),
    figure("new", "Tokens that were not in the server's cache", |share, _| share.usage.tokens_new as f64),
    figure("received", "Tokens received", |share, _| share.usage.tokens_out as f64),
    Figure { words: money, ..figure("money", "US dollars, at the current price", usd) },
];

fn usd(share: &Share, price: Option<Price>) -> f64 {
    price.map_or(0.0, |price| price.of(&share.usage))
}

/// Height of a row, and most of the width of a figure, in points.
const ROW: f32 = 22.0;
const WIDTH: f32 = 54.0;
/// The least width of a figure, and of what a row is about.
const SLIM: f32 = 46.0;
const ABOUT: f32 = 110.0;
/// Points between two columns.
const APART: f32 = 4.0;

impl Figure {
    fn words(&self, share: &Share, price: Option<Price>) -> String {
        let figure = (self.of)(share, price);
        if figure > 0.0 { (self.words)(figure) } else { "–".into() }
    }
}

/// The rows with the most of a figure first; those that have as much stay as they were.
fn most_first(rows: &mut [Row], figure: &Figure, price: Option<Price>) {
    rows.sort_by(|a, b| (figure.of)(&b.1, price).total_cmp(&(figure.of)(&a.1, price)));
}

/// Draws the table, sorted by the figure of this name, if any.
fn table(ui: &mut Ui, mut rows: Vec<Row>, by: &mut Option<&'static str>, price: Option<Price>, height: f32) {
    if rows.is_empty() {
        ui.add_space(6.0);
        ui.label(faint("No question has been asked yet."));
        return;
    }
    let figures = filled(&rows, price);
    if let Some(figure) = figures.iter().find(|figure| Some(figure.name) == *by) {
        most_first(&mut rows, figure, price);
    }
    let many = figures.len() as f32;
    let each = ((ui.available_width() - ABOUT) / many - APART).clamp(SLIM, WIDTH);
    let wide = ui.available_width().max(ABOUT + (each + APART) * many);
    // What is scrolled sideways has its bar below.
    let height = (height - ROW - 12.0).max(60.0);
    ScrollArea::horizontal().id_salt("columns").show(ui, |ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing = egui::vec2(APART, 0.0);
        let table = TableBuilder::new(ui).id_salt(("what answers took", figures.len())).striped(true);
        let table = table.cell_layout(Layout::right_to_left(Align::Center)).column(Column::remainder().clip(true));
        let table = table.columns(Column::exact(each), figures.len());
        let table = table.min_scrolled_height(height).max_scroll_height(height).header(ROW, |mut row| {
            row.col(|_| {});
            for figure in &figures {
                row.col(|ui| heading(ui, figure, by));
            }
        });
        table.body(|body| {
            body.rows(ROW, rows.len(), |mut row| {
                let Some((name, share)) = rows.get(row.index()) else { return };
                row.col(|ui| {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(name).size(13.0).color(INK)).truncate());
                    });
                });
                for figure in &figures {
                    row.col(|ui| {
                        coloured(ui, RichText::new(figure.words(share, price)).size(13.0), INK);
                    });
                }
            });
        });
    });
}

/// The columns that are not empty.
fn filled(rows: &[Row], price: Option<Price>) -> Vec<&'static Figure> {
    let says = |figure: &Figure| rows.iter().any(|(_, share)| (figure.of)(share, price) > 0.0);
    FIGURES.iter().enumerate().filter(|(n, figure)| *n == 0 || says(figure)).map(|(_, figure)| figure).collect()
}

/// A heading; a click sorts by it, or no longer.
fn heading(ui: &mut Ui, figure: &Figure, by: &mut Option<&'static str>) {
    let here = *by == Some(figure.name);
    let words = RichText::new(figure.name).size(SMALL).color(if here { INK } else { FAINT });
    let label = ui.add(Label::new(if here { words.underline() } else { words }).sense(Sense::click()));
    if label.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(figure.hint).clicked() {
        *by = (!here).then_some(figure.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::TokenUsage;

    #[test]
    fn the_most_comes_first() {
        let row = |name: &str, answers, tokens_in| {
            let usage = TokenUsage { tokens_in, ..TokenUsage::default() };
            (name.to_owned(), Share { answers, usage, ..Share::default() })
        };
        let mut rows = vec![row("a", 3, 10), row("b", 5, 10), row("c", 1, 900)];
        let names = |rows: &[Row]| rows.iter().map(|row| row.0.clone()).collect::<String>();
        let figure = |name: &str| FIGURES.iter().find(|one| one.name == name).unwrap();
        most_first(&mut rows, figure("sent"), None);
        assert_eq!(names(&rows), "cab");
        most_first(&mut rows, figure("answers"), None);
        assert_eq!(names(&rows), "bac");
        let price = Some(Price { input: 1.0, output: 1.0 });
        assert_eq!(figure("money").words(&rows[2].1, None), "–");
        assert_ne!(figure("money").words(&rows[2].1, price), "–");
        assert_eq!(figure("stood in").words(&rows[0].1, price), "–");
        let columns = |price| filled(&rows, price).iter().map(|figure| figure.name).collect::<Vec<_>>();
        assert_eq!(columns(None), ["answers", "sent"]);
        assert_eq!(columns(price), ["answers", "sent", "money"]);
    }
}

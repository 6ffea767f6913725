//! The table of what answers took: a row for each question, person or hour; a click on a heading puts the most first.

use bevy_egui::egui;
use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, Ui};
use egui_extras::{Column, TableBuilder};

use crate::{
    exchange::forecast::{count, money},
    journal::Share,
    mind::Price,
    view::panels::style::{FAINT, INK, SMALL, faint},
};

/// A row of the table: what it is about, and its figures.
pub(super) type Row = (String, Share);

/// A column: what it says, what is meant by it, what it counts, and that in words.
pub(super) struct Figure {
    pub name: &'static str,
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
    figure("stood in", "Those of them that the built-in mind answered in a model's place", |share, _| {
        share.fallbacks as f64
    }),
    figure("calls", "Requests to a server", |share, _| f64::from(share.took.calls)),
    figure("sent", "Tokens sent", |share, _| share.took.tokens_in as f64),
    figure("new", "Tokens sent and received that the server had not read just before", |share, _| {
        share.took.tokens_new as f64
    }),
    figure("received", "Tokens received", |share, _| share.took.tokens_out as f64),
    Figure {
        words: money,
        ..figure("money", "US dollars, at the price that holds now", |share, price| {
            price.map_or(0.0, |price| price.of(&share.took))
        })
    },
];

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

/// Draws it, by the figure of this name: none leaves the rows as they come.
pub(super) fn draw(ui: &mut Ui, mut rows: Vec<Row>, by: &mut Option<&'static str>, price: Option<Price>, height: f32) {
    if rows.is_empty() {
        ui.add_space(6.0);
        ui.label(faint("Nobody has been asked anything yet."));
        return;
    }
    let figures = told(&rows, price);
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
                        ui.label(RichText::new(figure.words(share, price)).size(13.0).color(INK));
                    });
                }
            });
        });
    });
}

/// The columns that say something of any row.
fn told(rows: &[Row], price: Option<Price>) -> Vec<&'static Figure> {
    let says = |figure: &Figure| rows.iter().any(|(_, share)| (figure.of)(share, price) > 0.0);
    FIGURES.iter().enumerate().filter(|(n, figure)| *n == 0 || says(figure)).map(|(_, figure)| figure).collect()
}

/// A click puts the most of it first, or leaves the rows as they come.
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
            let took = TokenUsage { tokens_in, ..TokenUsage::default() };
            (name.to_owned(), Share { answers, took, ..Share::default() })
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
        let columns = |price| told(&rows, price).iter().map(|figure| figure.name).collect::<Vec<_>>();
        assert_eq!(columns(None), ["answers", "sent"]);
        assert_eq!(columns(price), ["answers", "sent", "money"]);
    }
}

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

/// What a column tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Answers,
    StoodIn,
    Calls,
    Sent,
    New,
    Received,
    Money,
}

/// A column, what it says and what is meant by it.
type Heading = (Figure, &'static str, &'static str);

/// All of them.
const FIGURES: [Heading; 7] = [
    (Figure::Answers, "answers", "Questions that were answered"),
    (Figure::StoodIn, "stood in", "Those of them that the built-in mind answered in a model's place"),
    (Figure::Calls, "calls", "Requests to a server"),
    (Figure::Sent, "sent", "Tokens sent"),
    (Figure::New, "new", "Tokens sent and received that the server had not read just before"),
    (Figure::Received, "received", "Tokens received"),
    (Figure::Money, "money", "US dollars, at the price that holds now"),
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
    fn of(self, share: &Share, price: Option<Price>) -> f64 {
        let took = &share.took;
        match self {
            Self::Answers => share.answers as f64,
            Self::StoodIn => share.fallbacks as f64,
            Self::Calls => f64::from(took.calls),
            Self::Sent => took.tokens_in as f64,
            Self::New => took.tokens_new as f64,
            Self::Received => took.tokens_out as f64,
            Self::Money => price.map_or(0.0, |price| price.of(took)),
        }
    }

    fn words(self, share: &Share, price: Option<Price>) -> String {
        match self.of(share, price) {
            none if none <= 0.0 => "–".into(),
            sum if self == Self::Money => money(sum),
            figure => count(figure),
        }
    }
}

/// The rows with the most of a figure first; those that have as much stay as they were.
fn most_first(rows: &mut [Row], figure: Figure, price: Option<Price>) {
    rows.sort_by(|a, b| figure.of(&b.1, price).total_cmp(&figure.of(&a.1, price)));
}

/// Draws it, by the figure that is chosen: none of them leaves the rows as they come.
pub(super) fn draw(ui: &mut Ui, mut rows: Vec<Row>, by: &mut Option<Figure>, price: Option<Price>, height: f32) {
    if rows.is_empty() {
        ui.add_space(6.0);
        ui.label(faint("Nobody has been asked anything yet."));
        return;
    }
    let figures = told(&rows, price);
    if let Some(figure) = *by {
        most_first(&mut rows, figure, price);
    }
    let many = figures.len() as f32;
    let each = ((ui.available_width() - ABOUT) / many - APART).clamp(SLIM, WIDTH);
    let wide = ui.available_width().max(ABOUT + (each + APART) * many);
    ScrollArea::horizontal().id_salt("columns").show(ui, |ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing = egui::vec2(APART, 0.0);
        table(ui, &rows, (&figures, each), by, price, height);
    });
}

/// The columns that say something of any row.
fn told(rows: &[Row], price: Option<Price>) -> Vec<Heading> {
    let says = |figure: Figure| rows.iter().any(|(_, share)| figure.of(share, price) > 0.0);
    FIGURES.into_iter().filter(|(figure, ..)| *figure == Figure::Answers || says(*figure)).collect()
}

fn table(
    ui: &mut Ui,
    rows: &[Row],
    (figures, width): (&[Heading], f32),
    by: &mut Option<Figure>,
    price: Option<Price>,
    height: f32,
) {
    // What is scrolled sideways has its bar below.
    let height = (height - ROW - 12.0).max(60.0);
    TableBuilder::new(ui)
        .id_salt(("what answers took", figures.len()))
        .striped(true)
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::remainder().clip(true))
        .columns(Column::exact(width), figures.len())
        .min_scrolled_height(height)
        .max_scroll_height(height)
        .header(ROW, |mut row| {
            row.col(|_| {});
            for (figure, name, hint) in figures {
                row.col(|ui| {
                    let here = *by == Some(*figure);
                    let words = RichText::new(*name).size(SMALL).color(if here { INK } else { FAINT });
                    let words = if here { words.underline() } else { words };
                    let label = ui.add(Label::new(words).sense(Sense::click()));
                    let label = label.on_hover_cursor(egui::CursorIcon::PointingHand);
                    if label.on_hover_text(*hint).clicked() {
                        *by = (!here).then_some(*figure);
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW, rows.len(), |mut row| {
                let Some((name, share)) = rows.get(row.index()) else { return };
                row.col(|ui| {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(name).size(13.0).color(INK)).truncate());
                    });
                });
                for (figure, ..) in figures {
                    row.col(|ui| {
                        ui.label(RichText::new(figure.words(share, price)).size(13.0).color(INK));
                    });
                }
            });
        });
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
        most_first(&mut rows, Figure::Sent, None);
        assert_eq!(names(&rows), "cab");
        most_first(&mut rows, Figure::Answers, None);
        assert_eq!(names(&rows), "bac");
        let price = Some(Price { input: 1.0, output: 1.0 });
        assert_eq!(Figure::Money.words(&rows[2].1, None), "–");
        assert_ne!(Figure::Money.words(&rows[2].1, price), "–");
        assert_eq!(Figure::StoodIn.words(&rows[0].1, price), "–");
        let columns = |price| told(&rows, price).iter().map(|(figure, ..)| *figure).collect::<Vec<_>>();
        assert_eq!(columns(None), [Figure::Answers, Figure::Sent]);
        assert_eq!(columns(price), [Figure::Answers, Figure::Sent, Figure::Money]);
    }
}

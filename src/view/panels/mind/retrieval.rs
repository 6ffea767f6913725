//! What a question would bring to mind just now, with the three scores of each memory and their sum.
//!
//! Rule: nothing is touched by being looked at; what somebody recalls by themselves is.

use bevy_egui::egui;
use egui::{Align2, Pos2, Rect, RichText, Sense, Ui, vec2};

use super::{Page, row};
use crate::{
    clock::Calendar,
    memory::{Hit, Kinds, Memory, Query},
    view::panels::widgets::*,
};

/// So many are shown.
const MOST: usize = 15;
/// Most letters of a question.
const LONGEST: usize = 300;
/// Seconds after which the same question is put again: memories come and fade.
const AGAIN: f64 = 1.0;
/// What the page is for.
const EXPLAINED: &str = "A person, a place, a question: the memories that would come first, each by how recent, how \
    important and how near to it it is. Nothing is changed by asking here.";
/// Names of the scores, and which colours of the palette's row they have.
const SCORES: [(&str, usize); 3] = [("recency", 0), ("importance", 4), ("relevance", 3)];

/// A question and what it brought.
#[derive(Default)]
pub struct Asked {
    about: String,
    put: String,
    hits: Vec<Hit>,
    again: f64,
}

impl Asked {
    /// Another stream.
    pub fn forget(&mut self) {
        self.put.clear();
        self.hits.clear();
    }
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut Page) {
    let (asked, stream, calendar) = (&mut page.inner.retrieval, page.mind.stream, &*page.folk.calendar);
    ui.add(field(&mut asked.about, "What comes to mind about …").char_limit(LONGEST));
    let seconds = ui.input(|input| input.time);
    let about = asked.about.trim();
    if about.is_empty() {
        asked.forget();
        ui.add_space(4.0);
        ui.label(faint(EXPLAINED));
        return;
    }
    if about != asked.put || seconds > asked.again {
        let (now, rows) = (page.folk.tick(), Some(&*page.inside.embeddings));
        let query = Query { about, now, tick_seconds: calendar.tick_seconds, most: MOST, kinds: Kinds::ALL, rows };
        asked.hits = stream.retrieve(&query);
        (asked.put, asked.again) = (about.to_owned(), seconds + AGAIN);
    }
    let colours = palette(ui.ctx());
    ui.horizontal(|ui| legend(ui, &SCORES.map(|(name, colour)| (name, colours.row(colour)))));
    list(ui, "retrieval", 0.0, |ui| {
        for hit in &asked.hits {
            if let Some(memory) = stream.get(hit.place) {
                hit_row(ui, hit, memory, calendar);
            }
        }
        if asked.hits.is_empty() {
            nothing(ui, "There is nothing to remember yet.");
        }
    });
}

fn hit_row(ui: &mut Ui, hit: &Hit, memory: &Memory, calendar: &Calendar) {
    let width = ui.available_width();
    let text = cut(ui, &memory.text, row::SIZE, WORDS, width - 50.0, 2);
    let line = cut(ui, &row::meta(memory, calendar), SMALL - 0.5, FAINT, width - 50.0, 1);
    let shares = [hit.recency, hit.importance, hit.relevance];
    let response = row(ui, text.size().y + 36.0, Sense::hover(), |ui, at| {
        line_under(ui, at);
        write(ui, at.min + vec2(4.0, 4.0), Align2::LEFT_TOP, format!("{:.2}", hit.score), 15.0, INK);
        stack(ui, at.min + vec2(44.0, 3.0), &[text, line]);
        // Three bars, each of its third, so that all three full are the whole width.
        let third = (width - 48.0) / 3.0;
        for (n, (share, (_, colour))) in shares.into_iter().zip(SCORES).enumerate() {
            let left = at.left() + 44.0 + n as f32 * third;
            let number = Pos2::new(left, at.bottom() - 8.5);
            write(ui, number, Align2::LEFT_CENTER, format!("{share:.2}"), SMALL - 1.0, FAINT);
            let place = Rect::from_min_size(Pos2::new(left + 27.0, at.bottom() - 12.0), vec2(third - 33.0, 7.0));
            bar(ui, place, share, SHADE.lerp_to_gamma(LINE, 0.5), palette(ui.ctx()).row(colour));
        }
    });
    response.on_hover_ui(|ui| {
        row::whole(ui, memory, calendar);
        let [recency, importance, relevance] = shares;
        let sum =
            format!("recency {recency:.2} + importance {importance:.2} + relevance {relevance:.2} = {:.2}", hit.score);
        ui.label(RichText::new(sum).size(SMALL).color(INK));
    });
}

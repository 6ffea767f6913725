//! What a question would bring to mind now, with the three scores of each memory and their sum.
//!
//! Rule: asking here changes nothing; only what somebody retrieves by themselves counts as retrieved.

use bevy_egui::egui;
use egui::{Align2, Pos2, Rect, RichText, Sense, Ui, vec2};

use super::{PageContext, row};
use crate::{
    clock::Calendar,
    memory::{Hit, Memory, MemoryKinds, Query},
    view::panels::widgets::*,
};

/// How many memories are shown.
const MAX: usize = 15;
/// Most letters of a question.
const LONGEST: usize = 300;
/// Seconds after which the same question is asked again: memories come and fade.
const AGAIN: f64 = 1.0;
/// What the page is for.
const EXPLAINED: &str = "Write a person, a place or a question to see which memories it would bring to mind. They are \
    scored by how recent, how important and how relevant they are. Asking here changes nothing.";

/// A question and what it brought to mind.
#[derive(Default)]
pub struct RetrievalState {
    about: String,
    asked: String,
    hits: Vec<Hit>,
    again: f64,
}

impl RetrievalState {
    /// For another stream.
    pub fn clear(&mut self) {
        self.asked.clear();
        self.hits.clear();
    }
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut PageContext) {
    let (state, stream, calendar) = (&mut page.state.retrieval, page.mind.stream, &*page.folk.calendar);
    ui.add(field(&mut state.about, "What comes to mind about …").char_limit(LONGEST));
    let seconds = ui.input(|input| input.time);
    let about = state.about.trim();
    if about.is_empty() {
        state.clear();
        ui.add_space(4.0);
        ui.label(faint(EXPLAINED));
        return;
    }
    if about != state.asked || seconds > state.again {
        let (now, rows) = (page.folk.tick(), Some(&*page.minds.embeddings));
        let query =
            Query { about, now, tick_seconds: calendar.tick_seconds, limit: MAX, kinds: MemoryKinds::ALL, rows };
        state.hits = stream.retrieve(&query);
        (state.asked, state.again) = (about.to_owned(), seconds + AGAIN);
    }
    ui.horizontal(row::score_legend);
    list(ui, "retrieval", 0.0, |ui| {
        for hit in &state.hits {
            if let Some(memory) = stream.get(hit.index) {
                hit_row(ui, hit, memory, calendar);
            }
        }
        if state.hits.is_empty() {
            empty_note(ui, "There are no memories yet.");
        }
    });
}

fn hit_row(ui: &mut Ui, hit: &Hit, memory: &Memory, calendar: &Calendar) {
    let width = ui.available_width();
    let text = row::text(ui, memory, &row::meta(memory, calendar), (row::SIZE, WORDS), width - 50.0, 2);
    let scores = [hit.recency, hit.importance, hit.relevance];
    let response = row(ui, text[0].size().y + 36.0, Sense::hover(), |ui, at| {
        line_under(ui, at);
        paint_text(ui, at.min + vec2(4.0, 4.0), Align2::LEFT_TOP, format!("{:.2}", hit.score), 15.0, INK);
        paint_lines(ui, at.min + vec2(44.0, 3.0), &text);
        // Three bars, each of its third, so that all three full are the whole width.
        let third = (width - 48.0) / 3.0;
        for (n, (score, (_, colour))) in scores.into_iter().zip(row::SCORES).enumerate() {
            let left = at.left() + 44.0 + n as f32 * third;
            let number = Pos2::new(left, at.bottom() - 8.5);
            paint_text(ui, number, Align2::LEFT_CENTER, format!("{score:.2}"), SMALL - 1.0, FAINT);
            let place = Rect::from_min_size(Pos2::new(left + 27.0, at.bottom() - 12.0), vec2(third - 33.0, 7.0));
            bar(ui, place, score, SHADE.lerp_to_gamma(LINE, 0.5), palette(ui.ctx()).row(colour));
        }
    });
    response.on_hover_ui(|ui| {
        row::whole(ui, memory, calendar);
        ui.label(RichText::new(row::sum(scores, hit.score)).size(SMALL).color(INK));
    });
}

//! What a question would bring to mind just now, with the three scores of each memory and their sum.
//!
//! Rule: nothing is touched by being looked at; what somebody recalls by themselves is.

use bevy_egui::egui;
use egui::{Align2, CornerRadius, FontId, Pos2, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use super::row;
use crate::{
    clock::Calendar,
    memory::{Hit, Kinds, MemoryStream, Query, embedding_store::EmbeddingStore},
    view::panels::{
        fold,
        style::{FAINT, INK, LINE, SHADE, SMALL, WORDS, palette},
    },
};

/// So many are shown.
const MOST: usize = 15;
/// Most letters of a question.
const LONGEST: usize = 300;
/// Seconds after which the same question is put again: memories come and fade.
const AGAIN: f64 = 1.0;
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
pub fn draw(
    ui: &mut Ui,
    asked: &mut Asked,
    (stream, rows): (&MemoryStream, Option<&EmbeddingStore>),
    calendar: &Calendar,
    now: u64,
) {
    let hint = RichText::new("What comes to mind about …").color(FAINT);
    let field = egui::TextEdit::singleline(&mut asked.about).hint_text(hint).char_limit(LONGEST);
    ui.add(field.desired_width(f32::INFINITY));
    let seconds = ui.input(|input| input.time);
    let about = asked.about.trim();
    if about.is_empty() {
        asked.put.clear();
        asked.hits.clear();
        ui.add_space(4.0);
        ui.label(RichText::new("A person, a place, a question: the memories that would come first, each by how recent, how important and how near to it it is. Nothing is changed by asking here.").size(SMALL).color(FAINT));
        return;
    }
    if about != asked.put || seconds > asked.again {
        let query = Query { about, now, tick_seconds: calendar.tick_seconds, most: MOST, kinds: Kinds::ALL, rows };
        asked.hits = stream.retrieve(&query);
        (asked.put, asked.again) = (about.to_owned(), seconds + AGAIN);
    }
    legend(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().id_salt("retrieval").auto_shrink(false).show(ui, |ui| {
        for hit in &asked.hits {
            hit_row(ui, hit, stream, calendar);
        }
        if asked.hits.is_empty() {
            ui.label(RichText::new("There is nothing to remember yet.").color(FAINT));
        }
    });
}

fn legend(ui: &mut Ui) {
    let colours = palette(ui.ctx());
    ui.horizontal(|ui| fold::legend(ui, &SCORES.map(|(name, colour)| (name, colours.row(colour)))));
}

fn hit_row(ui: &mut Ui, hit: &Hit, stream: &MemoryStream, calendar: &Calendar) {
    let Some(memory) = stream.all().get(hit.place as usize) else { return };
    let width = ui.available_width();
    let text = row::cut(ui, &memory.text, row::SIZE, WORDS, width - 50.0, 2);
    let line = row::cut(ui, &row::meta(memory, calendar), SMALL - 0.5, FAINT, width - 50.0, 1);
    let response = fold::row(ui, text.size().y + 36.0, Sense::hover(), |ui, at| {
        fold::line_under(ui, at);
        let (painter, number) = (ui.painter(), format!("{:.2}", hit.score));
        painter.text(at.min + vec2(4.0, 4.0), Align2::LEFT_TOP, number, FontId::proportional(15.0), INK);
        fold::stack(ui, at.min + vec2(44.0, 3.0), &[text, line]);
        // Three bars, each of its third, so that all three full are the whole width.
        let third = (width - 48.0) / 3.0;
        let shares = [hit.recency, hit.importance, hit.relevance];
        for (n, (share, (_, colour))) in shares.into_iter().zip(SCORES).enumerate() {
            let left = at.left() + 44.0 + n as f32 * third;
            let (number, font) = (Pos2::new(left, at.bottom() - 8.5), FontId::proportional(SMALL - 1.0));
            painter.text(number, Align2::LEFT_CENTER, format!("{share:.2}"), font, FAINT);
            let ground = Rect::from_min_size(Pos2::new(left + 27.0, at.bottom() - 12.0), vec2(third - 33.0, 7.0));
            painter.rect_filled(ground, CornerRadius::same(2), SHADE.lerp_to_gamma(LINE, 0.5));
            let full = vec2(ground.width() * share.clamp(0.0, 1.0), ground.height());
            let full = Rect::from_min_size(ground.min, full);
            painter.rect_filled(full, CornerRadius::same(2), palette(painter.ctx()).row(colour));
        }
    });
    response.on_hover_ui(|ui| {
        row::whole(ui, memory, calendar);
        let line = format!(
            "recency {:.2} + importance {:.2} + relevance {:.2} = {:.2}",
            hit.recency, hit.importance, hit.relevance, hit.score
        );
        ui.label(RichText::new(line).size(SMALL).color(INK));
    });
}

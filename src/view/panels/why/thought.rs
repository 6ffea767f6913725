//! A question to a mind: the memories that came to mind with their scores, the prompt, the answer and who gave it.

use super::{Inspector, copy_button};
use crate::{
    clock::AgentId,
    memory::{Memory, MemoryStream, Retrieved},
    mind::Phrasing,
    town::why::{Explainer, Thought, Topic},
    view::panels::{mind::row, widgets::*},
};
use bevy_egui::egui;
use egui::{Color32, CornerRadius, Label, Pos2, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};
use std::collections::BTreeSet;

/// Rows of memories shown at first.
const FEW: usize = 6;
/// Least width of a row in which the scores are named beside the bars, in points.
const NAMED: f32 = 280.0;
/// Height of the prompt in points.
const HIGH: f32 = 260.0;

/// Draws a question.
pub fn draw(
    ui: &mut Ui,
    one: &Thought,
    inspector: &mut Inspector,
    explainer: &Explainer,
    phrasing: Option<&dyn Phrasing>,
) {
    paragraph(ui, &explainer.title(one), 13.5, WORDS);
    // The conclusion goes before its premises.
    if let Some(reason) = one.reason() {
        paragraph(ui, &sentence(reason), 13.5, INK);
    }
    draw_answer(ui, one);
    draw_retrieved(ui, one, inspector, explainer);
    draw_prompt(ui, one, inspector, phrasing);
}

fn draw_retrieved(ui: &mut Ui, one: &Thought, inspector: &mut Inspector, explainer: &Explainer) {
    if one.retrieved.is_empty() {
        let words = if one.ask.is_none() { "What came to mind was not kept." } else { "No memories were retrieved." };
        ui.label(faint(words));
        return;
    }
    let (scored, others) = one.ways();
    let also = if others > 0 { format!(", {others} in other ways") } else { String::new() };
    part(ui, "came", format!("What came to mind: {scored} by scores{also}"), true, |ui| {
        if scored > 0 {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                row::score_legend(ui);
                ui.label(faint("= sum, as they were then"));
            });
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let all = ui.id().with("all");
        let is_whole = ui.data(|data| data.get_temp::<bool>(all)).unwrap_or(false);
        let shown = if is_whole { one.retrieved.len() } else { FEW };
        for memory in one.retrieved.iter().take(shown) {
            if draw_memory(ui, memory, explainer).clicked() {
                inspector.ask(AgentId(one.id.agent), Some(Topic::Memory(memory.0.index)));
            }
        }
        let rest = one.retrieved.len().saturating_sub(shown);
        if rest > 0 && ui.add(small(format!("{rest} more"))).clicked() {
            ui.data_mut(|data| data.insert_temp(all, true));
        }
    });
}

/// A memory: its scores as bars and in numbers, and its text.
fn draw_memory(ui: &mut Ui, (retrieved, one): &(Retrieved, Memory), explainer: &Explainer) -> egui::Response {
    let width = ui.available_width();
    let evidence = if one.evidence.is_empty() { "" } else { " · from other memories" };
    let meta = row::meta(one, &explainer.calendar) + evidence;
    let text = row::text(ui, one, &meta, (row::SIZE, WORDS), width - 8.0, 3);
    let response = text_row(ui, Sense::click(), (4.0, 21.0, 5.0), &text, |ui, at| {
        line_under(ui, at);
        match retrieved.parts() {
            Some(parts) => draw_bars(ui, at, parts),
            None => {
                dot(ui, at.min + vec2(8.0, 11.0), 8.0, row::colour(ui, one.kind));
                let words = truncated(ui, retrieved.by.words(), SMALL, FAINT, width - 24.0, 1);
                words.paint(ui.painter(), at.min + vec2(18.0, 3.0));
            }
        }
    });
    let scores = retrieved.parts().map(|[scores @ .., sum]| format!("\n{}", row::sum(scores, sum)));
    response.on_hover_text(format!("Where this memory comes from{}", scores.unwrap_or_default()))
}

/// The scores and their sum: named, or where there is no room for that in the order of the legend.
fn numbers([recency, importance, relevance, sum]: [f32; 4], named: bool) -> String {
    if named {
        format!("recent {recency:.2}, important {importance:.2}, relevant {relevance:.2} = {sum:.2}")
    } else {
        format!("{recency:.3} + {importance:.3} + {relevance:.3} = {sum:.3}")
    }
}

/// Three bars, each as long as its score, and the numbers.
fn draw_bars(ui: &Ui, at: Rect, scores: [f32; 4]) {
    let numbers = layout_text(ui.painter(), &numbers(scores, at.width() >= NAMED), SMALL, INK, 260.0, 1);
    let wide = (at.width() - numbers.size().x - 18.0).max(20.0);
    let track = Rect::from_min_size(at.min + vec2(4.0, 7.0), vec2(wide, 8.0));
    bar(ui, track, 0.0, SHADE, Color32::TRANSPARENT);
    let (mut left, colours) = (track.left(), palette(ui.ctx()));
    for (score, (_, colour)) in scores.into_iter().zip(row::SCORES) {
        let piece = Rect::from_min_size(Pos2::new(left, track.top()), vec2(wide * score / 3.0, 8.0));
        ui.painter().rect_filled(piece, CornerRadius::ZERO, colours.row(colour));
        left = piece.right();
    }
    numbers.paint(ui.painter(), Pos2::new(at.right() - numbers.size().x - 6.0, at.top() + 3.0));
}

fn draw_answer(ui: &mut Ui, one: &Thought) {
    let title = if one.answered.is_some() { "The answer" } else { "No answer yet" };
    part(ui, "answer", title, true, |ui| {
        for (name, words) in &one.answer {
            let name = layout_text(ui.painter(), name, SMALL, FAINT, 92.0, 2);
            let words =
                layout_text(ui.painter(), &short_line(words, WHOLE), 13.0, WORDS, ui.available_width() - 98.0, 0);
            let high = name.size().y.max(words.size().y) + 3.0;
            let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
            name.paint(ui.painter(), at.min + vec2(0.0, 1.0));
            words.paint(ui.painter(), at.min + vec2(98.0, 0.0));
        }
        let colour = if one.fallback.is_some() { RED } else { FAINT };
        paragraph(ui, &format!("By {}.", one.by()), SMALL, colour);
        if let Some(took) = one.usage_in_words() {
            ui.label(faint(format!("It took {took}.")));
        }
    });
}

fn draw_prompt(ui: &mut Ui, one: &Thought, inspector: &mut Inspector, phrasing: Option<&dyn Phrasing>) {
    part(ui, "prompt", "The question, as a language model reads it", false, |ui| {
        let fault = || "The prompts have faults: run `smallville check prompts`.".to_owned();
        let prompt = match phrasing.ok_or_else(fault).and_then(|phrasing| inspector.prompt(one, phrasing)) {
            Ok(prompt) => prompt,
            Err(why) => {
                ui.label(faint(why));
                return;
            }
        };
        let whole = format!("{}\n\n{}", prompt.system, prompt.user);
        ui.horizontal(|ui| {
            copy_button(ui, ("Copy", "The prompt as text"), || whole.clone());
            ui.label(faint(format!("{} · {} tokens", one.purpose.replace('_', " "), prompt.tokens())));
        });
        let area = ScrollArea::vertical().id_salt("prompt").min_scrolled_height(HIGH).max_height(HIGH);
        area.auto_shrink([false, true]).show(ui, |ui| {
            let text = RichText::new(whole).text_style(TextStyle::Monospace).size(11.5).color(WORDS);
            ui.add(Label::new(text).selectable(true).wrap());
        });
    });
}

/// Indent of a row for each level, in points, and how many levels are indented.
const STEP: f32 = 14.0;
const DEEP: usize = 8;
/// Most rows.
const MAX: usize = 200;

/// The memories that a memory rests on, each below what rests on it: its depth, and its place in the stream. What is
/// listed already is not unfolded again.
fn evidence(stream: &MemoryStream, place: u32) -> Vec<(usize, u32)> {
    let mut all = Vec::new();
    let mut unfolded = BTreeSet::from([place]);
    let below = |place: u32, depth: usize| {
        let evidence = stream.get(place).map(|memory| memory.evidence.clone()).unwrap_or_default();
        evidence.into_iter().rev().map(move |place| (depth, place))
    };
    let mut open: Vec<_> = below(place, 0).collect();
    while let Some((depth, place)) = open.pop() {
        if stream.get(place).is_none() || all.len() >= MAX {
            continue;
        }
        all.push((depth, place));
        if unfolded.insert(place) {
            open.extend(below(place, depth + 1));
        }
    }
    all
}

/// Draws the memories that one rests on, folded at first; a click inspects one.
pub fn draw_evidence(ui: &mut Ui, who: AgentId, place: u32, inspector: &mut Inspector, explainer: &Explainer) {
    let Some(stream) = explainer.stream(who) else { return };
    let all = evidence(stream, place);
    if all.is_empty() {
        return;
    }
    let title = format!("All that it rests on, down to what was seen: {}", all.len());
    part(ui, ("evidence", who, place), title, false, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (depth, place) in all {
            let Some(memory) = stream.get(place) else { continue };
            let left = depth.min(DEEP) as f32 * STEP;
            let meta = row::meta(memory, &explainer.calendar);
            let text = row::text(ui, memory, &meta, (13.0, WORDS), ui.available_width() - left - 20.0, 3);
            let response = text_row(ui, Sense::click(), (left + 18.0, 2.0, 3.0), &text, |ui, at| {
                dot(ui, at.min + vec2(left + 8.0, 11.0), 8.0, row::colour(ui, memory.kind));
            });
            if response.on_hover_text("Where this memory comes from").clicked() {
                inspector.ask(who, Some(Topic::Memory(place)));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_names_where_there_is_room() {
        let scores = [0.988, 0.889, 0.119, 1.996];
        assert_eq!(numbers(scores, true), "recent 0.99, important 0.89, relevant 0.12 = 2.00");
        assert_eq!(numbers(scores, false), "0.988 + 0.889 + 0.119 = 1.996");
    }

    #[test]
    fn what_it_rests_on_is_followed_to_the_ground_and_no_ring_is_a_trap() {
        let mut stream = MemoryStream::default();
        let mut add = |evidence: Vec<u32>| stream.remember(Memory { evidence, ..Memory::observed("x", 1, 3) });
        let (seen, heard) = (add(vec![]), add(vec![]));
        let thought = add(vec![seen, heard]);
        let ring = add(vec![thought, 4, seen]);
        let _ = add(vec![ring, 99]);
        assert_eq!(evidence(&stream, thought), [(0, seen), (0, heard)]);
        assert_eq!(evidence(&stream, ring), [(0, thought), (1, seen), (1, heard), (0, 4), (1, ring), (0, seen)]);
    }
}

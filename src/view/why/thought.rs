//! A question to a mind: what came to mind for it with the three scores, the prompt, the answer, who gave it.

use super::{Glass, copies};
use crate::{
    clock::AgentId,
    memory::{Memory, MemoryStream, Retrieved},
    mind::Phrasing,
    town::why::{Explainer, Of, Thought},
    view::panels::{mind::row, widgets::*},
};
use bevy_egui::egui;
use egui::{
    CollapsingHeader, Color32, CornerRadius, Label, Pos2, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, vec2,
};
use std::collections::BTreeSet;

/// Names and colours of the scores, as on the page *Recall*.
const SCORES: [(&str, Color32); 3] =
    [("recency", TEAL), ("importance", GOLD), ("relevance", Color32::from_rgb(0xd8, 0x75, 0x9a))];
/// Rows of memories shown at first.
const FEW: usize = 6;
/// From this width on a memory's scores are named beside its bars, in points.
const NAMED: f32 = 280.0;
/// Height of the prompt's block in points.
const HIGH: f32 = 260.0;

/// Draws it.
pub fn draw(ui: &mut Ui, one: &Thought, glass: &mut Glass, looking: &Explainer, phrasing: Option<&dyn Phrasing>) {
    let title = looking.title(one);
    paragraph(ui, &title, 13.5, WORDS);
    // What was made of it goes before what it was made from.
    if let Some(reason) = one.reason() {
        paragraph(ui, &sentence(reason), 13.5, INK);
    }
    answer(ui, one);
    came(ui, one, glass, looking);
    prompt(ui, one, glass, phrasing);
}

/// A part of it that can be folded.
fn part(ui: &mut Ui, id: &str, title: impl Into<String>, open: bool, add: impl FnOnce(&mut Ui)) {
    let title = RichText::new(title).size(13.0).color(INK);
    CollapsingHeader::new(title).id_salt(id).default_open(open).show(ui, add);
}

fn came(ui: &mut Ui, one: &Thought, glass: &mut Glass, looking: &Explainer) {
    if one.retrieved.is_empty() {
        let words = if one.ask.is_none() { "What came to mind was not kept." } else { "No memory was looked for." };
        ui.label(faint(words));
        return;
    }
    let (scored, others) = one.ways();
    let also = if others > 0 { format!(", {others} by other ways") } else { String::new() };
    part(ui, "came", format!("What came to mind: {scored} by scores{also}"), true, |ui| {
        if scored > 0 {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                legend(ui, &SCORES);
                ui.label(faint("= sum, as they were then"));
            });
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let all = ui.id().with("all");
        let whole = ui.data(|data| data.get_temp::<bool>(all)).unwrap_or(false);
        let shown = if whole { one.retrieved.len() } else { FEW };
        for memory in one.retrieved.iter().take(shown) {
            if memory_row(ui, memory, looking).clicked() {
                glass.ask(AgentId(one.id.agent), Some(Of::Memory(memory.0.place)));
            }
        }
        let rest = one.retrieved.len().saturating_sub(shown);
        if rest > 0 && ui.add(small(format!("{rest} more"))).clicked() {
            ui.data_mut(|data| data.insert_temp(all, true));
        }
    });
}

/// A memory: its scores as bars and in numbers, its words under them.
fn memory_row(ui: &mut Ui, (brought, one): &(Retrieved, Memory), looking: &Explainer) -> egui::Response {
    let width = ui.available_width();
    let text = cut(ui, &one.text, row::SIZE, WORDS, width - 8.0, 3);
    let origin = row::origin(&looking.calendar, one.created, one.source.as_deref(), one.kind);
    let rests = if !one.evidence.is_empty() { " · rests on others" } else { "" };
    let meta = cut(ui, &(origin + rests), SMALL - 0.5, FAINT, width - 8.0, 1);
    let response = lines(ui, Sense::click(), (4.0, 21.0, 5.0), &[text, meta], |ui, at| {
        line_under(ui, at);
        match brought.parts() {
            Some(parts) => bars(ui, at, parts),
            None => {
                dot(ui, at.min + vec2(8.0, 11.0), 8.0, row::colour(ui, one.kind));
                let words = cut(ui, brought.way.words(), SMALL, FAINT, width - 24.0, 1);
                words.paint(ui.painter(), at.min + vec2(18.0, 3.0));
            }
        }
    });
    let scores = brought.parts().map(|[recency, importance, relevance, sum]| {
        format!("\nrecency {recency:.3} + importance {importance:.3} + relevance {relevance:.3} = {sum:.3}")
    });
    response.on_hover_text(format!("Where this memory comes from{}", scores.unwrap_or_default()))
}

/// The scores and their sum: named, or where there is no room for that in the order of the legend.
fn numbers([recency, importance, relevance, sum]: [f32; 4], named: bool) -> String {
    if named {
        format!("recent {recency:.2}, weighty {importance:.2}, fitting {relevance:.2} = {sum:.2}")
    } else {
        format!("{recency:.3} + {importance:.3} + {relevance:.3} = {sum:.3}")
    }
}

/// Three bars, each as long as its score, and the numbers.
fn bars(ui: &Ui, at: Rect, [recency, importance, relevance, sum]: [f32; 4]) {
    let numbers = numbers([recency, importance, relevance, sum], at.width() >= NAMED);
    let words = lay(ui.painter(), &numbers, SMALL, INK, 260.0, 1);
    let wide = (at.width() - words.size().x - 18.0).max(20.0);
    let mut left = at.left() + 4.0;
    let track = Rect::from_min_size(Pos2::new(left, at.top() + 7.0), vec2(wide, 8.0));
    ui.painter().rect_filled(track, CornerRadius::same(2), SHADE);
    for (share, (_, colour)) in [recency, importance, relevance].into_iter().zip(SCORES) {
        let bar = Rect::from_min_size(Pos2::new(left, track.top()), vec2(wide * share / 3.0, 8.0));
        ui.painter().rect_filled(bar, CornerRadius::ZERO, colour);
        left = bar.right();
    }
    words.paint(ui.painter(), Pos2::new(at.right() - words.size().x - 6.0, at.top() + 3.0));
}

fn answer(ui: &mut Ui, one: &Thought) {
    let title = if one.answered.is_some() { "The answer" } else { "No answer yet" };
    part(ui, "answer", title, true, |ui| {
        for (name, words) in &one.answer {
            let name = lay(ui.painter(), name, SMALL, FAINT, 92.0, 2);
            let words = lay(ui.painter(), &tame(words, WHOLE), 13.0, WORDS, ui.available_width() - 98.0, 0);
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

fn prompt(ui: &mut Ui, one: &Thought, glass: &mut Glass, phrasing: Option<&dyn Phrasing>) {
    part(ui, "prompt", "The question, as a language model reads it", false, |ui| {
        let fault = || "The prompts are at fault: see smallville check prompts.".to_owned();
        let prompt = match phrasing.ok_or_else(fault).and_then(|phrasing| glass.prompt(one, phrasing)) {
            Ok(prompt) => prompt,
            Err(why) => {
                ui.label(faint(why));
                return;
            }
        };
        let whole = format!("{}\n\n{}", prompt.system, prompt.user);
        ui.horizontal(|ui| {
            copies(ui, ("Copy", "The prompt as text"), || whole.clone());
            ui.label(faint(format!("{} · {} tokens", one.purpose.replace('_', " "), prompt.tokens())));
        });
        let area = ScrollArea::vertical().id_salt("prompt").min_scrolled_height(HIGH).max_height(HIGH);
        area.auto_shrink([false, true]).show(ui, |ui| {
            let text = RichText::new(whole).text_style(TextStyle::Monospace).size(11.5).color(WORDS);
            ui.add(Label::new(text).selectable(true).wrap());
        });
    });
}

/// Points by which a row stands in for each step down.
const STEP: f32 = 14.0;
/// Steps that are seen as such.
const DEEP: usize = 8;
/// Most rows.
const MOST: usize = 200;

/// A memory that something rests on: how far down, and its place in the stream.
type Root = (usize, u32);

/// All of them, each below what rests on it. One that stands there already is not opened a second time.
fn roots(stream: &MemoryStream, place: u32) -> Vec<Root> {
    let mut all = Vec::new();
    let mut opened = BTreeSet::from([place]);
    let below = |place: u32, depth: usize| {
        let evidence = stream.get(place).map(|memory| memory.evidence.clone()).unwrap_or_default();
        evidence.into_iter().rev().map(move |place| (depth, place))
    };
    let mut open: Vec<Root> = below(place, 0).collect();
    while let Some((depth, place)) = open.pop() {
        if stream.get(place).is_none() || all.len() >= MOST {
            continue;
        }
        all.push((depth, place));
        if opened.insert(place) {
            open.extend(below(place, depth + 1));
        }
    }
    all
}

/// Draws them, closed at first; a click goes to one.
pub fn roots_of(ui: &mut Ui, who: AgentId, place: u32, glass: &mut Glass, looking: &Explainer) {
    let Some(stream) = looking.stream(who) else { return };
    let all = roots(stream, place);
    if all.is_empty() {
        return;
    }
    let title = format!("All that it rests on, down to what was seen: {}", all.len());
    CollapsingHeader::new(RichText::new(title).size(13.0).color(INK)).id_salt(("roots", who, place)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (depth, place) in all {
            let Some(memory) = stream.get(place) else { continue };
            let left = depth.min(DEEP) as f32 * STEP;
            let room = ui.available_width() - left - 20.0;
            let text = cut(ui, &memory.text, 13.0, WORDS, room, 3);
            let meta = cut(ui, &row::meta(memory, &looking.calendar), SMALL - 0.5, FAINT, room, 1);
            let response = lines(ui, Sense::click(), (left + 18.0, 2.0, 3.0), &[text, meta], |ui, at| {
                dot(ui, at.min + vec2(left + 8.0, 11.0), 8.0, row::colour(ui, memory.kind));
            });
            if response.on_hover_text("Where this memory comes from").clicked() {
                glass.ask(who, Some(Of::Memory(place)));
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
        assert_eq!(numbers(scores, true), "recent 0.99, weighty 0.89, fitting 0.12 = 2.00");
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
        assert_eq!(roots(&stream, thought), [(0, seen), (0, heard)]);
        assert_eq!(roots(&stream, ring), [(0, thought), (1, seen), (1, heard), (0, 4), (1, ring), (0, seen)]);
    }
}

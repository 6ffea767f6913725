//! All that a memory rests on at once, down to what was seen, heard or always known.

use std::collections::BTreeSet;

use bevy_egui::egui;
use egui::{CollapsingHeader, RichText, Sense, Ui, vec2};

use super::Glass;
use crate::{
    clock::AgentId,
    memory::MemoryStream,
    town::why::{Explainer, Of},
    view::panels::{mind::row, widgets::*},
};

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
pub fn draw(ui: &mut Ui, who: AgentId, place: u32, glass: &mut Glass, looking: &Explainer) {
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
    use crate::memory::Memory;

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

//! Conclusions as a tree: each can be opened down to the memories it was drawn from, and these again.

use std::collections::BTreeSet;

use bevy_egui::egui;
use egui::{Pos2, Sense, Stroke, Ui, vec2};

use super::{Page, row};
use crate::{
    clock::Calendar,
    memory::{Kind, Memory},
    town::why::Of,
    view::panels::widgets::*,
};

/// Levels under a conclusion that can be opened.
const DEEPEST: usize = 8;
/// Conclusions shown at first, and how many more at a time.
const FEW: usize = 40;

/// The way from a conclusion down to a row, by places in the stream.
type Way = Vec<u32>;

/// What was opened, and how many are shown.
#[derive(Default)]
pub struct Opened {
    ways: BTreeSet<Way>,
    more: usize,
}

/// One row of the tree.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    way: Way,
    inner: bool,
    open: bool,
}

/// The rows under one memory that is shown. Evidence lies before what is drawn from it, so no way is endless.
fn rows(all: &[Memory], way: Way, opened: &BTreeSet<Way>, into: &mut Vec<Row>) {
    let Some(memory) = way.last().and_then(|place| all.get(*place as usize)) else { return };
    let own = way.last().copied().unwrap_or(0);
    let under: Vec<u32> = memory.evidence.iter().copied().filter(|place| *place < own).collect();
    let inner = !under.is_empty() && way.len() <= DEEPEST;
    let open = inner && opened.contains(&way);
    into.push(Row { way: way.clone(), inner, open });
    for place in under.into_iter().filter(|_| open) {
        rows(all, way.iter().copied().chain([place]).collect(), opened, into);
    }
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut Page) {
    let (all, opened, calendar) = (page.mind.stream.all(), &mut page.inner.reflections, &*page.folk.calendar);
    let (sum, threshold) = (page.mind.drive.sum, page.inside.reflecting.threshold.max(1));
    ui.label(faint(match sum >= threshold {
        true => "About to look back on what has come".to_owned(),
        false => format!("Until the next look back: {sum} of {threshold}"),
    }));
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 7.0), Sense::hover());
    bar(ui, at, sum as f32 / threshold as f32, SHADE, palette(ui.ctx()).special());
    ui.add_space(2.0);
    let mut tops = all.iter().enumerate().rev().filter(|(_, memory)| memory.kind == Kind::Reflection);
    let mut tree = Vec::new();
    for (place, _) in tops.by_ref().take(FEW + opened.more) {
        rows(all, vec![place as u32], &opened.ways, &mut tree);
    }
    let older = tops.count();
    list(ui, "reflections", 1.0, |ui| {
        if tree.is_empty() {
            nothing(ui, "Nothing has been concluded yet: enough has to be lived through first.");
        }
        for one in tree {
            let Some((place, memory)) = one.way.last().and_then(|place| Some((*place, all.get(*place as usize)?)))
            else {
                continue;
            };
            let drawn = draw_row(ui, &one, memory, calendar);
            let at = drawn.rect;
            if why(ui, at.right_bottom() - vec2(3.0, 2.0), ui.rect_contains_pointer(at), &one.way) {
                page.asked = Some(Of::Memory(place));
            } else if drawn.clicked() && one.inner {
                flip(&mut opened.ways, one.way);
            }
        }
        if older > 0 && ui.button(format!("{older} older")).clicked() {
            opened.more += FEW;
        }
    });
}

fn draw_row(ui: &mut Ui, one: &Row, memory: &Memory, calendar: &Calendar) -> egui::Response {
    let depth = one.way.len() - 1;
    let indent = 14.0 + depth.min(6) as f32 * 13.0;
    let width = ui.available_width() - indent - 6.0;
    let (size, ink) = if depth == 0 { (13.5, INK) } else { (12.5, WORDS) };
    let text = cut(ui, &memory.text, size, ink, width, 4);
    let line = cut(ui, &row::meta(memory, calendar), SMALL - 0.5, FAINT, width, 1);
    let sense = if one.inner { Sense::click() } else { Sense::hover() };
    let response = lines(ui, sense, (indent, 3.0, 4.0), &[text, line], |ui, at| {
        if depth == 0 {
            ui.painter().hline(at.x_range(), at.top(), Stroke::new(1.0, LINE));
        }
        rails(ui, at, depth.min(6), 13.0);
        let mark = Pos2::new(at.left() + indent - 8.0, at.top() + 11.0);
        if one.inner {
            tip(ui, mark, one.open, palette(ui.ctx()).special());
        } else {
            dot(ui, mark, 5.0, row::colour(ui, memory.kind));
        }
    });
    response.on_hover_ui(|ui| row::whole(ui, memory, calendar))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream() -> Vec<Memory> {
        let memory = |evidence: &[u32]| Memory { evidence: evidence.to_vec(), ..Memory::observed("x", 1, 5) };
        // 3 is drawn from 2 and 0, 2 from 1; 4 is bad data: drawn from itself and from what is to come.
        vec![memory(&[]), memory(&[]), memory(&[1]), memory(&[2, 0]), memory(&[4, 9])]
    }

    #[test]
    fn a_conclusion_opens_down_to_what_was_seen() {
        let open = BTreeSet::from([vec![3], vec![3, 2]]);
        let mut list = Vec::new();
        rows(&stream(), vec![3], &open, &mut list);
        let ways: Vec<Way> = list.iter().map(|row| row.way.clone()).collect();
        assert_eq!(ways, [vec![3], vec![3, 2], vec![3, 2, 1], vec![3, 0]]);
        assert!(!list[2].inner && list[1].open);
    }

    #[test]
    fn a_circle_in_the_data_ends() {
        let mut list = Vec::new();
        rows(&stream(), vec![4], &BTreeSet::from([vec![4]]), &mut list);
        assert_eq!(list, [Row { way: vec![4], inner: false, open: false }]);
    }
}

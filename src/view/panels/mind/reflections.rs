//! Reflections as a tree: each unfolds into the memories it was concluded from, and these again.

use std::collections::BTreeSet;

use bevy_egui::egui;
use egui::{Pos2, Sense, Stroke, Ui, vec2};

use super::{PageContext, row};
use crate::{
    clock::Calendar,
    memory::{Memory, MemoryKind},
    town::why::Topic,
    view::panels::widgets::*,
};

/// Levels under a reflection that can be unfolded.
const DEEPEST: usize = 8;
/// Reflections shown at first, and how many more at a time.
const FEW: usize = 40;

/// The path from a reflection down to a row, by places in the stream.
type Path = Vec<u32>;

/// What was unfolded, and how many more are shown.
#[derive(Default)]
pub struct Opened {
    paths: BTreeSet<Path>,
    more: usize,
}

/// A row of the tree.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    path: Path,
    inner: bool,
    open: bool,
}

/// The rows of a memory that is shown. Evidence comes before what is concluded from it, so no path is endless.
fn rows(all: &[Memory], path: Path, opened: &BTreeSet<Path>, into: &mut Vec<Row>) {
    let Some(own) = path.last().copied() else { return };
    let Some(memory) = all.get(own as usize) else { return };
    let under: Vec<u32> = memory.evidence.iter().copied().filter(|place| *place < own).collect();
    let inner = !under.is_empty() && path.len() <= DEEPEST;
    let open = inner && opened.contains(&path);
    into.push(Row { path: path.clone(), inner, open });
    for place in under.into_iter().filter(|_| open) {
        rows(all, path.iter().copied().chain([place]).collect(), opened, into);
    }
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut PageContext) {
    let (all, opened, calendar) = (page.mind.stream.all(), &mut page.state.reflections, &*page.folk.calendar);
    let (sum, threshold) = (page.mind.drive.sum, page.minds.reflecting.threshold.max(1));
    ui.label(faint(match sum >= threshold {
        true => "About to reflect".to_owned(),
        false => format!("Until the next reflection: {sum} of {threshold}"),
    }));
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 7.0), Sense::hover());
    bar(ui, at, sum as f32 / threshold as f32, SHADE, palette(ui.ctx()).special());
    ui.add_space(2.0);
    let mut tops = all.iter().enumerate().rev().filter(|(_, memory)| memory.kind == MemoryKind::Reflection);
    let mut tree = Vec::new();
    for (place, _) in tops.by_ref().take(FEW + opened.more) {
        rows(all, vec![place as u32], &opened.paths, &mut tree);
    }
    let older = tops.count();
    list(ui, "reflections", 1.0, |ui| {
        if tree.is_empty() {
            empty_note(ui, "No conclusions yet: enough has to happen first.");
        }
        for one in tree {
            let Some((place, memory)) = one.path.last().and_then(|place| Some((*place, all.get(*place as usize)?)))
            else {
                continue;
            };
            let drawn = draw_row(ui, &one, memory, calendar);
            let at = drawn.rect;
            if why_button(ui, at.right_bottom() - vec2(3.0, 2.0), ui.rect_contains_pointer(at), &one.path) {
                page.inspector.ask(page.who, Some(Topic::Memory(place)));
            } else if drawn.clicked() && one.inner {
                toggle_in(&mut opened.paths, one.path);
            }
        }
        older_button(ui, older, &mut opened.more, FEW);
    });
}

fn draw_row(ui: &mut Ui, one: &Row, memory: &Memory, calendar: &Calendar) -> egui::Response {
    let depth = one.path.len() - 1;
    let indent = 14.0 + depth.min(6) as f32 * 13.0;
    let width = ui.available_width() - indent - 6.0;
    let style = if depth == 0 { (13.5, INK) } else { (12.5, WORDS) };
    let text = row::text(ui, memory, &row::meta(memory, calendar), style, width, 4);
    let sense = if one.inner { Sense::click() } else { Sense::hover() };
    let response = text_row(ui, sense, (indent, 3.0, 4.0), &text, |ui, at| {
        if depth == 0 {
            ui.painter().hline(at.x_range(), at.top(), Stroke::new(1.0, LINE));
        }
        tree_lines(ui, at, depth.min(6), 13.0);
        let mark = Pos2::new(at.left() + indent - 8.0, at.top() + 11.0);
        if one.inner {
            arrow(ui, mark, one.open, palette(ui.ctx()).special());
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
        let paths: Vec<Path> = list.iter().map(|row| row.path.clone()).collect();
        assert_eq!(paths, [vec![3], vec![3, 2], vec![3, 2, 1], vec![3, 0]]);
        assert!(!list[2].inner && list[1].open);
    }

    #[test]
    fn a_circle_in_the_data_ends() {
        let mut list = Vec::new();
        rows(&stream(), vec![4], &BTreeSet::from([vec![4]]), &mut list);
        assert_eq!(list, [Row { path: vec![4], inner: false, open: false }]);
    }
}

//! The memory stream, newest first, searched by words, kind and importance. Only visible rows are laid out.

use bevy_egui::egui;
use egui::{ScrollArea, Ui, vec2};

use super::{PageContext, row};
use crate::{
    memory::{Memory, MemoryKind},
    town::why::Topic,
    view::panels::widgets::*,
};

const KINDS: [(MemoryKind, &str); 4] = {
    use MemoryKind::*;
    [(Observation, "Seen"), (Dialogue, "Talked"), (Reflection, "Concluded"), (Plan, "Planned")]
};

/// Seconds after which all memories are filtered again: their importance may have been rated anew.
const AGAIN: f64 = 2.0;

/// What memories are filtered by.
#[derive(Clone, Default, PartialEq)]
struct Criteria {
    /// In lower case.
    search: String,
    kind: Option<MemoryKind>,
    /// Least importance.
    least: u8,
}

/// What is searched for, and what was found.
#[derive(Default)]
pub struct Filter {
    search: String,
    wanted: Criteria,
    found: Vec<u32>,
    /// How many memories have been filtered, by what, and when all are filtered again.
    seen: usize,
    by: Option<Criteria>,
    again: f64,
}

impl Filter {
    /// For another stream.
    pub fn clear(&mut self) {
        self.by = None;
    }

    fn is_empty(&self) -> bool {
        self.search.trim().is_empty() && self.wanted.kind.is_none() && self.wanted.least <= 1
    }

    /// Updates `found`; of an unchanged filter only new memories are looked at.
    fn update(&mut self, all: &[Memory], seconds: f64) {
        self.wanted.search = self.search.trim().to_lowercase();
        if self.by.as_ref() != Some(&self.wanted) || self.seen > all.len() || seconds > self.again {
            self.found.clear();
            (self.seen, self.again, self.by) = (0, seconds + AGAIN, Some(self.wanted.clone()));
        }
        let words: Vec<&str> = self.wanted.search.split_whitespace().collect();
        let fits = |memory: &Memory| {
            self.wanted.kind.is_none_or(|kind| kind == memory.kind)
                && memory.importance >= self.wanted.least
                && holds(memory, &words)
        };
        let fresh = all.iter().enumerate().skip(self.seen).filter(|(_, memory)| fits(memory));
        self.found.extend(fresh.map(|(n, _)| n as u32));
        self.seen = all.len();
    }
}

/// Does it contain all of these words, in its text or in who said it?
fn holds(memory: &Memory, words: &[&str]) -> bool {
    if words.is_empty() {
        return true;
    }
    let text = memory.text.to_lowercase();
    let source = memory.source.as_deref().unwrap_or_default().to_lowercase();
    words.iter().all(|word| text.contains(word) || source.contains(word))
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut PageContext) {
    let (all, filter) = (page.mind.stream.all(), &mut page.state.memory);
    ui.add(field(&mut filter.search, "Search these memories"));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 4.0;
        for (kind, name) in KINDS {
            let chosen = filter.wanted.kind == Some(kind);
            // Room for a dot of the kind's colour in the list.
            let button = ui.add(small(format!("   {name}")).selected(chosen));
            dot(ui, button.rect.left_center() + vec2(8.0, 0.0), 8.0, row::colour(ui, kind));
            if button.on_hover_text("Only these; click again for all").clicked() {
                filter.wanted.kind = (!chosen).then_some(kind);
            }
        }
        let least = filter.wanted.least.max(1);
        let words = if least == 1 { "any weight".to_owned() } else { format!("{least} and up") };
        let button = ui.add(small(words).selected(least > 1));
        if button.on_hover_text("Only memories of this importance, of 10; click for more").clicked() {
            filter.wanted.least = [3, 5, 7, 9].into_iter().find(|one| *one > least).unwrap_or(1);
        }
    });
    let whole = filter.is_empty();
    if !whole {
        filter.update(all, ui.input(|input| input.time));
    }
    let count = if whole { all.len() } else { filter.found.len() };
    let of = if whole { " memories, newest first".to_owned() } else { format!(" of {} memories", all.len()) };
    ui.label(faint(format!("{count}{of}")));
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().id_salt("memory").auto_shrink(false).show_rows(ui, row::HEIGHT, count, |ui, rows| {
        for n in rows.map(|n| count - 1 - n) {
            let place = if whole { n } else { filter.found[n] as usize };
            let Some(memory) = all.get(place) else { continue };
            let at = row::draw(ui, memory, &page.folk.calendar).rect;
            if why_button(ui, at.right_bottom() - vec2(3.0, 2.0), ui.rect_contains_pointer(at), place) {
                page.inspector.ask(page.who, Some(Topic::Memory(place as u32)));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_filtered_as_it_grows() {
        let mut all: Vec<Memory> =
            (0..10_000u64).map(|n| Memory::observed(format!("memory {n} of the cat"), n, (n % 10) as u8 + 1)).collect();
        let wanted = Criteria { least: 9, ..Criteria::default() };
        let mut filter = Filter { search: "CAT 99".into(), wanted, ..Filter::default() };
        filter.update(&all, 0.0);
        let before = filter.found.clone();
        assert!(!before.is_empty());
        for place in &before {
            let memory = &all[*place as usize];
            assert!(memory.importance >= 9 && memory.text.contains("99"));
        }
        all.push(Memory { source: Some("Ada Cat".into()), ..Memory::observed("number 99", 9, 9) });
        filter.update(&all, 0.5);
        assert_eq!(filter.found.len(), before.len() + 1);
        // Judged anew: seen at the next full look.
        all[before[0] as usize].importance = 1;
        filter.update(&all, 5.0);
        assert_eq!(filter.found.len(), before.len());
        filter.search = "dog".into();
        filter.update(&all, 5.1);
        assert!(filter.found.is_empty());
    }
}

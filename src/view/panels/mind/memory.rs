//! The whole stream, newest first; searched by words, kind and importance. Only the rows in sight are laid out.

use bevy_egui::egui;
use egui::{ScrollArea, Ui, vec2};

use super::{Page, row};
use crate::{
    memory::{Kind, Memory},
    town::why::Of,
    view::panels::widgets::*,
};

const KINDS: [(Kind, &str); 4] =
    [(Kind::Observation, "Seen"), (Kind::Dialogue, "Talked"), (Kind::Reflection, "Concluded"), (Kind::Plan, "Meant")];

/// What is searched for, and what was found.
#[derive(Default)]
pub struct Sieve {
    search: String,
    /// Only this kind.
    kind: Option<Kind>,
    /// At least so important.
    least: u8,
    found: Vec<u32>,
    /// Memories looked at so far, and what they were sifted by.
    seen: usize,
    by: Option<(String, Option<Kind>, u8)>,
    /// When all is looked at again: importance may have been judged anew.
    again: f64,
}

/// Seconds after which what was found is looked at again.
const AGAIN: f64 = 2.0;

impl Sieve {
    /// Another stream.
    pub fn forget(&mut self) {
        self.by = None;
    }

    fn everything(&self) -> bool {
        self.search.trim().is_empty() && self.kind.is_none() && self.least <= 1
    }

    /// Keeps `found` true; only what is new is looked at.
    fn sift(&mut self, all: &[Memory], seconds: f64) {
        let by = (self.search.trim().to_lowercase(), self.kind, self.least);
        if self.by.as_ref() != Some(&by) || self.seen > all.len() || seconds > self.again {
            self.found.clear();
            (self.seen, self.again) = (0, seconds + AGAIN);
        }
        let words: Vec<&str> = by.0.split_whitespace().collect();
        let kept = |memory: &Memory| {
            by.1.is_none_or(|kind| kind == memory.kind) && memory.importance >= by.2 && holds(memory, &words)
        };
        let fresh = all.iter().enumerate().skip(self.seen).filter(|(_, memory)| kept(memory));
        self.found.extend(fresh.map(|(n, _)| n as u32));
        self.seen = all.len();
        self.by = Some(by);
    }
}

/// Has it all of these words, in its text or in who said it?
fn holds(memory: &Memory, words: &[&str]) -> bool {
    if words.is_empty() {
        return true;
    }
    let text = memory.text.to_lowercase();
    let by = memory.source.as_deref().unwrap_or_default().to_lowercase();
    words.iter().all(|word| text.contains(word) || by.contains(word))
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut Page) {
    let (all, sieve) = (page.mind.stream.all(), &mut page.inner.memory);
    ui.add(field(&mut sieve.search, "Search these memories"));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 4.0;
        for (kind, name) in KINDS {
            let chosen = sieve.kind == Some(kind);
            // Room for a dot of the colour that memories of this kind have in the list.
            let mark = ui.add(small(format!("   {name}")).selected(chosen));
            dot(ui, mark.rect.left_center() + vec2(8.0, 0.0), 8.0, row::colour(ui, kind));
            if mark.on_hover_text("Only these; again: all").clicked() {
                sieve.kind = (!chosen).then_some(kind);
            }
        }
        let least = sieve.least.max(1);
        let words = if least == 1 { "any weight".to_owned() } else { format!("{least} and up") };
        let mark = ui.add(small(words).selected(least > 1));
        if mark.on_hover_text("Only what matters so much, of 10; click for more").clicked() {
            sieve.least = [1, 3, 5, 7, 9].into_iter().find(|one| *one > least).unwrap_or(1);
        }
    });
    let whole = sieve.everything();
    if !whole {
        sieve.sift(all, ui.input(|input| input.time));
    }
    let count = if whole { all.len() } else { sieve.found.len() };
    let of = if whole { " memories, newest first".to_owned() } else { format!(" of {} memories", all.len()) };
    ui.label(faint(format!("{count}{of}")));
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().id_salt("memory").auto_shrink(false).show_rows(ui, row::HEIGHT, count, |ui, rows| {
        for n in rows.map(|n| count - 1 - n) {
            let place = if whole { n } else { sieve.found[n] as usize };
            let Some(memory) = all.get(place) else { continue };
            let at = row::draw(ui, memory, &page.folk.calendar).rect;
            if why(ui, at.right_bottom() - vec2(3.0, 2.0), ui.rect_contains_pointer(at), place) {
                page.asked = Some(Of::Memory(place as u32));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_sifted_as_it_grows() {
        let mut all: Vec<Memory> =
            (0..10_000u64).map(|n| Memory::observed(format!("memory {n} of the cat"), n, (n % 10) as u8 + 1)).collect();
        let mut sieve = Sieve { search: "CAT 99".into(), least: 9, ..Default::default() };
        sieve.sift(&all, 0.0);
        let before = sieve.found.clone();
        assert!(!before.is_empty());
        for place in &before {
            let memory = &all[*place as usize];
            assert!(memory.importance >= 9 && memory.text.contains("99"));
        }
        all.push(Memory { source: Some("Ada Cat".into()), ..Memory::observed("number 99", 9, 9) });
        sieve.sift(&all, 0.5);
        assert_eq!(sieve.found.len(), before.len() + 1);
        // Judged anew: seen at the next full look.
        all[before[0] as usize].importance = 1;
        sieve.sift(&all, 5.0);
        assert_eq!(sieve.found.len(), before.len());
        sieve.search = "dog".into();
        sieve.sift(&all, 5.1);
        assert!(sieve.found.is_empty());
    }
}

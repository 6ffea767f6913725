//! How each thing that happened is set: on one line, or on two and cut at a word; remembered as long as the plate is as
//! wide.

use std::collections::BTreeMap;

use bevy_egui::egui::Ui;

use crate::view::panels::{
    style::WORDS,
    words::{Words, lay},
};

/// Height of what happened on one line, in points.
pub const ROW: f32 = 20.0;
/// By so much it is higher for another line.
const MORE: f32 = 15.0;
/// The most lines that something may take; the whole of it is told to the cursor.
const LINES: usize = 2;
/// Size of the words.
const SIZE: f32 = 12.5;
/// So many before and after one of them are remembered: more than are ever told at once.
const KEPT: u64 = 400;

/// Something that happened, as it is set.
#[derive(Debug)]
pub struct Line {
    /// All of it.
    of: String,
    /// What there is room for.
    pub text: String,
    /// Height of its row.
    pub high: f32,
}

impl Line {
    /// Was something left out?
    pub fn cut(&self) -> bool {
        self.text != self.of
    }

    /// Its words, laid out for so many points.
    pub fn words(&self, ui: &Ui, wide: f32) -> Words {
        lay(ui.painter(), &self.text, SIZE, WORDS, wide, LINES)
    }
}

/// All that was set.
#[derive(Default)]
pub struct Lines {
    /// For words so wide, and so many pixels to a point.
    of: (f32, f32),
    all: BTreeMap<u64, Line>,
}

impl Lines {
    /// The `n`th, if it was set.
    pub fn get(&self, n: u64) -> Option<&Line> {
        self.all.get(&n)
    }

    /// The `n`th thing that happened, set for words so wide.
    pub fn set(&mut self, ui: &Ui, n: u64, text: &str, wide: f32) -> &Line {
        let of = (wide, ui.ctx().pixels_per_point());
        if self.of != of {
            (self.of, self.all) = (of, BTreeMap::new());
        }
        if self.all.len() as u64 > 2 * KEPT {
            self.all.retain(|other, _| other.abs_diff(n) < KEPT);
        }
        // Another town counts from the beginning.
        if self.all.get(&n).is_some_and(|line| line.of != text) {
            self.all.remove(&n);
        }
        self.all.entry(n).or_insert_with(|| {
            let laid = |text: &str| lay(ui.painter(), text, SIZE, WORDS, wide, LINES);
            let short = shorten(text, |text| !laid(text).cut());
            // Words on one line are a little higher than large.
            let high = if laid(&short).size().y > SIZE * 2.0 { ROW + MORE } else { ROW };
            Line { of: text.to_owned(), text: short, high }
        })
    }
}

/// As many of the first words as fit, with a mark where others were left out.
fn shorten(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let ends: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).collect();
    let first = |words: usize| {
        let end = words.checked_sub(1).and_then(|n| ends.get(n)).copied().unwrap_or(0);
        format!("{} …", text[..end].trim_end_matches([',', ';', ':', ' ']))
    };
    // The most words that fit lie between what does and what does not.
    let (mut well, mut much) = (0, ends.len() + 1);
    while well + 1 < much {
        let middle = (well + much) / 2;
        if fits(&first(middle)) { well = middle } else { much = middle }
    }
    // A script without spaces is cut where it must be.
    if well == 0 { text.to_owned() } else { first(well) }
}

/// Height of what is seen at once: whole rows, as many as there is room for in that of `rows` single lines.
pub fn tall(highs: impl Iterator<Item = f32>, rows: usize) -> f32 {
    let most = ROW * rows as f32;
    let sums = highs.scan(0.0, |sum, high| {
        *sum += high;
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= most).last().unwrap_or(ROW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_cut_at_a_word() {
        let within = |most: usize| move |text: &str| text.chars().count() <= most;
        assert_eq!(shorten("one two three", within(20)), "one two three");
        assert_eq!(shorten("one two, three four", within(12)), "one two …");
        assert_eq!(shorten("one two three", within(5)), "one …");
        assert_eq!(shorten("無無無無無無", within(3)), "無無無無無無", "its last sign is left to the plate");
        assert_eq!(shorten("", within(0)), "");
    }

    #[test]
    fn whole_rows_are_seen() {
        assert_eq!(tall([20.0; 9].into_iter(), 5), 100.0);
        assert_eq!(tall([20.0, 20.0].into_iter(), 5), 40.0);
        assert_eq!(tall([35.0, 20.0, 35.0, 35.0].into_iter(), 5), 90.0);
        assert_eq!(tall(std::iter::empty(), 5), ROW);
    }
}

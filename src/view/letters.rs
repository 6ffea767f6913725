//! Capitals of 5 x 7 pixels, for the initials in bubbles: the town's own pixels, not a font's.
//!
//! Rule: an initial always draws; accents are left off, and letters of other scripts become a small square.

use bevy::math::{Rect, Vec2};
use unicode_normalization::UnicodeNormalization;

use super::sheets::{Sheet, Sheets};

/// Height of a letter in pixels.
pub const HEIGHT: f32 = 7.0;
/// From one letter to the next in pixels: its width and a clear pixel.
const STEP: f32 = 6.0;

/// A letter as a capital without its accent.
fn plain(letter: char) -> char {
    let big = letter.to_uppercase().next().unwrap_or(letter);
    match std::iter::once(big).nfd().next().unwrap_or(big) {
        'Æ' => 'A',
        'Ð' | 'Đ' => 'D',
        'Ł' | 'Ŀ' => 'L',
        'Ø' | 'Œ' => 'O',
        'Ŧ' | 'Þ' => 'T',
        other => other,
    }
}

/// Width of a text in pixels.
pub fn width(text: &str) -> f32 {
    (text.chars().count() as f32 * STEP - 1.0).max(0.0)
}

/// The picture of each letter of a text, and its left lower corner from that of the text.
pub fn letters(sheets: &Sheets, text: &str) -> Vec<(Rect, Vec2)> {
    let picture = |letter: char| {
        let known = sheets.frame(Sheet::Signs, &format!("capital {}", plain(letter)), 0);
        known.or_else(|| sheets.frame(Sheet::Signs, "capital strange", 0))
    };
    let all = text.chars().enumerate();
    all.filter_map(|(n, letter)| Some((picture(letter)?, Vec2::new(n as f32 * STEP, 0.0)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_left_off_and_strange_letters_draw() {
        let (sheets, _) = crate::view::sheets::pack(&crate::data::Data::built_in());
        let picture = |letter: char| letters(&sheets, &letter.to_string())[0].0;
        assert_eq!(picture('é'), picture('E'));
        assert_eq!(picture('Ø'), picture('o'));
        assert_eq!(Some(picture('李')), sheets.frame(Sheet::Signs, "capital strange", 0));
        assert!(('A'..='Z').chain('0'..='9').all(|c| picture(c).height() == HEIGHT && picture(c) != picture('李')));
    }

    #[test]
    fn two_letters_are_eleven_wide() {
        let (sheets, _) = crate::view::sheets::pack(&crate::data::Data::built_in());
        let (place, at) = letters(&sheets, "WM")[1];
        assert_eq!((width("WM"), at.x + place.width()), (11.0, 11.0));
    }
}

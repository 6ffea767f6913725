//! Capitals of 5 x 7 pixels, for the initials in bubbles: the town's own pixels, not a font's.
//!
//! Rule: an initial always draws; accents are left off, and letters of other scripts become a small square.

use super::pixels;

/// Height of a letter in pixels.
pub const HEIGHT: usize = 7;
/// Width of a letter in pixels.
pub const WIDTH: usize = 5;

/// Plain letters and what is written as them when accents are left off.
const ACCENTED: [(char, &str); 17] = [
    ('A', "ÀÁÂÃÄÅĀĂĄÆ"),
    ('C', "ÇĆĈĊČ"),
    ('D', "ÐĎĐ"),
    ('E', "ÈÉÊËĒĔĖĘĚ"),
    ('G', "ĜĞĠĢ"),
    ('I', "ÌÍÎÏĨĪĬĮİ"),
    ('K', "Ķ"),
    ('L', "ĹĻĽĿŁ"),
    ('N', "ÑŃŅŇ"),
    ('O', "ÒÓÔÕÖØŌŎŐŒ"),
    ('R', "ŔŖŘ"),
    ('S', "ŚŜŞŠȘ"),
    ('T', "ŢŤŦȚÞ"),
    ('U', "ÙÚÛÜŨŪŬŮŰŲ"),
    ('W', "Ŵ"),
    ('Y', "ÝŶŸ"),
    ('Z', "ŹŻŽ"),
];

/// The rows of a letter, from the top; of one that is not drawn here those of a small square.
pub fn rows(letter: char) -> &'static [&'static str] {
    let big = letter.to_uppercase().next().unwrap_or(letter);
    let plain = ACCENTED.iter().find(|(_, all)| all.contains(big)).map_or(big, |(plain, _)| *plain);
    match pixels::rows(&format!("capital {plain}")) {
        [] => pixels::rows("capital strange"),
        rows => rows,
    }
}

/// Width of a text in pixels, one clear pixel between letters.
pub fn width(text: &str) -> usize {
    (text.chars().count() * (WIDTH + 1)).saturating_sub(1)
}

/// Calls `dot(x, y)` for each pixel of a text; (0, 0) is its top left corner.
pub fn dots(text: &str, mut dot: impl FnMut(usize, usize)) {
    for (n, letter) in text.chars().enumerate() {
        for (y, row) in rows(letter).iter().enumerate() {
            for (x, _) in row.match_indices('#') {
                dot(n * (WIDTH + 1) + x, y);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_left_off_and_strange_letters_draw() {
        assert_eq!(rows('é'), rows('E'));
        assert_eq!(rows('Ø'), rows('o'));
        assert_eq!(rows('李'), pixels::rows("capital strange"));
        assert!(('A'..='Z').chain('0'..='9').all(|c| rows(c).len() == HEIGHT && rows(c) != rows('李')));
    }

    #[test]
    fn two_letters_are_eleven_wide() {
        assert_eq!(width("IR"), 11);
        let mut most = (0, 0);
        dots("WM", |x, y| most = (most.0.max(x), most.1.max(y)));
        assert_eq!(most, (10, 6));
    }
}

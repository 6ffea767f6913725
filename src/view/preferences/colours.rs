//! Colours that mean something, for all eyes: what is well and what is not, and rows of things told apart.
//!
//! Rule: no colour says anything alone; a word, a sign or a shape says it too.

use bevy_egui::egui::Color32;
use serde::{Deserialize, Serialize};

/// Which colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// Those of the town.
    #[default]
    Usual,
    /// Red and green are hard to tell apart: blue and orange instead.
    RedGreen,
    /// Blue and yellow are hard to tell apart: red and cyan instead.
    BlueYellow,
    /// No colours at all: dark and light.
    Plain,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// A palette: what the page calls it, for whom it is, its colours for well, bad and special, and six to tell things apart.
struct Colours {
    title: &'static str,
    hint: &'static str,
    good: Color32,
    bad: Color32,
    special: Color32,
    row: [Color32; 6],
}

/// By [`Palette`].
const ALL: [Colours; 4] = [
    Colours {
        title: "As painted",
        hint: "The colours of the town",
        good: rgb(0x2b7878),
        bad: rgb(0x94313f),
        special: rgb(0x6b4187),
        row: [rgb(0x55ae98), rgb(0xf08e68), rgb(0x6086c9), rgb(0xd8759a), rgb(0xefb845), rgb(0x9f6db4)],
    },
    Colours {
        title: "Blue and orange",
        hint: "If red and green are hard to tell apart",
        good: rgb(0x1f5fa8),
        bad: rgb(0xa84a00),
        special: rgb(0x4a3a78),
        row: [rgb(0x5a9bd6), rgb(0xe39a2d), rgb(0x2d4f86), rgb(0xf3d27a), rgb(0x8fb7c9), rgb(0x7a5a3a)],
    },
    Colours {
        title: "Red and cyan",
        hint: "If blue and yellow are hard to tell apart",
        good: rgb(0x006d6f),
        bad: rgb(0xb3263a),
        special: rgb(0x7a2f5e),
        row: [rgb(0x3fb3b0), rgb(0xe0607a), rgb(0x1f6f74), rgb(0xf0a5b4), rgb(0x9fd9d4), rgb(0x8c2f4c)],
    },
    Colours {
        title: "Dark and light",
        hint: "If colours are hard to tell apart at all",
        good: rgb(0x3b3953),
        bad: rgb(0x1d182f),
        special: rgb(0x5f5d7a),
        row: [rgb(0x6f6d88), rgb(0xb8b5ba), rgb(0x3b3953), rgb(0xd8d2cc), rgb(0x8b8a9f), rgb(0x55536b)],
    },
];

impl Palette {
    /// All, in order.
    pub const ALL: [Palette; 4] = [Palette::Usual, Palette::RedGreen, Palette::BlueYellow, Palette::Plain];

    fn colours(self) -> &'static Colours {
        &ALL[self as usize]
    }

    /// As the page calls it.
    pub fn title(self) -> &'static str {
        self.colours().title
    }

    /// For whom it is.
    pub fn hint(self) -> &'static str {
        self.colours().hint
    }

    /// Well, liked, done.
    pub fn good(self) -> Color32 {
        self.colours().good
    }

    /// Wrong, disliked, over a limit.
    pub fn bad(self) -> Color32 {
        self.colours().bad
    }

    /// Neither: night, conclusions, secrets.
    pub fn special(self) -> Color32 {
        self.colours().special
    }

    /// The `n`th of things that are told apart; after six they begin again.
    pub fn row(self, n: usize) -> Color32 {
        let row = &self.colours().row;
        row[n % row.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is, 0 to 1.
    fn light(colour: Color32) -> f32 {
        (0.2126 * f32::from(colour.r()) + 0.7152 * f32::from(colour.g()) + 0.0722 * f32::from(colour.b())) / 255.0
    }

    #[test]
    fn what_means_something_can_be_read_on_paper() {
        for palette in Palette::ALL {
            for colour in [palette.good(), palette.bad(), palette.special()] {
                assert!(light(colour) < 0.45, "{palette:?} {colour:?}");
            }
        }
        // Where colours do not tell things apart, light and dark must.
        for n in 0..5 {
            let (one, next) = (Palette::Plain.row(n), Palette::Plain.row(n + 1));
            assert!((light(one) - light(next)).abs() > 0.1, "{n}");
        }
    }
}

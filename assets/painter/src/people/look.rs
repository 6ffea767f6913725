//! A person in a line of words, as `skin=tan hair=bob:black top=coat:red legs=trousers:blue`.
//!
//! Text, dice and whoever offers a choice go by the table [`PARTS`].

use std::fmt;

use super::{
    Bottom, Build, Choice, Colour, Cut, Fringe, Kind, Knot, PARTS, Person, Top, Worn,
    parts::{COUNT, NATURAL},
};
use crate::canvas::chance;
use crate::palette::*;

/// A person composed of parts: a choice of each, in the order of [`PARTS`]. Written and read as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look(pub [Choice; COUNT]);

/// Colours nearer than this melt into each other at a glance.
const NEAR: u32 = 70;

/// How far two colours are from each other, roughly as eyes see it.
fn apart(a: [u8; 4], b: [u8; 4]) -> u32 {
    let by = |n: usize| u32::from(a[n].abs_diff(b[n]));
    by(0) + by(1) + by(2) / 2
}

/// Where in [`PARTS`] a part stands.
fn place(key: &str) -> usize {
    PARTS.iter().position(|part| part.key == key).unwrap_or_default()
}

impl Look {
    /// Reads parts in any order; what is not said is the first of its list.
    ///
    /// # Errors
    /// A sentence on the first word that does not fit, with what there is to choose from.
    pub fn read(text: &str) -> Result<Self, String> {
        let (mut look, mut said) = (Self::default(), [false; COUNT]);
        for word in text.split_whitespace() {
            let example = "such as hair=bob:black";
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| format!("{word:?} is not PART=KIND or PART=KIND:COLOUR, {example}"))?;
            let n = PARTS.iter().position(|part| part.key == key).ok_or_else(|| {
                let keys: Vec<&str> = PARTS.iter().map(|part| part.key).collect();
                format!("people have no {key:?} to choose; they have {}", keys.join(", "))
            })?;
            if std::mem::replace(&mut said[n], true) {
                return Err(format!("{key} is said twice"));
            }
            look.0[n] = PARTS[n].read(value)?;
        }
        Ok(look)
    }

    /// A person by chance: the same number gives the same one.
    pub fn rolled(throw: u64) -> Self {
        let dice = |what: usize, sides: usize| {
            let (low, high) = (throw as u32 as i32, (throw >> 32) as i32);
            chance(low, high, what as i32, sides.max(1) as u32) as usize
        };
        let mut look = Self::default();
        for (n, (part, choice)) in PARTS.iter().zip(&mut look.0).enumerate() {
            // What need not be is there on every third; else nobody would be plain.
            let bare = matches!(part.kinds[0].1, Kind::Nothing) && dice(3 * n, 3) > 0;
            choice.kind = if bare { 0 } else { dice(3 * n + 1, part.kinds.len()) };
            let natural = part.key == "hair" && dice(3 * n, 6) > 0;
            choice.colour = dice(3 * n + 2, if natural { NATURAL } else { part.colours.len() });
        }
        // What lies side by side must not be of one colour: hair on skin, cloth on skin, cloth on cloth.
        let [skin, hair, top, legs] = ["skin", "hair", "top", "legs"].map(place);
        let near = |a: Colour, b: Colour| apart(rgba(a.1.s(a.2)), rgba(b.1.s(b.2))) < NEAR;
        for (one, others) in [(hair, [skin, skin]), (top, [skin, skin]), (legs, [skin, top])] {
            let colours = &PARTS[one].colours;
            let clashes = |look: &Self| {
                let mine = colours[look.0[one].colour];
                others.iter().any(|other| near(mine, PARTS[*other].colours[look.0[*other].colour]))
            };
            let first = look.0[one].colour;
            for turn in 1..colours.len() {
                if !clashes(&look) {
                    break;
                }
                look.0[one].colour = (first + turn * 5) % colours.len();
            }
        }
        look
    }

    /// The parts as the brush takes them.
    pub fn person(&self) -> Person {
        let mut p = Person {
            name: String::new(),
            skin: 4,
            hair: (NIGHT, 1),
            cut: Cut { fringe: Fringe::Swept, length: 8, volume: 0, knot: Knot::Loose },
            top: (Top::Plain, RED),
            bottom: (Bottom::Trousers, BLUE),
            shoes: WOOD,
            build: Build::Usual,
            height: 0,
            worn: Vec::new(),
        };
        for (part, choice) in PARTS.iter().zip(&self.0) {
            let (_, kind) = part.kind(*choice);
            let (_, ramp, step) = part.colour(*choice).unwrap_or(("", LINEN, 2));
            match kind {
                Kind::Skin => p.skin = step,
                Kind::Build(build) => p.build = build,
                Kind::Height(height) => p.height = height,
                Kind::Hair(cut) => (p.cut, p.hair) = (cut, (ramp, step)),
                Kind::Top(top) => p.top = (top, ramp),
                Kind::Legs(bottom) => p.bottom = (bottom, ramp),
                Kind::Shoes => p.shoes = ramp,
                Kind::Nothing => {}
                Kind::Worn(what) | Kind::Dyed(what) => p.worn.push(Worn { what, ramp }),
            }
        }
        p
    }
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (part, choice) in PARTS.iter().zip(&self.0) {
            let (word, kind) = part.kind(*choice);
            let first = choice.kind == 0 && !kind.is_coloured();
            match part.colour(*choice) {
                _ if first => continue,
                Some((colour, ..)) if part.kinds.len() == 1 => write!(f, "{gap}{}={colour}", part.key)?,
                Some((colour, ..)) => write!(f, "{gap}{}={word}:{colour}", part.key)?,
                None => write!(f, "{gap}{}={word}", part.key)?,
            }
            gap = " ";
        }
        Ok(())
    }
}

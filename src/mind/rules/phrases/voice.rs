//! How somebody talks: a few dimensions, read from the words for their traits.

use super::Ways;
use crate::language::lexicon::lex;

/// From such an age on one talks a little more formally.
const FORMAL: u32 = 60;
/// From such an age on one has old people's phrases.
const OLD: u32 = 50;
/// Below it, young people's.
const YOUNG: u32 = 27;
/// So much of a dimension gives its phrases.
const MARKED: i32 = 2;

/// A way of talking.
#[derive(Clone, Default, Debug)]
pub struct Voice {
    /// Warm.
    pub w: i32,
    /// Formal.
    pub f: i32,
    /// Talkative.
    pub t: i32,
    /// Blunt.
    pub b: i32,
    /// Playful.
    pub p: i32,
    /// Shy.
    pub y: i32,
    /// Habits of speech.
    pub ways: Ways,
    /// Years.
    pub age: u32,
    /// Whose it is.
    pub name: String,
    /// Whose it is, as a number (`Me::nature`): which phrases one leans to hangs on it.
    pub nature: u64,
}

impl Voice {
    /// The voice of somebody with these traits.
    pub fn of(name: &str, traits: &str, age: u32) -> Self {
        let mut voice = Voice { age, name: name.to_owned(), ..Voice::default() };
        let small = traits.to_lowercase();
        for word in small.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty()) {
            for change in lex().map("voice").get(word).into_iter().flat_map(|changes| changes.split(' ')) {
                voice.add(change);
            }
        }
        voice.f += i32::from(age >= FORMAL);
        voice
    }

    /// `w+2`
    fn add(&mut self, change: &str) {
        let Some((dimension, amount)) = change.split_at_checked(1) else { return };
        let amount: i32 = amount.parse().unwrap_or(0);
        match dimension {
            "w" => self.w += amount,
            "f" => self.f += amount,
            "t" => self.t += amount,
            "b" => self.b += amount,
            "p" => self.p += amount,
            "y" => self.y += amount,
            _ => {}
        }
    }

    /// Whether the voice has what a phrase's mark wants.
    pub fn has(&self, mark: &str) -> bool {
        match mark {
            "w" => self.w >= MARKED,
            "f" => self.f >= MARKED,
            "t" => self.t >= MARKED,
            "b" => self.b >= MARKED,
            "p" => self.p >= MARKED,
            "y" => self.y >= MARKED,
            "old" => self.age >= OLD,
            "young" => self.age < YOUNG,
            _ => false,
        }
    }
}

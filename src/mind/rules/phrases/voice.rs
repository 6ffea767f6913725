//! How somebody talks: a few dimensions, read from the words for their traits.

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
#[derive(Clone, Copy, Default, Debug)]
pub struct Voice {
    /// Warm.
    pub warm: i32,
    /// Formal.
    pub formal: i32,
    /// Talkative.
    pub talkative: i32,
    /// Blunt.
    pub blunt: i32,
    /// Playful.
    pub playful: i32,
    /// Shy.
    pub shy: i32,
    /// Years.
    pub age: u32,
    /// Whose it is, as a number (`Me::nature`): which phrases one leans to depends on it.
    pub nature: u64,
}

impl Voice {
    /// The voice of somebody with these traits.
    pub fn of(traits: &str, age: u32, nature: u64) -> Self {
        let mut voice = Voice { age, nature, ..Voice::default() };
        let small = traits.to_lowercase();
        let changes = small.split([',', ' ']).filter_map(|word| lex().map("voice").get(word));
        // "w+2"
        for (mark, amount) in changes.flat_map(|changes| changes.split(' ')).filter_map(|one| one.split_at_checked(1)) {
            if let Some(dimension) = voice.dimension(mark) {
                *dimension += amount.parse::<i32>().unwrap_or(0);
            }
        }
        voice.formal += i32::from(age >= FORMAL);
        voice
    }

    fn dimension(&mut self, mark: &str) -> Option<&mut i32> {
        Some(match mark {
            "w" => &mut self.warm,
            "f" => &mut self.formal,
            "t" => &mut self.talkative,
            "b" => &mut self.blunt,
            "p" => &mut self.playful,
            "y" => &mut self.shy,
            _ => return None,
        })
    }

    /// Whether the voice has what a phrase's mark wants.
    pub fn has(mut self, mark: &str) -> bool {
        match mark {
            "old" => self.age >= OLD,
            "young" => self.age < YOUNG,
            mark => self.dimension(mark).is_some_and(|dimension| *dimension >= MARKED),
        }
    }
}

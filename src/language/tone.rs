//! Whether a sentence about a feeling is warm or cold.

use super::lexicon::lex;

/// How somebody feels about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Well.
    Warm,
    /// Not well.
    Cold,
}

/// What a sentence about a feeling comes to, for the colour of a line; the sentence itself is shown beside it.
pub fn tone(feeling: &str) -> Option<Tone> {
    let feeling = feeling.to_lowercase();
    if feeling.is_empty() || feeling.starts_with("no particular") {
        return None;
    }
    let any = |section: &str| lex().list(section).iter().any(|word| feeling.contains(word.as_str()));
    // Cold words first: "not fond of" is cold.
    if any("tone.cold") { Some(Tone::Cold) } else { any("tone.warm").then_some(Tone::Warm) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feelings_have_a_tone() {
        assert_eq!(tone("Ada Byron likes Carl Gauss."), Some(Tone::Warm));
        assert_eq!(tone("Ada Byron does not like Carl Gauss."), Some(Tone::Cold));
        assert_eq!(tone("No particular feeling."), None);
        assert_eq!(tone(""), None);
    }
}

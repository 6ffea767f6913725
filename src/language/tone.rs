//! Whether a sentence about a feeling is warm or cold.

/// How somebody feels about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Well.
    Warm,
    /// Not well.
    Cold,
}

/// Words of a feeling that is none too well; looked for before the others: `not fond of` is cold.
const COLD: [&str; 22] = [
    "not fond",
    "not like",
    "dislike",
    "no liking",
    "hate",
    "cold",
    "wary",
    "annoy",
    "angry",
    "anger",
    "resent",
    "distrust",
    "not trust",
    "irritat",
    "avoid",
    "bitter",
    "jealous",
    "uneasy",
    "quarrel",
    "unkind",
    "rude",
    "tired of",
];
/// Words of a feeling that is well.
const WARM: [&str; 20] = [
    "fond",
    "like",
    "love",
    "warm",
    "glad",
    "admire",
    "enjoy",
    "trust",
    "respect",
    "proud",
    "care",
    "friend",
    "kind",
    "grateful",
    "thank",
    "happy",
    "think well",
    "thinks well",
    "good company",
    "close to",
];

/// What a sentence about a feeling comes to, for the colour of a line; the sentence itself is shown beside it.
pub fn tone(feeling: &str) -> Option<Tone> {
    let feeling = feeling.to_lowercase();
    if feeling.is_empty() || feeling.starts_with("no particular") {
        return None;
    }
    let any = |words: &[&str]| words.iter().any(|word| feeling.contains(word));
    if any(&COLD) { Some(Tone::Cold) } else { any(&WARM).then_some(Tone::Warm) }
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

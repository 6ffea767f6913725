//! Word-based scores of a sentence: its sentiment (warm or cold), and its importance from 1 to 10 by its heaviest word
//! and by whom it is about. The importance holds until a mind has rated the memory (paper, section 4.1).

use std::sync::OnceLock;

use super::{
    lexicon::lex,
    text::{is_holding, is_punct, stem, tokens},
    time::extract_time,
};

/// The importance of a sentence without any listed word.
const PLAIN: u8 = 2;
/// That of one that tells of something held at an hour, whatever it is.
const HELD: u8 = 7;

/// An entry of the word list: stems that must all stand in the text, in this order for a phrase, and what they weigh.
struct Weight {
    stems: Vec<String>,
    score: u8,
}

fn weights() -> &'static [Weight] {
    static WEIGHTS: OnceLock<Vec<Weight>> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let rows = lex().map("importance").iter();
        let mut weights: Vec<Weight> = rows
            .map(|(words, score)| Weight {
                stems: words.split(' ').map(stem).collect(),
                score: score.parse().unwrap_or(PLAIN).clamp(1, 10),
            })
            .collect();
        weights.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.stems.cmp(&b.stems)));
        weights
    })
}

/// How much a sentence matters by its words alone; `name` is whose memory it is.
pub fn importance(text: &str, name: &str) -> u8 {
    let tokens = tokens(text);
    let stems: Vec<String> = tokens.iter().filter(|word| !is_punct(word)).map(|word| stem(word)).collect();
    if stems.iter().any(|word| word == "idl") {
        return 1;
    }
    let stands = |weight: &Weight| match weight.stems.as_slice() {
        [one] => stems.contains(one),
        phrase => stems.windows(phrase.len()).any(|window| window == phrase),
    };
    let score = weights().iter().find(|weight| stands(weight)).map_or(PLAIN, |weight| weight.score);
    let hour = || extract_time(&mut tokens.to_vec(), 0).is_some_and(|when| when.from.is_some());
    let held = tokens.iter().any(|word| is_holding(word)) && hour();
    let score = if held { score.max(HELD) } else { score };
    let named = !name.is_empty() && text.contains(name);
    // that one has told something, or has had a talk, is a note for oneself and no news
    let noted =
        named && text.strip_prefix(name).is_some_and(|rest| rest.starts_with(" told ") || rest.starts_with(" had a "));
    match score {
        _ if noted => score.min(4),
        5..10 if named => score + 1,
        _ => score,
    }
}

/// How somebody feels about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sentiment {
    /// Well.
    Warm,
    /// Not well.
    Cold,
}

/// What a sentence about a feeling comes to, for the colour of a line; the sentence itself is shown beside it.
pub fn sentiment(feeling: &str) -> Option<Sentiment> {
    let feeling = feeling.to_lowercase();
    if feeling.is_empty() || feeling.starts_with("no particular") {
        return None;
    }
    let any = |section: &str| lex().list(section).iter().any(|word| feeling.contains(word.as_str()));
    // Cold words first: "not fond of" is cold.
    if any("tone.cold") { Some(Sentiment::Cold) } else { any("tone.warm").then_some(Sentiment::Warm) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn life_weighs_more_than_dust() {
        for (text, least, most) in [
            ("The bed is idle.", 1, 1),
            ("Ann Bell is brushing her teeth.", 1, 2),
            ("Ann Bell is making breakfast.", 1, 3),
            ("Ann Bell had a pleasant talk with Cid Dorn about the party.", 2, 4),
            ("Cid Dorn told Ann Bell that he is running for mayor.", 7, 10),
            ("The stove is burning.", 7, 10),
            ("Ann Bell is in love with Cid Dorn.", 9, 10),
            ("Cid Dorn agreed to come to Ann Bell's party.", 6, 9),
            ("", 1, 3),
        ] {
            let score = importance(text, "Ann Bell");
            assert!((least..=most).contains(&score), "{text}: {score}");
        }
    }

    #[test]
    fn feelings_have_a_sentiment() {
        assert_eq!(sentiment("Ada Byron likes Carl Gauss."), Some(Sentiment::Warm));
        assert_eq!(sentiment("Ada Byron does not like Carl Gauss."), Some(Sentiment::Cold));
        assert_eq!(sentiment("No particular feeling."), None);
        assert_eq!(sentiment(""), None);
    }
}

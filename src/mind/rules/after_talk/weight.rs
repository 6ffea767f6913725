//! What a sentence weighs by its words.

use crate::language::{
    lexicon::lex,
    text::{is_punct, split, stem},
};

/// 1 to 10, from the words of a sentence; `me` is whose memory it is.
pub fn importance(text: &str, me: &str) -> u8 {
    let low = text.to_lowercase();
    let words: Vec<String> = split(&low).iter().filter(|word| !is_punct(word)).map(|word| stem(word)).collect();
    if low.contains(" idle") {
        return 1;
    }
    let hits = lex().map("importance").iter().filter(|(key, _)| match key.contains(' ') {
        true => low.contains(key.as_str()),
        false => words.contains(&stem(key)),
    });
    let mut score = hits.filter_map(|(_, value)| value.parse::<u8>().ok()).max().unwrap_or(2);
    if score >= 5 && !me.is_empty() && low.contains(&me.to_lowercase()) {
        score += 1;
    }
    if low.starts_with("i told ") || low.contains(" had a ") {
        score = score.min(4);
    }
    score.clamp(1, 10)
}

//! Stems: good for comparing words, for nothing else.

use super::{super::lexicon::lex, tokens::is_punct};

/// What remains of a word without its ending.
pub fn stem(word: &str) -> String {
    let mut word = word.to_lowercase();
    for ending in ["'s", "ing", "ed", "es", "s", "ly", "ion", "er"] {
        if word.len() > ending.len() + 3 && word.ends_with(ending) {
            word.truncate(word.len() - ending.len());
            break;
        }
    }
    if word.len() > 4 && word.ends_with('e') {
        word.pop();
    }
    let mut ends = word.chars().rev();
    if word.len() > 3 && ends.next().is_some_and(|last| ends.next() == Some(last)) {
        word.pop();
    }
    word
}

/// The stems of the words that carry meaning, in order, each once.
pub fn content(tokens: &[String]) -> Vec<String> {
    let words = tokens.iter().flat_map(|token| token.split(' ')).filter(|word| word.len() > 2 && !is_punct(word));
    let mut stems: Vec<String> =
        words.map(str::to_lowercase).filter(|word| !lex().is("stop", word)).map(|word| stem(&word)).collect();
    stems.sort();
    stems.dedup();
    stems
}

/// How much of the shorter of two lists stands in the other, 0 to 1.
pub fn overlap(a: &[String], b: &[String]) -> f32 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    a.iter().filter(|stem| b.contains(stem)).count() as f32 / a.len().min(b.len()) as f32
}

//! Stems and stop words: texts are compared by the stems of the words that carry meaning.

use std::{rc::Rc, sync::LazyLock};

use rust_stemmers::{Algorithm, Stemmer};

use super::{
    super::{cache::Cache, lexicon::lex},
    tokens::is_punct,
};

thread_local! {
    static STEMS: Cache<String, String> = const { Cache::new(16_384) };
}

/// What all forms of an English word have in common; good for comparing, for nothing else.
pub fn stem(word: &str) -> String {
    static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
    let fresh = || {
        let small = word.to_lowercase();
        let irregular = lex().map("stems").get(&small).cloned();
        Rc::new(irregular.unwrap_or_else(|| ENGLISH.stem(&small).into_owned()))
    };
    STEMS.with(|cache| cache.get_or(word, fresh)).to_string()
}

/// Whether a word, in small letters, carries no meaning of its own.
pub fn is_stop_word(word: &str) -> bool {
    lex().contains("stop", word)
}

/// The stems of the words that carry meaning, sorted, each once.
pub fn content(tokens: &[String]) -> Vec<String> {
    let words = tokens.iter().flat_map(|token| token.split(' ')).filter(|word| word.len() > 2 && !is_punct(word));
    let mut stems: Vec<String> =
        words.map(str::to_lowercase).filter(|word| !is_stop_word(word)).map(|word| stem(&word)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        for forms in [
            ["baking", "bake", "baked"],
            ["tidied", "tidy", "tidies"],
            ["Running", "runs", "run"],
            ["studies", "studying", "study"],
            ["decorate", "decorating", "decorated"],
            ["teeth", "tooth", "tooth's"],
        ] {
            assert!(forms.iter().all(|form| stem(form) == stem(forms[0])), "{forms:?}: {:?}", forms.map(stem));
        }
        for (one, other) in [("bed", "be"), ("bus", "bu"), ("evening", "even"), ("busy", "business"), ("thing", "th")] {
            assert_ne!(stem(one), stem(other));
        }
    }
}

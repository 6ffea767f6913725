//! Words for those of one's family: "stepfather" and "father-in-law" are words made of "father".

use super::{lexicon::lex, text::Pronoun};

/// The word at the root of it.
fn root(word: &str) -> &str {
    let word = word.strip_suffix("-in-law").unwrap_or(word);
    let shorter = lex().list("kin.before").iter().find_map(|before| word.strip_prefix(before.as_str()));
    shorter.filter(|rest| !rest.is_empty()).map_or(word, |rest| root(rest.trim_start_matches('-')))
}

/// Whether it is a word, in small letters, for one of the family.
pub fn is_kin(word: &str) -> bool {
    lex().contains("close", root(word)) || pronoun(word).is_some()
}

/// Whether words say of one that they are of the family: not as the owner of somebody, "my sister's rival".
pub fn says_kin(words: &[String]) -> bool {
    let owner = |at: usize| words.get(at + 1).is_some_and(|next| next == "'s");
    (0..words.len()).any(|at| is_kin(&words[at].to_lowercase()) && !owner(at))
}

/// What one of the family goes by, if the word tells.
pub fn pronoun(word: &str) -> Option<Pronoun> {
    let goes = |(section, pronoun)| lex().contains(section, root(word)).then_some(pronoun);
    [("kin.she", Pronoun::She), ("kin.he", Pronoun::He)].into_iter().find_map(goes)
}

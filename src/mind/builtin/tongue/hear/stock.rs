//! What anybody says and nobody means as news: whole sentences of the phrase book that answer or comment, and hold
//! nothing of one's own. They are heard as goodwill, however they are put.

use std::{collections::BTreeMap, collections::BTreeSet, sync::OnceLock};

use crate::mind::builtin::tongue::{
    grammar,
    text::{is_punct, sentences, split},
};

/// Sections that hold such sentences begin so.
const SECTIONS: [&str; 3] = ["on.", "to: ", "after."];

/// Words without marks, small, between spaces.
fn plain(text: &str) -> String {
    let words: Vec<String> =
        split(text).iter().filter(|word| !is_punct(word)).map(|word| word.to_lowercase()).collect();
    format!(" {} ", words.join(" "))
}

/// Whether a clause, small and between spaces, is one of them.
pub fn stock(small: &str) -> bool {
    static SAID: OnceLock<BTreeSet<String>> = OnceLock::new();
    let said = SAID.get_or_init(|| {
        let phrases = grammar::sections()
            .filter(|(name, _)| SECTIONS.iter().any(|start| name.starts_with(start)))
            .flat_map(|(_, phrases)| phrases);
        let whole = phrases.flat_map(sentences).filter(|sentence| !sentence.contains(['{', '[', '?']));
        whole.map(|sentence| plain(&sentence)).filter(|words| words.trim().contains(' ')).collect()
    });
    said.contains(small)
}

/// The section that answers a question, by the words that mark it; the longest mark that fits.
pub fn apt(small: &str) -> Option<&'static str> {
    static MARKS: OnceLock<BTreeMap<String, &'static str>> = OnceLock::new();
    let marks = MARKS.get_or_init(|| {
        let named = grammar::sections().filter_map(|(name, _)| Some((plain(name.strip_prefix("to: ")?), name)));
        named.collect()
    });
    marks.iter().filter(|(mark, _)| small.contains(mark.as_str())).max_by_key(|(mark, _)| mark.len()).map(|one| *one.1)
}

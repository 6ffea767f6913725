//! A time that is said after the thing: "It's tomorrow, from five to seven."

use super::{
    lexicon::lex,
    text::{Toks, is_punct},
    time::{self, Minute, When},
};

/// The time, if the words are nothing but one and what leads up to it.
pub fn afterthought(words: &[String], now: Minute) -> Option<When> {
    let mut words: Toks = words.iter().filter(|word| !is_punct(word)).cloned().collect();
    let when = time::take(&mut words, now).filter(|when| when.day.is_some())?;
    words.iter().all(|word| lex().is("leadtotime", &word.to_lowercase())).then_some(when)
}

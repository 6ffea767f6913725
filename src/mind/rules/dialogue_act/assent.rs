//! A bare yes or no: it says something only to whoever has just asked for something.

use super::Act;
use crate::language::{
    lexicon::lex,
    text::{is_punct, sentences, split},
};

/// Yes or no, if that is what a line begins with, to somebody who is called `to`.
pub fn assent(line: &str, to: &str) -> Option<Act> {
    let first = sentences(line).into_iter().next().filter(|one| !one.ends_with('?'))?;
    let called = |word: &String| to.split(' ').any(|part| part == word);
    let words = split(&first).into_iter().filter(|word| !is_punct(word) && !called(word));
    let small = words.map(|word| word.to_lowercase()).collect::<Vec<_>>().join(" ");
    match () {
        () if lex().contains("yes.bare", &small) => Some(Act::Accept),
        () if lex().contains("no.bare", &small) => Some(Act::Decline),
        () => None,
    }
}

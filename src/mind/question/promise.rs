//! Facts that only say a promise again.

use super::{Promise, common::words_of};
use crate::language::text::is_stop_word;

/// A fact with more than this of its own beside a promise is more than the promise said again, in words.
const OF_ITS_OWN: usize = 3;
/// Words of any promise, that say nothing of what is promised.
const OF_PROMISES: &str = "agreed agrees promised promises means meant plans";
/// Words after which it is not the same any more.
const OTHERWISE: &str = "not cannot never before after only unless may might maybe perhaps late instead";
/// Names that every fact with a date has.
const OF_DATES: &str = "january february march april may june july august september october november december monday \
    tuesday wednesday thursday friday saturday sunday";

/// Does a text say this promise and nothing else? Names of those who talk say nothing.
pub(super) fn says_again(text: &str, promise: &Promise, names: [&String; 2]) -> bool {
    let small = |word: &str| word.to_lowercase();
    let is_of = |list: &str, word: &str| list.split(' ').any(|one| one == small(word));
    let empty = |word: &str| is_stop_word(&small(word)) || is_of(OF_PROMISES, word);
    let tells = |word: &&str| word.len() > 2 && !empty(word) && !word.contains(|c: char| c.is_ascii_digit());
    let is_name = |word: &str| names.iter().any(|name| words_of(name).any(|part| part == word));
    let what: Vec<String> = words_of(&promise.what).filter(tells).map(small).collect();
    let place: Vec<String> = words_of(&promise.place).map(small).collect();
    let words: Vec<&str> = words_of(text).filter(|word| tells(word) && !is_name(word)).collect();
    let same = |a: &str, b: &str| a.starts_with(b) || b.starts_with(a);
    let found = what.iter().filter(|one| words.iter().any(|word| same(&small(word), one))).count();
    let is_new = |word: &&&str| !what.iter().chain(&place).any(|one| same(&small(word), one)) && !is_of(OF_DATES, word);
    let rest: Vec<&&str> = words.iter().filter(is_new).collect();
    !what.is_empty()
        && 3 * found >= 2 * what.len()
        && rest.len() <= OF_ITS_OWN
        && !rest.iter().any(|word| word.starts_with(char::is_uppercase))
        && !words_of(text).any(|word| is_of(OTHERWISE, word))
}

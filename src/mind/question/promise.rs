//! Facts that only say a promise again.

use super::Promise;
use crate::language::{
    text::{is_stop_word, words},
    time::is_date_name,
};

/// A fact with more than this of its own beside a promise is more than the promise said again, in words.
const OF_ITS_OWN: usize = 3;
/// Words of any promise, that say nothing of what is promised.
const OF_PROMISES: &str = "agreed agrees promised promises means meant plans";
/// Words after which it is not the same any more.
const OTHERWISE: &str = "not cannot never before after only unless may might maybe perhaps late instead";

/// Does a text say this promise and nothing else? Names of those who talk say nothing.
pub(super) fn says_again(text: &str, promise: &Promise, names: [&String; 2]) -> bool {
    let small = |word: &String| word.to_lowercase();
    let is_of = |list: &str, word: &String| list.split(' ').any(|one| one == small(word));
    let empty = |word: &String| is_stop_word(&small(word)) || is_of(OF_PROMISES, word);
    let tells = |word: &String| word.len() > 2 && !empty(word) && !word.contains(|c: char| c.is_ascii_digit());
    let names: Vec<String> = names.into_iter().flat_map(|name| words(name)).collect();
    let what: Vec<String> = words(&promise.what).iter().filter(|word| tells(word)).map(small).collect();
    let place: Vec<String> = words(&promise.place).iter().map(small).collect();
    let all = words(text);
    let told: Vec<&String> = all.iter().filter(|word| tells(word) && !names.contains(word)).collect();
    let same = |a: &str, b: &str| a.starts_with(b) || b.starts_with(a);
    let found = what.iter().filter(|one| told.iter().any(|word| same(&small(word), one))).count();
    let is_new = |word: &&&String| !what.iter().chain(&place).any(|one| same(&small(word), one)) && !is_date_name(word);
    let rest: Vec<&&String> = told.iter().filter(is_new).collect();
    !what.is_empty()
        && 3 * found >= 2 * what.len()
        && rest.len() <= OF_ITS_OWN
        && !rest.iter().any(|word| word.starts_with(char::is_uppercase))
        && !all.iter().any(|word| is_of(OTHERWISE, word))
}

//! What was read is kept: the same memories are read again at every line of talk. A reading hangs on the text, on who
//! speaks to whom on which day, and on those names alone that can stand in the text; all of it is the key, so that
//! what is kept is what would be read.

use std::{cell::RefCell, collections::BTreeMap};

use super::{Deixis, Said};
use crate::language::{text::Pron, time::DAY};

/// So many readings are kept; then the book is begun anew.
const KEPT: usize = 20_000;
/// A longer text is read each time.
const LONGEST: usize = 400;

/// All that a reading hangs on.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    text: String,
    me: String,
    you: String,
    last: Option<(String, Option<Pron>)>,
    today: u32,
    names: String,
}

thread_local! {
    static READ: RefCell<BTreeMap<Key, Option<Said>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The reading that was kept, or a fresh one, kept from now on.
pub fn or_else(text: &str, d: &Deixis, fresh: impl FnOnce() -> Option<Said>) -> Option<Said> {
    if text.len() > LONGEST {
        return fresh();
    }
    let key = key(text, d);
    if let Some(said) = READ.with_borrow(|book| book.get(&key).cloned()) {
        return said;
    }
    let said = fresh();
    READ.with_borrow_mut(|book| {
        if book.len() >= KEPT {
            book.clear();
        }
        book.insert(key, said.clone());
    });
    said
}

fn key(text: &str, d: &Deixis) -> Key {
    // a name can matter only if its first word stands in the text; whose pronoun it is that is asked for, `last` says
    let mut names = String::new();
    let words: Vec<&str> =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let stands = |name: &&String| {
        let word = name.split(|letter: char| !letter.is_alphanumeric()).find(|word| !word.is_empty());
        word.is_none_or(|word| words.contains(&word))
    };
    for (mark, of) in [('\t', &d.names.people), ('\n', &d.names.places)] {
        for name in of.iter().filter(stands) {
            names.push_str(name);
            names.push(mark);
        }
    }
    let last = d.last.clone().map(|who| (d.prons.get(&who).copied(), who)).map(|(pronoun, who)| (who, pronoun));
    // whether "they" means two hangs on it too
    Key { text: text.to_owned(), me: d.me.to_owned(), you: d.you.to_owned(), last, today: d.now / DAY, names }
}

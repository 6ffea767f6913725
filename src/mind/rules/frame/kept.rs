//! Readings are cached, since the same memories are read again for every question. A reading depends on the text, on who
//! speaks to whom on which day, and on those names alone that can stand in the text; all of it is the key, so that what
//! is cached is what would be read.

use std::rc::Rc;

use super::{Deixis, Said};
use crate::language::{cache::Cache, time::DAY};

/// A longer text is read each time.
const LONGEST: usize = 400;

/// All that a reading depends on, part by part.
type Key = Vec<u8>;

thread_local! {
    static READ: Cache<Key, Option<Rc<Said>>> = const { Cache::new(10_000) };
}

/// The cached reading, or a fresh one, cached from now on.
pub fn or_else(text: &str, d: &Deixis, fresh: impl FnOnce() -> Option<Said>) -> Option<Rc<Said>> {
    if text.len() > LONGEST {
        return fresh().map(Rc::new);
    }
    READ.with(|cache| Option::clone(&cache.get_or(key(text, d).as_slice(), || Rc::new(fresh().map(Rc::new)))))
}

fn key(text: &str, d: &Deixis) -> Key {
    let mut key = Key::with_capacity(LONGEST);
    key.extend((d.now / DAY).to_le_bytes());
    let mut add = |mark: &[u8; 1], part: &str| {
        key.extend(mark);
        key.extend((part.len() as u32).to_le_bytes());
        key.extend_from_slice(part.as_bytes());
    };
    add(b"t", text);
    add(b"m", d.me);
    add(b"y", d.you);
    let pronoun = |who: &str| d.prons.get(who).map_or("", |pronoun| pronoun.of(0));
    add(b"g", pronoun(d.me));
    if let Some(last) = &d.last {
        add(b"l", last);
        add(b"g", pronoun(last));
    }
    // a name can matter only if its first word stands in the text
    for (person, name) in d.names.may_stand_in(text) {
        add(if person { b"p" } else { b"h" }, name);
        add(b"g", if person { pronoun(name) } else { "" });
    }
    key
}

//! How somebody came to know something, by what they remember of it.

use super::{Kind, Memory};

/// Ticks in which memories of one occasion come.
const NEAR: u64 = 30;

/// Of all that somebody remembers of a piece of news, oldest first, what tells how it came.
pub fn how_it_came<'a>(mut telling: impl Iterator<Item = &'a Memory>) -> Option<&'a Memory> {
    let first = telling.next()?;
    if first.source.is_some() {
        return Some(first);
    }
    // Of what was kept of one occasion, what was said by somebody tells most about how it came.
    let near = |memory: &&Memory| memory.created <= first.created + NEAR;
    let near: Vec<&Memory> = std::iter::once(first).chain(telling.take_while(near)).collect();
    let said = near.iter().find(|memory| memory.source.is_some());
    said.or_else(|| near.iter().find(|memory| memory.kind == Kind::Dialogue)).copied().or(Some(first))
}

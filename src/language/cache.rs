//! A fixed-size cache for computed values. It never changes a result, since a value depends on its key alone.

use std::{borrow::Borrow, cell::RefCell, collections::HashMap, hash::Hash, rc::Rc};

use foldhash::fast::FixedState;

/// A hash map with a fixed seed, for look-ups only: its iteration order means nothing.
pub type Table<K, V> = HashMap<K, V, FixedState>;

/// A memoization cache of two generations: when the newer one holds half of `most`, it replaces the older one.
/// Values are only looked up, never iterated, so that the order of the hash maps changes nothing.
#[derive(Debug)]
pub struct Cache<K, V: ?Sized> {
    newer: RefCell<Table<K, Rc<V>>>,
    older: RefCell<Table<K, Rc<V>>>,
    most: usize,
}

impl<K: Eq + Hash, V: ?Sized> Cache<K, V> {
    /// One that holds so many values.
    pub const fn new(most: usize) -> Self {
        let newer = RefCell::new(HashMap::with_hasher(FixedState::with_seed(0)));
        let older = RefCell::new(HashMap::with_hasher(FixedState::with_seed(0)));
        Self { newer, older, most }
    }

    /// The cached value, or else a fresh one, cached from now on.
    pub fn get_or<Q: Eq + Hash + ToOwned<Owned = K> + ?Sized>(&self, key: &Q, fresh: impl FnOnce() -> Rc<V>) -> Rc<V>
    where
        K: Borrow<Q>,
    {
        if let Some(value) = self.newer.borrow().get(key) {
            return value.clone();
        }
        let cached = self.older.borrow_mut().remove_entry(key);
        let (key, value) = cached.unwrap_or_else(|| (key.to_owned(), fresh()));
        let mut newer = self.newer.borrow_mut();
        if newer.len() >= self.most / 2 {
            self.older.replace(std::mem::take(&mut newer));
        }
        newer.insert(key, value.clone());
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_computed_is_cached_while_there_is_room() {
        let cache: Cache<String, u32> = Cache::new(4);
        let get = |key: &str, fresh: u32| *cache.get_or(key, || Rc::new(fresh));
        assert_eq!([get("a", 1), get("b", 2), get("a", 9)], [1, 2, 1]);
        assert_eq!([get("c", 3), get("b", 9), get("d", 4), get("b", 9)], [3, 2, 4, 2]);
        assert_eq!(get("a", 5), 5, "not asked for while two others came");
    }
}

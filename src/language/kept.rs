//! What was worked out and may be wanted again: a cache of a fixed size that changes no result, since a value depends on
//! its key alone.

use std::{borrow::Borrow, cell::RefCell, collections::BTreeMap, rc::Rc};

/// Values by what they were worked out from. When there is no room left, those go that were not wanted for the longest.
#[derive(Debug)]
pub struct Kept<K, V: ?Sized>(RefCell<Generations<K, V>>);

#[derive(Debug)]
struct Generations<K, V: ?Sized> {
    young: BTreeMap<K, Rc<V>>,
    old: BTreeMap<K, Rc<V>>,
    most: usize,
}

impl<K: Ord, V: ?Sized> Kept<K, V> {
    /// One that holds `most` to twice as many values.
    pub const fn new(most: usize) -> Self {
        Self(RefCell::new(Generations { young: BTreeMap::new(), old: BTreeMap::new(), most }))
    }

    /// The value that was kept, or else a fresh one, kept from now on.
    pub fn get_or<Q: Ord + ToOwned<Owned = K> + ?Sized>(&self, key: &Q, fresh: impl FnOnce() -> Rc<V>) -> Rc<V>
    where
        K: Borrow<Q>,
    {
        let found = self.0.borrow_mut().get(key);
        found.unwrap_or_else(|| {
            let value = fresh();
            self.0.borrow_mut().insert(key.to_owned(), value.clone());
            value
        })
    }
}

impl<K: Ord, V: ?Sized> Generations<K, V> {
    fn get<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<Rc<V>>
    where
        K: Borrow<Q>,
    {
        if let Some(value) = self.young.get(key) {
            return Some(value.clone());
        }
        let (key, value) = self.old.remove_entry(key)?;
        self.insert(key, value.clone());
        Some(value)
    }

    fn insert(&mut self, key: K, value: Rc<V>) {
        if self.young.len() >= self.most {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_stays() {
        let kept: Kept<String, u32> = Kept::new(2);
        let get = |key: &str, fresh: u32| *kept.get_or(key, || Rc::new(fresh));
        get("wanted", 0);
        for n in 1..100 {
            get(&n.to_string(), n);
            assert_eq!(get("wanted", 1), 0);
            let inner = kept.0.borrow();
            assert!(inner.young.len() <= 2 && inner.old.len() <= 2);
        }
        assert_eq!((get("99", 0), get("50", 0)), (99, 0));
    }
}

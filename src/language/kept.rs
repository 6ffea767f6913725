//! What was worked out and may be wanted again: a cache of a fixed size that changes no result, since a value depends on
//! its key alone.

use std::{borrow::Borrow, collections::BTreeMap, rc::Rc};

/// Values by what they were worked out from. When there is no room left, those go that were not wanted for the longest.
#[derive(Debug)]
pub struct Kept<K, V: ?Sized> {
    young: BTreeMap<K, Rc<V>>,
    old: BTreeMap<K, Rc<V>>,
    most: usize,
}

impl<K: Ord, V: ?Sized> Kept<K, V> {
    /// One that holds `most` to twice as many values.
    pub const fn new(most: usize) -> Self {
        Self { young: BTreeMap::new(), old: BTreeMap::new(), most }
    }

    /// The value that was kept.
    pub fn get<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<Rc<V>>
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

    /// Keeps a value.
    pub fn insert(&mut self, key: K, value: Rc<V>) {
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
        let mut kept: Kept<String, u32> = Kept::new(2);
        kept.insert("wanted".into(), Rc::new(0));
        for n in 1..100 {
            kept.insert(n.to_string(), Rc::new(n));
            assert_eq!(kept.get("wanted").as_deref(), Some(&0));
            assert!(kept.young.len() <= 2 && kept.old.len() <= 2);
        }
        assert_eq!((kept.get("99").as_deref(), kept.get("50")), (Some(&99), None));
    }
}

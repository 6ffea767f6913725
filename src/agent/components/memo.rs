//! Values that keep the JSON that they are saved as.

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A value and the JSON that it is saved as, once somebody has asked for it. What is saved often and long consists of
/// these: few of them change from one time to the next. Copies share both.
#[derive(Default)]
pub struct Memo<T>(Arc<Inner<T>>);

#[derive(Default)]
struct Inner<T> {
    value: T,
    json: OnceLock<Box<RawValue>>,
}

impl<T: Clone> Clone for Inner<T> {
    /// A copy that is about to be changed.
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), json: OnceLock::new() }
    }
}

impl<T> Memo<T> {
    /// Of this value.
    pub fn new(value: T) -> Self {
        Self(Arc::new(Inner { value, json: OnceLock::new() }))
    }
}

impl<T: Clone> Memo<T> {
    /// The value, to be changed: for this copy alone.
    pub fn make_mut(this: &mut Self) -> &mut T {
        let inner = Arc::make_mut(&mut this.0);
        inner.json.take();
        &mut inner.value
    }

    /// The value, which is copied only if it is shared.
    pub fn into_inner(this: Self) -> T {
        Arc::unwrap_or_clone(this.0).value
    }
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Memo<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Memo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Memo<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl<T: Eq> Eq for Memo<T> {}

impl<T: Serialize> Serialize for Memo<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = || to_raw_value(&self.0.value).expect("plain data, with text or numbers for keys");
        self.0.json.get_or_init(json).serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Memo<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(from).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_written_and_stays_with_its_copy() {
        let json = |memo: &Memo<Vec<u8>>| serde_json::to_string(memo).unwrap();
        let one = Memo::new(vec![1]);
        assert_eq!(json(&one), "[1]");
        let mut other = one.clone();
        Memo::make_mut(&mut other).push(2);
        assert_eq!((json(&one), json(&other)), ("[1]".into(), "[1,2]".into()));
        Memo::make_mut(&mut other).push(3);
        assert_eq!(json(&other), "[1,2,3]");
        assert_eq!(serde_json::from_str::<Memo<Vec<u8>>>("[1]").unwrap(), one);
    }
}

//! One hash for everything that is compared: blake3, as hex.

use serde::Serialize;

/// The blake3 hash of `value` written as compact JSON, in hex. The JSON itself is never held in memory.
///
/// # Panics
/// When `value` cannot be written as JSON: a map whose keys are neither text nor numbers. Write such a map as a
/// list of pairs.
pub fn hash_of<T: Serialize + ?Sized>(value: &T) -> String {
    fingerprint_of(value).to_hex().to_string()
}

/// As [`hash_of`], as bytes.
pub(crate) fn fingerprint_of<T: Serialize + ?Sized>(value: &T) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    serde_json::to_writer(&mut hasher, value).expect("plain data, with text or numbers for keys");
    hasher.finalize()
}

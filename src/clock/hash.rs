//! One hash for everything that is compared: blake3, as hex.

use std::io::{self, Write};

use serde::Serialize;

/// Bytes written into it are hashed and forgotten.
#[derive(Default)]
struct Hashing(blake3::Hasher);

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

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
    let mut hashing = Hashing::default();
    serde_json::to_writer(&mut hashing, value).expect("plain data, with text or numbers for keys");
    hashing.0.finalize()
}

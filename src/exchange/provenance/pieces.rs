//! Texts in pieces, each piece kept once. Questions of one person are nearly the same again and again: who they are, the
//! places they know, a memory that has come to mind before.

use std::{collections::BTreeMap, sync::Arc};

/// No piece is shorter than this many bytes, but for the last of a text.
const SHORTEST: usize = 64;
/// Bytes of a piece besides its text: its place in the list and in the index.
const EACH: usize = 72;

/// The pieces, with how often each is used.
#[derive(Default)]
pub struct Pieces {
    all: Vec<(Arc<str>, u32)>,
    /// By their hash, 128 bits of blake3.
    index: BTreeMap<u128, u32>,
    /// Places in the list that nobody uses.
    free: Vec<u32>,
    size: usize,
}

impl Pieces {
    /// Keeps a text; gives its pieces in order.
    pub fn take_in(&mut self, text: &str) -> Vec<u32> {
        cut(text).map(|piece| self.keep(piece)).collect()
    }

    fn keep(&mut self, piece: &str) -> u32 {
        let key = key(piece);
        if let Some(&at) = self.index.get(&key) {
            self.all[at as usize].1 += 1;
            return at;
        }
        self.size += piece.len() + EACH;
        let new = (Arc::from(piece), 1);
        let at = match self.free.pop() {
            Some(at) => {
                self.all[at as usize] = new;
                at
            }
            None => {
                self.all.push(new);
                self.all.len() as u32 - 1
            }
        };
        self.index.insert(key, at);
        at
    }

    /// A text of these pieces is needed no more.
    pub fn let_go(&mut self, pieces: &[u32]) {
        for &at in pieces {
            let Some((text, uses)) = self.all.get_mut(at as usize) else { continue };
            *uses = uses.saturating_sub(1);
            if *uses == 0 {
                self.size -= text.len() + EACH;
                self.index.remove(&key(text));
                *text = Arc::default();
                self.free.push(at);
            }
        }
    }

    /// The text of these pieces.
    pub fn text(&self, pieces: &[u32]) -> String {
        pieces.iter().filter_map(|at| self.all.get(*at as usize)).map(|(text, _)| &**text).collect()
    }

    /// Bytes they take, nearly.
    pub fn size(&self) -> usize {
        self.size
    }
}

fn key(piece: &str) -> u128 {
    let mut short = [0; 16];
    short.copy_from_slice(&blake3::hash(piece.as_bytes()).as_bytes()[..16]);
    u128::from_le_bytes(short)
}

/// Cuts JSON after what looks like the end of an element. Where exactly does not matter: put together again it is the
/// same text, and equal elements are mostly equal pieces.
fn cut(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let bytes = rest.as_bytes();
        let ends = |at: &usize| bytes[*at] == b',' && matches!(bytes[at - 1], b'}' | b']' | b'"');
        // A comma is one byte wherever it stands, so this is never within a letter.
        let end = (SHORTEST..bytes.len()).find(ends).map_or(bytes.len(), |at| at + 1);
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_whole_again_and_leaves_nothing_behind() {
        let texts = ["", "x", "\"},\"".repeat(300).as_str(), "火,\"},".repeat(90).as_str()].map(str::to_string);
        let mut pieces = Pieces::default();
        let kept: Vec<Vec<u32>> = texts.iter().chain(&texts).map(|text| pieces.take_in(text)).collect();
        for (text, kept) in texts.iter().chain(&texts).zip(&kept) {
            assert_eq!(&pieces.text(kept), text);
        }
        kept.iter().for_each(|kept| pieces.let_go(kept));
        assert_eq!((pieces.size(), pieces.index.len(), pieces.free.len()), (0, 0, pieces.all.len()));
    }
}

//! What was asked, as it was asked, and what came to mind for it: for whoever wants to know afterwards why somebody did
//! something. The journal has answers and the hash of each question; this has the questions.
//!
//! It is no part of the town: the resource is there or not, and no system of the town reads it. It is filled at the
//! door, so a save that lives its journal again fills it again.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use bevy::prelude::*;

use crate::{
    memory::Retrieved,
    mind::{Ask, QuestionId},
};

/// The room it takes at most unless told otherwise, in bytes.
const ROOM: usize = 96 << 20;
/// Bytes of an entry besides its text and its memories.
const ENTRY: usize = 160;
/// No piece of a text is shorter than this many bytes, but for the last.
const SHORTEST: usize = 64;
/// Bytes of a piece besides its text.
const PIECE: usize = 48;

/// Questions that have been answered, with their inputs, oldest first; when the room is full the oldest go.
#[derive(Resource)]
pub struct Provenance {
    kept: BTreeMap<QuestionId, Packed>,
    order: VecDeque<QuestionId>,
    /// Questions of one person are nearly the same again and again: each piece of text is kept once.
    pieces: BTreeSet<Arc<str>>,
    room: usize,
    taken: usize,
    /// The tick of the last question that had to go.
    gone: Option<u64>,
    /// Who has those that are not here.
    archive: Option<Arc<dyn QuestionArchive>>,
}

/// Has questions that were answered before.
pub trait QuestionArchive: std::fmt::Debug + Send + Sync {
    /// A question as it was asked.
    fn question(&self, id: QuestionId) -> Option<Kept>;
}

/// A question that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// As it was asked.
    pub ask: Ask,
    /// How each of its memories came to mind.
    pub came: Vec<Retrieved>,
}

/// Questions that were answered since the save looked last. It is there only while a save is written.
#[derive(Resource, Debug, Default)]
pub struct AnsweredQuestions(pub Vec<Kept>);

/// The same with its inputs in pieces.
struct Packed {
    /// Without inputs.
    ask: Ask,
    inputs: Vec<Arc<str>>,
    came: Vec<Retrieved>,
}

impl Default for Provenance {
    fn default() -> Self {
        Self::with_room(ROOM)
    }
}

impl Provenance {
    /// One that takes at most so many bytes.
    pub fn with_room(room: usize) -> Self {
        let (kept, order, pieces) = (BTreeMap::new(), VecDeque::new(), BTreeSet::new());
        Self { kept, order, pieces, room, taken: 0, gone: None, archive: None }
    }

    /// The same, which looks elsewhere for what was answered before.
    pub fn with_archive(self, archive: Arc<dyn QuestionArchive>) -> Self {
        Self { archive: Some(archive), ..self }
    }

    /// Keeps a question that is answered now.
    pub fn keep(&mut self, ask: &Ask, came: Vec<Retrieved>) {
        let inputs = cut(&ask.inputs).map(|piece| self.piece(piece)).collect();
        let bare = Ask { purpose: ask.purpose.clone(), inputs: String::new(), ..*ask };
        let packed = Packed { ask: bare, inputs, came };
        self.taken += packed.size();
        match self.kept.insert(ask.id, packed) {
            Some(before) => self.let_go(before),
            None => self.order.push_back(ask.id),
        }
        while self.taken > self.room && self.order.len() > 1 {
            let Some(packed) = self.order.pop_front().and_then(|oldest| self.kept.remove(&oldest)) else { break };
            self.gone = Some(packed.ask.asked);
            self.let_go(packed);
        }
    }

    /// A piece of text, as it is kept.
    fn piece(&mut self, text: &str) -> Arc<str> {
        if let Some(piece) = self.pieces.get(text) {
            return piece.clone();
        }
        let piece: Arc<str> = text.into();
        self.taken += text.len() + PIECE;
        self.pieces.insert(piece.clone());
        piece
    }

    /// A question is needed no more, nor are pieces of it that no other has.
    fn let_go(&mut self, packed: Packed) {
        self.taken -= packed.size();
        for piece in packed.inputs {
            // One is in the set, one is here.
            if Arc::strong_count(&piece) == 2 {
                self.taken -= piece.len() + PIECE;
                self.pieces.remove(&piece);
            }
        }
    }

    /// A question as it was asked; `None` if it was never here or had to go.
    pub fn get(&self, id: QuestionId) -> Option<Kept> {
        let Some(packed) = self.kept.get(&id) else { return self.archive.as_ref()?.question(id) };
        let inputs = packed.inputs.iter().map(|piece| &**piece).collect();
        let ask = Ask { purpose: packed.ask.purpose.clone(), inputs, ..packed.ask };
        Some(Kept { ask, came: packed.came.clone() })
    }

    /// How the memories of a question came to mind, without unpacking it.
    pub fn came(&self, id: QuestionId) -> Vec<Retrieved> {
        match (self.kept.get(&id), &self.archive) {
            (Some(packed), _) => packed.came.clone(),
            (None, Some(archive)) => archive.question(id).map_or_else(Vec::new, |kept| kept.came),
            (None, None) => Vec::new(),
        }
    }

    /// The tick at which the last question was asked that had to go; `None` while there is room for all.
    pub fn gone(&self) -> Option<u64> {
        self.gone
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Bytes it takes, nearly.
    pub fn size(&self) -> usize {
        self.taken
    }
}

impl Packed {
    fn size(&self) -> usize {
        ENTRY + self.inputs.len() * size_of::<Arc<str>>() + self.came.len() * size_of::<Retrieved>()
    }
}

/// Cuts JSON after what looks like the end of an element. Where exactly does not matter: put together again it is the
/// same text, and equal elements are mostly equal pieces.
pub fn cut(text: &str) -> impl Iterator<Item = &str> {
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
    use crate::memory::FoundBy;

    fn ask(count: u32, inputs: String) -> Ask {
        let id = QuestionId { agent: 1, count };
        Ask { id, purpose: "steps".into(), inputs, asked: u64::from(count), due: 9, give_up: 20, dice: 3 }
    }

    fn inputs(n: u32) -> String {
        let memory =
            |n: u32| format!("{{\"n\":null,\"when\":\"\",\"text\":\"memory {n} of something that was seen\"}}");
        let memories: Vec<String> = (n..n + 30).map(memory).collect();
        format!("{{\"me\":{{\"name\":\"Ann 火\"}},\"memories\":[{}]}}", memories.join(","))
    }

    #[test]
    fn a_question_comes_back_as_it_was() {
        let mut provenance = Provenance::default();
        let asks: Vec<Ask> = (0..100).map(|n| ask(n, inputs(n))).collect();
        let came = vec![Retrieved::by(FoundBy::Newest, 4)];
        asks.iter().for_each(|ask| provenance.keep(ask, came.clone()));
        let whole: usize = asks.iter().map(|ask| ask.inputs.len()).sum();
        assert!(
            provenance.size() < whole * 2 / 3,
            "{} bytes for {whole}: what they share is kept once",
            provenance.size()
        );
        for ask in asks {
            assert_eq!(provenance.get(ask.id), Some(Kept { came: came.clone(), ask }));
        }
        assert_eq!((provenance.len(), provenance.gone()), (100, None));
    }

    #[test]
    fn when_the_room_is_full_the_oldest_go() {
        let mut provenance = Provenance::with_room(30_000);
        (0..300).for_each(|n| provenance.keep(&ask(n, inputs(n * 50)), Vec::new()));
        assert!(
            provenance.size() <= 30_000 && provenance.len() > 2,
            "{} bytes, {} questions",
            provenance.size(),
            provenance.len()
        );
        let first = 300 - provenance.len() as u32;
        assert_eq!(provenance.gone(), Some(u64::from(first) - 1));
        assert!(provenance.get(ask(first - 1, String::new()).id).is_none());
        assert_eq!(provenance.get(ask(first, String::new()).id).map(|kept| kept.ask.inputs), Some(inputs(first * 50)));
    }

    #[test]
    fn what_is_let_go_leaves_nothing_behind() {
        let mut provenance = Provenance::default();
        let texts = ["", "x", "\"},\"".repeat(300).as_str(), "火,\"},".repeat(90).as_str()].map(str::to_string);
        for (n, text) in texts.iter().chain(&texts).enumerate() {
            provenance.keep(&ask(n as u32, text.clone()), Vec::new());
            assert_eq!(
                provenance.get(ask(n as u32, String::new()).id).map(|kept| kept.ask.inputs).as_ref(),
                Some(text)
            );
        }
        std::mem::take(&mut provenance.kept).into_values().for_each(|packed| provenance.let_go(packed));
        assert_eq!((provenance.size(), provenance.pieces.len()), (0, 0));
    }
}

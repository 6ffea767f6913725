//! What was asked, as it was asked, and what came to mind for it: for whoever wants to know afterwards why somebody did
//! something. The journal has answers and the hash of each question; this has the questions.
//!
//! It is no part of the town: the resource is there or not, and no system of the town reads it. It is filled at the
//! door, so a save that lives its journal again fills it again.

mod pieces;

use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;

use self::pieces::Pieces;
use crate::{
    memory::Retrieved,
    mind::{Ask, QuestionId},
};

/// The room it takes at most unless told otherwise, in bytes.
const ROOM: usize = 96 << 20;
/// Bytes of an entry besides its text and its memories.
const ENTRY: usize = 160;

/// Questions that have been answered, with their inputs, oldest first; when the room is full the oldest go.
#[derive(Resource)]
pub struct Provenance {
    kept: BTreeMap<QuestionId, Packed>,
    order: VecDeque<QuestionId>,
    pieces: Pieces,
    room: usize,
    taken: usize,
    /// The tick of the last question that had to go.
    gone: Option<u64>,
}

/// A question that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// As it was asked.
    pub ask: Ask,
    /// How each of its memories came to mind.
    pub came: Vec<Retrieved>,
}

/// The same with its inputs in pieces. What many questions have in common is kept once.
struct Packed {
    /// Without inputs.
    ask: Ask,
    inputs: Vec<u32>,
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
        let (kept, order, pieces) = (BTreeMap::new(), VecDeque::new(), Pieces::default());
        Self { kept, order, pieces, room, taken: 0, gone: None }
    }

    /// Keeps a question that is answered now.
    pub fn keep(&mut self, ask: &Ask, came: Vec<Retrieved>) {
        let inputs = self.pieces.take_in(&ask.inputs);
        let bare = Ask { purpose: ask.purpose.clone(), inputs: String::new(), ..*ask };
        let packed = Packed { ask: bare, inputs, came };
        self.taken += packed.size();
        if let Some(before) = self.kept.insert(ask.id, packed) {
            self.taken -= before.size();
            self.pieces.let_go(&before.inputs);
        } else {
            self.order.push_back(ask.id);
        }
        while self.size() > self.room && self.order.len() > 1 {
            let Some(packed) = self.order.pop_front().and_then(|oldest| self.kept.remove(&oldest)) else { break };
            self.taken -= packed.size();
            self.pieces.let_go(&packed.inputs);
            self.gone = Some(packed.ask.asked);
        }
    }

    /// A question as it was asked; `None` if it was never here or had to go.
    pub fn get(&self, id: QuestionId) -> Option<Kept> {
        let packed = self.kept.get(&id)?;
        let ask = Ask { purpose: packed.ask.purpose.clone(), inputs: self.pieces.text(&packed.inputs), ..packed.ask };
        Some(Kept { ask, came: packed.came.clone() })
    }

    /// How the memories of a question came to mind, without unpacking it.
    pub fn came(&self, id: QuestionId) -> &[Retrieved] {
        self.kept.get(&id).map_or(&[], |packed| &packed.came)
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
        self.taken + self.pieces.size()
    }
}

impl Packed {
    fn size(&self) -> usize {
        ENTRY + self.inputs.len() * size_of::<u32>() + self.came.len() * size_of::<Retrieved>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Way;

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
        let came = vec![Retrieved::by(Way::Newest, 4)];
        asks.iter().for_each(|ask| provenance.keep(ask, came.clone()));
        let whole: usize = asks.iter().map(|ask| ask.inputs.len()).sum();
        assert!(provenance.size() < whole / 2, "{} bytes for {whole}: what they share is kept once", provenance.size());
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
}

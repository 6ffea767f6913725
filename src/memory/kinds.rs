//! Sorts of memories, sets of them, and how a memory came: to its owner, and to mind when a question was put. The latter
//! is for whoever asks afterwards why; nothing in the town reads it.

use serde::{Deserialize, Serialize};

use super::{Hit, Memory};

/// What sort of thing is remembered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum MemoryKind {
    /// Seen, heard or done.
    #[default]
    Observation,
    /// Concluded from other memories.
    Reflection,
    /// Meant to be done.
    Plan,
    /// Said in a conversation.
    Dialogue,
}

impl MemoryKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Observation, Self::Reflection, Self::Plan, Self::Dialogue];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Observation => "observation",
            Self::Reflection => "reflection",
            Self::Plan => "plan",
            Self::Dialogue => "dialogue",
        }
    }
}

/// A set of kinds; all of them unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryKinds(u8);

impl MemoryKinds {
    /// Every kind.
    pub const ALL: Self = Self(0b1111);

    /// Only this kind.
    pub const fn only(kind: MemoryKind) -> Self {
        Self(1 << kind as u8)
    }

    /// All of these and no other.
    pub fn of(kinds: impl IntoIterator<Item = MemoryKind>) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u8))
    }

    /// The same set less one.
    pub const fn without(self, kind: MemoryKind) -> Self {
        Self(self.0 & !(1 << kind as u8))
    }

    /// Is it in the set?
    pub const fn has(self, kind: MemoryKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }
}

impl Default for MemoryKinds {
    fn default() -> Self {
        Self::ALL
    }
}

/// Ticks in which memories of one occasion come.
const NEAR: u64 = 30;

/// From all memories of a piece of news, oldest first, picks the one that shows how its owner learned it.
pub fn memory_of_origin<'a>(mut telling: impl Iterator<Item = &'a Memory>) -> Option<&'a Memory> {
    let first = telling.next()?;
    if first.source.is_some() {
        return Some(first);
    }
    // Of what was kept of one occasion, what was said by somebody tells most about how it came.
    let near = |memory: &&Memory| memory.created <= first.created + NEAR;
    let near: Vec<&Memory> = std::iter::once(first).chain(telling.take_while(near)).collect();
    let said = near.iter().find(|memory| memory.source.is_some());
    said.or_else(|| near.iter().find(|memory| memory.kind == MemoryKind::Dialogue)).copied().or(Some(first))
}

/// The stored value of a score of 1: scores are stored in thousandths, so that what is shown adds up.
pub const SCORE_SCALE: u16 = 1000;

/// How a retrieved memory was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FoundBy {
    /// By the three scores together.
    Scored,
    /// As one of the heaviest.
    Heaviest,
    /// As one of the newest.
    Newest,
    /// As one that names a date or was lived on it.
    Dated,
    /// As something that was said with the one whom one has before oneself.
    Said,
    /// As a piece of one's own life, which people talk of.
    Life,
    /// As what is to be judged: nothing was looked for.
    Judged,
}

/// A memory that a question carried, and how it came there. Scores are as they were at that moment: a retrieval later
/// gives others, for memories fade and come to mind anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retrieved {
    /// Its zero-based index in the stream.
    pub index: u32,
    /// By which way.
    pub by: FoundBy,
    /// Recency, importance and relevance, each of [`SCORE_SCALE`]; zeros unless it was [`FoundBy::Scored`].
    pub scores: [u16; 3],
}

impl Retrieved {
    /// By its scores.
    pub fn scored(hit: &Hit) -> Self {
        let whole = |score: f32| (score.clamp(0.0, 1.0) * f32::from(SCORE_SCALE)).round() as u16;
        let scores = [hit.recency, hit.importance, hit.relevance].map(whole);
        Self { index: hit.index, by: FoundBy::Scored, scores }
    }

    /// By another way.
    pub fn by(by: FoundBy, index: u32) -> Self {
        Self { index, by, scores: [0; 3] }
    }

    /// The three scores from 0 to 1 and their sum; `None` if it came by another way.
    pub fn parts(&self) -> Option<[f32; 4]> {
        let [recency, importance, relevance] = self.scores;
        let all = [recency, importance, relevance, recency + importance + relevance];
        (self.by == FoundBy::Scored).then(|| all.map(|score| f32::from(score) / f32::from(SCORE_SCALE)))
    }
}

impl FoundBy {
    /// Why it came to mind, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Scored => "came to mind",
            Self::Heaviest => "weighs heavily",
            Self::Newest => "is fresh",
            Self::Dated => "is about that date",
            Self::Said => "was told them already",
            Self::Life => "is of one's own life",
            Self::Judged => "is to be judged",
        }
    }
}

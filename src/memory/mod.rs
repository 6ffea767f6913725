//! The memory stream: all that an agent remembers, in the order in which it came (paper, section 4.1).
//!
//! Memories are never dropped. Only the tick of their last access changes, and their importance once it has been rated
//! or a plan is given up. The stream itself is data; the columns that retrieval reads are derived from it, never saved.
//!
//! Each memory has a built-in embedding at once. With a server of embeddings, those in [`embedding_store`] come a little
//! later and are compared instead.

pub mod embedding;
pub mod embedding_store;
mod kinds;
pub mod retrieval;
pub mod scan;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize, Serializer};

use self::{
    embedding_store::EmbeddingStore,
    retrieval::{ColumnQuery, Columns},
};
pub use self::{
    kinds::{FoundBy, MemoryKind, MemoryKinds, Retrieved, SCORE_SCALE, memory_of_origin},
    retrieval::Hit,
    scan::Weights,
};

/// One memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// What sort.
    pub kind: MemoryKind,
    /// What, in plain words with full names and absolute dates.
    pub text: String,
    /// The tick it came; seed memories have 0.
    pub created: u64,
    /// The tick it was last retrieved by its owner.
    pub accessed: u64,
    /// How poignant, 1 to 10; 0: a newer memory has taken its place, and it comes to mind no more.
    pub importance: u8,
    /// Who said it; `None`: seen or done or thought myself.
    pub source: Option<String>,
    /// With whom it was said: the full name of the partner of a dialogue.
    pub with: Option<String>,
    /// Kept to oneself.
    pub secret: bool,
    /// Its importance is fixed: no rating changes it.
    #[serde(default, rename = "held", skip_serializing_if = "std::ops::Not::not")]
    pub importance_fixed: bool,
    /// Places in the same stream of the memories it was concluded from.
    pub evidence: Vec<u32>,
}

impl Memory {
    /// Something seen or done by the owner at `tick`.
    pub fn observed(text: impl Into<String>, tick: u64, importance: u8) -> Self {
        Self {
            text: text.into(),
            created: tick,
            accessed: tick,
            importance: importance.clamp(1, 10),
            ..Self::default()
        }
    }

    /// Whether a newer memory has taken its place.
    pub fn is_superseded(&self) -> bool {
        self.importance == 0
    }
}

/// The kind that a superseded memory has for retrieval: none that is ever looked for.
const NO_KIND: u8 = 7;

/// What is looked for in a stream.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The matter, in words.
    pub about: &'a str,
    /// The tick of the retrieval.
    pub now: u64,
    /// Game seconds of a tick.
    pub tick_seconds: u32,
    /// How many at most.
    pub limit: usize,
    /// The kinds that count; others are as if they were not there.
    pub kinds: MemoryKinds,
    /// The town's rows from a server; where they do not reach, and for `None`, the built-in ones count.
    pub rows: Option<&'a EmbeddingStore>,
}

impl<'a> Query<'a> {
    fn column_query(&self, row: &'a [i8]) -> ColumnQuery<'a> {
        let Self { now, tick_seconds, limit, .. } = *self;
        let theirs = self.rows.and_then(|rows| rows.of(self.about));
        ColumnQuery { row, theirs, now, tick_seconds, kinds: self.kinds.bits(), limit, weights: Weights::default() }
    }
}

/// All that an agent remembers, oldest first.
#[derive(Component, Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<Memory>")]
pub struct MemoryStream {
    all: Vec<Memory>,
    columns: Columns,
    with: BTreeMap<String, Vec<u32>>,
}

impl MemoryStream {
    /// Adds a memory at the end; gives its place.
    pub fn remember(&mut self, memory: Memory) -> u32 {
        let place = self.all.len() as u32;
        self.columns.push(
            &embedding::hash_embedding(&memory.text),
            memory.accessed,
            memory.importance.clamp(1, 10),
            if memory.is_superseded() { NO_KIND } else { memory.kind as u8 },
        );
        if let Some(name) = memory.with.as_ref().filter(|_| memory.kind == MemoryKind::Dialogue) {
            self.with.entry(name.clone()).or_default().push(place);
        }
        self.all.push(memory);
        place
    }

    /// Gives the texts of new memories their numbers among the town's rows.
    pub fn number(&mut self, mut number: impl FnMut(&str) -> u32) {
        for memory in &self.all[self.columns.numbered().min(self.all.len())..] {
            self.columns.number(number(&memory.text));
        }
    }

    /// Whether every text has its number.
    pub fn is_numbered(&self) -> bool {
        self.columns.numbered() == self.all.len()
    }

    /// Takes back what was remembered from this place on, as if it had not been lived.
    pub fn rewind(&mut self, len: usize) {
        self.all.truncate(len);
        self.columns.truncate(len);
        for places in self.with.values_mut() {
            places.retain(|place| (*place as usize) < len);
        }
        self.with.retain(|_, places| !places.is_empty());
    }

    /// All, oldest first.
    pub fn all(&self) -> &[Memory] {
        &self.all
    }

    /// The memory at `place`.
    pub fn get(&self, place: u32) -> Option<&Memory> {
        self.all.get(place as usize)
    }

    /// What came at ticks `from..until`, oldest first. Seed memories of tick 0 are not among it.
    pub fn between(&self, from: u64, until: u64) -> impl Iterator<Item = &Memory> {
        let lived = move |memory: &&Memory| memory.created > 0 && (from..until).contains(&memory.created);
        self.all.iter().filter(lived)
    }

    /// Retrieves the exact top-k memories for a query, best first. Changes nothing; see [`Self::touch`].
    pub fn retrieve(&self, query: &Query) -> Vec<Hit> {
        self.columns.retrieve(&query.column_query(&embedding::hash_embedding(query.about)))
    }

    /// Like [`Self::retrieve`], among these ascending indices only, as if there were no other memories.
    pub fn retrieve_among(&self, query: &Query, places: &[u32]) -> Vec<Hit> {
        self.columns.retrieve_among(&query.column_query(&embedding::hash_embedding(query.about)), places)
    }

    /// These were thought of at `tick`.
    pub fn touch(&mut self, places: &[u32], tick: u64) {
        for &place in places {
            if let Some(memory) = self.all.get_mut(place as usize).filter(|memory| memory.accessed < tick) {
                memory.accessed = tick;
                self.columns.touch(place as usize, tick);
            }
        }
    }

    /// A better judgement of how much it matters, 1 to 10; a fixed one stays as it is.
    pub fn set_importance(&mut self, place: u32, importance: u8) {
        if let Some(memory) =
            self.all.get_mut(place as usize).filter(|memory| !memory.importance_fixed && !memory.is_superseded())
        {
            memory.importance = importance.clamp(1, 10);
            self.columns.set_importance(place as usize, memory.importance);
        }
    }

    /// A plan that is given up weighs next to nothing any more, and may be judged again; other memories stay as they are.
    pub fn abandon_plan(&mut self, place: u32) {
        if let Some(memory) =
            self.all.get_mut(place as usize).filter(|memory| memory.kind == MemoryKind::Plan && !memory.is_superseded())
        {
            (memory.importance_fixed, memory.importance) = (false, 1);
            self.columns.set_importance(place as usize, 1);
        }
    }

    /// A newer memory has taken its place: it stays, and comes to mind no more.
    pub fn supersede(&mut self, place: u32) {
        if let Some(memory) = self.all.get_mut(place as usize) {
            memory.importance = 0;
            self.columns.hide(place as usize, NO_KIND);
        }
    }

    /// The places of all that was said with somebody, by their full name, oldest first.
    pub fn with(&self, name: &str) -> &[u32] {
        self.with.get(name).map_or(&[], Vec::as_slice)
    }
}

impl From<Vec<Memory>> for MemoryStream {
    fn from(all: Vec<Memory>) -> Self {
        let mut stream = Self::default();
        for memory in all {
            stream.remember(memory);
        }
        stream
    }
}

impl Serialize for MemoryStream {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(to)
    }
}

impl PartialEq for MemoryStream {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for MemoryStream {}

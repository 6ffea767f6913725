//! Embeddings from a server: one for every text that the town remembers or searches for, each requested once.
//!
//! Without such a server nothing is stored here. Texts are shared by everybody who remembers them; each is requested by
//! whoever had it first. If the server switches to another model, everything is requested again; until most of it has
//! arrived, the built-in embeddings are compared.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::AgentId,
    mind::question::{EmbedAnswer, MAX_TEXTS, Row},
};

/// How often a text is requested on its own before it is left without an embedding.
const TRIES: u8 = 3;

/// Rows of one model, by the number of their text. Rows of different models are never compared.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EmbeddingSpace {
    model: String,
    dims: usize,
    #[serde(serialize_with = "as_row", deserialize_with = "of_row")]
    block: Vec<i8>,
    known: Vec<bool>,
}

fn as_row<S: serde::Serializer>(block: &[i8], to: S) -> Result<S::Ok, S::Error> {
    Row(block.to_vec()).serialize(to)
}

fn of_row<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<i8>, D::Error> {
    Row::deserialize(from).map(|row| row.0)
}

impl EmbeddingSpace {
    fn of(answer: &EmbedAnswer) -> Self {
        Self { model: answer.model.clone(), dims: answer.dims, ..Self::default() }
    }

    fn is_of(&self, answer: &EmbedAnswer) -> bool {
        (self.model.as_str(), self.dims) == (answer.model.as_str(), answer.dims)
    }

    fn put(&mut self, text: u32, row: &[i8]) {
        // A mind's answer has been checked; that of a save may have been written by anybody.
        if row.len() != self.dims {
            return;
        }
        let n = text as usize;
        if self.known.len() <= n {
            self.known.resize(n + 1, false);
            self.block.resize((n + 1) * self.dims, 0);
        }
        self.known[n] = true;
        self.block[n * self.dims..(n + 1) * self.dims].copy_from_slice(row);
    }

    /// Whether it has a row of this text.
    pub fn has(&self, text: u32) -> bool {
        self.known.get(text as usize).is_some_and(|known| *known)
    }

    /// The row of this text.
    pub fn row(&self, text: u32) -> Option<&[i8]> {
        let n = text as usize;
        self.has(text).then(|| &self.block[n * self.dims..(n + 1) * self.dims])
    }

    /// All rows one after the other, by the number of their text; zeros where there is none.
    pub fn block(&self) -> &[i8] {
        &self.block
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Text {
    text: String,
    /// Who asks for it.
    by: AgentId,
    /// It was asked for in vain, if only in company.
    failed: bool,
    /// So often alone.
    alone: u8,
}

/// What one person has to ask for.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Requests {
    texts: BTreeSet<u32>,
    /// Those of them that somebody waits for.
    pressing: BTreeSet<u32>,
    /// Since when the first of them is there.
    since: u64,
    /// Nothing is asked before this tick.
    rests: u64,
    /// How many are asked for at a time.
    most: usize,
}

impl Default for Requests {
    fn default() -> Self {
        Self { texts: BTreeSet::new(), pressing: BTreeSet::new(), since: 0, rests: 0, most: MAX_TEXTS }
    }
}

impl Requests {
    fn put(&mut self, text: u32, now: u64) {
        if self.texts.is_empty() {
            self.since = now;
        }
        self.texts.insert(text);
    }
}

/// The rows of the town.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct EmbeddingStore {
    on: bool,
    numbers: BTreeMap<String, u32>,
    texts: Vec<Text>,
    space: EmbeddingSpace,
    /// When the model changed last.
    changed: Option<u64>,
    desks: BTreeMap<AgentId, Requests>,
}

impl EmbeddingStore {
    /// Whether there is a server to be asked.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Whether there is or ever was one.
    pub fn is_used(&self) -> bool {
        self.on || !self.texts.is_empty()
    }

    /// From now on there is one, or none. What is known stays known.
    pub fn switch(&mut self, on: bool) {
        self.on = on;
    }

    /// The number of a text that `who` remembers or looks for. If it is new, its row is asked for before long.
    pub fn text_id(&mut self, who: AgentId, text: &str, now: u64) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(Text { text: text.to_owned(), by: who, failed: false, alone: 0 });
        if !text.trim().is_empty() {
            self.desks.entry(who).or_default().put(number, now);
        }
        number
    }

    /// `who` looks for this and may again: its row is asked for before long.
    pub fn request(&mut self, who: AgentId, about: &str, now: u64) {
        if self.on {
            self.text_id(who, about, now);
        }
    }

    /// Like [`Self::request`], for a caller that can wait: returns whether the row is on its way. Nobody waits for a text
    /// whose request has failed, nor while the server is in trouble.
    pub fn request_urgently(&mut self, who: AgentId, about: &str, now: u64) -> bool {
        if !self.on || about.trim().is_empty() {
            return false;
        }
        let number = self.text_id(who, about, now);
        let text = &self.texts[number as usize];
        let Some(desk) = self.desks.get_mut(&text.by) else { return false };
        let comes = !self.space.has(number) && !text.failed && desk.rests <= now;
        if comes && desk.texts.contains(&number) {
            desk.pressing.insert(number);
        }
        comes
    }

    /// The texts that `who` asks for now, if it is time: a full batch, one that waited for `waits` ticks, or one with
    /// something pressing in it.
    pub fn batch(&mut self, who: AgentId, now: u64, waits: u64) -> Option<Vec<String>> {
        let space = &self.space;
        let desk = self.desks.get_mut(&who)?;
        let full = desk.texts.len() >= desk.most || !desk.pressing.is_empty() || desk.since + waits <= now;
        if desk.texts.is_empty() || !full || desk.rests > now {
            return None;
        }
        let pressing = std::mem::take(&mut desk.pressing);
        let first = pressing.iter().chain(desk.texts.difference(&pressing));
        let first: Vec<u32> = first.copied().filter(|text| !space.has(*text)).take(desk.most).collect();
        desk.texts.retain(|text| !space.has(*text) && !first.contains(text));
        desk.since = now;
        let texts: Vec<String> = first.iter().map(|text| self.texts[*text as usize].text.clone()).collect();
        Some(texts).filter(|texts| !texts.is_empty())
    }

    /// Rows came for what `who` asked. Those of no use count as none, and are asked for again `later`, a number of
    /// ticks. A `day` is the shortest time from one change of model to the next, in ticks.
    pub fn receive(&mut self, who: AgentId, texts: &[String], came: &EmbedAnswer, now: u64, (later, day): (u64, u64)) {
        if !self.space.is_of(came) {
            if self.changed.is_some_and(|at| now < at + day) {
                return self.request_failed(who, texts, now, later);
            }
            self.begin_again(EmbeddingSpace::of(came), now);
        }
        for (text, row) in texts.iter().zip(&came.rows) {
            let Some(&number) = self.numbers.get(text) else { continue };
            self.space.put(number, &row.0);
            let text = &mut self.texts[number as usize];
            (text.failed, text.alone) = (false, 0);
        }
        let desk = self.desks.entry(who).or_default();
        desk.most = (desk.most * 2).min(MAX_TEXTS);
    }

    /// No rows came for what `who` asked. It is asked again `later`, a number of ticks, and half as much at a time, so
    /// that one text that no server takes does not stand in the way of the others; alone it is tried a few times.
    pub fn request_failed(&mut self, who: AgentId, texts: &[String], now: u64, later: u64) {
        let desk = self.desks.entry(who).or_default();
        desk.rests = now + later;
        desk.most = (texts.len() / 2).max(1);
        for number in texts.iter().filter_map(|text| self.numbers.get(text).copied()) {
            let text = &mut self.texts[number as usize];
            text.failed = true;
            text.alone += u8::from(texts.len() == 1);
            if text.alone < TRIES {
                desk.put(number, now);
            }
        }
    }

    /// Another model: all that had a row is asked for again, by whom it was asked before.
    fn begin_again(&mut self, next: EmbeddingSpace, now: u64) {
        let old = std::mem::replace(&mut self.space, next);
        self.changed = (!old.model.is_empty()).then_some(now);
        for (number, text) in (0..).zip(&mut self.texts).filter(|(number, _)| old.has(*number)) {
            (text.failed, text.alone) = (false, 0);
            self.desks.entry(text.by).or_default().put(number, now);
        }
    }

    /// The rows, and among them that of what is looked for; `None`: it is not there, or no server is asked.
    pub fn of(&self, about: &str) -> Option<(&EmbeddingSpace, &[i8])> {
        let number = self.numbers.get(about).filter(|_| self.on)?;
        Some((&self.space, self.space.row(*number)?))
    }

    /// The model whose rows are compared, and the numbers in one; `None`: none has come yet.
    pub fn model(&self) -> Option<(&str, usize)> {
        Some((self.space.model.as_str(), self.space.dims)).filter(|(model, _)| self.on && !model.is_empty())
    }

    /// Texts that have a row.
    pub fn len(&self) -> usize {
        self.space.known.iter().filter(|known| **known).count()
    }

    /// Is there no row at all?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests;

//! Which memories come to mind (paper, section 4.1): recency + importance + relevance, exactly.
//!
//! Every memory is scored. An approximate nearest-neighbour index would lose half of the right answers as soon as
//! recency and importance count too; a plain scan of one block of memory is fast enough.
//! Pure: this file knows columns of numbers, and neither texts nor the town.

use super::{
    embedding_store::EmbeddingSpace,
    scan::{Scale, Scoring, Weights, decayed, dots, dots_of, min_max, top_k},
};

/// A server's embeddings are used if at most one memory in this many lacks one.
const FEW: usize = 4;

/// What a retrieval looks at: an entry for each memory, each column in one block.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    rows: Vec<i8>,
    accessed: Vec<u32>,
    importance: Vec<u8>,
    kind: Vec<u8>,
    /// The kinds that there are, a bit each.
    kinds: u8,
    /// The number of the text in the town's rows; of the first so many memories.
    text: Vec<u32>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct ColumnQuery<'a> {
    /// The row of the matter.
    pub row: &'a [i8],
    /// The rows of a server, and among them that of the matter; `None`: the built-in rows are compared.
    pub theirs: Option<(&'a EmbeddingSpace, &'a [i8])>,
    /// The tick of the retrieval.
    pub now: u64,
    /// Game seconds of a tick.
    pub tick_seconds: u32,
    /// Kinds that count, a bit each.
    pub kinds: u8,
    /// How many at most.
    pub limit: usize,
    /// How much each of the three counts.
    pub weights: Weights,
}

/// A memory that came to mind, with why: each of the three scaled to 0 to 1 over all memories that count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its zero-based index in the stream.
    pub index: u32,
    /// How lately it was last thought of.
    pub recency: f32,
    /// How much it matters.
    pub importance: f32,
    /// How much it has to do with the matter.
    pub relevance: f32,
    /// The weighted sum.
    pub score: f32,
}

impl Columns {
    /// Adds a memory.
    pub fn push(&mut self, row: &[i8], accessed: u64, importance: u8, kind: u8) {
        self.rows.extend_from_slice(row);
        self.accessed.push(tick(accessed));
        self.importance.push(importance);
        self.kind.push(kind);
        self.kinds |= 1 << (kind & 7);
    }

    /// Forgets all from this place on.
    pub fn truncate(&mut self, len: usize) {
        let dims = self.rows.len().checked_div(self.len()).unwrap_or_default();
        self.rows.truncate(len * dims);
        self.accessed.truncate(len);
        self.importance.truncate(len);
        self.kind.truncate(len);
        self.text.truncate(len);
        self.kinds = self.kind.iter().fold(0, |kinds, kind| kinds | 1 << (kind & 7));
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.kind.len()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.kind.is_empty()
    }

    /// The rows, one after the other.
    pub fn rows(&self) -> &[i8] {
        &self.rows
    }

    /// How many memories have the number of their text.
    pub fn numbered(&self) -> usize {
        self.text.len()
    }

    /// The next memory has this text.
    pub fn number(&mut self, text: u32) {
        self.text.push(text);
    }

    /// The memory at `place` was thought of at `at`.
    pub fn touch(&mut self, place: usize, at: u64) {
        if let Some(accessed) = self.accessed.get_mut(place) {
            *accessed = tick(at);
        }
    }

    /// The memory at `place` is of no kind that is looked for any more.
    pub fn hide(&mut self, place: usize, no_kind: u8) {
        if let Some(kind) = self.kind.get_mut(place) {
            *kind = no_kind;
            self.kinds = self.kind.iter().fold(0, |kinds, kind| kinds | 1 << (kind & 7));
        }
    }

    /// The memory at `place` matters this much.
    pub fn set_importance(&mut self, place: usize, importance: u8) {
        if let Some(one) = self.importance.get_mut(place) {
            *one = importance;
        }
    }

    /// What comes to mind, best first; of equals the newer first.
    pub fn retrieve(&self, query: &ColumnQuery) -> Vec<Hit> {
        if self.kinds & !query.kinds == 0 {
            return self.look(query);
        }
        let places: Vec<u32> = (0..self.len() as u32).collect();
        self.retrieve_among(query, &places)
    }

    /// The same of these places alone, which ascend, as if there were no others.
    pub fn retrieve_among(&self, query: &ColumnQuery, places: &[u32]) -> Vec<Hit> {
        let counts = |n: &u32| self.kind.get(*n as usize).is_some_and(|kind| query.kinds >> (kind & 7) & 1 == 1);
        let places: Vec<u32> = places.iter().copied().filter(counts).collect();
        // What is left out does not count at all, not even for the scales: so the rest becomes a stream of its own.
        let mut rest = Columns::default();
        let dims = self.rows.len().checked_div(self.len()).unwrap_or_default();
        for n in places.iter().map(|n| *n as usize) {
            let row = &self.rows[n * dims..(n + 1) * dims];
            rest.push(row, u64::from(self.accessed[n]), self.importance[n], self.kind[n]);
            rest.text.extend(self.text.get(n));
        }
        let hits = rest.look(query).into_iter();
        hits.map(|hit| Hit { index: places[hit.index as usize], ..hit }).collect()
    }

    fn look(&self, query: &ColumnQuery) -> Vec<Hit> {
        if self.is_empty() || query.limit == 0 {
            return Vec::new();
        }
        let dots = self.dots(query);
        let scoring = self.scoring(query, &dots);
        let hit = |index: u32| {
            let n = index as usize;
            let parts = scoring.parts(self.accessed[n], self.importance[n], dots[n]);
            let [recency, importance, relevance] = parts;
            Hit { index, recency, importance, relevance, score: scoring.score(parts) }
        };
        top_k(&self.accessed, &self.importance, &dots, scoring, query.limit).into_iter().map(hit).collect()
    }

    /// How near each is to the matter: by the rows of the server if nearly all have one, else by the built-in ones.
    ///
    /// A memory whose row has not come yet is put where it stands between the farthest and the nearest by the built-in
    /// rows: numbers of the one space are never compared with those of the other.
    fn dots(&self, query: &ColumnQuery) -> Vec<i32> {
        let own = || dots(&self.rows, query.row, self.len());
        let Some((space, row)) = query.theirs else { return own() };
        let comes = |n: &usize| self.text.get(*n).is_none_or(|text| !space.has(*text));
        let missing: Vec<usize> = (0..self.len()).filter(comes).collect();
        if missing.len() * FEW > self.len() {
            return own();
        }
        let mut theirs = dots_of(space.block(), &self.text, row);
        if missing.is_empty() {
            return theirs;
        }
        theirs.resize(self.len(), 0);
        let own = own();
        let known = (0..self.len()).filter(|n| missing.binary_search(n).is_err());
        let known: Vec<i32> = known.map(|n| theirs[n]).collect();
        let (farthest, nearest) = min_max(&known, (i32::MIN, i32::MAX));
        let (least, most) = min_max(&own, (i32::MIN, i32::MAX));
        for n in missing {
            let stands = i64::from(own[n] - least) * i64::from(nearest - farthest) / i64::from((most - least).max(1));
            theirs[n] = farthest + stands as i32;
        }
        theirs
    }

    fn scoring(&self, query: &ColumnQuery, dots: &[i32]) -> Scoring {
        let (oldest, newest) = min_max(&self.accessed, (0, u32::MAX));
        let (lightest, heaviest) = min_max(&self.importance, (0, u8::MAX));
        let (farthest, nearest) = min_max(dots, (i32::MIN, i32::MAX));
        let now = tick(query.now);
        let hours = f64::from(query.tick_seconds) / 3600.0;
        let per_tick = (f64::from(query.weights.decay).log2() * hours) as f32;
        let left = |accessed: u32| decayed(now.saturating_sub(accessed), per_tick);
        Scoring {
            now,
            per_tick,
            recency: Scale::new(left(oldest), left(newest)),
            importance: Scale::new(f32::from(lightest), f32::from(heaviest)),
            relevance: Scale::new(farthest as f32, nearest as f32),
            weights: query.weights,
        }
    }
}

/// A tick as it is kept here: enough for a thousand years.
fn tick(tick: u64) -> u32 {
    u32::try_from(tick).unwrap_or(u32::MAX)
}

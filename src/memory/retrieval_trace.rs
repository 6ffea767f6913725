//! By which way a memory came to mind: for whoever asks afterwards why. No part of the town: nothing in it reads this.

use super::Hit;

/// A score of 1 in the whole numbers in which scores are noted: thousandths, so that what is shown adds up.
pub const ONE: u16 = 1000;

/// What a memory was looked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retrieved {
    /// Its place in the stream.
    pub place: u32,
    /// By which way.
    pub way: Way,
    /// Recency, importance and relevance, each of [`ONE`]; zeros unless it was [`Way::Scored`].
    pub scores: [u16; 3],
}

impl Retrieved {
    /// By its scores.
    pub fn scored(hit: &Hit) -> Self {
        let whole = |score: f32| (score.clamp(0.0, 1.0) * f32::from(ONE)).round() as u16;
        let scores = [hit.recency, hit.importance, hit.relevance].map(whole);
        Self { place: hit.place, way: Way::Scored, scores }
    }

    /// By another way.
    pub fn by(way: Way, place: u32) -> Self {
        Self { place, way, scores: [0; 3] }
    }

    /// The three scores from 0 to 1 and their sum; `None` if it came by another way.
    pub fn parts(&self) -> Option<[f32; 4]> {
        let [recency, importance, relevance] = self.scores;
        let all = [recency, importance, relevance, recency + importance + relevance];
        (self.way == Way::Scored).then(|| all.map(|score| f32::from(score) / f32::from(ONE)))
    }
}

impl Way {
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

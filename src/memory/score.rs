//! From how lately, how heavy and how near to one number.

/// How much each of the three counts, and how fast memories fade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of how lately it was last thought of.
    pub recency: f32,
    /// Of how much it matters.
    pub importance: f32,
    /// Of how much it has to do with the matter.
    pub relevance: f32,
    /// What is left of the recency after an hour of the game, above 0 and at most 1.
    pub fade: f32,
}

impl Default for Weights {
    /// The paper's: all count the same.
    fn default() -> Self {
        Self { recency: 1.0, importance: 1.0, relevance: 1.0, fade: 0.99 }
    }
}

/// A number from its range to 0 to 1; a range of one number is 0 throughout.
#[derive(Clone, Copy)]
pub struct Scale {
    least: f32,
    per: f32,
}

impl Scale {
    /// Of this range.
    pub fn new(least: f32, most: f32) -> Self {
        Self { least, per: if most > least { 1.0 / (most - least) } else { 0.0 } }
    }

    #[inline(always)]
    fn of(self, x: f32) -> f32 {
        ((x - self.least) * self.per).clamp(0.0, 1.0)
    }
}

/// How the three raw numbers of a memory become its score.
#[derive(Clone, Copy)]
pub struct Scoring {
    /// The tick of the retrieval.
    pub now: u32,
    /// log2 of what a tick leaves of the recency.
    pub per_tick: f32,
    /// Of the recency.
    pub recency: Scale,
    /// Of the importance.
    pub importance: Scale,
    /// Of the dot products.
    pub relevance: Scale,
    /// How much each counts.
    pub weights: Weights,
}

impl Scoring {
    /// Recency, importance and relevance, each from 0 to 1.
    #[inline(always)]
    pub fn parts(&self, accessed: u32, importance: u8, dot: i32) -> [f32; 3] {
        [
            self.recency.of(faded(self.now.saturating_sub(accessed), self.per_tick)),
            self.importance.of(f32::from(importance)),
            self.relevance.of(dot as f32),
        ]
    }

    /// Their weighted sum.
    #[inline(always)]
    pub fn score(&self, [recency, importance, relevance]: [f32; 3]) -> f32 {
        self.weights.recency * recency + self.weights.importance * importance + self.weights.relevance * relevance
    }
}

/// Two to the power of `ticks * per_tick`, which is at most 0. By additions and multiplications alone: so it is the
/// same on every machine, and many at a time.
#[inline(always)]
pub fn faded(ticks: u32, per_tick: f32) -> f32 {
    /// Added to a small number, it leaves the nearest whole number in the last bits.
    const ROUND: f32 = 12_582_912.0;
    let power = (ticks as f32 * per_tick).max(-100.0);
    let rounded = power + ROUND;
    let rest = (power - (rounded - ROUND)) * std::f32::consts::LN_2;
    let whole = rounded.to_bits().wrapping_sub(ROUND.to_bits());
    let two_to_whole = f32::from_bits(whole.wrapping_add(127) << 23);
    let series = 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    (series * rest + 1.0) * two_to_whole
}

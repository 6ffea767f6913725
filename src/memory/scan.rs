//! The inner loops of retrieval: they combine the recency, importance and relevance of each memory into one score.
//!
//! `pulp` compiles each loop for several instruction sets and picks the widest at run time; `#[inline(always)]` keeps a
//! loop in one function for that. All versions give the same results: integers, or single additions and products.

use pulp::{Arch, Simd, WithSimd};

/// The dot product of `query` with each of the first `count` rows of `block`: whole numbers, exact, and the same in any
/// order.
pub fn dots(block: &[i8], query: &[i8], count: usize) -> Vec<i32> {
    products(block, query, count, |place| place)
}

/// The same of rows that lie anywhere: for each of `numbers`, the dot product with the row of that number. Where there is
/// none, 0.
pub fn dots_of(block: &[i8], numbers: &[u32], query: &[i8]) -> Vec<i32> {
    products(block, query, numbers.len(), |place| numbers[place] as usize)
}

fn products(block: &[i8], query: &[i8], count: usize, row: impl Fn(usize) -> usize) -> Vec<i32> {
    let mut dots = vec![0; count];
    let query: Vec<i16> = query.iter().map(|n| i16::from(*n)).collect();
    if !query.is_empty() {
        Arch::new().dispatch(Dots { block, query: &query, dots: &mut dots, row });
    }
    dots
}

struct Dots<'a, F> {
    block: &'a [i8],
    query: &'a [i16],
    dots: &'a mut [i32],
    /// Which row of the block belongs to a place.
    row: F,
}

impl<F: Fn(usize) -> usize> WithSimd for Dots<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let dims = self.query.len();
        for (place, dot) in self.dots.iter_mut().enumerate() {
            let from = (self.row)(place) * dims;
            if let Some(row) = self.block.get(from..from + dims) {
                *dot = product(row, self.query);
            }
        }
    }
}

/// The sum cannot overflow: 16,384 products stay below a seventh of `i32::MAX`.
#[inline(always)]
fn product(row: &[i8], query: &[i16]) -> i32 {
    // A plain loop: `sum` is no inline function, so that it would not be built for this instruction set.
    let mut sum = 0;
    for (a, b) in row.iter().zip(query) {
        sum += i32::from(*a) * i32::from(*b);
    }
    sum
}

/// Lowest and highest; of nothing the two given ones.
pub fn min_max<T: Copy + Ord>(of: &[T], (least, most): (T, T)) -> (T, T) {
    Arch::new().dispatch(|| {
        let (mut low, mut high) = (most, least);
        for one in of {
            low = low.min(*one);
            high = high.max(*one);
        }
        if of.is_empty() { (least, most) } else { (low, high) }
    })
}

/// The places of the memories with the highest scores by the three columns, best first; of equals the newer first.
pub fn top_k(accessed: &[u32], importance: &[u8], dots: &[i32], scoring: Scoring, limit: usize) -> Vec<u32> {
    let mut scores = vec![0.0; accessed.len()];
    Arch::new().dispatch(Fill { scores: &mut scores, accessed, importance, dots, scoring });
    top_k_indices(&scores, limit)
}

struct Fill<'a> {
    scores: &'a mut [f32],
    accessed: &'a [u32],
    importance: &'a [u8],
    dots: &'a [i32],
    scoring: Scoring,
}

impl WithSimd for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let columns = self.accessed.iter().zip(self.importance).zip(self.dots);
        for (score, ((accessed, importance), dot)) in self.scores.iter_mut().zip(columns) {
            *score = self.scoring.score(self.scoring.parts(*accessed, *importance, *dot));
        }
    }
}

fn top_k_indices(scores: &[f32], limit: usize) -> Vec<u32> {
    let order = |a: &u32, b: &u32| scores[*b as usize].total_cmp(&scores[*a as usize]).then(b.cmp(a));
    let mut places: Vec<u32> = (0..scores.len() as u32).collect();
    if limit < places.len() {
        places.select_nth_unstable_by(limit, order);
        places.truncate(limit);
    }
    places.sort_unstable_by(order);
    places
}

/// How much each of the three counts, and how fast memories decay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of how lately it was last thought of.
    pub recency: f32,
    /// Of how much it matters.
    pub importance: f32,
    /// Of how much it has to do with the matter.
    pub relevance: f32,
    /// What is left of the recency after an hour of the game, above 0 and at most 1.
    pub decay: f32,
}

impl Default for Weights {
    /// The paper's: all count the same.
    fn default() -> Self {
        Self { recency: 1.0, importance: 1.0, relevance: 1.0, decay: 0.99 }
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
            self.recency.of(decayed(self.now.saturating_sub(accessed), self.per_tick)),
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
pub fn decayed(ticks: u32, per_tick: f32) -> f32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rows_do_not_run_over() {
        let row = vec![-128_i8; crate::mind::question::MAX_DIMS];
        let most = 128 * 128 * crate::mind::question::MAX_DIMS as i32;
        assert_eq!((dots(&row, &row, 1), dots_of(&row, &[0, 7], &row)), (vec![most], vec![most, 0]));
    }

    #[test]
    fn ranges_of_little() {
        assert_eq!(
            (min_max(&[3, 1, 2], (0, 9)), min_max(&[5], (0, 9)), min_max::<u8>(&[], (0, 9))),
            ((1, 3), (5, 5), (0, 9))
        );
    }

    #[test]
    fn many_equals_are_sorted_by_age() {
        let scores = vec![7.0; 1000];
        assert_eq!(top_k_indices(&scores, 3), [999, 998, 997]);
        assert_eq!((top_k_indices(&scores, 0).len(), top_k_indices(&scores, 5000).len()), (0, 1000));
    }
}

//! The loops of a retrieval over whole columns.
//!
//! They are plain; `pulp` compiles them several times over and takes the copy for the widest registers that the
//! machine has. Whole numbers and single additions and multiplications come out the same in all of them.

use pulp::{Arch, Simd, WithSimd};

use super::score::Scoring;

/// So many scores are looked at together, since few of them are good enough.
const TOGETHER: usize = 32;

/// A loop that is compiled for each kind of processor: all of it must be in the one function, hence the hints.
trait Loop {
    fn go(self);
}

struct Widest<L: Loop>(L);

impl<L: Loop> WithSimd for Widest<L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.0.go();
    }
}

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
        Arch::new().dispatch(Widest(Dots { block, query: &query, dots: &mut dots, row }));
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

impl<F: Fn(usize) -> usize> Loop for Dots<'_, F> {
    #[inline(always)]
    fn go(self) {
        let dims = self.query.len();
        for (place, dot) in self.dots.iter_mut().enumerate() {
            let from = (self.row)(place) * dims;
            if let Some(row) = self.block.get(from..from + dims) {
                *dot = product(row, self.query);
            }
        }
    }
}

/// No sum of so many products is too long: 16,384 of them stay below a seventh of what an `i32` holds.
#[inline(always)]
fn product(row: &[i8], query: &[i16]) -> i32 {
    row.iter().zip(query).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

/// Lowest and highest; of nothing the two given ones.
pub fn range<T: Copy + Ord>(of: &[T], (least, most): (T, T)) -> (T, T) {
    Arch::new().dispatch(|| {
        let (mut low, mut high) = (most, least);
        for one in of {
            low = low.min(*one);
            high = high.max(*one);
        }
        if of.is_empty() { (least, most) } else { (low, high) }
    })
}

/// Scores as whole numbers in the same order, so that many are compared at a time; see `key`.
pub struct Keys {
    keys: Vec<i32>,
    highest: Vec<i32>,
}

/// A number whose order is that of the score.
#[inline(always)]
fn key(score: f32) -> i32 {
    let bits = score.to_bits() as i32;
    bits ^ ((bits >> 31) as u32 >> 1) as i32
}

/// The scores of all memories, by the three columns.
pub fn keys(accessed: &[u32], importance: &[u8], dots: &[i32], scoring: Scoring) -> Keys {
    let mut keys = vec![i32::MIN; accessed.len()];
    let mut highest = vec![i32::MIN; keys.len().div_ceil(TOGETHER)];
    Arch::new().dispatch(Widest(Fill { keys: &mut keys, highest: &mut highest, accessed, importance, dots, scoring }));
    Keys { keys, highest }
}

struct Fill<'a> {
    keys: &'a mut [i32],
    highest: &'a mut [i32],
    accessed: &'a [u32],
    importance: &'a [u8],
    dots: &'a [i32],
    scoring: Scoring,
}

impl Loop for Fill<'_> {
    #[inline(always)]
    fn go(self) {
        let columns = self.accessed.iter().zip(self.importance).zip(self.dots);
        for (one, ((accessed, importance), dot)) in self.keys.iter_mut().zip(columns) {
            *one = key(self.scoring.score(self.scoring.parts(*accessed, *importance, *dot)));
        }
        for (high, few) in self.highest.iter_mut().zip(self.keys.chunks(TOGETHER)) {
            for one in few {
                *high = (*high).max(*one);
            }
        }
    }
}

impl Keys {
    /// The places of the highest scores, best first; of equals the newer first.
    pub fn best(&self, most: usize) -> Vec<u32> {
        let order = |a: &u32, b: &u32| self.keys[*b as usize].cmp(&self.keys[*a as usize]).then(b.cmp(a));
        let mut kept: Vec<u32> = Vec::with_capacity(3 * most + 2 * TOGETHER);
        let mut least = i32::MIN;
        for (block, few) in self.keys.chunks(TOGETHER).enumerate() {
            if most == 0 || self.highest[block] < least {
                continue;
            }
            for (n, _) in few.iter().enumerate().filter(|(_, key)| **key >= least) {
                kept.push((block * TOGETHER + n) as u32);
            }
            // Sorted out now and then: cheaper than keeping order at every step.
            if kept.len() >= 2 * most + TOGETHER {
                kept.select_nth_unstable_by(most - 1, order);
                kept.truncate(most);
                least = kept.iter().map(|place| self.keys[*place as usize]).min().unwrap_or(i32::MIN);
            }
        }
        kept.sort_unstable_by(order);
        kept.truncate(most);
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_scores() {
        let scores = [f32::NEG_INFINITY, -3.5, -0.1, 0.0, 1e-9, 0.3, 2.999, 3.0, f32::INFINITY];
        assert!(scores.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
    }

    #[test]
    fn the_longest_rows_do_not_run_over() {
        let row = vec![-128_i8; crate::mind::question::MOST_DIMS];
        let most = 128 * 128 * crate::mind::question::MOST_DIMS as i32;
        assert_eq!((dots(&row, &row, 1), dots_of(&row, &[0, 7], &row)), (vec![most], vec![most, 0]));
    }

    #[test]
    fn ranges_of_little() {
        assert_eq!(
            (range(&[3, 1, 2], (0, 9)), range(&[5], (0, 9)), range::<u8>(&[], (0, 9))),
            ((1, 3), (5, 5), (0, 9))
        );
    }

    #[test]
    fn many_equals_are_sorted_by_age() {
        let keys = Keys { keys: vec![7; 1000], highest: vec![7; 32] };
        assert_eq!(keys.best(3), [999, 998, 997]);
        assert_eq!((keys.best(0).len(), keys.best(5000).len()), (0, 1000));
    }
}

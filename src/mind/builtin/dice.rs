//! A question's own chance.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// Dice that fall the same way for the same question. The arithmetic is our own, so that no release of a crate
/// changes it.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of one question.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n`; 0 for an `n` of 0.
    pub fn below(&mut self, n: usize) -> usize {
        let high = u64::from(self.0.next_u32()) * (n as u64);
        (high >> 32) as usize
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// Minutes between two bounds, both included, in steps of five.
    pub fn minutes(&mut self, least: i32, most: i32) -> i32 {
        let steps = ((most - least) / 5).max(0) as usize;
        least + 5 * self.below(steps + 1) as i32
    }

    /// One of them, or nothing of nothing.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// In any order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

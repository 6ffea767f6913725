//! A question's own chance.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// Dice that fall the same way for the same question. The arithmetic is our own, so that no release of a crate
/// changes it.
#[derive(Clone)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of one question.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Dice that fall the same way whenever somebody of this nature throws them about the same thing. Keys are days,
    /// hours, numbers: never how a name is spelt.
    pub fn steady(nature: u64, about: &[u64]) -> Self {
        Self::new(about.iter().fold(nature, |seed, key| mix(seed ^ mix(*key))))
    }

    /// Any number.
    #[allow(clippy::should_implement_trait, reason = "dice are no iterator")]
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// From 0 to below 1.
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1u32 << 24) as f32
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

/// Stirs a number well (splitmix64): neighbours come out far apart.
pub fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

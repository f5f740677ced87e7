//! Random numbers that are the same on every machine.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// A source of small random numbers. The same seed gives the same numbers on
/// every machine.
pub struct Dice(Pcg64Mcg);

impl Dice {
    /// The numbers of a seed; each stream has its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        Dice(Pcg64Mcg::new(
            u128::from(seed) << 64 | u128::from(stream) << 1 | 1,
        ))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        // If a usize has 32 bits, it can neither hold the product nor be shifted by 32.
        let product = u128::from(self.0.next_u64() >> 32) * n as u128;
        (product >> 32) as usize
    }

    /// True with probability `part / whole`.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// A random element of a list.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// A number from `least` to `most` whose logarithm is uniform: as often from 10 to 100 as from
    /// 100 to 1000.
    pub fn of_any_size(&mut self, least: usize, most: usize) -> usize {
        let (low, high) = ((least.max(1) as f64).ln(), (most.max(1) as f64 + 1.0).ln());
        let part = self.below(1 << 20) as f64 / f64::from(1 << 20);
        let number = (low + part * (high - low).max(0.0)).exp() as usize;
        number.clamp(least, most.max(least))
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in 1..list.len() {
            list.swap(place, self.below(place + 1));
        }
    }

    /// `count` different numbers below `n`, or all of them, in random order.
    pub fn sample(&mut self, count: usize, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..n).collect();
        let count = count.min(n);
        for place in 0..count {
            all.swap(place, self.between(place, n - 1));
        }
        all.truncate(count);
        all
    }
}

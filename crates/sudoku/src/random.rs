//! Random numbers that are the same on every machine: PCG-64, one stream per
//! puzzle.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// The stream of that number, for that seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        // PCG streams that start from the same state are correlated, so the number is
        // mixed in.
        let state = u128::from(seed) << 64 | u128::from(mix(stream));
        Random(Pcg64::new(state, u128::from(stream)))
    }

    /// A number below `bound`, which is not 0: each with the same probability.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        // Lemire's multiplication (ACM TOMACS 29, 2019, no. 3).
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            if product as u32 >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the members into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in 1..list.len() {
            list.swap(place, self.below(place as u32 + 1) as usize);
        }
    }
}

/// The finalizer of splitmix64.
fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_each_time_and_differs_from_the_next() {
        let draw = |seed, stream| {
            let mut random = Random::new(seed, stream);
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
    }

    #[test]
    fn every_number_below_the_bound_comes_about_equally_often() {
        let mut random = Random::new(7, 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&count| count.abs_diff(10_000) < 500),
            "{counts:?}"
        );
    }
}

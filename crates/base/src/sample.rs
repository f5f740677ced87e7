//! Random numbers of any size.

use num_bigint::BigUint;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Draws `size` uniform random numbers from 0 to `bound - 1`, with repetition, and sorts them. The
/// result is empty if `bound` is 0.
pub fn sample(bound: &BigUint, size: u64, seed: u64) -> Vec<BigUint> {
    if *bound == BigUint::ZERO {
        return Vec::new();
    }
    let mut random = Pcg64::seed_from_u64(seed);
    let mut numbers: Vec<BigUint> = (0..size).map(|_| below(bound, &mut random)).collect();
    numbers.sort_unstable();
    numbers
}

/// A uniform random number below `bound`, by rejection: draws numbers with as many bits until one
/// is smaller.
fn below(bound: &BigUint, random: &mut Pcg64) -> BigUint {
    let bits = bound.bits();
    let words = bits.div_ceil(32);
    loop {
        let halves = (0..words).map(|_| random.next_u32()).collect();
        let number = BigUint::new(halves) >> (words * 32 - bits);
        if number < *bound {
            return number;
        }
    }
}

//! Random numbers of solutions.

use crate::search::Count;
use num_bigint::BigUint;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Draws so many numbers from 1 to `most`, each as likely as any other, and puts
/// them in order. None, if there are none to draw from.
pub fn draw(most: &Count, size: u64, seed: u64) -> Vec<Count> {
    if *most == 0 {
        return Vec::new();
    }
    let mut random = Pcg64::seed_from_u64(seed);
    let most = most.to_big();
    let mut numbers: Vec<Count> = (0..size)
        .map(|_| Count::from(below(&most, &mut random) + 1u32))
        .collect();
    numbers.sort();
    numbers
}

/// A number below `bound`: of as many bits as that has, the first one that will
/// do.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_drawn_about_as_often() {
        let numbers = draw(&5.into(), 10_000, 1);
        assert!(numbers.is_sorted());
        for number in 1..=5u64 {
            let times = numbers.iter().filter(|&n| *n == number).count();
            assert!((1800..2200).contains(&times), "{number}: {times}");
        }
        assert_eq!(numbers.len(), 10_000);
    }

    #[test]
    fn large_numbers_are_drawn_from_all_over_the_range() {
        let most: Count = "2444888770250892795802079170816".parse().unwrap();
        let numbers = draw(&most, 1000, 7);
        assert!(*numbers.last().unwrap() <= most);
        let half: Count = "1222444385125446397901039585408".parse().unwrap();
        let low = numbers.iter().filter(|number| **number <= half).count();
        assert!((400..600).contains(&low), "{low}");
        assert_eq!(draw(&most, 1000, 7), numbers);
        assert_ne!(draw(&most, 1000, 8), numbers);
    }

    #[test]
    fn from_no_solutions_none_is_drawn() {
        assert!(draw(&Count::ZERO, 3, 0).is_empty());
    }
}

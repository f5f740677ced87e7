//! Random numbers of solutions, counted from 1.

use crate::search::Count;
use dlx3_base::sample;

/// Draws `size` numbers from 1 to `most`, each as likely as any other, and puts them in order.
/// Draws none if there are none to draw from.
pub fn sample(most: &Count, size: u64, seed: u64) -> Vec<Count> {
    let numbers = sample::sample(&most.to_big(), size, seed).into_iter();
    numbers.map(|number| Count::from(number + 1u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_drawn_about_as_often() {
        let numbers = sample(&5.into(), 10_000, 1);
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
        let numbers = sample(&most, 1000, 7);
        assert!(*numbers.last().unwrap() <= most);
        let half: Count = "1222444385125446397901039585408".parse().unwrap();
        let low = numbers.iter().filter(|number| **number <= half).count();
        assert!((400..600).contains(&low), "{low}");
        assert_eq!(sample(&most, 1000, 7), numbers);
        assert_ne!(sample(&most, 1000, 8), numbers);
    }

    #[test]
    fn from_no_solutions_none_is_drawn() {
        assert!(sample(&Count::ZERO, 3, 0).is_empty());
    }
}

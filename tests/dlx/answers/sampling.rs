//! Samples are uniform.

use crate::common::problems::packings::dominoes;
use dlx3::Answers;
use dlx3::{Count, Problem};
use std::collections::HashMap;

/// The sum of squares of the deviations, each divided by what was expected.
fn chi_square(counts: impl Iterator<Item = usize>, expected: f64) -> f64 {
    counts
        .map(|count| (count as f64 - expected).powi(2) / expected)
        .sum()
}

/// With 280 degrees of freedom, 380 is exceeded in about 6 of 100,000 cases; the sample
/// is the same on every machine.
#[test]
fn each_solution_is_drawn_about_as_often() {
    let problem: Problem = dominoes(4, 6).parse().unwrap();
    let family = problem.family();
    assert_eq!(family.number(), 281);
    let mut drawn: HashMap<Vec<_>, usize> = HashMap::new();
    for (number, solution) in family.sample(28_100, 5) {
        assert_eq!(family.solution(&number).as_ref(), Some(&solution));
        *drawn.entry(solution).or_default() += 1;
    }
    assert_eq!(drawn.len(), 281);
    let chi_square = chi_square(drawn.into_values(), 100.0);
    assert!((180.0..380.0).contains(&chi_square), "{chi_square}");
}

/// Bounds, colors, equal options, free options and independent parts: 3 x 2 x 4 solutions.
#[test]
fn solutions_of_all_kinds_are_drawn_about_as_often() {
    let text = "A 1:2|B 0:9|F | X\nA X:1\nA X:2\nA\nB X:2\nB X:1\nF\nF\nF\n";
    let problem: Problem = text.parse().unwrap();
    let family = problem.family();
    let number = family.number().to_u64().unwrap() as usize;
    let mut drawn: HashMap<Vec<_>, usize> = HashMap::new();
    for (_, solution) in family.sample(100 * number as u64, 3) {
        *drawn.entry(solution).or_default() += 1;
    }
    assert_eq!(drawn.len(), number);
    // The mean is the number less 1, and the deviation the root of twice that.
    let freedom = number as f64 - 1.0;
    let chi_square = chi_square(drawn.into_values(), 100.0);
    let far = 4.0 * (2.0 * freedom).sqrt();
    assert!((chi_square - freedom).abs() < far, "{chi_square}, {number}");
}

#[test]
fn a_sample_depends_on_its_seed_alone_and_comes_in_order() {
    let problem: Problem = dominoes(16, 16).parse().unwrap();
    let family = problem.family();
    let sample = family.sample(50, 1);
    assert_eq!(sample, family.sample(50, 1));
    assert_ne!(sample, family.sample(50, 2));
    assert!(sample.is_sorted_by_key(|(number, _)| number.clone()));
    let half = Count::from(family.number().to_big() >> 1);
    let low = sample.iter().filter(|(number, _)| *number < half).count();
    assert!((10..40).contains(&low), "{low}");
}

#[test]
fn from_no_solutions_none_is_drawn() {
    let problem: Problem = "A B\nA\n".parse().unwrap();
    assert!(problem.family().sample(3, 0).is_empty());
}

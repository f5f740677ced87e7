//! Numbers that others have published.

use crate::common::problems::covers::{langford, queens};
use crate::common::problems::packings::{dominoes, pentominoes, polyominoes};
use dlx3::Answers;
use dlx3::Problem;
use dlx3::answers::Limits;
use dlx3::families::Family;
use dlx3::families::rectangles::{Alike, Rectangles};

fn count(text: &str) -> String {
    let problem: Problem = text.parse().unwrap();
    problem.count().to_string()
}

/// Kasteleyn, Physica 27 (1961), p. 1209, and OEIS A004003.
#[test]
fn domino_tilings_of_squares() {
    assert_eq!(count(&dominoes(6, 6)), "6728");
    assert_eq!(count(&dominoes(8, 8)), "12988816");
    assert_eq!(count(&dominoes(12, 12)), "53060477521960000");
    assert_eq!(count(&dominoes(16, 16)), "2444888770250892795802079170816");
}

/// The Fibonacci number of 1001: numbers may have any length.
#[test]
fn domino_tilings_of_a_long_strip() {
    let (mut last, mut next) = (num_bigint::BigUint::from(1u32), 1u32.into());
    for _ in 1..1600 {
        let sum = &last + &next;
        last = std::mem::replace(&mut next, sum);
    }
    assert_eq!(count(&dominoes(2, 1600)), next.to_string());
}

/// OEIS A000170, A014552 (each pair and its mirror image), and C. B. and J. Haselgrove,
/// Eureka 23 (1960), with all symmetries.
#[test]
fn queens_langford_pairs_and_pentominoes() {
    assert_eq!(count(&queens(8)), "92");
    assert_eq!(count(&queens(10)), "724");
    assert_eq!(count(&langford(8)), "300");
    assert_eq!(count(&pentominoes(3, 20, &[])), "8");
    assert_eq!(count(&pentominoes(4, 15, &[])), "1472");
}

/// The count takes so long that DLX3's search starts threads.
#[test]
fn pentominoes_are_counted_alike_with_any_number_of_threads() {
    let problem: Problem = pentominoes(6, 10, &[]).parse().unwrap();
    for threads in 1..=3 {
        let mut limits = Limits {
            threads,
            ..Limits::new(1 << 20)
        };
        let counted = dlx3::answers::count::count(&problem, &mut limits);
        assert_eq!(counted.unwrap().number, 9356);
    }
}

/// Numbers that several programs have found.
#[test]
fn tilings_by_small_polyominoes() {
    assert_eq!(
        count(&polyominoes(8, 8, &[1, 2, 3])),
        "92109458286284989468604"
    );
    assert_eq!(count(&polyominoes(9, 12, &[3])), "20574308184277971");
    assert_eq!(count(&polyominoes(8, 8, &[4])), "19077209438");
}

/// OEIS A360499.
#[test]
fn squares_cut_into_rectangles_of_distinct_dimensions() {
    for (n, number) in (1..).zip(["1", "1", "21", "269", "4489", "82981"]) {
        let squares = Rectangles::new(n, n, Alike::Dimensions).unwrap();
        assert_eq!(count(&squares.text()), number, "{n}");
    }
}

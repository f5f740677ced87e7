//! Every set of `upper + 1` literals has one that does not hold, and every set of all but `lower -
//! 1` has one that holds.

use super::{Clauses, Count, Literal, Size};
use std::io;

pub fn size(count: Count) -> Size {
    let Count { of, lower, upper } = count;
    let at_most = if upper < of {
        binomial(of, upper + 1)
    } else {
        0
    };
    let at_least = if lower > 0 {
        binomial(of, lower - 1)
    } else {
        0
    };
    Size {
        variables: 0,
        clauses: at_most.saturating_add(at_least),
    }
}

pub fn write(count: Count, literals: &[Literal], clauses: &mut Clauses<'_>) -> io::Result<()> {
    let Count { of, lower, upper } = count;
    if upper < of {
        subsets(literals, upper + 1, -1, clauses)?;
    }
    if lower > 0 {
        subsets(literals, of - lower + 1, 1, clauses)?;
    }
    Ok(())
}

/// A clause for each set of `size` literals; all literals have the same sign.
fn subsets(
    literals: &[Literal],
    size: usize,
    sign: Literal,
    clauses: &mut Clauses<'_>,
) -> io::Result<()> {
    let mut places: Vec<usize> = (0..size).collect();
    let mut clause: Vec<Literal> = vec![0; size];
    loop {
        for (literal, &place) in clause.iter_mut().zip(&places) {
            *literal = sign * literals[place];
        }
        clauses.add(&clause)?;
        // The last place that can move on does, and the following places come right after it.
        let most = literals.len() - size;
        let Some(moved) = (0..size).rev().find(|&index| places[index] < most + index) else {
            return Ok(());
        };
        let start = places[moved] + 1;
        for (place, next) in places[moved..].iter_mut().zip(start..) {
            *place = next;
        }
    }
}

/// The binomial coefficient C(n, k); saturates.
fn binomial(n: usize, k: usize) -> u64 {
    let k = k.min(n - k);
    let mut value = 1u64;
    for taken in 1..=k {
        // The value so far is C(n, taken - 1), which only grows up to C(n, k).
        let next = u128::from(value) * (n - taken + 1) as u128 / taken as u128;
        match u64::try_from(next) {
            Ok(next) => value = next,
            Err(_) => return u64::MAX,
        }
    }
    value
}

//! Aligned exclusion. A way to fill two (or three) cells is impossible if it puts a digit twice
//! into cells that see each other, or if it uses up all candidates of a cell that all of them see.
//! A candidate that no possible way uses goes.
//!
//! Ratings: pairs 6.2, triplets 7.5. All cells of the pair or triplet must see at least two common
//! cells; of these, only cells with at most as many candidates as the pair or triplet has cells
//! count. Order: the second cell, then the first; the third cell comes from the cells that the
//! first sees, then from those that the second sees. (Sudoku Explainer: "Aligned Pair Exclusion",
//! "Aligned Triplet Exclusion".)

use super::marks::{CELLS, Marks, bits, cells};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// Visits all pairs or triplets that take something away.
pub fn steps(marks: &Marks, degree: usize, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    let single = marks.cells_of_size(1);
    let small = (2..=degree as u32).fold(0, |set, size| set | marks.cells_of_size(size));
    let fits = |&cell: &usize| {
        let near = marks.peers(cell);
        marks.size(cell) >= 2 && near & single == 0 && near & small != 0
    };
    let base: Vec<usize> = (0..CELLS).filter(fits).collect();
    let base_set = base.iter().fold(0, |set, &cell| set | 1 << cell);
    for (place, &second) in base.iter().enumerate() {
        for &first in &base[..place] {
            let common = marks.peers(first) & marks.peers(second) & small;
            if common.count_ones() < 2 {
                continue;
            }
            if degree == 2 {
                if let Some(step) = exclude(marks, &[first, second], common) {
                    visit(step)?;
                }
                continue;
            }
            let rest = base_set & small & !(1 << first) & !(1 << second);
            let (near, far) = (marks.peers(first), marks.peers(second));
            let seen_first = marks.regions().in_order(first, near & rest);
            let then = marks.regions().in_order(second, far & !near & rest);
            for third in seen_first.chain(then) {
                let common = common & marks.peers(third);
                if common.count_ones() >= 2
                    && let Some(step) = exclude(marks, &[first, second, third], common)
                {
                    visit(step)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The candidates of `base` that go, where `excluding` are the cells that all of `base` see.
fn exclude(marks: &Marks, base: &[usize], excluding: u128) -> Option<Step> {
    let mut possible = [0; 3];
    let digits: [u16; 3] =
        std::array::from_fn(|place| base.get(place).map_or(0, |&cell| marks.digits(cell)));
    let used: Vec<u16> = cells(excluding).map(|cell| marks.digits(cell)).collect();
    // The digit that a digit in one cell excludes from another.
    let excludes = |a: usize, b: usize, bit: u16| match marks.peers(base[a]) >> base[b] & 1 {
        1 => bit,
        _ => 0,
    };
    for first in bits(digits[0]) {
        let one = 1 << first;
        let others = digits[1] & !excludes(0, 1, one);
        if base.len() == 2 {
            let rest = left(others, one, &used);
            if rest != 0 {
                possible[0] |= one;
                possible[1] |= rest;
            }
            continue;
        }
        for second in bits(others) {
            let two = 1 << second;
            let third = digits[2] & !excludes(0, 2, one) & !excludes(1, 2, two);
            let rest = left(third, one | two, &used);
            if rest != 0 {
                possible[0] |= one;
                possible[1] |= two;
                possible[2] |= rest;
            }
        }
    }
    let gone = base
        .iter()
        .zip(&possible)
        .map(|(&cell, set)| (cell as u8, marks.digits(cell) & !set));
    let removed: Vec<_> = gone.filter(|&(_, set)| set != 0).collect();
    if removed.is_empty() {
        return None;
    }
    let (technique, rating) = match base.len() {
        2 => (Technique::AlignedPair, 6.2),
        _ => (Technique::AlignedTriplet, 7.5),
    };
    let digits = base.iter().fold(0, |set, &cell| set | marks.digits(cell));
    let step = Step::remove(technique, rating, removed);
    Some(step.because(base.iter().copied().chain(cells(excluding)), [], digits))
}

/// The digits of a set that, with those chosen, do not use up any of the cells in `used`.
fn left(mut set: u16, chosen: u16, used: &[u16]) -> u16 {
    for digits in used {
        let rest = digits & !chosen;
        match rest.count_ones() {
            0 => return 0,
            1 => set &= !rest,
            _ => {}
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn a_pair_cannot_use_up_what_it_sees() {
        let puzzle =
            "........7.67..5......2.8....1....2..4....1.8.9...2..3...98...4...31....9..5..46..";
        let expected = "6.2: r7c7-7";
        assert_eq!(first(Technique::AlignedPair, puzzle), expected);
    }

    #[test]
    fn a_triplet_cannot_use_up_what_it_sees() {
        let puzzle =
            "36.....217..8..3.........7..4..91.....874.6.....6.59.....3.....6..158..3....6.1..";
        let expected = "7.5: r2c3-5";
        assert_eq!(first(Technique::AlignedTriplet, puzzle), expected);
    }
}

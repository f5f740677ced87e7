//! Hidden single: a digit has one place in a house, and goes there.
//!
//! Rating 1.0 if it is the last empty cell of the house, else 1.2 in a box and 1.5 elsewhere. Last
//! cells come first; boxes before columns, columns before rows, rows before windows, windows before
//! diagonals, then digits in increasing order.
//! (Sudoku Explainer: "Hidden Single".)

use super::marks::{HOUSE, Marks};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// Visits all hidden singles.
pub fn steps(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    for last in [true, false] {
        for house in marks.regions().order() {
            if marks.empty(house) == 0 || (marks.empty(house) == 1) != last {
                continue;
            }
            for digit in (0..9).filter(|&digit| marks.places(house, digit).count_ones() == 1) {
                visit(single(marks, house, digit, last))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn single(marks: &Marks, house: usize, digit: usize, last: bool) -> Step {
    let place = marks.places(house, digit).trailing_zeros() as usize;
    let cell = usize::from(HOUSE[house][place]);
    let (technique, rating) = match (last, house) {
        (true, _) => (Technique::LastValue, 1.0),
        (false, ..9) => (Technique::HiddenSingle, 1.2),
        (false, _) => (Technique::HiddenSingle, 1.5),
    };
    let step = Step::place(technique, rating, cell, digit);
    step.because([cell], [house], 1 << digit)
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn the_last_empty_cell_of_a_house_is_filled_first() {
        let puzzle =
            "...9.3.5..9..8.21.731.5.489...54..2...9..8....4.6......5.4..83.86.1.25.79...7.1.4";
        let expected = "1.0: r3c6=6";
        assert_eq!(first(Technique::LastValue, puzzle), expected);
    }

    #[test]
    fn a_digit_goes_to_its_only_place_in_a_box() {
        let puzzle =
            "..........78....292.54.6..7.9.2714...21.4...3..4.692.5...5.7........47588..63..94";
        let expected = "1.2: r1c4=7";
        assert_eq!(first(Technique::HiddenSingle, puzzle), expected);
    }
}

//! Hidden single: a digit has one place in a house, and goes there.
//!
//! Rating 1.0 if it is the last empty cell of the house, else 1.2 in a box and 1.5 in a line. Last
//! cells come first; boxes before columns, columns before rows, then digits in increasing order.
//! (Sudoku Explainer: "Hidden Single".)

use super::marks::{HOUSE, Marks};
use super::step::{Step, Technique};

/// Houses as techniques look at them: boxes, columns, rows.
pub const ORDER: [std::ops::Range<usize>; 3] = [0..9, 18..27, 9..18];

/// The first hidden single.
pub fn find(marks: &Marks) -> Option<Step> {
    [true, false].into_iter().find_map(|last| {
        let mut houses = ORDER.into_iter().flatten();
        houses.find_map(|house| in_house(marks, house, last))
    })
}

fn in_house(marks: &Marks, house: usize, last: bool) -> Option<Step> {
    if marks.empty(house) == 0 || (marks.empty(house) == 1) != last {
        return None;
    }
    let digit = (0..9).find(|&digit| marks.places(house, digit).count_ones() == 1)?;
    let place = marks.places(house, digit).trailing_zeros() as usize;
    let cell = usize::from(HOUSE[house][place]);
    let (technique, rating) = match (last, house) {
        (true, _) => (Technique::LastValue, 1.0),
        (false, ..9) => (Technique::HiddenSingle, 1.2),
        (false, _) => (Technique::HiddenSingle, 1.5),
    };
    let step = Step::place(technique, rating, cell, digit);
    Some(step.because([cell], [house], 1 << digit))
}

//! Generalized intersections: the digit goes from all cells that see all its places in a house.
//!
//! On boards with windows or diagonals it stands for pointing and claiming. Rating 2.9. Boxes,
//! rows, columns, windows, diagonals; of each kind, digits, then houses. The digit must have two to
//! six places. (Sukaku Explainer: "Generalized Intersections".)

use super::houses::kind_of;
use super::marks::{HOUSE, Marks, bits, cells};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// A digit, a house, and the cells outside that see all its places there.
#[derive(Clone, Copy, Debug)]
pub struct Intersection {
    pub digit: usize,
    pub house: usize,
    /// The cells that lose the digit.
    pub removed: u128,
}

/// Calls `visit` with all that take something away.
pub fn each<T>(
    marks: &Marks,
    mut visit: impl FnMut(Intersection) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let houses: Vec<usize> = marks.regions().houses().collect();
    for kind in houses.chunk_by(|&one, &next| kind_of(one) == kind_of(next)) {
        for digit in 0..9 {
            let with_digit = marks.cells_with(digit);
            for &house in kind {
                let places = marks.places(house, digit);
                if !(2..=6).contains(&places.count_ones()) {
                    continue;
                }
                let inside = bits(places).fold(0, |set, place| set | 1 << HOUSE[house][place]);
                let removed = marks.seen_by(inside) & with_digit;
                if removed != 0 {
                    visit(Intersection {
                        digit,
                        house,
                        removed,
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits all of them as steps.
pub fn steps(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    each(marks, |found| {
        let set = 1 << found.digit;
        let removed = cells(found.removed).map(|cell| (cell as u8, set));
        let step = Step::remove(Technique::Intersection, 2.9, removed.collect());
        let places = bits(marks.places(found.house, found.digit));
        let pattern = places.map(|place| usize::from(HOUSE[found.house][place]));
        visit(step.because(pattern, [found.house], set))
    })
}

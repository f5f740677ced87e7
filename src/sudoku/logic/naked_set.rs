//! Naked sets: cells of a house have together as many candidates as there are cells; so these
//! digits go from the rest of the house.
//!
//! Ratings: pair 3.0, triplet 3.6, quad 5.0. Boxes, columns, rows; then the sets of places as
//! increasing numbers of nine bits. Each cell must have at least two candidates, the house
//! at least twice as many empty cells as the set. (Sudoku Explainer: "Naked Pair" and so on.)

use super::hidden_single::ORDER;
use super::marks::{HOUSE, Marks, bits, choices};
use super::step::{Step, Technique};
use std::ops::ControlFlow;

/// Cells with as many candidates.
#[derive(Clone, Copy, Debug)]
pub struct NakedSet {
    pub house: usize,
    pub places: u16,
    pub digits: u16,
}

impl NakedSet {
    /// What goes: other cells of the house, and which digits of the set they have.
    pub fn removed(self, marks: &Marks) -> impl Iterator<Item = (u8, u16)> {
        bits(0x1ff & !self.places).filter_map(move |place| {
            let cell = HOUSE[self.house][place];
            let shared = marks.digits(cell.into()) & self.digits;
            (shared != 0).then_some((cell, shared))
        })
    }
}

/// Calls `visit` with all naked sets.
pub fn each<T>(
    marks: &Marks,
    degree: usize,
    mut visit: impl FnMut(NakedSet) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for house in ORDER.into_iter().flatten() {
        if marks.empty(house) < 2 * degree {
            continue;
        }
        let digits = |place: usize| marks.digits(HOUSE[house][place].into());
        let fits = |&place: &usize| {
            let size = digits(place).count_ones() as usize;
            (2..=degree).contains(&size)
        };
        let eligible: u16 = (0..9).filter(fits).fold(0, |set, place| set | 1 << place);
        if (eligible.count_ones() as usize) < degree {
            continue;
        }
        for places in choices(degree, 9) {
            let places = places as u16;
            if places & !eligible != 0 {
                continue;
            }
            let digits = bits(places).fold(0, |set, place| set | digits(place));
            if digits.count_ones() as usize == degree {
                visit(NakedSet {
                    house,
                    places,
                    digits,
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The first one that takes something away.
pub fn find(marks: &Marks, degree: usize) -> Option<Step> {
    let (technique, rating) = match degree {
        2 => (Technique::NakedPair, 3.0),
        3 => (Technique::NakedTriplet, 3.6),
        _ => (Technique::NakedQuad, 5.0),
    };
    let found = each(marks, degree, |set| {
        let removed: Vec<_> = set.removed(marks).collect();
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        let cells = bits(set.places).map(|place| usize::from(HOUSE[set.house][place]));
        let step = Step::remove(technique, rating, removed);
        ControlFlow::Break(step.because(cells, [set.house], set.digits))
    });
    found.break_value()
}

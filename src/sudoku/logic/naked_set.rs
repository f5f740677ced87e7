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

#[cfg(test)]
mod tests {
    use crate::sudoku::logic::Technique;
    use crate::sudoku::logic::positions::first;

    #[test]
    fn two_cells_with_two_digits_take_them_from_their_house() {
        let puzzle =
            ".1...2...9....7.18.8.5..2.........4.6...3.....731....95....4...7...93.8..9.....6.";
        let expected = "3.0: r1c3-4 r2c2-3 r2c2-4 r2c3-4 r3c3-4";
        assert_eq!(first(Technique::NakedPair, puzzle), expected);
    }

    #[test]
    fn three_cells_with_three_digits_take_them_from_their_house() {
        let puzzle =
            ".2...51....4...5......6...3....9128..9..........3..46.4...18.3.5.1.2.......9.46..";
        let expected = "3.6: r5c4-2 r5c5-7 r6c5-7";
        assert_eq!(first(Technique::NakedTriplet, puzzle), expected);
    }

    #[test]
    fn four_cells_with_four_digits_take_them_from_their_house() {
        let puzzle =
            "..........7....3983....9.42....67.1.2..4.....75..2...34..17.8...2.......9...86...";
        let expected = "5.0: r1c4-5 r1c4-6 r1c4-7 r1c5-1 r1c5-5 r1c6-1 r1c6-5";
        assert_eq!(first(Technique::NakedQuad, puzzle), expected);
    }
}

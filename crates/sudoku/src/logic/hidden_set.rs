//! Hidden sets: `n` digits have only `n` places together in a house. So other digits go from these
//! places.
//!
//! Ratings: pair 3.4, triplet 4.0, quad 5.4. The direct forms remove nothing, but place another
//! digit of the house, for which the set leaves one place: pair 2.0, triplet 2.5.
//!
//! Boxes, columns, rows, windows, diagonals; then the sets of digits as increasing numbers of nine
//! bits. Each digit must have at least two places. (Sudoku Explainer: "Hidden Pair", "Hidden
//! Triplet", "Hidden Quad".)

use super::marks::{HOUSE, Marks, bits, choices};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// `n` digits with only `n` places in a house.
#[derive(Clone, Copy, Debug)]
pub struct HiddenSet {
    pub house: usize,
    pub digits: u16,
    pub places: u16,
}

impl HiddenSet {
    /// The removed candidates: cells, and the other digits there.
    pub fn removed(self, marks: &Marks) -> impl Iterator<Item = (u8, u16)> {
        bits(self.places).filter_map(move |place| {
            let cell = HOUSE[self.house][place];
            let others = marks.digits(cell.into()) & !self.digits;
            (others != 0).then_some((cell, others))
        })
    }

    fn because(self, step: Step) -> Step {
        let cells = bits(self.places).map(|place| usize::from(HOUSE[self.house][place]));
        step.because(cells, [self.house], self.digits)
    }
}

/// Calls `visit` with all hidden sets in houses with more than `more` empty cells.
pub fn each<T>(
    marks: &Marks,
    degree: usize,
    more: usize,
    mut visit: impl FnMut(HiddenSet) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for house in marks.regions().order() {
        if marks.empty(house) <= more {
            continue;
        }
        let fits = |&digit: &usize| {
            let places = marks.places(house, digit).count_ones() as usize;
            (2..=degree).contains(&places)
        };
        let eligible: u16 = (0..9).filter(fits).fold(0, |set, digit| set | 1 << digit);
        if (eligible.count_ones() as usize) < degree {
            continue;
        }
        for digits in choices(degree, 9) {
            let digits = digits as u16;
            if digits & !eligible != 0 {
                continue;
            }
            let places = bits(digits).fold(0, |set, digit| set | marks.places(house, digit));
            if places.count_ones() as usize == degree {
                visit(HiddenSet {
                    house,
                    digits,
                    places,
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits all that take something away.
pub fn steps(marks: &Marks, degree: usize, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    let (technique, rating) = match degree {
        2 => (Technique::HiddenPair, 3.4),
        3 => (Technique::HiddenTriplet, 4.0),
        _ => (Technique::HiddenQuad, 5.4),
    };
    each(marks, degree, 2 * degree, |set| {
        let removed: Vec<_> = set.removed(marks).collect();
        match removed.is_empty() {
            true => ControlFlow::Continue(()),
            false => visit(set.because(Step::remove(technique, rating, removed))),
        }
    })
}

/// Visits all that leave one place for another digit of their house.
pub fn direct_steps(marks: &Marks, degree: usize, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    let (technique, rating) = match degree {
        2 => (Technique::DirectHiddenPair, 2.0),
        _ => (Technique::DirectHiddenTriplet, 2.5),
    };
    each(marks, degree, degree, |set| {
        for digit in (0..9).filter(|digit| set.digits >> digit & 1 == 0) {
            let places = marks.places(set.house, digit);
            let rest = places & !set.places;
            if places.count_ones() > 1 && rest.count_ones() == 1 {
                let cell = HOUSE[set.house][rest.trailing_zeros() as usize];
                let step = Step::place(technique, rating, cell.into(), digit);
                visit(set.because(step))?;
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::positions::first;
    use crate::logic::step::first as first_step;

    #[test]
    fn a_hidden_pair_leaves_one_place_to_another_digit() {
        let puzzle =
            ".....3..4.5..4.71.1......9.436..............887.....4..8.9.........74.5.3.2......";
        let expected = "2.0: r9c2=4";
        assert_eq!(first(Technique::DirectHiddenPair, puzzle), expected);
    }

    #[test]
    fn a_hidden_triplet_leaves_one_place_to_another_digit() {
        let puzzle =
            "82..59.....6.2.9.89.......2...1.....7.....3.5.......6..6..3..5.....7......9.82.41";
        let expected = "2.5: r5c4=2";
        assert_eq!(first(Technique::DirectHiddenTriplet, puzzle), expected);
    }

    #[test]
    fn two_digits_with_two_places_exclude_others_there() {
        let puzzle =
            ".....7.3..7..69.....45..9...6.2.4..3.3..7.........31.81.38.....5..7...4........21";
        let expected = "3.4: r2c8-5 r3c8-6";
        assert_eq!(first(Technique::HiddenPair, puzzle), expected);
    }

    #[test]
    fn three_digits_with_three_places_exclude_others_there() {
        let puzzle =
            "...3..9..38...9....9...1......2.6....4......16..7....873..5..1.2.8....56.....27..";
        let expected = "4.0: r5c3-3 r5c3-5 r5c3-9 r5c7-3 r5c7-5 r5c8-3 r5c8-9";
        assert_eq!(first(Technique::HiddenTriplet, puzzle), expected);
    }

    #[test]
    fn four_digits_with_four_places_exclude_others_there() {
        let mut marks = Marks::new(&[0; 81]);
        (4..9).for_each(|cell| marks.take_all(cell, 0b1111));
        let step = first_step(|visit| steps(&marks, 4, visit)).unwrap();
        assert_eq!((step.technique, step.rating), (Technique::HiddenQuad, 5.4));
        let others = 0x1ff & !0b1111;
        assert_eq!(step.removed, [0, 1, 2, 3].map(|cell| (cell, others)));
        assert_eq!((step.reason.houses, step.reason.digits), (vec![9], 0b1111));
    }

    #[test]
    fn four_digits_with_four_places_leave_no_room_for_others() {
        let puzzle =
            "......4161.6..4..3..8...5...159...3....48........2..9...9.5....8...93....2.1.....";
        let expected = "5.4: r7c7-6 r7c7-7 r7c9-2 r7c9-7 r9c7-6 r9c7-7 r9c9-5 r9c9-7";
        assert_eq!(first(Technique::HiddenQuad, puzzle), expected);
    }
}

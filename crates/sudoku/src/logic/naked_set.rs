//! Naked sets: `n` cells of a house have only `n` candidates together. So these digits go from the
//! rest of the house. On boards with windows or diagonals, each of them goes from all cells that
//! see all its places in the set, in the house or not.
//!
//! Ratings: pair 3.0, triplet 3.6, quad 5.0. Boxes, columns, rows, windows, diagonals; then the
//! sets of places as increasing numbers of nine bits. Each cell must have at least two candidates,
//! the house at least twice as many empty cells as the set. (Sudoku Explainer: "Naked Pair" and so
//! on, "Generalized Naked Pair" and so on with other houses.)

use super::marks::{HOUSE, Marks, bits, cells, choices};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// `n` cells of a house with only `n` candidates.
#[derive(Clone, Copy, Debug)]
pub struct NakedSet {
    pub house: usize,
    pub places: u16,
    pub digits: u16,
}

impl NakedSet {
    /// The cells of the set.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        bits(self.places).map(move |place| usize::from(HOUSE[self.house][place]))
    }

    /// The removed candidates: other cells, and the digits of the set that they have.
    pub fn removed(self, marks: &Marks) -> Vec<(u8, u16)> {
        if !marks.regions().is_usual() {
            return seen_by_places(marks, self.cells(), self.digits);
        }
        let others = bits(0x1ff & !self.places).filter_map(move |place| {
            let cell = HOUSE[self.house][place];
            let shared = marks.digits(cell.into()) & self.digits;
            (shared != 0).then_some((cell, shared))
        });
        others.collect()
    }
}

/// If each of `digits` must be in one of the cells of `set`, it goes from every cell that sees all
/// its places there. Digit by digit, each in the order of the cells.
pub fn seen_by_places(
    marks: &Marks,
    set: impl Iterator<Item = usize>,
    digits: u16,
) -> Vec<(u8, u16)> {
    let set: Vec<usize> = set.collect();
    let mut removed: Vec<(u8, u16)> = Vec::new();
    for digit in bits(digits) {
        let places = set.iter().filter(|&&cell| marks.has(cell, digit));
        let places = places.fold(0, |set, cell| set | 1 << cell);
        if places == 0 {
            continue;
        }
        for cell in cells(marks.seen_by(places)).filter(|&cell| marks.has(cell, digit)) {
            let known = removed.iter_mut().find(|(at, _)| usize::from(*at) == cell);
            match known {
                Some((_, gone)) => *gone |= 1 << digit,
                None => removed.push((cell as u8, 1 << digit)),
            }
        }
    }
    removed
}

/// Calls `visit` with all naked sets.
pub fn each<T>(
    marks: &Marks,
    degree: usize,
    mut visit: impl FnMut(NakedSet) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for house in marks.regions().order() {
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

/// Visits all that take something away.
pub fn steps(marks: &Marks, degree: usize, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    let (technique, rating) = match degree {
        2 => (Technique::NakedPair, 3.0),
        3 => (Technique::NakedTriplet, 3.6),
        _ => (Technique::NakedQuad, 5.0),
    };
    each(marks, degree, |set| {
        let removed = set.removed(marks);
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        let step = Step::remove(technique, rating, removed);
        visit(step.because(set.cells(), [set.house], set.digits))
    })
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

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

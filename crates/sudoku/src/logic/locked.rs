//! Locked candidates: all places of a digit in one house also lie in another one. So the digit goes
//! from the rest of the other house.
//!
//! Pointing: from a box to a line, rating 2.6. Claiming: from a line to a box, 2.8. The direct
//! forms (1.7 and 1.9) remove nothing, but place the digit in a third house of the first one's
//! kind, where only one place is left outside the other house. (On a board without windows, direct
//! claiming is never found first. Either the last of the three boxes has the digit, and there is a
//! hidden single; or it needs it in the last of the three lines, and points.)
//!
//! Boxes and columns come first, then boxes and rows, columns and boxes, rows and boxes; windows
//! and columns, windows and rows, and both the other way round, boxes and windows, windows and
//! boxes; within, digits, the first house, the second one. (Sudoku Explainer: "Pointing",
//! "Claiming".)

use super::marks::{HOUSE, HOUSE_SET, Marks, bits, cells};
use super::step::{Step, Technique, Visit};
use std::ops::{ControlFlow, Range};

/// The kinds of both houses.
const PAIRS: [(Range<usize>, Range<usize>); 4] =
    [(0..9, 18..27), (0..9, 9..18), (18..27, 0..9), (9..18, 0..9)];
/// The further kinds on boards with windows.
const WINDOW_PAIRS: [(Range<usize>, Range<usize>); 6] = [
    (27..36, 18..27),
    (27..36, 9..18),
    (18..27, 27..36),
    (9..18, 27..36),
    (0..9, 27..36),
    (27..36, 0..9),
];

/// A digit whose places in `from` all lie in `to`.
#[derive(Clone, Copy, Debug)]
pub struct Locked {
    pub digit: usize,
    pub from: usize,
    pub to: usize,
}

impl Locked {
    /// The cells of `to` that lose the digit.
    pub fn removed(&self, marks: &Marks) -> u128 {
        let house = HOUSE[self.to].iter().enumerate();
        let here = house.filter(|&(place, _)| marks.places(self.to, self.digit) >> place & 1 == 1);
        let set = here.fold(0, |set, (_, &cell)| set | 1 << cell);
        set & !HOUSE_SET[self.from]
    }

    fn step(&self, marks: &Marks, placed: Option<usize>) -> Step {
        let pointing = self.from < 9;
        let set = 1 << self.digit;
        let step = match placed {
            Some(cell) if pointing => Step::place(Technique::DirectPointing, 1.7, cell, self.digit),
            Some(cell) => Step::place(Technique::DirectClaiming, 1.9, cell, self.digit),
            None => {
                let removed = cells(self.removed(marks)).map(|cell| (cell as u8, set));
                let (technique, rating) = match pointing {
                    true => (Technique::Pointing, 2.6),
                    false => (Technique::Claiming, 2.8),
                };
                Step::remove(technique, rating, removed.collect())
            }
        };
        let places = bits(marks.places(self.from, self.digit));
        let pattern = places.map(|place| usize::from(HOUSE[self.from][place]));
        step.because(pattern, [self.from, self.to], set)
    }
}

/// Calls `visit` with all locked candidates, whether they take something away or not.
pub fn each<T>(
    marks: &Marks,
    mut visit: impl FnMut(Locked, Range<usize>) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let windows = WINDOW_PAIRS.into_iter();
    let windows = windows.filter(|_| marks.regions().has_windows());
    for (first, second) in PAIRS.into_iter().chain(windows) {
        for digit in 0..9 {
            for from in first.clone() {
                let places = marks.places(from, digit);
                // A box and a window share up to four cells, other houses three.
                if !(2..=4).contains(&places.count_ones()) {
                    continue;
                }
                let inside = bits(places).fold(0, |set, place| set | 1 << HOUSE[from][place]);
                for to in second.clone() {
                    if inside & !HOUSE_SET[to] == 0 {
                        visit(Locked { digit, from, to }, first.clone())?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits all that take something away.
pub fn steps(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    each(marks, |locked, _| match locked.removed(marks) {
        0 => ControlFlow::Continue(()),
        _ => visit(locked.step(marks, None)),
    })
}

/// Visits all that leave one place for their digit in a third house.
pub fn direct_steps(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    each(marks, |locked, kind| {
        for third in kind {
            let places = marks.places(third, locked.digit);
            let crosses = HOUSE_SET[third] & HOUSE_SET[locked.to] != 0;
            if third == locked.from || !crosses || places.count_ones() < 2 {
                continue;
            }
            let cell = |place: usize| usize::from(HOUSE[third][place]);
            let mut rest = bits(places).map(cell);
            let mut rest = rest
                .by_ref()
                .filter(|cell| HOUSE_SET[locked.to] >> cell & 1 == 0);
            if let (Some(only), None) = (rest.next(), rest.next()) {
                visit(locked.step(marks, Some(only)))?;
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn a_box_that_points_leaves_one_place_in_the_next_box() {
        let puzzle =
            "...9..31..2.....6...1..6.58.8...4...6.4...7...9.671.....27.8.......5.19..........";
        let expected = "1.7: r3c7=2";
        assert_eq!(first(Technique::DirectPointing, puzzle), expected);
    }

    #[test]
    fn a_digit_locked_in_a_line_of_its_box_goes_from_the_rest_of_the_line() {
        let puzzle =
            "........54.9.1.....5.4.7.2.3.2...78...8.....9.9..7..422.1...63....6.....8........";
        let expected = "2.6: r2c7-3 r3c7-3";
        assert_eq!(first(Technique::Pointing, puzzle), expected);
    }

    #[test]
    fn a_digit_locked_in_a_box_of_its_line_goes_from_the_rest_of_the_box() {
        let puzzle =
            ".....7.95.....1...86..2.....2..73..85......6...3..49..3.5...41724................";
        let expected = "2.8: r7c4-6 r7c5-6 r8c4-6 r8c5-6 r9c4-6 r9c5-6";
        assert_eq!(first(Technique::Claiming, puzzle), expected);
    }
}

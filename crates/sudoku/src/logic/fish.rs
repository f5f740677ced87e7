//! Fish: the places of a digit in `n` rows lie in only `n` columns, or the other way round. So the
//! digit goes from the rest of these columns.
//!
//! Ratings: X-wing 3.2, swordfish 3.8, jellyfish 5.2. First columns whose places lie in rows, then
//! rows; sets of lines as increasing numbers of nine bits, then digits. In each line of the set the
//! digit must have at least two places, and the grid must lack it in at least twice as many cells
//! as the set has lines. (Sudoku Explainer: "X-Wing", "Swordfish", "Jellyfish".)

use super::marks::{CELLS, HOUSE, HOUSE_SET, Marks, bits, choices};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// `n` lines of one kind in which a digit has only `n` places.
#[derive(Clone, Copy, Debug)]
pub struct Fish {
    pub digit: usize,
    /// The first house of the kind of the lines: 9 for rows or 18 for columns.
    pub base: usize,
    pub lines: u16,
    pub places: u16,
}

impl Fish {
    /// The first house of the lines that cross.
    fn cover(self) -> usize {
        27 - self.base
    }

    /// The cells of the lines that cross.
    pub fn covered(self) -> u128 {
        bits(self.places).fold(0, |set, line| set | HOUSE_SET[self.cover() + line])
    }

    /// The cells that lose the digit: covering line by line.
    pub fn removed(self, marks: &Marks) -> impl Iterator<Item = u8> {
        bits(self.places).flat_map(move |line| {
            let house = self.cover() + line;
            let others = marks.places(house, self.digit) & !self.lines;
            bits(others).map(move |place| HOUSE[house][place])
        })
    }
}

/// Calls `visit` with all fish of a size.
pub fn each<T>(
    marks: &Marks,
    degree: usize,
    mut visit: impl FnMut(Fish) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let mut missing = [9; 9];
    for cell in 0..CELLS {
        if let Some(digit) = usize::from(marks.placed(cell)).checked_sub(1) {
            missing[digit] -= 1;
        }
    }
    for base in [18, 9] {
        // Which lines may belong to a fish of each digit.
        let mut eligible = [0u16; 9];
        for digit in (0..9).filter(|&digit| missing[digit] >= 2 * degree) {
            for line in 0..9 {
                let places = marks.places(base + line, digit).count_ones() as usize;
                eligible[digit] |= u16::from((2..=degree).contains(&places)) << line;
            }
        }
        let most = eligible.iter().map(|lines| lines.count_ones()).max();
        if most < Some(degree as u32) {
            continue;
        }
        for lines in choices(degree, 9) {
            let lines = lines as u16;
            for digit in (0..9).filter(|&digit| lines & !eligible[digit] == 0) {
                let places =
                    bits(lines).fold(0, |set, line| set | marks.places(base + line, digit));
                if places.count_ones() as usize == degree {
                    visit(Fish {
                        digit,
                        base,
                        lines,
                        places,
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits all that take something away.
pub fn steps(marks: &Marks, degree: usize, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    let (technique, rating) = match degree {
        2 => (Technique::XWing, 3.2),
        3 => (Technique::Swordfish, 3.8),
        _ => (Technique::Jellyfish, 5.2),
    };
    each(marks, degree, |fish| {
        let set = 1 << fish.digit;
        let removed: Vec<_> = fish.removed(marks).map(|cell| (cell, set)).collect();
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        let cells = bits(fish.lines).flat_map(|line| {
            let house = fish.base + line;
            bits(marks.places(house, fish.digit)).map(move |place| HOUSE[house][place].into())
        });
        let lines = bits(fish.lines).map(|line| fish.base + line);
        let houses = lines.chain(bits(fish.places).map(|line| fish.cover() + line));
        let step = Step::remove(technique, rating, removed);
        visit(step.because(cells, houses, set))
    })
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn two_lines_with_two_places_empty_the_lines_across() {
        let puzzle =
            ".8..52.6.7.4...3....68....94..........5.......6..1.8.39..2..6...4.3..5.......9.48";
        let expected = "3.2: r2c4-9 r4c3-9 r4c4-9 r5c4-9";
        assert_eq!(first(Technique::XWing, puzzle), expected);
    }

    #[test]
    fn three_lines_with_three_places_empty_the_lines_across() {
        let puzzle =
            ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.";
        let expected = concat!(
            "3.8: r1c3-2 r1c7-2 r3c2-2 r3c3-2 r3c7-2 r3c8-2 r7c2-2 r7c3-2 ",
            "r7c7-2 r7c8-2"
        );
        assert_eq!(first(Technique::Swordfish, puzzle), expected);
    }

    #[test]
    fn four_lines_with_four_places_empty_the_lines_across() {
        let puzzle =
            ".3..2..1...............85.7..5.34.....1...36.86........4...9.3...6....2.5...7....";
        let expected = "5.2: r2c1-9 r2c4-9 r3c2-9 r6c4-9 r6c9-9 r9c2-9 r9c9-9";
        assert_eq!(first(Technique::Jellyfish, puzzle), expected);
    }
}

//! XY-wing and XYZ-wing: a cell with candidates xy (or xyz) sees one with xz and one with yz. One
//! of these is z, so z goes from all cells that see both (or all three).
//!
//! Ratings: 4.2 and 4.4. Order: the three cells by their numbers, the first one slowest; but of the
//! two with z, those that the first one sees in boxes and lines come first. The two need not see
//! each other. (Sudoku Explainer: "XY-Wing", "XYZ-Wing".)

use super::marks::{CELLS, Marks, cells};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// Visits all wings that take something away: the cells of each reason are the pivot, then the
/// wings.
pub fn steps(marks: &Marks, with_z: bool, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    let pairs = marks.cells_of_size(2);
    let size = 2 + u32::from(with_z);
    for pivot in (0..CELLS).filter(|&cell| marks.size(cell) == size) {
        let xy = marks.digits(pivot);
        let ends: Vec<usize> = (marks.regions())
            .in_order(pivot, marks.peers(pivot) & pairs)
            .collect();
        for &first in &ends {
            let xz = marks.digits(first);
            if (xy & !xz).count_ones() != 1 {
                continue;
            }
            for &second in &ends {
                let yz = marks.digits(second);
                let common = (xy & xz & yz).count_ones();
                if (xy | xz | yz).count_ones() != 3 || common != u32::from(with_z) {
                    continue;
                }
                let set = xz & yz;
                let mut seen = marks.peers(first) & marks.peers(second) & !(1 << pivot);
                if with_z {
                    seen &= marks.peers(pivot);
                }
                let digit = set.trailing_zeros() as usize;
                let removed = cells(seen).filter(|&cell| marks.has(cell, digit));
                let removed: Vec<_> = removed.map(|cell| (cell as u8, 1 << digit)).collect();
                if !removed.is_empty() {
                    let (technique, rating) = match with_z {
                        true => (Technique::XyzWing, 4.4),
                        false => (Technique::XyWing, 4.2),
                    };
                    let step = Step::remove(technique, rating, removed);
                    visit(step.because([pivot, first, second], [], xy | xz | yz))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn both_ends_of_a_wing_take_their_digit_from_what_they_see() {
        let puzzle =
            "........62.8..75.....1.372..42.3...7..68....5.9.4.2...6...1........98.........39.";
        let expected = "4.2: r1c5-5 r3c5-5";
        assert_eq!(first(Technique::XyWing, puzzle), expected);
    }

    #[test]
    fn three_cells_of_a_wing_take_their_digit_from_what_they_see() {
        let puzzle =
            "...5..18.7..3.6.......9....2.1.....4.5.7...2..3..826...8.....6...9.31.......79...";
        let expected = "4.4: r5c6-4";
        assert_eq!(first(Technique::XyzWing, puzzle), expected);
    }
}

//! Naked single: a cell has one candidate, and gets it.
//!
//! Rating 2.3. Cells are looked at row by row. (Sudoku Explainer: "Naked Single".)

use super::marks::{CELLS, Marks};
use super::step::{Step, Technique, Visit};
use std::ops::ControlFlow;

/// Visits all cells with one candidate.
pub fn steps(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    for cell in (0..CELLS).filter(|&cell| marks.size(cell) == 1) {
        let digit = marks.digits(cell).trailing_zeros() as usize;
        let step = Step::place(Technique::NakedSingle, 2.3, cell, digit);
        visit(step.because([cell], [], 1 << digit))?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn a_cell_gets_its_only_candidate() {
        let puzzle =
            ".........47..3..9.1.68..2..7.3.8...194..27....2......5....568..2...4.3...1.......";
        let expected = "2.3: r5c7=6";
        assert_eq!(first(Technique::NakedSingle, puzzle), expected);
    }
}

//! From a solution of the problem to the cells of a puzzle's clues.

use crate::boards::digit;
use crate::solved::Filled;
use crate::solved::cells::Cells;
use dlx3_format::solution::StreamSolution;

/// Why a solution is not a puzzle of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum CandidateFault {
    NoClue {
        line: u64,
    },
    OffBoard {
        line: u64,
    },
    OtherDigit {
        line: u64,
        row: usize,
        column: usize,
    },
    Twice {
        line: u64,
        row: usize,
        column: usize,
    },
}

dlx3_base::messages! {
    CandidateFault {
        Self::NoClue { line } => "line {line}: there is no clue (such as p12:3) in this option",
        Self::OffBoard { line } => "line {line}: the clue is not on the board",
        Self::OtherDigit { line, row, column } =>
            "line {line}: the grid has another digit in row {row}, column {column}",
        Self::Twice { line, row, column } =>
            "line {line}: row {row}, column {column} has a clue already",
    }
}

/// The cells of the clues of a solution.
///
/// # Errors
/// If a line has no clue, or one that is not of the grid, or one that came before.
pub fn cells_of<const W: usize>(
    grid: &Filled<W>,
    solution: &StreamSolution,
) -> Result<Cells<W>, CandidateFault> {
    let order = grid.order();
    let mut cells = Cells::EMPTY;
    for (line, level) in (solution.line + 1..).zip(&solution.levels) {
        if level.null().is_some() {
            continue;
        }
        let clue = level.words.iter().find_map(|(name, color)| {
            let &[b'p', row, column] = name.as_bytes() else {
                return None;
            };
            Some((digit::decode(row)?, digit::decode(column)?, (*color)?))
        });
        let (row, column, color) = clue.ok_or(CandidateFault::NoClue { line })?;
        if row >= order || column >= order {
            return Err(CandidateFault::OffBoard { line });
        }
        let cell = row * order + column;
        let (row, column) = (row + 1, column + 1);
        if digit::decode(color) != Some(grid.digit(cell) + 1) {
            return Err(CandidateFault::OtherDigit { line, row, column });
        }
        if cells.contains(cell) {
            return Err(CandidateFault::Twice { line, row, column });
        }
        cells.insert(cell);
    }
    Ok(cells)
}

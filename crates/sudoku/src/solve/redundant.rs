//! Clues and cages without which a puzzle still has one solution.

use super::Solver;
use crate::Stop;
use crate::boards::{Board, Grid};
use dlx3_answers::Stopped;

/// For each cage of a board, its name and the board without it.
pub struct Boards {
    less: Vec<(String, Board)>,
}

impl Boards {
    /// Leaves out each cage of a board in turn.
    pub fn new(board: &Board) -> Self {
        let order = board.geometry.order();
        let without = |place: usize| {
            let mut less = board.clone();
            let cage = less.cages.remove(place);
            let cells = cage.cells.iter().map(|&cell| name(order, cell as usize));
            let cells: Vec<String> = cells.collect();
            (format!("{} {}", cage.sum, cells.join(" ")), less)
        };
        Boards {
            less: (0..board.cages.len()).map(without).collect(),
        }
    }

    /// The clues of a puzzle with one solution that can go, each by itself, and then the cages, as
    /// in `r1c1 r2c3, cage 7 r1c1 r1c2`; an empty text if all are needed.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    pub fn list(
        &self,
        solver: &Solver<'_>,
        grid: &Grid,
        stop: &Stop<'_>,
    ) -> Result<String, Stopped> {
        let mut clues = Vec::new();
        let mut less = grid.clone();
        for cell in 0..grid.cells().len() {
            let Some(digit) = grid.get(cell) else {
                continue;
            };
            less.set(cell, 0);
            if solver.count_until(&less, 2, stop)? == 1 {
                clues.push(name(grid.order(), cell));
            }
            less.set(cell, digit);
        }
        let mut parts: Vec<String> = Vec::new();
        if !clues.is_empty() {
            parts.push(clues.join(" "));
        }
        for (cage, board) in &self.less {
            if Solver::new(board).count_until(grid, 2, stop)? == 1 {
                parts.push(format!("cage {cage}"));
            }
        }
        Ok(parts.join(", "))
    }
}

fn name(order: usize, cell: usize) -> String {
    format!("r{}c{}", cell / order + 1, cell % order + 1)
}

//! Puzzles with several solutions: how many, two of them, and the cells in which these differ.

use crate::sudoku::picture::put_line;
use crate::sudoku::{Board, Given, Grid, Several, Solver, Stop};
use clap::Args;

/// The option `--most`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Most {
    /// Count up to N solutions of a puzzle that has several
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..))]
    most: u64,
}

impl Most {
    /// The number.
    pub fn most(self) -> u64 {
        self.most
    }
}

/// The answer for a puzzle that has these two solutions; none if there are not two.
pub fn of(
    solver: &Solver<'_>,
    given: &Given,
    two: Vec<Grid>,
    most: Most,
    stop: &Stop<'_>,
) -> Option<Several> {
    let two: [Grid; 2] = two.try_into().ok()?;
    Some(given.several(solver, two, most.most, stop))
}

/// The answer in a line.
pub fn line(board: &Board, several: &Several) -> String {
    let mut line = format!("{several}:");
    for grid in &several.two {
        let mut text = Vec::new();
        put_line(&board.geometry, grid, &mut text);
        line += " ";
        line += String::from_utf8_lossy(&text).trim_end();
    }
    line
}

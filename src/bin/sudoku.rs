//! `sudoku`: makes, rates and checks Sudoku puzzles.

use dlx3::cli::{page, sudoku};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("sudoku", sudoku::run)
}

//! `show-sudoku`: solutions to grids.

use dlx3::cli::{page, show_sudoku};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("show-sudoku", show_sudoku::run)
}

//! `sudoku`: makes, rates and checks Sudoku puzzles.

use clap::Parser;
use dlx3::cli::{self, sudoku};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = sudoku::Arguments::parse();
    cli::run("sudoku", || sudoku::run(arguments))
}

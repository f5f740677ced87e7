//! `show-sudoku`: solutions to grids.

use clap::Parser;
use dlx3::cli::{self, show_sudoku};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = show_sudoku::Arguments::parse();
    cli::run("show-sudoku", || show_sudoku::run(&arguments))
}

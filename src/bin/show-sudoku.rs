//! The program `show-sudoku`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::show_sudoku::Arguments>()
}

//! `gen-sudoku`: a puzzle to `.dlx`.

use clap::Parser;
use dlx3::cli::{self, gen_sudoku};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = gen_sudoku::Arguments::parse();
    cli::run("gen-sudoku", || gen_sudoku::run(&arguments))
}

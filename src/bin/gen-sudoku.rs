//! `gen-sudoku`: a puzzle to `.dlx`.

use dlx3::cli::{gen_sudoku, page};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("gen-sudoku", gen_sudoku::run)
}

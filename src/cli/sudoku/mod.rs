//! The filter `sudoku`: one file a subcommand.

use super::Failure;
use clap::{Parser, Subcommand};

/// Makes, rates and checks Sudoku puzzles.
#[derive(Parser, Debug)]
#[command(name = "sudoku", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {}

/// Runs the subcommand.
///
/// # Errors
/// What ended it early.
pub fn run(arguments: Arguments) -> Result<u8, Failure> {
    match arguments.command {}
}

//! The filter `sudoku`: one file a subcommand.

mod given;
mod hit;
mod scan;
mod ua;
mod verify;

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
enum Command {
    Ua(ua::Arguments),
    Hit(hit::Arguments),
    Verify(verify::Arguments),
    Scan(scan::Arguments),
}

/// Runs the subcommand.
///
/// # Errors
/// What ended it early.
pub fn run(arguments: Arguments) -> Result<u8, Failure> {
    match arguments.command {
        Command::Ua(arguments) => ua::run(&arguments),
        Command::Hit(arguments) => hit::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Scan(arguments) => scan::run(&arguments),
    }
}

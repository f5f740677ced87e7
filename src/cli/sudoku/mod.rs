//! The filter `sudoku`: one file a subcommand.

mod bulk;
mod check;
mod given;
mod hit;
pub(super) mod make;
mod rate;
mod scan;
mod stream;
mod ua;
pub(super) mod variant;
mod verify;

use super::Failure;
use crate::text::streams::Streams;
use clap::{Parser, Subcommand};

/// Makes, rates and checks Sudoku puzzles
#[derive(Parser, Debug)]
#[command(name = "sudoku", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Make(make::Arguments),
    Rate(rate::Arguments),
    Check(check::Arguments),
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
        Command::Make(arguments) => make::run(&arguments),
        Command::Rate(arguments) => rate::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Ua(arguments) => ua::run(&arguments),
        Command::Hit(arguments) => hit::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Scan(arguments) => scan::run(&arguments),
    }
}

/// The number of threads on a command line.
fn threads() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=1024)
}

/// Writes what is left; the first error of stdout is the filter's.
pub(super) fn finish(streams: &mut Streams<'_>) -> Result<(), Failure> {
    let (out, err) = streams.finish();
    out.map_err(|error| Failure::writing("the output", &error))?;
    err.map_err(|error| Failure::writing("the messages", &error))
}

//! `sieve`: best games of the Ginnow sieve, and what to compare them with. `gen-sieve` and
//! `show-sieve` have files of their own.

mod check;
pub(super) mod gen_sieve;
mod input;
mod journal;
mod limit;
mod search;
pub(super) mod show_sieve;
mod solve;
mod table;
mod worst;

use input::{Words, lines_of, number_parser};

use crate::cli::{Failure, Process, Program, exit};
use clap::{Parser, Subcommand};

/// The exit status when a limit or a signal stopped a search before its end.
const UNPROVED: u8 = exit::STOPPED;

/// Best games of the Ginnow sieve (the taxman game)
///
/// From the numbers 1 to N pick one that has a proper divisor left; all its
/// divisors leave with it. The score is the sum of the picks.
#[derive(Parser, Debug)]
#[command(name = "sieve", version)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Solve(solve::Arguments),
    Check(check::Arguments),
    Search(search::Arguments),
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        match self.task {
            Task::Solve(arguments) => solve::run(&arguments, process),
            Task::Check(arguments) => check::run(&arguments, process),
            Task::Search(arguments) => search::run(&arguments, process),
        }
    }
}

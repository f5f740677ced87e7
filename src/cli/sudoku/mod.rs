//! The program `sudoku`: one file a subcommand. `gen-sudoku` and `show-sudoku` have files of their
//! own.

mod bulk;
mod candidates;
mod canon;
mod check;
mod convert;
pub(super) mod gen_sudoku;
mod given;
mod hint;
mod hint_picture;
mod hit;
mod make;
mod rate;
mod ruled;
mod scan;
mod several;
pub(super) mod show_sudoku;
mod solve;
mod steps;
mod stream;
mod sukaku;
mod techniques;
mod ua;
mod variant;
mod verify;

use crate::cli::{Failure, Process, Program};
use clap::{Parser, Subcommand};

/// Makes, rates, solves and checks Sudoku puzzles
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
    Solve(solve::Arguments),
    Hint(hint::Arguments),
    Techniques(techniques::Arguments),
    Check(check::Arguments),
    Candidates(candidates::Arguments),
    Canon(canon::Arguments),
    Convert(convert::Arguments),
    Ua(ua::Arguments),
    Hit(hit::Arguments),
    Verify(verify::Arguments),
    Scan(scan::Arguments),
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        match self.command {
            Command::Make(arguments) => make::run(&arguments, process),
            Command::Rate(arguments) => rate::run(&arguments, process),
            Command::Solve(arguments) => solve::run(&arguments, process),
            Command::Hint(arguments) => hint::run(&arguments, process),
            Command::Techniques(arguments) => techniques::run(&arguments, process),
            Command::Check(arguments) => check::run(&arguments, process),
            Command::Candidates(arguments) => candidates::run(&arguments, process),
            Command::Canon(arguments) => canon::run(&arguments, process),
            Command::Convert(arguments) => convert::run(&arguments, process),
            Command::Ua(arguments) => ua::run(&arguments, process),
            Command::Hit(arguments) => hit::run(&arguments, process),
            Command::Verify(arguments) => verify::run(&arguments, process),
            Command::Scan(arguments) => scan::run(&arguments, process),
        }
    }
}

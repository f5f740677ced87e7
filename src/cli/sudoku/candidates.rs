//! `sudoku candidates`: which digits each cell has in some solution.

use super::ruled::{self, Answer, First, Ruled};
use super::stream::{PuzzleStream, board_and_text};
use super::variant::{Killer, Variant as BoardOptions};
use crate::cli::arguments::deadline::TimeLimit;
use crate::cli::arguments::threads::Threads;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::rules::words;
use clap::Args;
use std::path::PathBuf;

/// Prints which digits each cell has in some solution
///
/// A line for each row: the digits of its cells, which are the true candidates. A blank
/// line follows each puzzle. With --at-least, the number of solutions with each digit
/// follows it: 3=1 5=8. Then the cells that have equal digits in all solutions are told,
/// though these digits are not known.
#[derive(Args, Debug)]
#[command(after_help = "\
Puzzles are those that sudoku solve reads: with rules, as links or texts of f-puzzles,
SudokuPad or Interactive Sudoku Solver, or without.

Example:
  sudoku candidates --at-least 8 puzzle.txt

Exit status: 0 done; 1 a puzzle has no solution, or is none; 2 bad usage; 3 time is up;
102 a rule is not known.")]
pub struct Arguments {
    /// Files of puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Count the solutions with each digit, up to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    at_least: Option<u64>,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    variant: BoardOptions,
    #[command(flatten)]
    killer: Killer,
}

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, a board that does not exist, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let all = match ruled::open(&arguments.files, &arguments.variant, &arguments.killer)? {
        First::Rules(all) => all,
        First::Other(text) => plain(arguments, text)?,
    };
    let deadline = arguments.time.begin();
    ruled::answer_all(all, arguments.threads.number(), "done", process, |ruled| {
        let (mut text, status) = answer(ruled, arguments.at_least, &|| deadline.is_over())?;
        text.push('\n');
        Ok((text, status))
    })
}

/// Puzzles without rules.
fn plain(
    arguments: &Arguments,
    text: Option<Box<dyn std::io::Read + Send>>,
) -> Result<Vec<Ruled>, Failure> {
    let geometry = arguments.variant.geometry()?;
    let digits = arguments.variant.digits(&geometry)?;
    let (board, first) = board_and_text(&arguments.killer, geometry, &arguments.files, text)?;
    let mut stream =
        PuzzleStream::new(&board.geometry, &arguments.files, digits).beginning_with(first);
    let mut all = Vec::new();
    while let Some(puzzle) = stream.next()? {
        all.push(Ruled::of_plain(&board, puzzle));
    }
    Ok(all)
}

fn answer(ruled: &Ruled, at_least: Option<u64>, stop: &crate::sudoku::Stop<'_>) -> Answer {
    let rules = match ruled.rules() {
        Ok(rules) => rules,
        Err(bad) => return Ok(bad),
    };
    let found = rules.candidates(at_least.unwrap_or(1), stop)?;
    if found.counts.iter().any(Vec::is_empty) {
        return Ok((ruled::solve::none(&rules), exit::FAILURE));
    }
    let text = words::candidates(rules.variant(), &found, at_least.is_some());
    Ok((text, exit::DONE))
}

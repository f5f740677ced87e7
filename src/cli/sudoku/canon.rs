//! `sudoku canon`: canonical forms, symmetries, and equivalent puzzles in a list.

use super::bulk;
use super::ruled::{self, First};
use super::stream::PuzzleStream;
use crate::answers::Stopped;
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::arguments::threads::Threads;
use crate::cli::process::progress::tally;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::canon::{Canonical, canonical};
use crate::sudoku::{Geometry, Grid};
use crate::text::plural::counted;
use clap::Args;
use foldhash::HashMap;
use std::path::PathBuf;

/// Prints the canonical form of each 9x9 puzzle or grid
///
/// Two puzzles are equivalent if one becomes the other by renaming digits,
/// exchanging rows in a band or bands, columns in a stack or stacks, and reflection
/// in the main diagonal. Of all equivalent forms the canonical one is the least when
/// it is read row by row, blanks first. So equivalent puzzles have the same form.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudoku canon puzzles.txt | sort | uniq -d
  sudoku canon --distinct puzzles.txt > different.txt

Exit status: 0 done; 1 a line was no puzzle, or digits clash; 2 bad usage; 3 time is up.")]
pub struct Arguments {
    /// Files of 9x9 puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Add, after a tab, the number of automorphisms: moves of the cells that leave the puzzle as
    /// it is, up to the names of its digits
    #[arg(long)]
    automorphisms: bool,
    /// Add, after a tab, the number of the first puzzle that is equivalent: its own if it is new
    #[arg(long)]
    first: bool,
    /// Print, unchanged, only the puzzles that are equivalent to none before
    #[arg(long, conflicts_with_all = ["automorphisms", "first"])]
    distinct: bool,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    threads: Threads,
}

/// A puzzle, and its form.
type Answer = Result<Result<(Grid, Canonical), String>, Stopped>;

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let geometry = Geometry::of_order(9).map_err(Failure::new)?;
    let first = match ruled::open_all(&arguments.files)? {
        First::Rules(_) => return Err(ruled::not_known("sudoku canon")),
        First::Other(first) => first,
    };
    let mut stream = PuzzleStream::new(&geometry, &arguments.files, None).beginning_with(first);
    let deadline = arguments.time.begin();
    let progress = tally("puzzles", None);
    let (mut status, mut done) = (exit::DONE, 0u64);
    // Forms of puzzles so far, with the number of the first one.
    let mut known: HashMap<[u8; 81], u64> = HashMap::default();
    bulk::in_order(
        arguments.threads.number(),
        || stream.next(),
        |puzzle| -> Answer {
            if deadline.is_over() {
                return Err(Stopped::Limit);
            }
            Ok(puzzle.and_then(|grid| {
                let cells = grid.cells().try_into();
                let cells = cells.map_err(|_| "a puzzle has not 81 cells".to_owned())?;
                let form = canonical(cells).ok_or_else(|| match grid.clash(&geometry) {
                    Some(clash) => clash.to_string(),
                    None => "the puzzle has no form".to_owned(),
                })?;
                Ok((grid, form))
            }))
        },
        |answer| {
            let answer = answer.map_err(|_| {
                let known = format!(", with {} read", counted(done, "puzzle"));
                time_is_up(&known)
            })?;
            done += 1;
            progress.inc(1);
            let (grid, form) = match answer {
                Ok(answer) => answer,
                Err(reason) => {
                    status = exit::FAILURE;
                    progress.suspend(|| process.say(reason));
                    return process.check();
                }
            };
            let first = match arguments.first || arguments.distinct {
                true => *known.entry(form.cells).or_insert(done),
                false => done,
            };
            let mut line = match arguments.distinct {
                true if first < done => return process.check(),
                true => grid.to_line(),
                false => Grid::from_cells(9, &form.cells).to_line(),
            };
            if arguments.automorphisms {
                line.extend(format!("\t{}", form.automorphisms).bytes());
            }
            if arguments.first {
                line.extend(format!("\t{first}").bytes());
            }
            line.push(b'\n');
            process.out().put(&line);
            process.check()
        },
    )?;
    progress.finish_and_clear();
    Ok(status)
}

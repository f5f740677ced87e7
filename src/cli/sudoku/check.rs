//! `sudoku check`: how many solutions each puzzle has, and whether it is minimal.

use super::bulk;
use super::stream::{Piece, Stream};
use super::variant::{Killer, Variant};
use crate::cli::{Failure, exit};
use crate::sudoku::Solver;
use crate::text::streams::Streams;
use clap::Args;
use std::path::PathBuf;

/// Tells of each puzzle whether it has 0, 1 or more solutions, and is minimal
///
/// Prints one line a puzzle: "0 solutions" (with the reason if two clues clash),
/// "1 solution, minimal", "1 solution, not minimal" or "2 or more solutions". A
/// puzzle is minimal if it has more than one solution when any one clue goes. A
/// line that is no puzzle gives "bad puzzle"; stderr tells where and why.
#[derive(Args, Debug)]
#[command(after_help = "\
Puzzles are lines of 81 characters (order * order): digits, and . 0 _ - * for
blanks. What follows a blank is a remark. Nine lines of nine characters will do,
too. Empty lines and lines that begin with # or | are skipped.

Exit status: 0 if every puzzle has exactly one solution, else 1; 2 bad usage.")]
pub struct Arguments {
    /// Files of puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Do not test whether the puzzles are minimal; this is faster
    #[arg(long)]
    count_only: bool,
    /// How many threads may work
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::threads())]
    threads: u64,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    killer: Killer,
}

enum Answer {
    Bad(String),
    Clash(String),
    Count { solutions: u64, minimal: bool },
}

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, a board that does not exist, failing output.
pub fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let board = arguments.killer.board(arguments.variant.geometry()?)?;
    let solver = Solver::new(&board);
    let mut stream = Stream::new(&board.geometry, &arguments.files);
    let mut streams = Streams::standard();
    let progress = bulk::progress(None);
    let mut status = exit::DONE;
    bulk::in_order(
        arguments.threads as usize,
        || stream.next(),
        |piece| check(&solver, piece, arguments.count_only),
        |answer| {
            progress.inc(1);
            let line = match answer {
                Answer::Bad(reason) => {
                    progress.suspend(|| writeln!(streams.err(), "sudoku: {reason}"));
                    "bad puzzle"
                }
                Answer::Clash(reason) => {
                    writeln!(streams.out(), "0 solutions: {reason}");
                    status = exit::FAILURE;
                    return failed(&mut streams);
                }
                Answer::Count { solutions: 0, .. } => "0 solutions",
                Answer::Count {
                    solutions: 1,
                    minimal,
                } => {
                    let line = match (arguments.count_only, minimal) {
                        (true, _) => "1 solution\n",
                        (false, true) => "1 solution, minimal\n",
                        (false, false) => "1 solution, not minimal\n",
                    };
                    streams.out().put(line.as_bytes());
                    return failed(&mut streams);
                }
                Answer::Count { .. } => "2 or more solutions",
            };
            writeln!(streams.out(), "{line}");
            status = exit::FAILURE;
            failed(&mut streams)
        },
    )?;
    progress.finish_and_clear();
    super::finish(&mut streams)?;
    Ok(status)
}

fn failed(streams: &mut Streams<'_>) -> Result<(), Failure> {
    if streams.out().has_failed() {
        super::finish(streams)?;
    }
    Ok(())
}

fn check(solver: &Solver<'_>, piece: Piece, count_only: bool) -> Answer {
    let grid = match piece {
        Ok(grid) => grid,
        Err(reason) => return Answer::Bad(reason),
    };
    let solutions = solver.count(&grid, 2);
    if solutions == 0
        && let Some(clash) = grid.clash(&solver.board().geometry)
    {
        return Answer::Clash(clash.to_string());
    }
    let minimal = solutions == 1 && !count_only && solver.is_minimal(&grid);
    Answer::Count { solutions, minimal }
}

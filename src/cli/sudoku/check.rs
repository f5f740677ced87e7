//! `sudoku check`: how many solutions each puzzle has, and whether it is minimal.

use super::bulk;
use super::ruled::check::Told;
use super::ruled::solve::Question;
use super::ruled::{self, First};
use super::several::{self, Most};
use super::stream::{PuzzleResult, PuzzleStream, board_and_text};
use super::variant::{Killer, Variant};
use crate::answers::Stopped;
use crate::cli::arguments::deadline::{Deadline, TimeLimit, time_is_up};
use crate::cli::arguments::threads::Threads;
use crate::cli::process::progress::tally;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::redundant::Boards;
use crate::sudoku::{Given, Solver};
use crate::text::plural::counted;
use clap::Args;
use std::path::PathBuf;

/// Tells of each puzzle how many solutions it has, and whether it is minimal
///
/// Prints one line a puzzle: "0 solutions" (with the reason if two clues clash),
/// "1 solution, minimal", "1 solution, not minimal", or the number of solutions up
/// to --most, two of them, and the cells in which these differ: "26 solutions, such
/// as two that differ in r1c1 r1c2 ...: GRID GRID". A puzzle is minimal if it has
/// more than one solution when any one clue goes. A line that is no puzzle gives
/// "bad puzzle"; stderr tells where and why.
#[derive(Args, Debug)]
#[command(after_help = "\
Puzzles are lines of 81 characters (order * order): digits, and . 0 _ - * for
blanks (0 only if no other blank is there). What stands beside them is a remark,
or the solution. Nine lines of nine characters will do, too, with blanks, commas
or frames between them. Empty lines, titles, and lines that begin with # or | are
skipped. Of puzzles with candidates or entered digits (see sudoku convert), the clues
count; a puzzle of which candidates are part is refused.

Of a Sudoku with rules (see sudoku solve --help), --redundant lists rules, too.

Exit status: 0 if every puzzle has exactly one solution, else 1; 2 bad usage; 3
time is up; 102 a rule is not known.")]
pub struct Arguments {
    /// Files of puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Do not test whether the puzzles are minimal, and say "2 or more solutions" of those that
    /// have several; this is faster
    #[arg(long)]
    count_only: bool,
    /// List the clues and cages that can go, each by itself, while one solution stays: as in
    /// "1 solution, redundant: r1c1 r4c5, cage 7 r2c1 r2c2"
    #[arg(long, conflicts_with = "count_only")]
    redundant: bool,
    #[command(flatten)]
    most: Most,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    killer: Killer,
}

/// The text for a puzzle, and whether it has exactly one solution; or why it is no puzzle.
type Answer = Result<Result<(String, bool), String>, Stopped>;

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, a board that does not exist, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let text = match ruled::open(&arguments.files, &arguments.variant, &arguments.killer)? {
        First::Rules(all) => {
            let told = match (arguments.count_only, arguments.redundant) {
                (true, _) => Told::Count,
                (_, true) => Told::Redundant,
                _ => Told::Minimal,
            };
            let question = Question {
                solutions: None,
                most: arguments.most.most(),
                why: false,
                pretty: false,
                threads: arguments.threads.number(),
                deadline: arguments.time.begin(),
            };
            return ruled::check::run(all, told, question, process);
        }
        First::Other(text) => text,
    };
    let geometry = arguments.variant.geometry()?;
    let digits = arguments.variant.digits(&geometry)?;
    let (board, first) = board_and_text(&arguments.killer, geometry, &arguments.files, text)?;
    let solver = Solver::new(&board);
    let boards = arguments.redundant.then(|| Boards::new(&board));
    let mut stream =
        PuzzleStream::new(&board.geometry, &arguments.files, digits).beginning_with(first);
    let deadline = arguments.time.begin();
    let mut done = 0u64;
    let progress = tally("puzzles", None);
    let mut status = exit::DONE;
    bulk::in_order(
        arguments.threads.number(),
        || stream.next(),
        |puzzle| check(&solver, boards.as_ref(), arguments, puzzle, deadline),
        |answer| {
            let answer = answer.map_err(|_| {
                let known = format!(", with {} checked", counted(done, "puzzle"));
                time_is_up(&known)
            })?;
            done += 1;
            progress.inc(1);
            let (line, is_unique) = answer.unwrap_or_else(|reason| {
                progress.suspend(|| process.say(reason));
                ("bad puzzle".to_string(), false)
            });
            if !is_unique {
                status = exit::FAILURE;
            }
            writeln!(process.out(), "{line}");
            process.check()
        },
    )?;
    progress.finish_and_clear();
    if let Some(forms) = stream.forms() {
        process.say(forms);
    }
    Ok(status)
}

fn check(
    solver: &Solver<'_>,
    boards: Option<&Boards>,
    arguments: &Arguments,
    puzzle: PuzzleResult,
    deadline: Deadline,
) -> Answer {
    let stop = || deadline.is_over();
    if stop() {
        return Err(Stopped::Limit);
    }
    let grid = match puzzle {
        Ok(grid) => grid,
        Err(fault) => return Ok(Err(fault)),
    };
    if let Err(fault) = solver.board().fits(grid.alphabet()) {
        return Ok(Err(fault));
    }
    let line = match solver.count_until(&grid, 2, &stop)? {
        0 => match grid.clash(&solver.board().geometry) {
            Some(clash) => format!("0 solutions: {clash}"),
            None => "0 solutions".to_string(),
        },
        1 if arguments.count_only => return Ok(Ok(("1 solution".to_string(), true))),
        1 if let Some(boards) = boards => {
            let line = match &boards.list(solver, &grid, &stop)?[..] {
                "" => "1 solution, nothing is redundant".to_string(),
                list => format!("1 solution, redundant: {list}"),
            };
            return Ok(Ok((line, true)));
        }
        1 => {
            let minimal = solver.is_minimal_until(&grid, &stop)?;
            let not = if minimal { "" } else { "not " };
            return Ok(Ok((format!("1 solution, {not}minimal"), true)));
        }
        _ if arguments.count_only => "2 or more solutions".to_string(),
        _ => {
            let given = Given::Plain(grid);
            let two = given.solutions_until(solver, 2, &stop)?;
            let several = several::of(solver, &given, two, arguments.most, &stop);
            several.map_or_else(String::new, |several| {
                several::line(solver.board(), &several)
            })
        }
    };
    Ok(Ok((line, false)))
}

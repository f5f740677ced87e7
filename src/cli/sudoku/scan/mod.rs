//! `sudoku scan`: all puzzles of a grid with a given number of clues.

mod journal;
mod progress;
mod table;

use super::given::{GridBoard, filled};
use crate::cli::arguments::deadline::{Deadline, TimeLimit, time_is_up};
use crate::cli::arguments::threads::Threads;
use crate::cli::{Failure, Process, catch_signals, exit};
use crate::sudoku::scan::{Event, MOST_CELLS, Plan, spread};
use crate::sudoku::{Alphabet, Filled, Geometry};
use crate::text::plural::counted;
use crate::text::signals::Signals;
use clap::Args;
use journal::{Journal, Scan};
use progress::Progress;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

/// Prints all puzzles with N clues and one solution of a solved grid
///
/// The puzzles come one a line, in the same order whatever the number of threads.
/// The work is cut into units; --part spreads them over machines. With --grids, a table tells how
/// many puzzles each grid has.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The solved grid in one line (81 characters for 9x9), or - to read it from
    /// standard input
    #[arg(required_unless_present = "grids")]
    grid: Option<String>,
    #[command(flatten)]
    board: GridBoard,
    /// Scan all grids of this file, one a line (- for standard input), and print a table: the grid,
    /// a tab, and how many puzzles it has
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "resume", "count"])]
    grids: Option<PathBuf>,
    /// With --grids: write the puzzles to this file, one a line
    #[arg(long, value_name = "FILE", requires = "grids")]
    puzzles: Option<PathBuf>,
    /// With --grids: add a column with the seconds that each grid took on its thread
    #[arg(long, requires = "grids")]
    seconds: bool,
    /// The number of clues
    #[arg(long, value_name = "N")]
    clues: usize,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    /// Do only part I of K of the work: each K-th unit, or with --grids each K-th grid
    #[arg(long, value_name = "I/K", default_value = "1/1")]
    part: Share,
    /// Keep a journal in this file; if there is one, continue where it ends. All
    /// puzzles are printed, also those that the journal has
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Print only how many puzzles there are
    #[arg(long)]
    count: bool,
    /// Report on standard error every SECONDS seconds [default: 1 on a terminal,
    /// never elsewhere]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    progress: Option<u32>,
    /// Neither report nor sum up on standard error
    #[arg(long)]
    quiet: bool,
}

/// One of several shares of the work, counted from 1: `--part I/K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    number: usize,
    of: usize,
}

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Share { number, of }),
            _ => Err("a part is I/K with I from 1 to K, such as 2/5"),
        }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Runs the subcommand.
///
/// # Errors
/// Bad input, and output that cannot be written.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    if let Some(path) = &arguments.grids {
        return table::run(arguments, path, process);
    }
    let text = arguments.grid.as_deref().unwrap_or("-");
    let (board, grid) = arguments.board.read_operand(text)?;
    check_size(&board)?;
    let digits = *grid.alphabet();
    let grid = filled::<2>(&board, &grid)?;
    let deadline = arguments.time.begin();
    let plan = plan_of(&grid, arguments.clues)?;
    let Share { number, of } = arguments.part;
    let units: Vec<usize> = (number - 1..plan.units()).step_by(of).collect();
    let signals = catch_signals()?;
    process.output = if arguments.count {
        "the count"
    } else {
        "the puzzles"
    };
    let mut work = Work {
        plan: &plan,
        grid: &grid,
        digits,
        deadline,
        process,
        journal: None,
        puzzles: 0,
        print: !arguments.count,
    };
    let mut todo = &units[..];
    if let Some(path) = &arguments.resume {
        let scan = scan_of(arguments, &board, &grid, &plan);
        let (journal, done) = Journal::open(path, &scan, &units, |puzzle| work.take(puzzle))?;
        work.journal = Some(journal);
        todo = &units[done..];
    }
    let weights: Vec<f64> = units.iter().map(|&unit| plan.weight(unit)).collect();
    let mut progress = match arguments.quiet {
        true => Progress::silent(),
        false => Progress::new(
            arguments.progress,
            "unit",
            &weights,
            units.len() - todo.len(),
        ),
    };
    let ended = work.go(todo, arguments.threads.number(), &signals, &mut progress);
    progress.erase();
    if let Some(journal) = &mut work.journal {
        journal.finish()?;
    }
    let Work {
        puzzles, process, ..
    } = work;
    process.finish()?;
    if ended.is_break() {
        return match signals.stop() {
            Some(signal) => Ok((128 + signal) as u8),
            None => {
                let continues = match arguments.resume {
                    Some(_) => "; the same command continues",
                    None => "; with --resume it could be continued",
                };
                let known = format!(", with {} found{continues}", counted(puzzles, "puzzle"));
                Err(time_is_up(&known))
            }
        };
    }
    if arguments.count {
        writeln!(process.out(), "{puzzles}");
        process.finish()?;
    }
    if !arguments.quiet {
        let err = process.err();
        let clues = plan.clues();
        let (puzzles, clues) = (counted(puzzles, "puzzle"), counted(clues, "clue"));
        write!(err, "{puzzles} with {clues}");
        if of > 1 {
            write!(err, " in part {}", arguments.part);
        }
        writeln!(err);
    }
    Ok(exit::DONE)
}

/// # Errors
/// If the board is too large to be scanned.
fn check_size(board: &Geometry) -> Result<(), Failure> {
    match board.cells() > MOST_CELLS {
        false => Ok(()),
        true => Err(Failure::new(format_args!(
            "a grid of {} cells is too large to be scanned; the most is {MOST_CELLS}",
            board.cells()
        ))),
    }
}

/// # Errors
/// If the number of clues is out of range.
fn plan_of(grid: &Filled<2>, clues: usize) -> Result<Plan, Failure> {
    Plan::new(grid, clues).map_err(|fault| Failure::new(fault).with_status(exit::BAD_USAGE))
}

/// What the journal must be about.
fn scan_of(arguments: &Arguments, board: &Geometry, grid: &Filled<2>, plan: &Plan) -> Scan {
    let (rows, columns) = board.box_shape().unwrap_or((0, 0));
    Scan {
        grid: grid.puzzle(&grid.all()),
        boxes: format!("{rows}x{columns}"),
        clues: plan.clues(),
        part: arguments.part.to_string(),
        units: plan.units(),
        by_bands: plan.is_by_bands(),
    }
}

/// What is done with puzzles and units.
struct Work<'a> {
    plan: &'a Plan,
    grid: &'a Filled<2>,
    /// How the digits are printed.
    digits: Alphabet,
    deadline: Deadline,
    process: &'a mut Process,
    journal: Option<Journal>,
    puzzles: u64,
    print: bool,
}

impl Work<'_> {
    /// Takes a puzzle in one line.
    fn take(&mut self, puzzle: &[u8]) {
        self.puzzles += 1;
        if self.print {
            let out = self.process.out();
            out.put(&self.digits.rewrite(puzzle));
            out.put(b"\n");
        }
    }

    fn go(
        &mut self,
        units: &[usize],
        threads: usize,
        signals: &Signals,
        progress: &mut Progress,
    ) -> ControlFlow<()> {
        let (plan, grid) = (self.plan, self.grid);
        spread(plan, units, threads, &mut |event| {
            match event {
                Event::Puzzle(clues) => {
                    let puzzle = grid.puzzle(&clues);
                    if let Some(journal) = &mut self.journal {
                        journal.puzzle(&puzzle);
                    }
                    self.take(&puzzle);
                }
                Event::Done(unit) => {
                    if let Some(journal) = &mut self.journal {
                        journal.done(unit);
                    }
                    progress.done();
                    // A reader that waits for puzzles gets them now.
                    self.process.out().flush();
                }
                Event::Tick => {
                    let asked = signals.raised() && signals.take_report();
                    progress.tick(self.puzzles, asked);
                }
            }
            let failed =
                self.process.has_failed() || self.journal.as_ref().is_some_and(Journal::has_failed);
            match failed || signals.stop().is_some() || self.deadline.is_over() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
    }
}

//! `sudoku solve`: the solution of each puzzle, and the steps to it.

use super::bulk;
use super::ruled::solve::Question;
use super::ruled::{self, First};
use super::several::{self, Most};
use super::steps::{self, Ladders};
use super::stream::{GivenResult, PuzzleStream, board_and_text};
use super::variant::{Killer, Variant};
use crate::answers::Stopped;
use crate::cli::arguments::deadline::{Deadline, TimeLimit, time_is_up};
use crate::cli::arguments::threads::Threads;
use crate::cli::process::progress::tally;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::conflict::why;
use crate::sudoku::forms::Played;
use crate::sudoku::given::played_of;
use crate::sudoku::logic::{Explanation, Marks, Ratings, Regions, told_rating};
use crate::sudoku::picture::{put_boxes, put_line};
use crate::sudoku::{Given, Grid, Solver};
use crate::text::plural::counted;
use clap::Args;
use std::path::PathBuf;

/// Solves puzzles
///
/// Prints the solution of each puzzle, in one line or, with --pretty, as a drawing.
/// For a puzzle without exactly one solution it prints "0 solutions" (with the
/// reason if two clues clash), or the number of solutions up to --most, two of them,
/// and the cells in which these differ; --solutions prints the solutions alone. A
/// line that is no puzzle gives "bad puzzle"; stderr tells where and why.
#[derive(Args, Debug)]
#[command(after_help = "\
--path prints a line for each step before the solution: its rating in the scale of
Sudoku Explainer, the technique, what it places (r4c5=7) or rules out (r1c2<>3),
and why, separated by tabs. Chains follow, a line each; then the ratings ER, EP
and ED (see sudoku rate --help), and the solution. Puzzles may have candidates and
entered digits (see sudoku convert): the path starts from there.

Examples:
  sudoku make | sudoku solve --pretty
  sudoku make --difficulty hard | sudoku solve --path

Sudokus with rules, such as thermometers, arrows or cages, are read as links of
f-puzzles, SudokuPad and Interactive Sudoku Solver, one a line, or as their texts,
with a blank line between two of them: docs/sudoku-rules.md. What is not known is
refused by its name.

Exit status: 0 if every puzzle has exactly one solution, else 1; 2 bad usage; 3
time is up; 102 a rule is not known.")]
pub struct Arguments {
    /// Files of puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draw each solution with its boxes
    #[arg(long)]
    pretty: bool,
    /// Print the steps to the solution, the easiest one each time (9x9, alone or
    /// with --diagonal or --hyper)
    #[arg(long, conflicts_with = "solutions")]
    path: bool,
    /// With --path, tell why each link of a chain holds, a line each
    #[arg(long, requires = "path")]
    reasons: bool,
    /// Of a puzzle without solutions, tell a smallest set of cells without a digit, digits without
    /// a place and cages that cannot all be had; with rules, of clues and rules
    #[arg(long)]
    why: bool,
    /// Print up to N solutions of a puzzle that has several
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    solutions: Option<u32>,
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
type Answer = Result<Result<(Vec<u8>, bool), String>, Stopped>;

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, a board that does not exist, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let text = match ruled::open(&arguments.files, &arguments.variant, &arguments.killer)? {
        First::Rules(_) if arguments.path => return Err(ruled::not_known("--path")),
        First::Rules(all) => {
            let question = Question {
                solutions: arguments.solutions.map(u64::from),
                most: arguments.most.most(),
                why: arguments.why,
                pretty: arguments.pretty,
                threads: arguments.threads.number(),
                deadline: arguments.time.begin(),
            };
            return ruled::solve::run(all, question, process);
        }
        First::Other(text) => text,
    };
    let geometry = arguments.variant.geometry()?;
    let digits = arguments.variant.digits(&geometry)?;
    let (board, first) = board_and_text(&arguments.killer, geometry, &arguments.files, text)?;
    let mut regions = Regions::None;
    if arguments.path {
        regions = steps::regions(&board.geometry, "--path")?;
        if !board.cages.is_empty() {
            let reason = "--path does not know cages";
            return Err(Failure::new(reason).with_status(exit::BAD_USAGE));
        }
    }
    let work = Work {
        arguments,
        regions,
        solver: Solver::new(&board),
        deadline: arguments.time.begin(),
        ladders: Ladders::default(),
    };
    let mut stream =
        PuzzleStream::new(&board.geometry, &arguments.files, digits).beginning_with(first);
    let mut done = 0u64;
    let progress = tally("puzzles", None);
    let mut status = exit::DONE;
    bulk::in_order(
        arguments.threads.number(),
        || stream.next_given(),
        |puzzle| work.answer(puzzle),
        |answer| {
            let answer = answer.map_err(|_| {
                let known = format!(", with {} solved", counted(done, "puzzle"));
                time_is_up(&known)
            })?;
            done += 1;
            progress.inc(1);
            let (text, is_unique) = answer.unwrap_or_else(|reason| {
                progress.suspend(|| process.say(reason));
                (b"bad puzzle\n".to_vec(), false)
            });
            if !is_unique {
                status = exit::FAILURE;
            }
            process.out().put(&text);
            process.check()
        },
    )?;
    progress.finish_and_clear();
    if let Some(forms) = stream.forms() {
        process.say(forms);
    }
    Ok(status)
}

/// The data that threads share.
struct Work<'w> {
    arguments: &'w Arguments,
    /// The houses beside boxes, rows and columns, for --path.
    regions: Regions,
    solver: Solver<'w>,
    deadline: Deadline,
    ladders: Ladders,
}

impl Work<'_> {
    fn answer(&self, given: GivenResult) -> Answer {
        let stop = || self.deadline.is_over();
        if stop() {
            return Err(Stopped::Limit);
        }
        let given = match given {
            Ok(given) => given,
            Err(fault) => return Ok(Err(fault)),
        };
        if let Err(fault) = given.fits(self.solver.board()) {
            return Ok(Err(fault));
        }
        let most = self.arguments.solutions.unwrap_or(2) as usize;
        let solutions = given.solutions_until(&self.solver, most, &stop)?;
        let mut text = Vec::new();
        let is_one = solutions.len() == 1;
        match &solutions[..] {
            [] => text.extend(self.no_solution(&given)?.bytes()),
            [solution] => {
                if self.arguments.path {
                    match played_of(given) {
                        Ok(played) => text.extend(self.path(&played)?.bytes()),
                        Err(fault) => return Ok(Err(fault)),
                    }
                }
                self.put(solution, &mut text);
            }
            several if self.arguments.solutions.is_some() => {
                several.iter().for_each(|grid| self.put(grid, &mut text));
            }
            _ => {
                let most = self.arguments.most;
                if let Some(several) = several::of(&self.solver, &given, solutions, most, &stop) {
                    if self.arguments.pretty {
                        text.extend(format!("{several}:\n").bytes());
                        several
                            .two
                            .iter()
                            .for_each(|grid| self.put(grid, &mut text));
                    } else {
                        text.extend(several::line(self.solver.board(), &several).bytes());
                        text.push(b'\n');
                    }
                }
            }
        }
        Ok(Ok((text, is_one)))
    }

    /// The text for a puzzle without solutions.
    fn no_solution(&self, given: &Given) -> Result<String, Stopped> {
        let board = self.solver.board();
        let mut reason = given.why_unsolved(board);
        if reason.is_none() && self.arguments.why {
            let found = why(board, &given.digits(), &|| self.deadline.is_over())?;
            reason = found.map(|found| found.text(board));
        }
        let reason = reason.map(|reason| format!(": {reason}"));
        Ok(format!("0 solutions{}\n", reason.unwrap_or_default()))
    }

    fn put(&self, solution: &Grid, text: &mut Vec<u8>) {
        let geometry = &self.solver.board().geometry;
        match self.arguments.pretty {
            true => put_boxes(geometry, solution, text),
            false => put_line(geometry, solution, text),
        }
    }

    /// All steps to the solution, and the ratings.
    fn path(&self, played: &Played) -> Result<String, Stopped> {
        let stop = || self.deadline.is_over();
        let mut marks = Marks::with_sets_on(self.regions, &played.digits, &played.marks);
        let (mut text, mut ratings) = (String::new(), Ratings::default());
        let is_solved = self.ladders.with(|ladder| {
            while !marks.is_full() {
                let Some(step) = ladder.next_until(&marks, &stop) else {
                    return match stop() {
                        true => Err(Stopped::Limit),
                        false => Ok(false),
                    };
                };
                let told = Explanation::new(&step, &marks);
                match self.arguments.reasons {
                    true => steps::put_reasons(&told, &mut text),
                    false => steps::put_step(&told, &mut text),
                }
                ratings.add(&step);
                step.apply(&mut marks);
            }
            Ok(true)
        })?;
        let [er, ep, ed] = ratings.tenths().map(told_rating);
        text += &match is_solved {
            true => format!("ER {er}, EP {ep}, ED {ed}\n"),
            false => "no technique finds the next step\n".to_owned(),
        };
        Ok(text)
    }
}

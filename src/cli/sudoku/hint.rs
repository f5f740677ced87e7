//! `sudoku hint`: the next step of a puzzle, told in three levels.

use super::steps::put_step;
use super::stream::PuzzleStream;
use super::variant::Digits;
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::Geometry;
use crate::sudoku::forms::Played;
use crate::sudoku::given::{digits_of, mistakes, played_of, position, solutions_of};
use crate::sudoku::logic::{Advice, Candidate, Explanation, Ladder, Marks, Regions};
use crate::sudoku::logic::{advise_among, explain_all, put_step as put_json};
use crate::text::json::put_list;
use crate::text::output::Put;
use clap::Args;
use std::path::PathBuf;

/// Tells the next step of a puzzle, or only where to look for it
///
/// The step is the easiest one in the scale of Sudoku Explainer. With --level 1 a
/// line tells where to look; with 2, the technique and its rating, too; with 3,
/// what it places (r4c5=7) or rules out (r1c2<>3), and why, with its chains; with 4,
/// why each link of its chains holds, too.
#[derive(Args, Debug)]
#[command(after_help = "\
The puzzle may have digits that were entered since, and candidates (see sudoku
convert). If one of them is wrong, it is named, if the form tells clues from other
digits; else --puzzle gives the puzzle as it was.

With --json, each puzzle has an object in a line. \"advice\" is \"step\", \"steps\" (of
--all), \"wrong\", \"solved\", \"none\", \"several\" or \"beyond\"; docs/sudoku.md has the
fields of steps.

Examples:
  sudoku make --seed 1 | sudoku hint --level 3
  sudoku make --seed 1 | sudoku hint --all

Exit status: 0 every puzzle has a hint, or is solved; 1 one has no step, a wrong
digit, or not exactly one solution; 2 bad usage; 3 time is up.")]
pub struct Arguments {
    /// Files of 9x9 puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How much is told
    #[arg(long, value_name = "1|2|3|4", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    level: u8,
    /// Tell all steps that are possible, the easiest first, a line each as sudoku solve --path has
    /// them
    #[arg(long, conflicts_with = "level")]
    all: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "level")]
    json: bool,
    /// The puzzle as it was at first: a file with one puzzle
    #[arg(long, value_name = "FILE")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    time: TimeLimit,
    /// The two diagonals hold each digit once, too
    #[arg(long, help_heading = "Board")]
    diagonal: bool,
    /// The four windows of a hyper Sudoku hold each digit once, too
    #[arg(long, help_heading = "Board")]
    hyper: bool,
    #[command(flatten)]
    digits: Digits,
}

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let regions = Regions::with(arguments.diagonal, arguments.hyper);
    let geometry = regions.geometry();
    let digits = arguments.digits.of(9)?;
    let first = match &arguments.puzzle {
        Some(path) => Some(first_puzzle(&geometry, path)?),
        None => None,
    };
    let deadline = arguments.time.begin();
    let mut stream = PuzzleStream::new(&geometry, &arguments.files, digits);
    let mut ladder = Ladder::new();
    let (mut status, mut is_next) = (exit::DONE, false);
    while let Some(given) = stream.next_given()? {
        let now = given.and_then(played_of);
        let now = now.and_then(|now| match &first {
            Some(clues) if !is_begun(clues, &now.digits) => {
                Err("a grid lacks or changes a clue of the puzzle that --puzzle names".to_owned())
            }
            Some(clues) => Ok(Played {
                clues: *clues,
                ..now
            }),
            None => Ok(now),
        });
        let now = match now {
            Ok(now) => now,
            Err(fault) => {
                status = exit::FAILURE;
                process.say(fault);
                continue;
            }
        };
        let stop = || deadline.is_over();
        let (position, solutions) = (position(regions, &now), solutions_of(regions, &now));
        let advice = advise_among(&mut ladder, position, &solutions, &stop);
        if advice == Advice::Stopped {
            return Err(time_is_up(""));
        }
        let (is_all, is_step) = (
            arguments.all,
            matches!(advice, Advice::Step(_) | Advice::Beyond),
        );
        let steps = (is_all && is_step).then(|| {
            let marks = Marks::with_sets_on(regions, &now.digits, &now.marks);
            explain_all(&mut ladder, &marks, usize::MAX, &stop)
        });
        if steps.is_some() && stop() {
            return Err(time_is_up(""));
        }
        let (text, is_good) = told(&advice, arguments.level);
        if !is_good {
            status = exit::FAILURE;
        }
        // A blank line stands between two hints of several lines.
        if is_next && !arguments.json && (arguments.level > 1 || is_all) {
            process.out().put(b"\n");
        }
        is_next = true;
        match (&steps, arguments.json) {
            (Some(steps), true) => put_all(process.out(), steps),
            (None, true) => put_advice(process.out(), &advice),
            (Some(steps), false) if !steps.is_empty() => {
                let mut lines = String::new();
                steps.iter().for_each(|step| put_step(step, &mut lines));
                process.out().put(lines.as_bytes());
            }
            _ => process.out().put(text.as_bytes()),
        }
        process.check()?;
    }
    Ok(status)
}

/// The one puzzle of a file.
fn first_puzzle(geometry: &Geometry, path: &PathBuf) -> Result<[u8; 81], Failure> {
    let mut stream = PuzzleStream::new(geometry, std::slice::from_ref(path), None);
    let puzzle = stream.next()?;
    let name = path.display();
    let puzzle = puzzle.ok_or_else(|| Failure::new(format_args!("{name}: there is no puzzle")))?;
    puzzle
        .and_then(|grid| digits_of(&grid))
        .map_err(Failure::new)
}

/// Whether a grid has all clues of a puzzle.
fn is_begun(clues: &[u8; 81], grid: &[u8; 81]) -> bool {
    let mut pairs = clues.iter().zip(grid);
    pairs.all(|(&clue, &digit)| clue == 0 || clue == digit)
}

/// The text to print, and whether it is a hint.
fn told(advice: &Advice, level: u8) -> (String, bool) {
    match advice {
        Advice::NoSolution => ("0 solutions\n".to_owned(), false),
        Advice::Several => ("2 or more solutions\n".to_owned(), false),
        Advice::Wrong { digits, marks } => (format!("wrong: {}\n", mistakes(digits, marks)), false),
        Advice::Solved => ("solved\n".to_owned(), true),
        Advice::Step(step) => (step.text(level), true),
        Advice::Beyond | Advice::Stopped => ("no technique finds a step\n".to_owned(), false),
    }
}

/// All steps as JSON.
fn put_all(out: &mut impl Put, steps: &[Explanation]) {
    out.put(b"{\"advice\":\"steps\",\"steps\":");
    put_list(out, steps, |out, step| put_json(out, step));
    out.put(b"}\n");
}

/// The answer as JSON.
fn put_advice(out: &mut impl Put, advice: &Advice) {
    let word = match advice {
        Advice::NoSolution => "none",
        Advice::Several => "several",
        Advice::Wrong { .. } => "wrong",
        Advice::Solved => "solved",
        Advice::Step(_) => "step",
        Advice::Beyond | Advice::Stopped => "beyond",
    };
    out.put(format!("{{\"advice\":\"{word}\"").as_bytes());
    match advice {
        Advice::Wrong { digits, marks } => {
            out.put(b",\"digits\":");
            put_list(out, digits, |out, &cell| out.put_number(cell.into()));
            out.put(b",\"marks\":");
            put_list(out, marks, |out, &Candidate { cell, digit }| {
                put_list(out, [cell, digit], |out, number| {
                    out.put_number(number.into())
                });
            });
        }
        Advice::Step(step) => {
            out.put(b",\"step\":");
            put_json(out, step);
        }
        _ => {}
    }
    out.put(b"}\n");
}

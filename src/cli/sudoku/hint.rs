//! `sudoku hint`: the next step of a puzzle, told in three levels.

use super::steps::rating;
use super::stream::PuzzleStream;
use super::variant::Digits;
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::Geometry;
use crate::sudoku::forms::Played;
use crate::sudoku::given::{digits_of, mistakes, played_of, position, solutions_of};
use crate::sudoku::logic::{Advice, Explanation, Ladder, Regions, advise_among};
use clap::Args;
use std::path::PathBuf;

/// Tells the next step of a puzzle, or only where to look for it
///
/// The step is the easiest one in the scale of Sudoku Explainer. With --level 1 a
/// line tells where to look; with 2, the technique and its rating, too; with 3,
/// what it places (r4c5=7) or rules out (r1c2<>3), and why, with its chains.
#[derive(Args, Debug)]
#[command(after_help = "\
The puzzle may have digits that were entered since, and candidates (see sudoku
convert). If one of them is wrong, it is named, if the form tells clues from other
digits; else --puzzle gives the puzzle as it was.

Example:
  sudoku make --seed 1 | sudoku hint --level 3

Exit status: 0 every puzzle has a hint, or is solved; 1 one has no step, a wrong
digit, or not exactly one solution; 2 bad usage; 3 time is up.")]
pub struct Arguments {
    /// Files of 9x9 puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How much is told
    #[arg(long, value_name = "1|2|3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    level: u8,
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
        let (text, is_good) = told(&advice, arguments.level);
        if !is_good {
            status = exit::FAILURE;
        }
        // A blank line stands between two hints of several lines.
        if is_next && arguments.level > 1 {
            process.out().put(b"\n");
        }
        is_next = true;
        process.out().put(text.as_bytes());
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
        Advice::Step(step) => (hint(step, level), true),
        Advice::Beyond | Advice::Stopped => ("no technique finds a step\n".to_owned(), false),
    }
}

fn hint(step: &Explanation, level: u8) -> String {
    let mut lines = vec![step.place.clone()];
    if level >= 2 {
        let (title, rating) = (step.technique.title(), rating(step.tenths));
        lines.push(format!("{title} ({rating})"));
    }
    if level >= 3 {
        lines.push(step.effect.clone());
        lines.push(step.sentence.clone());
        lines.extend(step.lines.iter().map(|line| format!("  {line}")));
    }
    lines.join("\n") + "\n"
}

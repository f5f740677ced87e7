//! `sudoku make`: puzzles with exactly one solution.

use super::bulk;
use super::ruled;
use super::steps::Ladders;
use super::variant::{Killer, Variant};
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::arguments::threads::Threads;
use crate::cli::files::input;
use crate::cli::process::progress::tally;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::killer::make_killer;
use crate::sudoku::logic::Technique;
use crate::sudoku::make::{Level, MakeFault, Recipe, Symmetry};
use crate::sudoku::wished::{Wish, WishMaker};
use crate::sudoku::{Board, Grid, cage};
use crate::text::nearest::nearest;
use crate::text::plural::counted;
use clap::{Args, ValueEnum};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};

/// Makes puzzles with exactly one solution, one a line
///
/// A filled grid is made by backtracking; then clues are taken away, in random
/// order, or by strategies that lead to a given difficulty. The same seed and
/// options give the same puzzles on every machine and with any number of threads.
#[derive(Args, Debug)]
#[command(after_help = "\
The rating of a puzzle is that of the most difficult step of its solution in the
scale of Sudoku Explainer (ER, see sudoku rate --help). The WNEF of a puzzle is the
sum of 2^(9-n) over its empty cells, divided by 2^8 times their number; n is the
number of digits that no clue in the cell's row, column or box forbids. The less,
the harder.

Levels by rating: easy 1.0:1.5 (hidden singles), medium 1.7:2.9 (naked singles and
locked candidates), hard 3.0:5.4 (sets, fish, wings), evil from 6.5 (chains). By
WNEF: easy 0.34:0.42, medium 0.25:0.29, hard 0.18:0.21, evil 0.11:0.14.

Examples:
  sudoku make -n 5 --technique x-wing | sudoku solve --path
  sudoku make --cages | sudoku solve --pretty
  sudoku make --difficulty hard | gen-sudoku - > p.dlx
  dlx3 m1 < p.dlx | show-sudoku p.dlx --pretty

Exit status: 0 all puzzles were made; 1 one was not found; 2 bad usage; 3 time is
up.")]
pub struct Arguments {
    /// How many puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    count: u64,
    /// The seed of the random numbers [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How difficult the puzzles are (order 9)
    #[arg(long, value_enum, conflicts_with_all = ["wnef", "rating", "technique"])]
    difficulty: Option<Difficulty>,
    /// What the difficulty is measured by [default: rating; on boards with other rules, wnef]
    #[arg(long, value_enum, value_name = "SCALE", requires = "difficulty")]
    by: Option<Scale>,
    /// The range of their ratings (9x9, alone or with --diagonal and --hyper), as in 6.0:7.2
    #[arg(long, value_name = "LOW:HIGH", value_parser = ratings)]
    rating: Option<(u32, u32)>,
    /// A technique that they need, and none that is looked for later (9x9, alone or with --diagonal
    /// and --hyper): the names are those of sudoku solve --path
    #[arg(long, value_name = "NAME", value_parser = technique)]
    technique: Option<Technique>,
    /// The range of their WNEF, from 0 to 1, as in 0.1:0.15
    #[arg(long, value_name = "LOW:HIGH", value_parser = range, conflicts_with_all = ["rating", "technique"])]
    wnef: Option<(f64, f64)>,
    /// Which pattern the clues make
    #[arg(long, value_enum, default_value_t = Pattern::None)]
    symmetry: Pattern,
    /// Clues stand where FILE has anything but a blank (one of . 0 _ - *), and nowhere else
    #[arg(long, value_name = "FILE", conflicts_with = "symmetry")]
    pattern: Option<PathBuf>,
    /// Make puzzles of which each clue is needed: without it, there is more than one solution
    #[arg(long)]
    minimal: bool,
    /// Make puzzles with the rules of FILE, a Sudoku with rules (see sudoku solve): its digits stay,
    /// and few are added, each of them needed. Prints texts of Interactive Sudoku Solver
    #[arg(long, value_name = "FILE", conflicts_with_all = ["difficulty", "wnef", "rating", "technique", "symmetry", "pattern", "minimal", "order", "diagonal", "hyper", "jigsaw", "digits", "killer"])]
    rules: Option<PathBuf>,
    /// Make killers: cages with sums that have one solution, and no digits. Prints a line for each
    /// cage, and a blank line between two puzzles
    #[arg(long, conflicts_with_all = ["difficulty", "wnef", "rating", "technique", "symmetry", "pattern", "minimal", "digits", "killer", "rules"])]
    cages: bool,
    /// Print each puzzle's solution after it, in the same line; with --cages, in a line of its own
    #[arg(long)]
    solution: bool,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    killer: Killer,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Difficulty {
    Easy,
    Medium,
    Hard,
    Evil,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// The rating of Sudoku Explainer
    Rating,
    /// The weighted normalized ease function
    Wnef,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Pattern {
    None,
    /// A half turn does not change it
    #[value(name = "rotate180")]
    Rotate180,
    /// A quarter turn does not change it
    #[value(name = "rotate90")]
    Rotate90,
    /// Left and right are alike
    Horizontal,
    /// Top and bottom are alike
    Vertical,
    /// Both sides of the main diagonal are alike
    Diagonal,
}

impl From<Difficulty> for Level {
    fn from(difficulty: Difficulty) -> Self {
        match difficulty {
            Difficulty::Easy => Level::Easy,
            Difficulty::Medium => Level::Medium,
            Difficulty::Hard => Level::Hard,
            Difficulty::Evil => Level::Evil,
        }
    }
}

impl From<Pattern> for Symmetry {
    fn from(pattern: Pattern) -> Self {
        match pattern {
            Pattern::None => Symmetry::None,
            Pattern::Rotate180 => Symmetry::Rotate180,
            Pattern::Rotate90 => Symmetry::Rotate90,
            Pattern::Horizontal => Symmetry::Horizontal,
            Pattern::Vertical => Symmetry::Vertical,
            Pattern::Diagonal => Symmetry::Diagonal,
        }
    }
}

fn range(text: &str) -> Result<(f64, f64), String> {
    let parts = text.split_once(':').and_then(|(low, high)| {
        let low: f64 = low.parse().ok()?;
        let high: f64 = high.parse().ok()?;
        Some((low, high))
    });
    match parts {
        Some((low, high)) if 0.0 <= low && low <= high && high <= 1.0 => Ok((low, high)),
        _ => Err("write LOW:HIGH with 0 <= LOW <= HIGH <= 1".to_string()),
    }
}

/// A range of ratings, in tenths.
fn ratings(text: &str) -> Result<(u32, u32), String> {
    let tenths = |text: &str| {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_digit = |text: &str| text.len() == 1 && text.as_bytes()[0].is_ascii_digit();
        let whole: u32 = whole.parse().ok().filter(|&whole| whole <= 20)?;
        is_digit(part).then(|| 10 * whole + u32::from(part.as_bytes()[0] - b'0'))
    };
    let parts = text.split_once(':');
    let parts = parts.and_then(|(low, high)| Some((tenths(low)?, tenths(high)?)));
    parts
        .filter(|(low, high)| low <= high)
        .ok_or_else(|| "write LOW:HIGH, such as 6.0:7.2".to_owned())
}

/// A technique by its name.
pub fn technique(text: &str) -> Result<Technique, String> {
    let mut all = Technique::ALL.into_iter();
    all.find(|technique| technique.name() == text)
        .ok_or_else(|| {
            let names: Vec<&str> = Technique::ALL.iter().map(|one| one.name()).collect();
            match nearest(text, names.iter().map(|&name| name.to_owned())) {
                Some(meant) => format!("did you mean {meant}?"),
                None => format!("the techniques are {}", names.join(", ")),
            }
        })
}

/// The cells of a pattern: a line with all, or a line for each row.
fn read_pattern(path: &Path, cells: usize) -> Result<Vec<bool>, Failure> {
    let text = input::read(path)?;
    let signs = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    let pattern: Vec<bool> = signs.map(|sign| !b".0_-*".contains(sign)).collect();
    match pattern.len() == cells {
        true => Ok(pattern),
        false => Err(Failure::new(format_args!(
            "{}: the pattern has {} where {cells} are expected",
            path.display(),
            counted(pattern.len(), "cell")
        ))),
    }
}

/// The recipe and the wish of the command line, on this board.
fn recipe(arguments: &Arguments, board: &Board) -> Result<(Recipe, Wish), Failure> {
    let refuse = |reason: &str| Failure::new(reason).with_status(exit::BAD_USAGE);
    if arguments.difficulty.is_some() && board.geometry.order() != 9 {
        let reason = "--difficulty is calibrated for order 9; use --wnef LOW:HIGH";
        return Err(refuse(reason));
    }
    let scale = arguments.by.unwrap_or(match board.is_plain_nine() {
        true => Scale::Rating,
        false => Scale::Wnef,
    });
    let level = arguments.difficulty.map(Level::from);
    let by = |wanted: Scale| level.filter(|_| scale == wanted);
    let wish = Wish {
        rating: by(Scale::Rating).map(Level::rating).or(arguments.rating),
        technique: arguments.technique,
        pattern: match &arguments.pattern {
            Some(path) => Some(read_pattern(path, board.geometry.cells())?),
            None => None,
        },
    };
    wish.fits(board).map_err(|reason| refuse(&reason))?;
    let recipe = Recipe {
        wnef: by(Scale::Wnef).map(Level::wnef).or(arguments.wnef),
        symmetry: arguments.symmetry.into(),
        minimal: arguments.minimal,
    };
    Ok((recipe, wish))
}

/// A seed that differs each time.
pub fn any_seed() -> u64 {
    // The standard library's hash keys come from the system's random numbers.
    RandomState::new().hash_one(0)
}

/// The seed that was given; without one, a seed of its own, which is told.
fn seed_of(arguments: &Arguments, process: &mut Process) -> u64 {
    arguments.seed.unwrap_or_else(|| {
        let seed = any_seed();
        process.say(format_args!("seed {seed}"));
        seed
    })
}

/// The failure to make another puzzle; `done` have been made.
fn not_made(fault: MakeFault, done: u64) -> Failure {
    match fault {
        MakeFault::Stopped => time_is_up(format!(", with {} made", counted(done, "puzzle"))),
        fault => Failure::new(fault),
    }
}

/// Makes killers: boards with cages and without digits.
fn killers(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let geometry = arguments.variant.geometry()?;
    let seed = seed_of(arguments, process);
    let deadline = arguments.time.begin();
    let mut numbers = 0..arguments.count;
    let mut done = 0u64;
    bulk::in_order(
        arguments.threads.number(),
        || Ok(numbers.next()),
        |number| make_killer(&geometry, seed, number, &|| deadline.is_over()),
        |made| {
            let made = made.map_err(|fault| not_made(fault, done))?;
            // A blank line stands between two of them.
            if done > 0 {
                process.out().put(b"\n");
            }
            done += 1;
            process
                .out()
                .put(cage::text(&geometry, &made.board.cages).as_bytes());
            if arguments.solution {
                process.out().put(b"# ");
                process.out().put(&made.solution.to_line());
                process.out().put(b"\n");
            }
            process.check()
        },
    )?;
    Ok(exit::DONE)
}

/// Runs the subcommand.
///
/// # Errors
/// A board that does not exist, puzzles that are not found, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    if let Some(file) = &arguments.rules {
        let text = input::read(file)?;
        let order = ruled::make::Order {
            count: arguments.count,
            seed: arguments.seed,
            has_solution: arguments.solution,
            threads: arguments.threads.number(),
            deadline: arguments.time.begin(),
        };
        return ruled::make::run(ruled::of_text(file, &text), order, process);
    }
    if arguments.cages {
        return killers(arguments, process);
    }
    let board = arguments.killer.board(arguments.variant.geometry()?)?;
    let (recipe, wish) = recipe(arguments, &board)?;
    let digits = arguments.variant.digits(&board.geometry)?;
    if let Some(digits) = &digits {
        let fits = board.fits(digits);
        fits.map_err(|fault| Failure::new(fault).with_status(exit::BAD_USAGE))?;
    }
    let maker = WishMaker::new(&board, recipe, wish);
    let ladders = Ladders::default();
    let seed = seed_of(arguments, process);
    let progress = tally("puzzles", Some(arguments.count));
    let mut numbers = 0..arguments.count;
    let deadline = arguments.time.begin();
    let mut done = 0u64;
    bulk::in_order(
        arguments.threads.number(),
        || Ok(numbers.next()),
        |number| {
            let stop = || deadline.is_over();
            ladders.with(|ladder| maker.make_until(ladder, (seed, number), &stop))
        },
        |made| {
            let made = made.map_err(|fault| not_made(fault, done))?;
            done += 1;
            progress.inc(1);
            let written = |grid: Grid| match digits {
                Some(digits) => grid.with_alphabet(digits).to_line(),
                None => grid.to_line(),
            };
            let mut line = written(made.puzzle);
            if arguments.solution {
                // Between numbers there are blanks already.
                line.push(if digits.is_some_and(|digits| digits.is_numbers()) {
                    b','
                } else {
                    b' '
                });
                line.extend(written(made.solution));
            }
            line.push(b'\n');
            process.out().put(&line);
            process.check()
        },
    )?;
    progress.finish_and_clear();
    Ok(exit::DONE)
}

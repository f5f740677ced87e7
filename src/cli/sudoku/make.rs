//! `sudoku make`: puzzles with exactly one solution.

use super::bulk;
use super::limit::TimeLimit;
use super::variant::{Killer, Variant};
use crate::answers::Stopped;
use crate::cli::threads::Threads;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::Grid;
use crate::sudoku::make::{Level, MakeFault, Maker, Recipe, Symmetry};
use crate::text::plural::counted;
use clap::{Args, ValueEnum};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// Makes puzzles with exactly one solution, one a line
///
/// A filled grid is made by backtracking; then clues are taken away, in random
/// order, or by strategies that lead to a given difficulty. The same seed and
/// options give the same puzzles on every machine and with any number of threads.
#[derive(Args, Debug)]
#[command(after_help = "\
The WNEF of a puzzle is the sum of 2^(9-n) over its empty cells, divided by 2^8
times their number; n is the number of digits that no clue in the cell's row,
column or box forbids. The less, the harder.

Levels: easy 0.34:0.42, medium 0.25:0.29, hard 0.18:0.21, evil 0.11:0.14.

Example:
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
    /// How difficult the puzzles are (9x9)
    #[arg(long, value_enum, conflicts_with = "wnef")]
    difficulty: Option<Difficulty>,
    /// The range of their WNEF, from 0 to 1, as in 0.1:0.15
    #[arg(long, value_name = "LOW:HIGH", value_parser = range)]
    wnef: Option<(f64, f64)>,
    /// Which pattern the clues make
    #[arg(long, value_enum, default_value_t = Pattern::None)]
    symmetry: Pattern,
    /// No clue can be left out: without it there is more than one solution
    #[arg(long)]
    minimal: bool,
    /// Print each puzzle's solution after it, in the same line
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

/// A seed that differs each time.
pub fn any_seed() -> u64 {
    // The standard library's hash keys come from the system's random numbers.
    RandomState::new().hash_one(0)
}

/// Runs the subcommand.
///
/// # Errors
/// A board that does not exist, puzzles that are not found, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let board = arguments.killer.board(arguments.variant.geometry()?)?;
    if arguments.difficulty.is_some() && board.geometry.order() != 9 {
        return Err(
            Failure::new("--difficulty is calibrated for order 9; use --wnef LOW:HIGH")
                .with_status(exit::BAD_USAGE),
        );
    }
    let digits = arguments.variant.digits(&board.geometry)?;
    if let Some(digits) = &digits {
        let fits = arguments.killer.fits(digits);
        fits.map_err(|fault| Failure::new(fault).with_status(exit::BAD_USAGE))?;
    }
    let level = arguments.difficulty.map(|level| Level::from(level).wnef());
    let recipe = Recipe {
        wnef: level.or(arguments.wnef),
        symmetry: arguments.symmetry.into(),
        minimal: arguments.minimal,
    };
    let maker = Maker::new(&board, recipe);
    let seed = arguments.seed.unwrap_or_else(|| {
        let seed = any_seed();
        process.say(format_args!("seed {seed}"));
        seed
    });
    let progress = bulk::progress(Some(arguments.count));
    let mut numbers = 0..arguments.count;
    let deadline = arguments.time.begin();
    let mut done = 0u64;
    bulk::in_order(
        arguments.threads.number(),
        || Ok(numbers.next()),
        |number| maker.make_until(seed, number, &|| deadline.is_over()),
        |made| {
            let made = made.map_err(|fault| match fault {
                MakeFault::Stopped => deadline.stopped(
                    Stopped::Limit,
                    &format!(", with {} made", counted(done, "puzzle")),
                ),
                fault => Failure::new(fault),
            })?;
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

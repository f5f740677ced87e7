//! `sudoku verify`: which candidates have one solution.

use super::given::{SolvedGrid, create, filled, put_mask, with_words};
use crate::answers::Stopped;
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::format::solution::SolutionReader;
use crate::sudoku::cells::Cells;
use crate::sudoku::{Geometry, Grid, Second, Stop, hitting};
use crate::text::output::Output;
use crate::text::plural::counted;
use clap::Args;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The most new sets that are remembered.
const MOST_SETS: usize = 1 << 16;

/// Reads solutions of a .dlx of `sudoku hit`, as dlx3 m1 prints them, and prints
/// the puzzles that have one solution
///
/// A candidate with more solutions misses an unavoidable set that the .dlx did not
/// have. A line on standard error sums up.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    grid: SolvedGrid,
    /// Write the new unavoidable sets, minimal ones, to this file, for --also of
    /// `sudoku hit`
    #[arg(long, value_name = "FILE")]
    new_sets: Option<PathBuf>,
    /// Do not sum up on standard error
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    time: TimeLimit,
}

/// Runs the subcommand.
///
/// # Errors
/// Bad input, and output that cannot be written.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    if arguments.grid.is_on_stdin() {
        return Err(
            Failure::new("the solutions come from standard input, so the grid cannot")
                .with_status(exit::BAD_USAGE),
        );
    }
    let (board, grid) = arguments.grid.read()?;
    process.output = "the puzzles";
    with_words!(board, verify(arguments, &board, &grid, process))
}

/// The grid and the sets that all candidates share.
struct Verifier<const W: usize> {
    second: Second<W>,
    sets: Vec<Cells<W>>,
}

impl<const W: usize> Verifier<W> {
    /// Whether the puzzle has one solution. If not, and if no known set shows that, returns a new
    /// one that does.
    fn verify(
        &mut self,
        clues: &Cells<W>,
        stop: &Stop<'_>,
    ) -> Result<(bool, Option<Cells<W>>), Stopped> {
        let missed = self.sets.iter().position(|set| set.and(clues).is_empty());
        if let Some(place) = missed {
            // Candidates that follow each other miss the same sets.
            self.sets.swap(place, place / 2);
            return Ok((false, None));
        }
        let Some(difference) = self.second.difference_until(clues, stop)? else {
            return Ok((true, None));
        };
        let set = self.second.minimal_within_until(difference, stop)?;
        if self.sets.len() < MOST_SETS {
            self.sets.push(set);
        }
        Ok((false, Some(set)))
    }
}

fn verify<const W: usize>(
    arguments: &Arguments,
    board: &Geometry,
    grid: &Grid,
    process: &mut Process,
) -> Result<u8, Failure> {
    let digits = *grid.alphabet();
    let grid = filled::<W>(board, grid)?;
    let deadline = arguments.time.begin();
    let stop = || deadline.is_over();
    let mut verifier = Verifier {
        second: Second::new(grid.clone()),
        sets: Vec::new(),
    };
    let file = arguments.new_sets.as_deref().map(create).transpose()?;
    let mut new_sets: Option<Output<File>> = file.map(Output::new);
    let (mut candidates, mut puzzles, mut sets) = (0u64, 0u64, 0u64);
    let mut line = Vec::new();
    let mut bad = None;
    for solution in SolutionReader::new(input::open(Path::new("-"))?) {
        let clues = match solution
            .map_err(Failure::new)
            .and_then(|solution| hitting::cells_of(&grid, &solution).map_err(Failure::new))
        {
            Ok(clues) => clues,
            Err(failure) => {
                bad = Some(failure);
                break;
            }
        };
        let verified = match deadline.is_over() {
            true => Err(Stopped::Limit),
            false => verifier.verify(&clues, &stop),
        };
        let (unique, set) = match verified {
            Ok(verified) => verified,
            Err(_) => {
                let known = format!(", with {} done", counted(candidates, "candidate"));
                bad = Some(time_is_up(&known));
                break;
            }
        };
        candidates += 1;
        if unique {
            puzzles += 1;
            let out = process.out();
            out.put(&digits.rewrite(&grid.puzzle(&clues)));
            out.put(b"\n");
        }
        if let Some(set) = set {
            sets += 1;
            if let Some(new_sets) = &mut new_sets {
                line.clear();
                put_mask(&grid, &set, &mut line);
                new_sets.put(&line);
            }
        }
        if process.has_failed() {
            break;
        }
    }
    process.finish()?;
    if let (Some(new_sets), Some(path)) = (&mut new_sets, &arguments.new_sets) {
        let written = new_sets.finish();
        written.map_err(|error| Failure::writing(path.display(), &error))?;
    }
    if let Some(failure) = bad {
        return Err(failure);
    }
    if !arguments.quiet {
        writeln!(
            process.err(),
            "{}, {} with one solution, {}",
            counted(candidates, "candidate"),
            counted(puzzles, "puzzle"),
            counted(sets, "new unavoidable set")
        );
    }
    Ok(exit::DONE)
}

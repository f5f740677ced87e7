//! `sudoku hit`: the `.dlx` whose solutions are candidate puzzles of a grid.

use super::given::{SolvedGrid, filled, mask, read_masks, with_words};
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::cells::Cells;
use crate::sudoku::hitting::{self, HitFault, Kept, Terms};
use crate::sudoku::unavoidable::direct;
use crate::sudoku::{Alphabet, Filled, Geometry, Grid, Puzzles, PuzzlesError, Second};
use clap::Args;
use std::path::PathBuf;

/// Writes the .dlx whose solutions hit all unavoidable sets of a solved grid
///
/// Every puzzle of the grid with N clues and one solution is among the solutions;
/// `sudoku verify` picks those out: sudoku hit GRID --clues 17 | dlx3 m1 | sudoku
/// verify GRID
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    grid: SolvedGrid,
    /// The number of clues
    #[arg(long, value_name = "N")]
    clues: usize,
    /// The size up to which unavoidable sets are used
    #[arg(long, value_name = "S", default_value_t = 12)]
    max_size: usize,
    /// Further unavoidable sets: masks, one a line, as `sudoku ua` and `sudoku
    /// verify --new-sets` write them; - for stdin
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// A puzzle of the grid whose clues stay, all but those that --free sets free
    #[arg(long, value_name = "PUZZLE")]
    keep: Option<String>,
    /// How many clues of the puzzle go (exactly this many)
    #[arg(long, value_name = "K", requires = "keep", default_value_t = 0)]
    free: usize,
    /// Clues only in the cells of this mask (. for the others)
    #[arg(long, value_name = "MASK")]
    pattern: Option<String>,
    #[command(flatten)]
    time: TimeLimit,
}

/// Runs the subcommand.
///
/// # Errors
/// Bad input, and output that cannot be written.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (board, grid) = arguments.grid.read()?;
    process.output = "the problem";
    with_words!(board, write(arguments, &board, &grid, process))
}

fn write<const W: usize>(
    arguments: &Arguments,
    board: &Geometry,
    grid: &Grid,
    process: &mut Process,
) -> Result<u8, Failure> {
    let digits = *grid.alphabet();
    let grid = filled::<W>(board, grid)?;
    let pattern = match &arguments.pattern {
        None => grid.all(),
        Some(text) => mask(&grid, text.as_bytes())
            .map_err(|fault| Failure::new(format_args!("--pattern: {fault}")))?,
    };
    let kept = arguments.keep.as_ref().map(|text| {
        let given = clues_of(board, &grid, digits, text)
            .map_err(|fault| Failure::new(format_args!("--keep: {fault}")))?;
        let free = arguments.free;
        Ok(Kept { given, free })
    });
    let terms = Terms {
        clues: arguments.clues,
        pattern,
        kept: kept.transpose()?,
    };
    let deadline = arguments.time.begin();
    let stop = || deadline.is_over();
    let sets = direct::minimal_sets_until(&grid, arguments.max_size, &stop);
    let mut sets = sets.map_err(|_| time_is_up("; see --max-size"))?;
    let second = Second::new(grid.clone());
    for path in &arguments.also {
        read_masks(&grid, path, |set| {
            let found = second.difference_until(&grid.all().minus(&set), &stop);
            if found.map_err(|_| "time is up".to_string())?.is_none() {
                return Err("these cells are not an unavoidable set of the grid".to_string());
            }
            sets.push(set);
            Ok(())
        })?;
    }
    let problem = hitting::encode(&grid, &sets, &terms).map_err(|fault| match fault {
        HitFault::Problem(_) => Failure::new(fault),
        _ => Failure::new(fault).with_status(exit::BAD_USAGE),
    })?;
    process.write_problem(&problem)?;
    Ok(exit::DONE)
}

/// The cells of the clues of a puzzle of the grid.
fn clues_of<const W: usize>(
    board: &Geometry,
    grid: &Filled<W>,
    digits: Alphabet,
    text: &str,
) -> Result<Cells<W>, String> {
    let mut puzzles = Puzzles::new(board, text.as_bytes()).with_digits(Some(digits));
    let read = puzzles.next().ok_or("there is no puzzle")?;
    let (_, puzzle) = read.map_err(|error| match error {
        PuzzlesError::Fault(fault) => fault.fault.to_string(),
        error => error.to_string(),
    })?;
    let clues = (0..grid.cells()).filter(|&cell| puzzle.get(cell).is_some());
    let other = |cell: &usize| puzzle.get(*cell) != Some(grid.digit(*cell) as u8 + 1);
    if let Some(cell) = clues.clone().find(other) {
        let (row, column) = (board.row(cell) + 1, board.column(cell) + 1);
        return Err(format!(
            "the grid has another digit in row {row}, column {column}"
        ));
    }
    Ok(clues.collect())
}

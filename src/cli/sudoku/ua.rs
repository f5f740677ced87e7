//! `sudoku ua`: the minimal unavoidable sets of a grid.

use super::given::{SolvedGrid, filled, put_mask, with_words};
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::unavoidable::direct;
use crate::sudoku::unavoidable::removal::{self, Removal};
use crate::sudoku::{Geometry, Grid};
use clap::{Args, ValueEnum};

/// Lists the minimal unavoidable sets of a solved grid, one a line, smallest first
///
/// An unavoidable set is a set of cells whose digits can be changed to make another
/// solved grid: a puzzle with one solution has a clue in each. A set is
/// printed as a mask, 1 for its cells and . for the others.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    grid: SolvedGrid,
    /// The size up to which sets are listed
    #[arg(long, value_name = "S", default_value_t = 12)]
    max_size: usize,
    /// Find sets by removing digits or boxes and solving with DLX3, instead of
    /// following changes; the list has only sets within a number of digits or boxes
    #[arg(long, value_name = "WHAT")]
    by: Option<By>,
    /// How many digits or boxes are removed at a time [default: 5]
    #[arg(long, value_name = "K", requires = "by")]
    remove: Option<usize>,
    #[command(flatten)]
    time: TimeLimit,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum By {
    /// All cells of some digits
    Digits,
    /// All cells of some boxes
    Boxes,
}

/// Runs the subcommand.
///
/// # Errors
/// Bad input, and output that cannot be written.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (board, grid) = arguments.grid.read()?;
    process.output = "the sets";
    with_words!(board, list(arguments, &board, &grid, process))
}

fn list<const W: usize>(
    arguments: &Arguments,
    board: &Geometry,
    grid: &Grid,
    process: &mut Process,
) -> Result<u8, Failure> {
    let grid = filled::<W>(board, grid)?;
    let (limit, cells) = (arguments.max_size, board.cells());
    if limit > cells {
        return Err(Failure::new(format_args!(
            "--max-size is up to {cells} here, the number of cells, not {limit}"
        ))
        .with_status(exit::BAD_USAGE));
    }
    let deadline = arguments.time.begin();
    let stop = || deadline.is_over();
    let sets = match arguments.by {
        None => direct::minimal_sets_until(&grid, limit, &stop),
        Some(by) => {
            let count = arguments.remove.unwrap_or(5.min(board.order()));
            if !(1..=board.order()).contains(&count) {
                let most = board.order();
                return Err(Failure::new(format_args!(
                    "--remove must be from 1 to {most} here, not {count}"
                ))
                .with_status(exit::BAD_USAGE));
            }
            let removal = match by {
                By::Digits => Removal::Digits(count),
                By::Boxes => Removal::Boxes(count),
            };
            removal::minimal_sets_until(&grid, removal, limit, &stop)
        }
    };
    let sets = sets.map_err(|_| time_is_up("; see --max-size"))?;
    let mut line = Vec::new();
    for set in &sets {
        line.clear();
        put_mask(&grid, set, &mut line);
        process.out().put(&line);
        if process.has_failed() {
            break;
        }
    }
    Ok(exit::DONE)
}

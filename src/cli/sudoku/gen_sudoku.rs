//! `gen-sudoku`: a puzzle to `.dlx`.

use super::make::any_seed;
use super::ruled;
use super::variant::{Killer, Variant};
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, exit};
use crate::sudoku::general::{self, GeneralFault};
use crate::sudoku::make::{Maker, Recipe};
use crate::sudoku::plain::{self, PlainFault};
use crate::sudoku::{
    Alphabet, Board, Geometry, Grid, GridFault, Puzzles, PuzzlesError, UnitKind, encode,
};
use clap::Parser;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Writes a Sudoku puzzle as an exact covering problem for dlx3
///
/// FILE holds nine lines of nine characters, or one line of 81; 1 to 9 are clues,
/// anything else is a blank. Any other form that `sudoku check` reads will do, too. Without FILE a puzzle is made, and its seed shown on
/// stderr: gen-sudoku | dlx3 m1 v1
#[derive(Parser, Debug)]
#[command(
    name = "gen-sudoku",
    version,
    after_help = "\
Items: pRC for row R, column C, rRD for row R and digit D, cCD, bXD for columns
and boxes; all numbers but the digits count from 0. A Sudoku with rules (a link or a text
of f-puzzles, SudokuPad, Interactive Sudoku Solver) has colors: docs/sudoku-rules.md. With cages, kN for cage N and
kN.D for its digits. With --whole, nO.C for order O and C cells.

Exit status: 0 done; 252 to 255 (with --general 243 to 255) bad puzzle, as Knuth's
converters have it; 1 other bad input or failing output; 2 bad usage."
)]
pub struct Arguments {
    /// The puzzle; - for stdin
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// FILE has Knuth's general form: n lines of n characters (digits 1-9a-w, # for
    /// a hole), then groups of n lines that name each cell's box (0-9a-v, . for none)
    #[arg(long, requires = "file", conflicts_with_all = ["order", "diagonal", "hyper", "jigsaw", "digits"])]
    general: bool,
    /// Write the clues as options, too, so that show-sudoku needs no FILE.dlx; a puzzle that
    /// is made is always written so
    #[arg(long)]
    whole: bool,
    /// The seed for a puzzle that is made [default: another one each time]
    #[arg(long, value_name = "N", conflicts_with = "file")]
    seed: Option<u64>,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    killer: Killer,
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let has_board = self.variant.is_given() || self.killer.killer.is_some();
        let extras = Extras {
            is_whole: self.whole || self.file.is_none(),
            show_boxes: self.variant.jigsaw.is_some(),
        };
        match &self.file {
            Some(file) if self.general => {
                let (geometry, grid) = general::read(&input::read(file)?)
                    .map_err(|fault| refuse(fault, general_status(fault)))?;
                let board = self.killer.board(geometry)?;
                write_board(
                    &board,
                    &grid,
                    Extras {
                        show_boxes: false,
                        ..extras
                    },
                    process,
                )?;
            }
            Some(file) if has_board => {
                let board = self.killer.board(self.variant.geometry()?)?;
                let digits = self.variant.digits(&board.geometry)?;
                let grid = read_one(&board, file, &input::read(file)?, digits)?;
                let fits = board.fits(grid.alphabet());
                fits.map_err(Failure::new)?;
                write_board(&board, &grid, extras, process)?;
            }
            Some(file) => {
                let text = input::read(file)?;
                if ruled::has_rules(&text) {
                    return ruled::write::cover(ruled::of_text(file, &text), process);
                }
                let board = Board::from(self.variant.geometry()?);
                let digits = self.variant.digits(&board.geometry)?;
                let grid = read_plain(&board, file, &text, digits)?;
                write_plain(&grid, extras, process)?;
            }
            None => {
                let board = self.killer.board(self.variant.geometry()?)?;
                let seed = self.seed.unwrap_or_else(any_seed);
                process.say(format_args!("seed {seed}"));
                let made = Maker::new(&board, Recipe::default()).make(seed, 0);
                let mut puzzle = made.map_err(Failure::new)?.puzzle;
                if let Some(digits) = self.variant.digits(&board.geometry)? {
                    let fits = board.fits(&digits);
                    fits.map_err(|fault| Failure::new(fault).with_status(exit::BAD_USAGE))?;
                    puzzle = puzzle.with_alphabet(digits);
                }
                match has_board {
                    true => write_board(&board, &puzzle, extras, process)?,
                    false => write_plain(&puzzle, extras, process)?,
                }
            }
        }
        Ok(exit::DONE)
    }
}

/// A failure in the C program's words, with its exit status; or in our own words, for faults that
/// it does not know.
fn refuse(fault: impl Display, status: Option<u8>) -> Failure {
    match status {
        Some(status) => Failure::page(status, format!("{fault}\n")),
        None => Failure::new(fault),
    }
}

/// The C program's exit status; none for a fault that it does not know.
fn plain_status(fault: PlainFault) -> Option<u8> {
    match fault {
        PlainFault::FewerLines => Some(255),
        PlainFault::Row { .. } => Some(254),
        PlainFault::Column { .. } => Some(253),
        PlainFault::Box { .. } => Some(252),
        PlainFault::Length { .. } | PlainFault::SecondPuzzle { .. } => None,
    }
}

/// The exit status of a fault in the general form.
fn general_status(fault: GeneralFault) -> Option<u8> {
    match fault {
        GeneralFault::Empty => Some(255),
        GeneralFault::TooLong(_) => Some(254),
        GeneralFault::ShortLine { .. } => Some(253),
        GeneralFault::LongLine { .. } => Some(252),
        GeneralFault::FewerLines(_) => Some(251),
        GeneralFault::ShortGroup { .. } => Some(250),
        GeneralFault::BadBox { .. } => Some(249),
        GeneralFault::Clash { across, .. } => match across {
            ("columns", _) => Some(246),
            (_, "column") => Some(245),
            _ => Some(244),
        },
        GeneralFault::Twice { .. } | GeneralFault::BoxTooLarge { .. } => Some(243),
        GeneralFault::ClueTooLarge { .. } => None,
    }
}

/// Further contents of the problem.
#[derive(Clone, Copy)]
struct Extras {
    /// With the clues as options.
    is_whole: bool,
    /// With a comment that gives the boxes.
    show_boxes: bool,
}

fn write_plain(grid: &Grid, extras: Extras, process: &mut Process) -> Result<(), Failure> {
    let clues = grid.clues();
    writeln!(
        process.err(),
        "OK, I found {clues} clues in the input problem."
    );
    let board = Geometry::of_order(9).map_err(Failure::new)?;
    put_comments(&board, grid, extras, process);
    process.write_with(|writer| match extras.is_whole {
        true => encode::write_whole(&board, grid, &[], writer),
        false => encode::write_plain(&board, grid, writer),
    })?;
    tell_if_done(&board, grid, extras, process);
    Ok(())
}

/// Warns that a full grid leaves no items unless clues are written, and that dlx3 wants items.
fn tell_if_done(geometry: &Geometry, grid: &Grid, extras: Extras, process: &mut Process) {
    let is_done =
        (0..geometry.cells()).all(|cell| geometry.is_hole(cell) || grid.get(cell).is_some());
    if is_done && !extras.is_whole {
        process.say("all cells have clues: dlx3 refuses a problem without items; see --whole");
    }
}

/// Writes comments with what `show-sudoku` cannot see in the problem.
fn put_comments(geometry: &Geometry, grid: &Grid, extras: Extras, process: &mut Process) {
    let mut lines = Vec::new();
    if extras.show_boxes {
        encode::put_boxes(geometry, &mut lines);
    }
    if !grid.alphabet().is_usual() {
        encode::put_digits(grid.alphabet(), &mut lines);
    }
    process.out().put(&lines);
}

fn write_board(
    board: &Board,
    grid: &Grid,
    extras: Extras,
    process: &mut Process,
) -> Result<(), Failure> {
    let geometry = &board.geometry;
    let boxes = geometry.units().iter();
    let boxes = boxes
        .filter(|unit| matches!(unit.kind, UnitKind::Box(_)))
        .count();
    let holes = (0..geometry.cells())
        .filter(|&cell| geometry.is_hole(cell))
        .count();
    writeln!(
        process.err(),
        "OK, I've got n={}, with {boxes} boxes and {} clues in {} cells.",
        geometry.order(),
        grid.clues(),
        geometry.cells() - holes,
    );
    put_comments(geometry, grid, extras, process);
    let write = match extras.is_whole {
        true => encode::write_whole,
        false => encode::write_general,
    };
    process.write_with(|writer| write(geometry, grid, &board.cages, writer))?;
    tell_if_done(geometry, grid, extras, process);
    Ok(())
}

/// The one puzzle of a file for the plain board: as the C program reads it, or in a form that it
/// does not know.
fn read_plain(
    board: &Board,
    file: &Path,
    text: &[u8],
    digits: Option<Alphabet>,
) -> Result<Grid, Failure> {
    if digits.is_some() {
        return read_one(board, file, text, digits);
    }
    plain::read(text).or_else(|fault| {
        let is_of_form = matches!(
            fault,
            PlainFault::FewerLines | PlainFault::Length { .. } | PlainFault::SecondPuzzle { .. }
        );
        let mut others = Puzzles::new(&board.geometry, text);
        match (others.next(), others.next()) {
            (Some(Ok(_)), None) if is_of_form => read_one(board, file, text, None),
            // Its cells are recognized, but not their meaning.
            (Some(Err(PuzzlesError::Fault(other))), None)
                if is_of_form
                    && !matches!(
                        other.fault,
                        GridFault::WrongLength { .. } | GridFault::NotRead { .. }
                    ) =>
            {
                read_one(board, file, text, None)
            }
            _ => Err(refuse(fault, plain_status(fault))),
        }
    })
}

/// The one puzzle of a file, for a board that an option chose.
fn read_one(
    board: &Board,
    file: &Path,
    text: &[u8],
    digits: Option<Alphabet>,
) -> Result<Grid, Failure> {
    let mut puzzles = Puzzles::new(&board.geometry, text).with_digits(digits);
    let place = |message: String| match file.as_os_str() == "-" {
        true => Failure::new(message),
        false => Failure::new(format_args!("{}: {message}", file.display())),
    };
    let (_, grid) = match puzzles.next() {
        Some(read) => read.map_err(|error| place(error.to_string()))?,
        None => return Err(place("there is no puzzle".to_string())),
    };
    match puzzles.next() {
        Some(Ok((line, _))) => {
            return Err(place(format!(
                "line {line}: a second puzzle; there must be one only"
            )));
        }
        Some(Err(error)) => return Err(place(error.to_string())),
        None => {}
    }
    match grid.clash(&board.geometry) {
        Some(clash) => Err(place(clash.to_string())),
        None => Ok(grid),
    }
}

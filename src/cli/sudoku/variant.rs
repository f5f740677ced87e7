//! The options that choose a board, shared by all Sudoku filters.

use crate::cli::files::input;
use crate::cli::{Failure, exit};
use crate::sudoku::{Alphabet, Board, Geometry, GeometryFault, cage, jigsaw};
use clap::Args;
use std::path::PathBuf;

/// Which board.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Board")]
pub struct Variant {
    /// The number of digits: 4, 6 (boxes of 2 rows, 3 columns), 9, 16 or 25
    #[arg(long, value_name = "N")]
    pub order: Option<usize>,
    /// The two diagonals hold each digit once, too
    #[arg(long)]
    pub diagonal: bool,
    /// The four windows of a hyper Sudoku hold each digit once, too (order 9 only)
    #[arg(long)]
    pub hyper: bool,
    /// Boxes as drawn in FILE: n lines of n characters, equal ones make a box
    #[arg(long, value_name = "FILE", conflicts_with = "order")]
    pub jigsaw: Option<PathBuf>,
    #[command(flatten)]
    pub digits: Digits,
}

/// How digits are written.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Board")]
pub struct Digits {
    /// The signs of the digits, such as 0123456789ABCDEF, or numbers with blanks between them, such
    /// as 1-16 [default: those of the puzzle]
    #[arg(long, value_name = "STRING")]
    digits: Option<String>,
}

impl Digits {
    /// The digits for boards of this order, if they are given.
    ///
    /// # Errors
    /// If they do not fit.
    pub fn of(&self, order: usize) -> Result<Option<Alphabet>, Failure> {
        let parse = |text: &String| Alphabet::parse(order, text.as_bytes());
        self.digits
            .as_ref()
            .map(parse)
            .transpose()
            .map_err(|fault| {
                Failure::new(format_args!("--digits: {fault}")).with_status(exit::BAD_USAGE)
            })
    }
}

/// Cages, for the filters that take them.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Board")]
pub struct Killer {
    /// Cages from FILE: a line each, such as "15 r1c1 r1c2 r2c1", the sum first; or a grid with a
    /// letter for each cell's cage, and sums such as "a=15"
    #[arg(long, value_name = "FILE")]
    pub killer: Option<PathBuf>,
}

impl Variant {
    /// Whether any of these options was given.
    pub fn is_given(&self) -> bool {
        self.order.is_some() || self.diagonal || self.hyper || self.jigsaw.is_some()
    }

    /// The digits, if they are given.
    ///
    /// # Errors
    /// If they do not fit the board.
    pub fn digits(&self, geometry: &Geometry) -> Result<Option<Alphabet>, Failure> {
        self.digits.of(geometry.order())
    }

    /// The board; 9x9 unless told otherwise.
    ///
    /// # Errors
    /// If there is no such board, or its file is not right.
    pub fn geometry(&self) -> Result<Geometry, Failure> {
        let no_board = |fault: GeometryFault| Failure::new(fault).with_status(exit::BAD_USAGE);
        let mut geometry = match &self.jigsaw {
            Some(path) => jigsaw::read(&input::read(path)?)
                .map_err(|fault| Failure::new(format_args!("{}: {fault}", path.display())))?,
            None => Geometry::of_order(self.order.unwrap_or(9)).map_err(no_board)?,
        };
        if self.diagonal {
            geometry = geometry.and_diagonals().map_err(no_board)?;
        }
        if self.hyper {
            geometry = geometry.and_windows().map_err(no_board)?;
        }
        Ok(geometry)
    }
}

impl Killer {
    /// The board with the cages, if any.
    ///
    /// # Errors
    /// If the file is not right.
    pub fn board(&self, geometry: Geometry) -> Result<Board, Failure> {
        let cages = match &self.killer {
            Some(path) => cage::read(&geometry, &input::read(path)?)
                .map_err(|fault| Failure::new(format_args!("{}: {fault}", path.display())))?,
            None => Vec::new(),
        };
        Ok(Board { geometry, cages })
    }
}

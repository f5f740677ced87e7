//! Arguments that several subcommands share: a solved grid, and masks of cells.

use super::variant::Digits;
use crate::cli::files::input;
use crate::cli::{Failure, exit};
use crate::sudoku::cells::Cells;
use crate::sudoku::{Filled, Geometry, Grid, Puzzles};
use crate::text::lines::Lines;
use crate::text::output;
use crate::text::plural::counted;
use clap::Args;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The arguments for a solved grid.
#[derive(Args, Debug)]
pub struct SolvedGrid {
    /// The solved grid in one line (81 characters for 9x9), or - to read it from
    /// standard input
    grid: String,
    #[command(flatten)]
    board: GridBoard,
}

/// The board of a solved grid, and its digits.
#[derive(Args, Debug)]
pub struct GridBoard {
    /// Rows and columns of a box, such as 2x3 [default: by the grid's length: 2x2,
    /// 2x3, 3x3, 4x4, 5x5]
    #[arg(long, value_name = "RxC", value_parser = box_shape)]
    boxes: Option<(usize, usize)>,
    #[command(flatten)]
    digits: Digits,
}

fn box_shape(text: &str) -> Result<(usize, usize), String> {
    let numbers = text
        .split_once('x')
        .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    numbers.ok_or_else(|| "the shape of a box is ROWSxCOLUMNS, such as 2x3".to_string())
}

impl SolvedGrid {
    /// Whether the grid is read from standard input.
    pub fn is_on_stdin(&self) -> bool {
        self.grid == "-"
    }

    /// The board and the grid.
    ///
    /// # Errors
    /// If it cannot be read or is no grid.
    pub fn read(&self) -> Result<(Geometry, Grid), Failure> {
        self.board.read_operand(&self.grid)
    }
}

impl GridBoard {
    /// The board and the grid of an operand: the grid itself, or - for standard input.
    ///
    /// # Errors
    /// If it cannot be read or is no grid.
    pub fn read_operand(&self, grid: &str) -> Result<(Geometry, Grid), Failure> {
        if grid != "-" {
            return self.read(grid.as_bytes());
        }
        let mut text = Vec::new();
        // No grid is longer, whatever its lines.
        let mut input = input::open(Path::new("-"))?.take(1 << 16);
        input
            .read_to_end(&mut text)
            .map_err(|error| Failure::reading("the grid", &error))?;
        self.read(&text)
    }

    /// The board and the grid of a text.
    ///
    /// # Errors
    /// If it is no grid.
    pub fn read(&self, text: &[u8]) -> Result<(Geometry, Grid), Failure> {
        if let Some((rows, columns)) = self.boxes {
            let board = Geometry::boxes(rows, columns)
                .map_err(|fault| Failure::new(fault).with_status(exit::BAD_USAGE))?;
            let grid = self.read_on(&board, text)?;
            return Ok((board, grid));
        }
        for order in USUAL_ORDERS {
            let board = Geometry::of_order(order).map_err(Failure::new)?;
            if let Ok(grid) = self.read_on(&board, text) {
                return Ok((board, grid));
            }
        }
        let board = Geometry::of_order(likely_order(text)?).map_err(Failure::new)?;
        let grid = self.read_on(&board, text)?;
        Ok((board, grid))
    }

    /// The one grid of a text, on this board.
    fn read_on(&self, board: &Geometry, text: &[u8]) -> Result<Grid, Failure> {
        let digits = self.digits.of(board.order())?;
        let mut grids = Puzzles::new(board, text).with_digits(digits).full();
        let (_, grid) = (grids.next())
            .ok_or_else(|| Failure::new("there is no grid"))?
            .map_err(|error| Failure::new(format_args!("the grid: {error}")))?;
        match grids.next() {
            None => Ok(grid),
            Some(_) => Err(Failure::new("there is a second grid, and only one is read")),
        }
    }
}

/// The orders of boards that need no `--boxes`.
const USUAL_ORDERS: [usize; 5] = [4, 6, 9, 16, 25];

/// The order of the usual board, from the number of cells in all or in a row.
fn likely_order(text: &[u8]) -> Result<usize, Failure> {
    let lines = text.split(|&byte| byte == b'\n');
    let rows = lines.map(|line| {
        let word = line.trim_ascii().split(u8::is_ascii_whitespace).next();
        word.unwrap_or(b"")
    });
    let length = rows
        .filter(|row| !row.is_empty() && !matches!(row[0], b'|' | b'#'))
        .map(<[u8]>::len)
        .next()
        .ok_or_else(|| Failure::new("there is no grid"))?;
    let mut orders = USUAL_ORDERS.into_iter();
    let by_cells = orders.clone().find(|order| order * order == length);
    let by_rows = orders.find(|&order| order == length);
    by_cells.or(by_rows).ok_or_else(|| {
        Failure::new(format_args!(
            "the grid has {}; a grid has 16, 36, 81, 256 or 625, \
             or other boxes (see --boxes)",
            counted(length, "character")
        ))
    })
}

/// The solved grid in sets of `64 * W` cells.
///
/// # Errors
/// If it is not valid.
pub fn filled<const W: usize>(board: &Geometry, grid: &Grid) -> Result<Filled<W>, Failure> {
    Filled::new(board, grid).map_err(Failure::new)
}

/// Calls a generic function with the number of words that hold the board's cells.
macro_rules! with_words {
    ($board:expr, $function:ident($($argument:expr),*)) => {
        match $board.cells() {
            0..=128 => $function::<2>($($argument),*),
            129..=256 => $function::<4>($($argument),*),
            _ => $function::<10>($($argument),*),
        }
    };
}
pub(super) use with_words;

/// The cells of a mask: all characters but blanks (`.`, `_`, `-`, `*`, or `0` if there are none of
/// these).
///
/// # Errors
/// Why it is no mask of this board.
pub fn mask<const W: usize>(grid: &Filled<W>, text: &[u8]) -> Result<Cells<W>, String> {
    if text.len() != grid.cells() {
        return Err(format!(
            "the mask has {} where {} are expected",
            counted(text.len(), "character"),
            grid.cells()
        ));
    }
    let bad = |byte: &u8| !byte.is_ascii_graphic();
    if let Some(place) = text.iter().position(bad) {
        let (column, byte) = (place + 1, text[place].escape_ascii());
        return Err(format!("column {column}: a mask cannot have `{byte}'"));
    }
    // A puzzle can serve as the mask of its clues, and 0 may be one of its digits.
    let has_blank = text.iter().any(|byte| b"._-*".contains(byte));
    let blanks: &[u8] = if has_blank { b"._-*" } else { b"0" };
    let blank = |cell: &usize| blanks.contains(&text[*cell]);
    Ok((0..text.len()).filter(|cell| !blank(cell)).collect())
}

/// The mask of a set: `1` for its cells, `.` for the others.
pub fn put_mask<const W: usize>(grid: &Filled<W>, set: &Cells<W>, line: &mut Vec<u8>) {
    let byte = |cell| match set.contains(cell) {
        true => b'1',
        false => b'.',
    };
    line.extend((0..grid.cells()).map(byte));
    line.push(b'\n');
}

/// Reads masks from a file, one a line; blank lines are skipped. `take` gets each
/// and may refuse it.
///
/// # Errors
/// If the file cannot be read, or a line is no mask; the line is named.
pub fn read_masks<const W: usize>(
    grid: &Filled<W>,
    path: &Path,
    mut take: impl FnMut(Cells<W>) -> Result<(), String>,
) -> Result<(), Failure> {
    let name = path.display();
    let mut lines = Lines::new(input::open(path)?);
    loop {
        let number = lines.number() + 1;
        let Some(line) = lines
            .next()
            .map_err(|error| Failure::reading(&name, &error))?
        else {
            return Ok(());
        };
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        mask(grid, line)
            .and_then(&mut take)
            .map_err(|fault| Failure::new(format_args!("{name}: line {number}: {fault}")))?;
    }
}

/// Creates a file to write.
///
/// # Errors
/// If that fails.
pub fn create(path: &Path) -> Result<File, Failure> {
    output::create(path).map_err(|error| Failure::writing(path.display(), &error))
}

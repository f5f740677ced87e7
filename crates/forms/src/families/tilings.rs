//! Boards tiled with unnamed polyominoes, each used any number of times: dominoes, trominoes, and
//! so on, or several sizes together.
//!
//! TAOCP 7.2.2.1. The domino tilings of an n x n board were counted by Kasteleyn and by Temperley
//! and Fisher (1961): OEIS A004003 for even n: 2, 36, 6728, 12988816, ...

use super::{Family, FamilyError, cells, within, write_line};
use dlx3_format::Name;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The most rows and columns of a board.
const MOST_SIDE: usize = 100_000;

/// Checks that a board has rows and columns, and that its cells can be named.
fn board(rows: usize, columns: usize) -> Result<(usize, usize), FamilyError> {
    within("the number of rows", rows, 1..=MOST_SIDE)?;
    within("the number of columns", columns, 1..=MOST_SIDE)?;
    let longest = format!("{}.{}", rows - 1, columns - 1).len();
    match longest <= Name::MOST_OF_DLX3 {
        true => Ok((rows, columns)),
        false => Err(FamilyError::Unfit(format!(
            "the cells of {rows}x{columns} have no names of {} bytes or less",
            Name::MOST_OF_DLX3
        ))),
    }
}

/// Dominoes on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dominoes {
    rows: usize,
    columns: usize,
}

impl Dominoes {
    /// The problem for a board of 1 to 100,000 rows and columns whose cells have names of at most 8
    /// bytes, such as `12.345`.
    ///
    /// # Errors
    /// If the board does not satisfy this.
    pub fn new(rows: usize, columns: usize) -> Result<Self, FamilyError> {
        let (rows, columns) = board(rows, columns)?;
        Ok(Dominoes { rows, columns })
    }
}

impl Family for Dominoes {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = |(row, column): (usize, usize)| format!("{row}.{column}");
        write_line(out, cells(self.rows, self.columns).map(name))?;
        for (row, column) in cells(self.rows, self.columns) {
            let here = (row, column);
            if column + 1 < self.columns {
                write_line(out, [name(here), name((row, column + 1))])?;
            }
            if row + 1 < self.rows {
                write_line(out, [name(here), name((row + 1, column))])?;
            }
        }
        Ok(())
    }
}

type Cell = (i32, i32);
type Shape = BTreeSet<Cell>;

/// All polyominoes of some sizes on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyominoes {
    rows: usize,
    columns: usize,
    sizes: Vec<usize>,
}

/// The largest size of polyominoes: there are 36,446 of this size in all orientations.
const MOST_CELLS: usize = 10;

impl Polyominoes {
    /// The problem for a board as for [`Dominoes`], and polyominoes of 1 to 10 cells. A size named
    /// twice counts once.
    ///
    /// # Errors
    /// If one of them is out of its range.
    pub fn new(
        rows: usize,
        columns: usize,
        sizes: impl Into<Vec<usize>>,
    ) -> Result<Self, FamilyError> {
        let mut sizes: Vec<usize> = sizes.into();
        let mut seen = BTreeSet::new();
        sizes.retain(|&size| seen.insert(size));
        for &size in &sizes {
            within("the number of cells of a polyomino", size, 1..=MOST_CELLS)?;
        }
        let (rows, columns) = board(rows, columns)?;
        Ok(Polyominoes {
            rows,
            columns,
            sizes,
        })
    }
}

/// A shape in all rotations and reflections, moved to the corner.
fn orientations(shape: &Shape) -> BTreeSet<Shape> {
    let flipped = |&(y, x): &Cell| (y, -x);
    let turned = |&(y, x): &Cell| (x, -y);
    let mut all = BTreeSet::new();
    for mut shape in [shape.clone(), shape.iter().map(flipped).collect()] {
        for _ in 0..4 {
            shape = shape.iter().map(turned).collect();
            let top = shape.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = shape.iter().map(|cell| cell.1).min().unwrap_or(0);
            all.insert(shape.iter().map(|&(y, x)| (y - top, x - left)).collect());
        }
    }
    all
}

/// All polyominoes of a size, in all orientations.
fn of_size(size: usize) -> BTreeSet<Shape> {
    let mut all = BTreeSet::from([Shape::from([(0, 0)])]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &all {
            let beside = shape
                .iter()
                .flat_map(|&(y, x)| [(y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)]);
            for cell in beside.filter(|cell| !shape.contains(cell)) {
                larger.extend(orientations(&shape.iter().copied().chain([cell]).collect()));
            }
        }
        all = larger;
    }
    all
}

impl Family for Polyominoes {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = |(row, column): (usize, usize)| format!("{row}_{column}");
        let board = || cells(self.rows, self.columns);
        write_line(out, board().map(name))?;
        for shape in self.sizes.iter().flat_map(|&size| of_size(size)) {
            for (row, column) in board() {
                let placed = shape
                    .iter()
                    .map(|&(y, x)| (row + y as usize, column + x as usize));
                if placed
                    .clone()
                    .all(|(y, x)| y < self.rows && x < self.columns)
                {
                    write_line(out, placed.map(name))?;
                }
            }
        }
        Ok(())
    }
}

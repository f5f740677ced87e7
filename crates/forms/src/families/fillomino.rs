//! Fillomino: a board is divided into polyominoes, and each cell shows the size of its polyomino.
//! No two of the same size share a side. Some digits are given.
//!
//! Knuth's program FILLOMINO-DLX has the same items and options in the same order. As there, no
//! polyomino is larger than the largest given digit.

use super::clues::{Clues, Rules};
use super::{Family, FamilyError, cells};
use std::io::{self, Write};

/// The problem of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fillomino {
    clues: Clues,
    /// The largest digit.
    most: usize,
}

/// Coordinates are hexadecimal digits.
const MOST_SIDE: usize = 16;

impl Fillomino {
    /// Reads a puzzle: a line for each row, and a digit from 1 to 9 or a to f, or `.`, for each
    /// cell. Missing cells at the end of a row count as `.`. There are 1 to 16 rows and columns.
    ///
    /// # Errors
    /// If the text is something else, or no digit is given.
    pub fn read(text: &[u8]) -> Result<Self, FamilyError> {
        let rules = Rules {
            signs: b"123456789abcdef",
            called: "a digit from 1 to 9 or a to f",
            sides: (1, MOST_SIDE),
            may_be_short: true,
        };
        let clues = rules.read(text)?;
        let all = cells(clues.rows(), clues.columns());
        let most = all
            .filter_map(|(row, column)| size(&clues, row, column))
            .max();
        match most {
            Some(most) => Ok(Fillomino { clues, most }),
            None => Err(FamilyError::Unfit(
                "no digit is given, and the largest one is that of the largest piece".to_owned(),
            )),
        }
    }
}

/// The given digit of a cell.
fn size(clues: &Clues, row: usize, column: usize) -> Option<usize> {
    let digit = char::from(clues.at(row, column)?).to_digit(16);
    digit.map(|digit| digit as usize)
}

impl Family for Fillomino {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (rows, columns) = (self.clues.rows(), self.clues.columns());
        for (row, column) in cells(rows, columns) {
            write!(out, "{row:x}{column:x} ")?;
        }
        write!(out, "|")?;
        let is_free = |row, column| self.clues.at(row, column).is_none();
        for (row, column) in cells(rows, columns) {
            if column > 0 && is_free(row, column) && is_free(row, column - 1) {
                for size in 1..=self.most {
                    write!(out, " v{row:x}{column:x}{size:x}")?;
                }
            }
        }
        for (row, column) in cells(rows, columns) {
            if row > 0 && is_free(row, column) && is_free(row - 1, column) {
                for size in 1..=self.most {
                    write!(out, " h{row:x}{column:x}{size:x}")?;
                }
            }
        }
        writeln!(out)?;
        let board = Board::new(&self.clues);
        for size in 1..=self.most {
            for (row, column) in cells(rows, columns) {
                board.write_options(out, size, board.place(row, column))?;
            }
        }
        Ok(())
    }
}

/// The contents of a cell of a framed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Frame,
    Free,
    Given(usize),
}

/// A board with a frame around it, row by row.
struct Board {
    cells: Vec<Cell>,
    /// The length of a row, with its frame.
    width: usize,
}

impl Board {
    fn new(clues: &Clues) -> Self {
        let width = clues.columns() + 2;
        let mut board = Board {
            cells: vec![Cell::Frame; (clues.rows() + 2) * width],
            width,
        };
        for (row, column) in cells(clues.rows(), clues.columns()) {
            let place = board.place(row, column);
            board.cells[place] = match size(clues, row, column) {
                Some(size) => Cell::Given(size),
                None => Cell::Free,
            };
        }
        board
    }

    fn place(&self, row: usize, column: usize) -> usize {
        (row + 1) * self.width + column + 1
    }

    /// The neighbors of a place: north, west, east, south.
    fn neighbors(&self, place: usize) -> [usize; 4] {
        [place - self.width, place - 1, place + 1, place + self.width]
    }

    fn is_beside(&self, place: usize, cell: Cell) -> bool {
        let mut neighbors = self.neighbors(place).into_iter();
        neighbors.any(|neighbor| self.cells[neighbor] == cell)
    }

    /// Writes the options of all pieces of a size whose first cell this is: the first given cell,
    /// or the first cell if none is given.
    fn write_options(&self, out: &mut dyn Write, size: usize, first: usize) -> io::Result<()> {
        let given = Cell::Given(size);
        let is_given = self.cells[first] == given;
        if !is_given && (self.cells[first] != Cell::Free || self.is_beside(first, given)) {
            return Ok(());
        }
        let mut piece = Growing {
            board: self,
            size,
            is_given,
            cells: vec![first],
            is_seen: vec![false; self.cells.len()],
        };
        piece.is_seen[first] = true;
        match piece.takes_what_is_given() {
            true => piece.write_all(out, (0, 0)),
            false => Ok(()),
        }
    }
}

/// A piece that grows cell by cell. Each polyomino is grown only once: a cell that has been seen
/// and left out stays out (Redelmeier's method).
struct Growing<'b> {
    board: &'b Board,
    size: usize,
    /// Whether one of its cells is given. Then all given cells beside it belong to it; otherwise it
    /// may not touch any.
    is_given: bool,
    cells: Vec<usize>,
    is_seen: Vec<bool>,
}

impl Growing<'_> {
    /// Takes all given cells of its size beside the last cell, and beside those. False if the piece
    /// becomes too large, or another cell would be its first.
    fn takes_what_is_given(&mut self) -> bool {
        let mut waiting = vec![self.cells[self.cells.len() - 1]];
        while let Some(cell) = waiting.pop().filter(|_| self.is_given) {
            for neighbor in self.board.neighbors(cell) {
                let is_given = self.board.cells[neighbor] == Cell::Given(self.size);
                if !is_given || self.is_seen[neighbor] {
                    continue;
                }
                if neighbor < self.cells[0] || self.cells.len() == self.size {
                    return false;
                }
                self.is_seen[neighbor] = true;
                self.cells.push(neighbor);
                waiting.push(neighbor);
            }
        }
        true
    }

    /// Writes the options of all pieces that extend this one. `from` is where the scan for new
    /// cells continues: the index of a cell in the piece, and a direction.
    fn write_all(&mut self, out: &mut dyn Write, from: (usize, usize)) -> io::Result<()> {
        let (mut cell, mut direction) = from;
        if self.cells.len() == self.size {
            return self.write_option(out);
        }
        let mut seen = Vec::new();
        while cell < self.cells.len() {
            let neighbor = self.board.neighbors(self.cells[cell])[direction];
            (cell, direction) = match direction {
                3 => (cell + 1, 0),
                _ => (cell, direction + 1),
            };
            let is_free = self.board.cells[neighbor] == Cell::Free;
            if !is_free || self.is_seen[neighbor] {
                continue;
            }
            self.is_seen[neighbor] = true;
            seen.push(neighbor);
            let given = Cell::Given(self.size);
            let is_foreign = neighbor < self.cells[0] || self.board.is_beside(neighbor, given);
            if !self.is_given && is_foreign {
                continue;
            }
            let length = self.cells.len();
            self.cells.push(neighbor);
            if self.takes_what_is_given() {
                self.write_all(out, (cell, direction))?;
            }
            for taken in self.cells.drain(length + 1..) {
                self.is_seen[taken] = false;
            }
            self.cells.pop();
        }
        for cell in seen {
            self.is_seen[cell] = false;
        }
        Ok(())
    }

    /// Writes its cells, then the sides between a free cell of it and a free one outside.
    fn write_option(&self, out: &mut dyn Write) -> io::Result<()> {
        let at = |place: usize| (place / self.board.width - 1, place % self.board.width - 1);
        for &cell in &self.cells {
            let (row, column) = at(cell);
            write!(out, " {row:x}{column:x}")?;
        }
        let is_free = |place: &usize| self.board.cells[*place] == Cell::Free;
        for cell in self.cells.iter().copied().filter(is_free) {
            for (direction, neighbor) in self.board.neighbors(cell).into_iter().enumerate() {
                if !is_free(&neighbor) || self.cells.contains(&neighbor) {
                    continue;
                }
                let kind = if matches!(direction, 0 | 3) { 'h' } else { 'v' };
                let (row, column) = at(cell.max(neighbor));
                write!(out, " {kind}{row:x}{column:x}{:x}", self.size)?;
            }
        }
        writeln!(out)
    }
}

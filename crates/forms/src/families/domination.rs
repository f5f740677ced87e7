//! Domination: pieces that together attack or occupy every cell of a board. Bounds give the number
//! of pieces; each cell is attacked or occupied at least once.
//!
//! TAOCP 7.2.2.1 has the five queens of 8x8 as an example of bounds, with 4860 solutions; Knuth's
//! program QUEENDOM-DLX has the same items and options in the same order. The least number of
//! queens for an n x n board is OEIS A075458; that of cells which dominate themselves and their
//! neighbours is OEIS A104519.

use super::{DIGITS, Family, FamilyError, cells, digit, within};
use std::io::{self, Write};

/// The pieces, by what they attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Its row, column and diagonals.
    Queen,
    /// The cells around it.
    King,
    /// Its row and column.
    Rook,
    /// Its diagonals.
    Bishop,
    /// The cells that are a knight's move away.
    Knight,
    /// The cells that share a side with it.
    Neighbor,
}

/// The place of the item that counts the pieces. It decides on which item DLX3 branches in ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// After the cells, as in QUEENDOM-DLX; an option begins with the piece's own cell.
    #[default]
    CellsFirst,
    /// Before the cells; the cells of an option are in the order of the board.
    CountFirst,
}

/// The problem for some board and pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domination {
    rows: usize,
    columns: usize,
    count: usize,
    piece: Piece,
    layout: Layout,
}

type Cell = (usize, usize);

impl Piece {
    fn attacks(self, (y, x): Cell, (v, u): Cell) -> bool {
        let (down, across) = (y.abs_diff(v), x.abs_diff(u));
        let is_there = down + across == 0;
        is_there
            || match self {
                Piece::Queen => down == 0 || across == 0 || down == across,
                Piece::King => down.max(across) == 1,
                Piece::Rook => down == 0 || across == 0,
                Piece::Bishop => down == across,
                Piece::Knight => down.min(across) == 1 && down.max(across) == 2,
                Piece::Neighbor => down + across == 1,
            }
    }

    /// The letter of the item that counts such pieces.
    fn letter(self) -> char {
        match self {
            Piece::Queen => 'Q',
            Piece::King => 'K',
            Piece::Rook => 'R',
            Piece::Bishop => 'B',
            Piece::Knight => 'N',
            Piece::Neighbor => '#',
        }
    }
}

impl Domination {
    /// The problem for a board of 1 to 62 rows and columns, and `count` pieces, 1 to 10000.
    ///
    /// # Errors
    /// If one of them is out of its range.
    pub fn new(
        (rows, columns): (usize, usize),
        count: usize,
        piece: Piece,
        layout: Layout,
    ) -> Result<Self, FamilyError> {
        Ok(Domination {
            rows: within("the number of rows", rows, 1..=DIGITS)?,
            columns: within("the number of columns", columns, 1..=DIGITS)?,
            count: within("the number of pieces", count, 1..=10_000)?,
            piece,
            layout,
        })
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + Clone {
        cells(self.rows, self.columns)
    }

    /// The cells that a piece attacks or occupies, in the order of the layout.
    fn attacked(&self, from: Cell) -> Vec<Cell> {
        let mut attacked: Vec<Cell> = self
            .cells()
            .filter(|&to| self.piece.attacks(from, to))
            .collect();
        if self.layout == Layout::CellsFirst {
            attacked.sort_by_key(|&to| direction(from, to));
        }
        attacked
    }
}

/// The sort key of a cell: the piece's own cell first, then its column, row, and the four half
/// diagonals outwards; then all others. The sort is stable.
fn direction((y, x): Cell, (v, u): Cell) -> (usize, usize) {
    let (down, across) = (y.abs_diff(v), x.abs_diff(u));
    match (v >= y, u >= x) {
        _ if down + across == 0 => (0, 0),
        _ if across == 0 => (1, 0),
        _ if down == 0 => (2, 0),
        _ if down != across => (7, 0),
        (true, true) => (3, down),
        (false, false) => (4, down),
        (true, false) => (5, down),
        (false, true) => (6, down),
    }
}

impl Family for Domination {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = self.count;
        let name = |(y, x): Cell| format!("{}{}", digit(y), digit(x));
        let cell_items = self.cells().map(|cell| format!("1:{count}|{}", name(cell)));
        let cell_items: Vec<String> = cell_items.collect();
        let letter = match self.layout {
            Layout::CellsFirst => {
                let letter = self.piece.letter();
                writeln!(out, "{} {count}|{letter}", cell_items.join(" "))?;
                letter
            }
            Layout::CountFirst => {
                writeln!(out, "{count}|# {}", cell_items.join(" "))?;
                '#'
            }
        };
        for from in self.cells() {
            write!(out, "{letter}")?;
            for to in self.attacked(from) {
                write!(out, " {}", name(to))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

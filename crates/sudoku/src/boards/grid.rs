//! A grid: a digit or nothing in each cell, and its one-line text.

use super::{Alphabet, Geometry, UnitName, digit};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The digits of all cells, 0 for none. The board says what they mean. The alphabet says how they
/// are written, and does not count: two grids are equal if their digits are.
#[derive(Clone)]
pub struct Grid {
    order: u8,
    alphabet: Alphabet,
    cells: Box<[u8]>,
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash(state);
    }
}

/// Two equal digits in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The digit, from 1.
    pub digit: u8,
    /// How it is written.
    pub alphabet: Alphabet,
    /// The unit.
    pub unit: UnitName,
    /// The two cells, the lower one first.
    pub cells: (u16, u16),
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = self.alphabet.name(self.digit);
        write!(f, "digit {digit} appears twice in {}", self.unit)
    }
}

impl Grid {
    /// A grid without digits.
    pub fn empty(order: usize) -> Self {
        Grid {
            order: order as u8,
            alphabet: Alphabet::usual(order),
            cells: vec![0; order * order].into(),
        }
    }

    /// A grid of `order * order` digits from 0 (blank) to `order`.
    ///
    /// # Panics
    /// If the number of cells or a digit is wrong.
    pub fn from_cells(order: usize, cells: &[u8]) -> Self {
        assert!(cells.len() == order * order);
        assert!(cells.iter().all(|&digit| usize::from(digit) <= order));
        Grid {
            order: order as u8,
            alphabet: Alphabet::usual(order),
            cells: cells.into(),
        }
    }

    /// This grid with its digits written in another alphabet.
    pub fn with_alphabet(self, alphabet: Alphabet) -> Self {
        Grid { alphabet, ..self }
    }

    /// How the digits are written.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The cells in one line, `.` for a blank; with blanks between them, if digits are numbers.
    pub fn to_line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(self.cells.len());
        self.alphabet
            .put_line(self.cells.iter().copied(), &mut line);
        line
    }

    /// The number of digits, of rows and of columns.
    #[inline]
    pub fn order(&self) -> usize {
        usize::from(self.order)
    }

    /// The digits, row by row; 0 is a blank.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The digit in a cell, if it has one.
    #[inline]
    pub fn get(&self, cell: usize) -> Option<u8> {
        Some(self.cells[cell]).filter(|&digit| digit != 0)
    }

    /// Writes a digit into a cell, or 0 to make it blank.
    #[inline]
    pub fn set(&mut self, cell: usize, digit: u8) {
        debug_assert!(digit <= self.order);
        self.cells[cell] = digit;
    }

    /// Fills the cells with a value for each byte: a digit below 32, or a higher bit for a blank.
    /// Returns the union of all bits.
    pub(crate) fn fill_with(&mut self, bytes: &[u8], value: impl Fn(u8) -> u8) -> u8 {
        let mut all = 0;
        for (cell, &byte) in self.cells.iter_mut().zip(bytes) {
            let value = value(byte);
            all |= value;
            *cell = value & 0x1f;
        }
        all
    }

    /// The number of cells that hold a digit.
    pub fn clues(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// The first two equal digits in one unit, if there are such.
    pub fn clash(&self, geometry: &Geometry) -> Option<Clash> {
        for (number, unit) in geometry.units().iter().enumerate() {
            let mut seen = [u16::MAX; digit::MOST + 1];
            for &cell in &unit.cells {
                let digit = self.cells[cell as usize];
                if digit == 0 {
                    continue;
                }
                let before = std::mem::replace(&mut seen[usize::from(digit)], cell);
                if before != u16::MAX {
                    return Some(Clash {
                        digit,
                        alphabet: self.alphabet,
                        unit: geometry.unit_name(number),
                        cells: (before, cell),
                    });
                }
            }
        }
        None
    }

    /// Whether every cell but the holes holds a digit, and no two clash.
    pub fn is_solved(&self, geometry: &Geometry) -> bool {
        let filled = |cell: usize| self.cells[cell] != 0 || geometry.is_hole(cell);
        (0..self.cells.len()).all(filled) && self.clash(geometry).is_none()
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_line()))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_and_written_back() {
        let board = Geometry::of_order(16).unwrap();
        let text = [&b"1.9agG__-*"[..], &[b'.'; 246]].concat();
        let grid = Grid::parse(&board, &text).unwrap();
        assert_eq!(grid.cells()[..6], [1, 0, 9, 10, 16, 16]);
        assert_eq!(grid.clues(), 5);
        let line = grid.to_line();
        assert_eq!(line[..10], *b"1.9agg....");
        assert_eq!(Grid::parse(&board, &line).unwrap(), grid);
    }

    #[test]
    fn clashes_are_found_in_rows_columns_and_boxes() {
        let board = Geometry::of_order(4).unwrap();
        let clash = |text: &str| {
            let grid = Grid::parse(&board, text.as_bytes()).unwrap();
            grid.clash(&board).map(|clash| clash.to_string())
        };
        assert_eq!(clash("1.2.............").as_deref(), None);
        let twice = |unit: &str| Some(format!("digit 3 appears twice in {unit}"));
        assert_eq!(clash("....3..3........"), twice("row 2"));
        assert_eq!(clash("3.......3......."), twice("column 1"));
        assert_eq!(clash("..........3....3"), twice("box 4"));
    }

    #[test]
    fn clashes_in_diagonals_and_windows_are_told_by_their_places() {
        let clash = |board: Geometry, places: [usize; 2]| {
            let mut cells = [0; 81];
            for place in places {
                cells[place] = 7;
            }
            let clash = Grid::from_cells(9, &cells).clash(&board);
            clash.expect("there are two").to_string()
        };
        let nine = || Geometry::of_order(9).unwrap();
        for (board, places, unit) in [
            (
                nine().and_diagonals(),
                [0, 80],
                "the diagonal from top left",
            ),
            (
                nine().and_diagonals(),
                [16, 64],
                "the diagonal from top right",
            ),
            (
                nine().and_windows(),
                [11, 28],
                "the window at row 2, column 2",
            ),
            (
                nine().and_windows(),
                [51, 70],
                "the window at row 6, column 6",
            ),
        ] {
            let told = format!("digit 7 appears twice in {unit}");
            assert_eq!(clash(board.unwrap(), places), told);
        }
    }

    #[test]
    fn only_a_full_grid_without_clashes_is_solved() {
        let board = Geometry::of_order(4).unwrap();
        let solved = |text: &str| {
            Grid::parse(&board, text.as_bytes())
                .unwrap()
                .is_solved(&board)
        };
        assert!(solved("1234341221434321"));
        assert!(!solved("123434122143432."));
        assert!(!solved("1234341221434322"));
    }
}

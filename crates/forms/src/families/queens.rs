//! The n queens problem: n queens on n x n cells, none attacking another. Rows and columns are
//! primary items, diagonals of at least two cells secondary ones.
//!
//! TAOCP 7.2.2.1; Knuth's program QUEENS-DLX has the same items and options in the same order. The
//! number of solutions is OEIS A000170: 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, ...

use super::{Family, FamilyError, digit, within};
use std::io::{self, Write};

/// The order of rows and columns among the items, which breaks ties: of items with equally few
/// options, DLX3 branches on the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// From the middle outwards, like organ pipes: queens in the middle attack more cells.
    #[default]
    OrganPipe,
    /// 0, 1, 2, ...: all rows, then all columns.
    Natural,
}

/// The problem for some number of queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queens {
    n: usize,
    order: Order,
}

/// Up to this number of queens, rows, columns and diagonals are named by single digits.
const MOST_OF_DIGITS: usize = 32;

impl Queens {
    /// The problem for `n` queens, 1 to 1000.
    ///
    /// # Errors
    /// If `n` is out of this range.
    pub fn new(n: usize, order: Order) -> Result<Self, FamilyError> {
        let n = within("the number of queens", n, 1..=1000)?;
        Ok(Queens { n, order })
    }

    fn name(&self, number: usize) -> String {
        match self.n <= MOST_OF_DIGITS {
            true => digit(number).to_string(),
            false => number.to_string(),
        }
    }

    /// Whether a diagonal has more than one cell.
    fn is_long(&self, diagonal: usize) -> bool {
        (1..(2 * self.n - 2).max(1)).contains(&diagonal)
    }
}

impl Family for Queens {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let n = self.n;
        match self.order {
            Order::OrganPipe => {
                for k in 0..n {
                    let t = if k % 2 == 1 { n - 1 - k } else { n + k } / 2;
                    write!(out, "r{0} c{0} ", self.name(t))?;
                }
            }
            Order::Natural => {
                for letter in ['r', 'c'] {
                    for number in 0..n {
                        write!(out, "{letter}{} ", self.name(number))?;
                    }
                }
            }
        }
        write!(out, "|")?;
        for d in (0..2 * n).filter(|&d| self.is_long(d)) {
            write!(out, " a{0} b{0}", self.name(d))?;
        }
        writeln!(out)?;
        for (row, column) in super::cells(n, n) {
            write!(out, "r{} c{}", self.name(row), self.name(column))?;
            for (letter, diagonal) in [('a', row + column), ('b', n - 1 + column - row)] {
                if self.is_long(diagonal) {
                    write!(out, " {letter}{}", self.name(diagonal))?;
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

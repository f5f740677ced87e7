//! Partridge squares: one square of side 1, two of side 2, ..., n of side n fill a square of side
//! n(n+1)/2, as 1 + 2*4 + 3*9 + ... + n*n^2 = (n(n+1)/2)^2.
//!
//! Orders 2, 3 and 4 have no solution, as tests prove; order 8 is the classic puzzle.

use super::{Family, FamilyError, cells, within, write_line};
use std::io::{self, Write};

/// A partridge square of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partridge {
    n: usize,
}

impl Partridge {
    /// The problem for order `n`, 1 to 30.
    ///
    /// # Errors
    /// If `n` is out of this range.
    pub fn new(n: usize) -> Result<Self, FamilyError> {
        let n = within("the order", n, 1..=30)?;
        Ok(Partridge { n })
    }
}

impl Family for Partridge {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let side = self.n * (self.n + 1) / 2;
        let sizes = (1..=self.n).map(|size| format!("{size}|#{size}"));
        let board = cells(side, side).map(|(x, y)| format!("x{x}y{y}"));
        write_line(out, sizes.chain(board))?;
        for size in 1..=self.n {
            for (left, top) in cells(side + 1 - size, side + 1 - size) {
                write!(out, "#{size}")?;
                for (x, y) in cells(size, size) {
                    write!(out, " x{}y{}", left + x, top + y)?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

//! Latin squares: n numbers in n x n cells, each once in each row and column; and pairs of orthogonal
//! ones, in which each pair of numbers stands in one cell.
//!
//! TAOCP 7.2.2.1, where Latin squares are exact covers by options of three items, and pairs of orthogonal ones
//! by options of six. The number of Latin squares is OEIS A002860: 1, 2, 12, 576, 161280, ...

use super::{DIGITS, Family, FamilyError, cells, digit, within, write_line};
use std::io::{self, Write};

/// Latin squares of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latin {
    n: usize,
}

impl Latin {
    /// The problem for order `n`, 1 to 62.
    ///
    /// # Errors
    /// If `n` is out of this range.
    pub fn new(n: usize) -> Result<Self, FamilyError> {
        let n = within("the order", n, 1..=DIGITS)?;
        Ok(Latin { n })
    }
}

/// The names of items: a letter and two numbers each.
fn items(n: usize, letters: &[char]) -> impl Iterator<Item = String> {
    let pairs = letters
        .iter()
        .flat_map(move |&letter| cells(n, n).map(move |(one, other)| item(letter, one, other)));
    pairs.collect::<Vec<_>>().into_iter()
}

fn item(letter: char, one: usize, other: usize) -> String {
    format!("{letter}{}{}", digit(one), digit(other))
}

impl Family for Latin {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_line(out, items(self.n, &['p', 'r', 'c']))?;
        for (row, column) in cells(self.n, self.n) {
            for number in 0..self.n {
                let items = [
                    item('p', row, column),
                    item('r', row, number),
                    item('c', column, number),
                ];
                write_line(out, items)?;
            }
        }
        Ok(())
    }
}

/// Pairs of orthogonal Latin squares of an order. An option puts a pair of numbers in a cell: `r`
/// and `c` are the rows and columns of the first square, `s` and `d` those of the second, and `o` are the
/// pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orthogonal {
    n: usize,
}

impl Orthogonal {
    /// The problem for order `n`, 1 to 62.
    ///
    /// # Errors
    /// If `n` is out of this range.
    pub fn new(n: usize) -> Result<Self, FamilyError> {
        let n = within("the order", n, 1..=DIGITS)?;
        Ok(Orthogonal { n })
    }
}

impl Family for Orthogonal {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_line(out, items(self.n, &['p', 'r', 'c', 's', 'd', 'o']))?;
        for (row, column) in cells(self.n, self.n) {
            for (one, other) in cells(self.n, self.n) {
                let items = [
                    item('p', row, column),
                    item('r', row, one),
                    item('c', column, one),
                    item('s', row, other),
                    item('d', column, other),
                    item('o', one, other),
                ];
                write_line(out, items)?;
            }
        }
        Ok(())
    }
}

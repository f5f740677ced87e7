//! Slitherlink: a loop along the lines of a grid. The number in a cell is that of its sides that
//! are used.
//!
//! Knuth's program SLITHERLINK-DLX has the same items and options in the same order. As there, a
//! solution may have several loops that do not touch, or none: options cannot express that there is
//! one.

use super::clues::{Clues, Rules};
use super::{Family, FamilyError, cells, digit};
use std::io::{self, Write};

/// The problem of a puzzle.
///
/// A point of the grid has two even coordinates, a cell two odd ones, and a side one of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slitherlink {
    clues: Clues,
}

/// Coordinates go to twice this number, and are single digits.
const MOST_SIDE: usize = 30;

/// North, west, east, south, as bits.
pub(super) const SIDES: [u8; 4] = [8, 4, 2, 1];

/// The ways of a loop through a point, as the sides that it uses.
pub(super) const PASSES: [u8; 7] = [8 + 4, 8 + 2, 4 + 1, 2 + 1, 8 + 1, 4 + 2, 0];

/// The middle of a side, seen from a point or a cell.
pub(super) fn beside((y, x): (usize, usize), side: u8) -> Option<(usize, usize)> {
    Some(match side {
        8 => (y.checked_sub(1)?, x),
        4 => (y, x.checked_sub(1)?),
        2 => (y, x + 1),
        _ => (y + 1, x),
    })
}

pub(super) fn name((y, x): (usize, usize)) -> String {
    [digit(y), digit(x)].iter().collect()
}

impl Slitherlink {
    /// Reads a puzzle: a line for each row, a digit from 0 to 4 or `.` for each cell. There are 2
    /// to 30 rows and columns.
    ///
    /// # Errors
    /// If the text is something else.
    pub fn read(text: &[u8]) -> Result<Self, FamilyError> {
        let rules = Rules {
            signs: b"01234",
            called: "a digit from 0 to 4",
            sides: (2, MOST_SIDE),
            may_be_short: false,
        };
        let clues = rules.read(text)?;
        Ok(Slitherlink { clues })
    }

    /// The cells that have a number, and the numbers.
    fn numbers(&self) -> impl Iterator<Item = ((usize, usize), u32)> {
        let all = cells(self.clues.rows(), self.clues.columns());
        all.filter_map(|(row, column)| {
            let number = self.clues.at(row, column)? - b'0';
            Some(((2 * row + 1, 2 * column + 1), number.into()))
        })
    }
}

impl Family for Slitherlink {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (rows, columns) = (self.clues.rows(), self.clues.columns());
        let points = cells(rows + 1, columns + 1).map(|(y, x)| (2 * y, 2 * x));
        for point in points.clone() {
            write!(out, "{} ", name(point))?;
        }
        for (cell, _) in self.numbers() {
            write!(out, "{} ", name(cell))?;
        }
        write!(out, "|")?;
        let all = cells(2 * rows + 1, 2 * columns + 1);
        for side in all.filter(|(y, x)| (y + x) % 2 == 1) {
            write!(out, " {}", name(side))?;
        }
        writeln!(out)?;
        let is_there = |&(y, x): &(usize, usize)| y <= 2 * rows && x <= 2 * columns;
        let write = |out: &mut dyn Write, place, used: u8| {
            write!(out, "{}", name(place))?;
            for side in SIDES {
                if let Some(middle) = beside(place, side).filter(is_there) {
                    write!(out, " {}:{}", name(middle), u8::from(used & side > 0))?;
                }
            }
            writeln!(out)
        };
        for point in points {
            let missing = SIDES.iter().filter(|&&side| {
                let middle = beside(point, side);
                middle.filter(is_there).is_none()
            });
            let missing: u8 = missing.sum();
            for pass in PASSES.into_iter().filter(|pass| pass & missing == 0) {
                write(out, point, pass)?;
            }
        }
        for (cell, number) in self.numbers() {
            for used in (0..16_u8).filter(|used| used.count_ones() == number) {
                write(out, cell, used)?;
            }
        }
        Ok(())
    }
}

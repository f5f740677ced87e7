//! Rectangles cut into rectangles, no two of which are alike. The dimensions of a rectangle are a
//! secondary item.
//!
//! OEIS A360499 for squares with distinct dimensions: 1, 1, 21, 269, 4489, 82981, ...; A360498
//! without squares as parts (oblongs): 0, 0, 4, 12, 256, 3620; A360256 with 1x2 and 2x1 distinct:
//! 1, 1, 33, 513, 14409; A360804 with distinct areas: 1, 1, 21, 253, 2401.

use super::{DIGITS, Family, FamilyError, cells, digit, within};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// When two rectangles are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alike {
    /// They have the same sides, in any orientation.
    #[default]
    Dimensions,
    /// They have the same height and the same width.
    HeightAndWidth,
    /// They have the same area.
    Areas,
}

/// The problem for a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangles {
    rows: usize,
    columns: usize,
    alike: Alike,
    oblongs: bool,
}

impl Rectangles {
    /// The problem for a rectangle of 1 to 62 rows and columns.
    ///
    /// # Errors
    /// If one of them is out of this range.
    pub fn new(rows: usize, columns: usize, alike: Alike) -> Result<Self, FamilyError> {
        Ok(Rectangles {
            rows: within("the number of rows", rows, 1..=DIGITS)?,
            columns: within("the number of columns", columns, 1..=DIGITS)?,
            alike,
            oblongs: false,
        })
    }

    /// Excludes squares as parts.
    #[must_use]
    pub fn oblongs(self) -> Self {
        let oblongs = true;
        Rectangles { oblongs, ..self }
    }

    /// The name of what no two rectangles may share.
    fn kind(&self, height: usize, width: usize) -> String {
        match self.alike {
            Alike::Dimensions => format!("{}x{}", height.min(width), height.max(width)),
            Alike::HeightAndWidth => format!("{height}x{width}"),
            Alike::Areas => format!("a{}", height * width),
        }
    }

    /// The heights and widths of all rectangles.
    fn sizes(&self) -> impl Iterator<Item = (usize, usize)> {
        let oblongs = self.oblongs;
        let sizes = cells(self.rows, self.columns).map(|(y, x)| (y + 1, x + 1));
        sizes.filter(move |(height, width)| !oblongs || height != width)
    }
}

impl Family for Rectangles {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (y, x) in cells(self.rows, self.columns) {
            write!(out, "{}{} ", digit(y), digit(x))?;
        }
        write!(out, "|")?;
        let kinds = self.sizes().map(|(height, width)| self.kind(height, width));
        for kind in kinds.collect::<BTreeSet<_>>() {
            write!(out, " {kind}")?;
        }
        writeln!(out)?;
        for (height, width) in self.sizes() {
            for (top, left) in cells(self.rows + 1 - height, self.columns + 1 - width) {
                for (y, x) in cells(height, width) {
                    write!(out, "{}{} ", digit(top + y), digit(left + x))?;
                }
                writeln!(out, "{}", self.kind(height, width))?;
            }
        }
        Ok(())
    }
}

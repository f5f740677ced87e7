//! Dissections of an m x n rectangle into rectangles that use every line of the grid, so that no
//! smaller grid would do.
//!
//! TAOCP 7.2.2.1, exercises on reduced and motley dissections; Knuth's programs REDRECT-DLX and
//! MOTLEY-DLX have the same items and options in the same order.

use super::{Family, FamilyError, cells, digit, within};
use std::io::{self, Write};

/// The kinds of dissections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Reduced: every line of the grid is the upper or left side of a rectangle.
    #[default]
    Reduced,
    /// Motley: no two rectangles have the same top and bottom, or the same left and right side.
    /// Only one of each pair of left-right reflections.
    Motley,
}

/// The problem for a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dissections {
    rows: usize,
    columns: usize,
    kind: Kind,
}

/// A line of the grid is a single digit, from 0 to this.
const MOST_SIDE: usize = 35;

impl Dissections {
    /// The problem for a grid of 1 to 35 rows and columns.
    ///
    /// # Errors
    /// If one of them is out of this range.
    pub fn new(rows: usize, columns: usize, kind: Kind) -> Result<Self, FamilyError> {
        Ok(Dissections {
            rows: within("the number of rows", rows, 1..=MOST_SIDE)?,
            columns: within("the number of columns", columns, 1..=MOST_SIDE)?,
            kind,
        })
    }

    /// The sides that a rectangle can have in one direction of `length` cells.
    fn intervals(&self, length: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
        let is_motley = self.kind == Kind::Motley;
        let all = (0..length).flat_map(move |from| (from + 1..=length).map(move |to| (from, to)));
        all.filter(move |&interval| !is_motley || interval != (0, length))
    }

    /// The items `!K` of a rectangle, which exclude reflections of motley dissections; `None` if
    /// the rectangle is not allowed at all. Most options have none.
    ///
    /// The rectangle of the bottom row decides: it may not lie more to the right than to the left.
    /// If it lies in the middle, it takes `!K`, where K is its left side, and the top row decides:
    /// a rectangle there that lies more to the right takes all of these items, and one in the
    /// middle takes those of all wider rectangles.
    fn marks(&self, (a, b): (usize, usize), (c, d): (usize, usize)) -> Option<Vec<usize>> {
        let width = self.columns;
        let mut marks = Vec::new();
        if self.kind == Kind::Reduced {
            return Some(marks);
        }
        if a + 1 == self.rows {
            match c + d {
                sum if sum > width => return None,
                sum if sum == width => marks.push(c),
                _ => {}
            }
        }
        if b == 1 && c + d >= width {
            let middle = if c + d == width { c } else { width };
            marks.extend(self.middles().filter(|&mark| mark < middle));
        }
        Some(marks)
    }

    /// The left sides of rectangles in the middle that are narrower than the grid.
    fn middles(&self) -> impl Iterator<Item = usize> {
        1..self.columns.div_ceil(2)
    }
}

impl Family for Dissections {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (m, n) = (self.rows, self.columns);
        for (row, column) in cells(m, n) {
            write!(out, " {}{}", digit(row), digit(column))?;
        }
        let is_motley = self.kind == Kind::Motley;
        // The number of rectangles that can begin at a line: that of distinct intervals, if they
        // must be distinct.
        for a in 1..m {
            write!(
                out,
                " 1:{}|x{}",
                if is_motley { m - a } else { n },
                digit(a)
            )?;
        }
        for c in 1..n {
            write!(
                out,
                " 1:{}|y{}",
                if is_motley { n - c } else { m },
                digit(c)
            )?;
        }
        if is_motley {
            write!(out, " |")?;
        }
        for (letter, length, most) in [('x', m, n), ('y', n, m)] {
            for (from, to) in self.intervals(length) {
                let bound = if is_motley {
                    String::new()
                } else {
                    format!("0:{most}|")
                };
                write!(out, " {bound}{letter}{}{}", digit(from), digit(to))?;
            }
        }
        if is_motley {
            for mark in self.middles() {
                write!(out, " !{mark}")?;
            }
        }
        writeln!(out)?;
        for (a, b) in self.intervals(m) {
            for (c, d) in self.intervals(n) {
                let Some(marks) = self.marks((a, b), (c, d)) else {
                    continue;
                };
                for (row, column) in cells(b - a, d - c) {
                    write!(out, " {}{}", digit(a + row), digit(c + column))?;
                }
                for mark in marks {
                    write!(out, " !{mark}")?;
                }
                for (letter, from) in [('x', a), ('y', c)].into_iter().filter(|side| side.1 > 0) {
                    write!(out, " {letter}{}", digit(from))?;
                }
                let [a, b, c, d] = [a, b, c, d].map(digit);
                writeln!(out, " x{a}{b} y{c}{d}")?;
            }
        }
        Ok(())
    }
}

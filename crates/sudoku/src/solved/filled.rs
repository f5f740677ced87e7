//! A solved grid, ready for search: digits, units and peers as bits.
//!
//! Invariant: every unit holds every digit once; units are numbered rows first,
//! then columns, then boxes, and a cell lies in one of each.

use super::cells::Cells;
use crate::boards::{Clash, Geometry, Grid, digit};

/// Why a grid is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum FilledFault {
    Blank { row: usize, column: usize },
    Clash(Clash),
    Board,
    Order(usize),
}

dlx3_base::messages! {
    FilledFault {
        Self::Blank { row, column } =>
            "row {row}, column {column} has no digit; a filled grid is expected",
        Self::Clash(it) => "the grid is not valid: {it}",
        Self::Board => "only boards of rows, columns and equal rectangular boxes are handled here",
        Self::Order(it) => "order {it} is too large here",
    }
}

/// A solved grid of at most `64 * W` cells.
#[derive(Clone, Debug)]
pub struct Filled<const W: usize> {
    order: usize,
    digits: Vec<u8>,
    units_of: Vec<[u8; 3]>,
    units: Vec<Cells<W>>,
    peers: Vec<Cells<W>>,
}

impl<const W: usize> Filled<W> {
    /// # Errors
    /// If a cell is blank, digits clash, there are more than `64 * W` cells, or the
    /// boxes are not rectangles of one shape (or not the only further units).
    pub fn new(geometry: &Geometry, grid: &Grid) -> Result<Self, FilledFault> {
        let order = geometry.order();
        if geometry.box_shape().is_none() || geometry.units().len() != 3 * order {
            return Err(FilledFault::Board);
        }
        if geometry.cells() > 64 * W {
            return Err(FilledFault::Order(order));
        }
        if let Some(cell) = grid.cells().iter().position(|&digit| digit == 0) {
            return Err(FilledFault::Blank {
                row: geometry.row(cell) + 1,
                column: geometry.column(cell) + 1,
            });
        }
        if let Some(clash) = grid.clash(geometry) {
            return Err(FilledFault::Clash(clash));
        }
        let units_of = |cell| {
            let units = geometry.units_of(cell);
            [units[0] as u8, units[1] as u8, units[2] as u8]
        };
        let digits = grid.cells().iter().map(|&digit| digit - 1).collect();
        let units_of = (0..geometry.cells()).map(units_of).collect();
        Ok(Self::from_parts(order, digits, units_of))
    }

    fn from_parts(order: usize, digits: Vec<u8>, units_of: Vec<[u8; 3]>) -> Self {
        let mut units = vec![Cells::EMPTY; 3 * order];
        for (cell, numbers) in units_of.iter().enumerate() {
            for &unit in numbers {
                units[usize::from(unit)].insert(cell);
            }
        }
        let peers = |(cell, numbers): (usize, &[u8; 3])| {
            let [row, column, bx] = numbers.map(|unit| &units[usize::from(unit)]);
            row.or(column).or(bx).minus(&Cells::single(cell))
        };
        let peers = units_of.iter().enumerate().map(peers).collect();
        Filled {
            order,
            digits,
            units_of,
            units,
            peers,
        }
    }

    /// The same grid with its cells renumbered: cell `c` of the new one is cell
    /// `cells[c]` of this one.
    pub fn renumbered(&self, cells: &[usize]) -> Self {
        Self::from_parts(
            self.order,
            cells.iter().map(|&cell| self.digits[cell]).collect(),
            cells.iter().map(|&cell| self.units_of[cell]).collect(),
        )
    }

    /// The number of digits.
    #[inline(always)]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of cells.
    #[inline(always)]
    pub fn cells(&self) -> usize {
        self.digits.len()
    }

    /// All cells.
    pub fn all(&self) -> Cells<W> {
        Cells::below(self.cells())
    }

    /// The digit of a cell, counted from 0.
    #[inline(always)]
    pub fn digit(&self, cell: usize) -> usize {
        usize::from(self.digits[cell])
    }

    /// The row, column and box of a cell.
    #[inline(always)]
    pub fn units_of(&self, cell: usize) -> [usize; 3] {
        self.units_of[cell].map(usize::from)
    }

    /// The cells of each unit.
    #[inline(always)]
    pub fn units(&self) -> &[Cells<W>] {
        &self.units
    }

    /// The cells that share a unit with a cell.
    #[inline(always)]
    pub fn peers(&self, cell: usize) -> &Cells<W> {
        &self.peers[cell]
    }

    /// The cells that hold a digit, counted from 0.
    pub fn cells_with(&self, digit: usize) -> Cells<W> {
        (0..self.cells())
            .filter(|&cell| self.digit(cell) == digit)
            .collect()
    }

    /// The puzzle that gives these cells, in one line, `.` for the others.
    pub fn puzzle(&self, clues: &Cells<W>) -> Vec<u8> {
        let byte = |cell| match clues.contains(cell) {
            true => digit::encode(self.digit(cell) + 1),
            false => b'.',
        };
        (0..self.cells()).map(byte).collect()
    }
}

//! Puzzles as `.dlx` text: solutions of the exact covering problem are those of
//! the puzzle.
//!
//! Items: `pRC` (row R, column C is filled), `rRD` (row R has digit D), `cCD`,
//! `bXD` likewise for columns and boxes; those that the clues cover are left out.
//! A unit that need not have every digit gives secondary items. Each cage has an
//! item `kN`, and a secondary item `kN.D` for each digit. A whole problem has the clues as
//! options, too, and an item `nO.C` with an option of its own: order O, and C cells that are no
//! holes. So its solutions tell all of the grid.
//!
//! Text is written line by line, so that large cages need no memory.

use super::digit::encode;
use super::{Alphabet, Cage, Geometry, Grid, UnitKind};
use std::io::{self, Write};

/// Writes a 9x9 puzzle in the form of Knuth's converter for plain Sudoku: no bar
/// after the items, for there are no secondary ones.
///
/// # Errors
/// Those of the writer.
///
/// # Panics
/// If the board is not the plain one of order 9.
pub fn write_plain(geometry: &Geometry, grid: &Grid, writer: &mut dyn Write) -> io::Result<()> {
    assert!(geometry.is_plain_nine());
    Encoder::new(geometry, grid, &[], false).write(writer, false)
}

/// Writes a puzzle of any board in the form of Knuth's converter for general
/// Sudoku. Cages add an option for each set of digits that has their sum, which
/// rules out the other digits.
///
/// # Errors
/// Those of the writer.
pub fn write_general(
    geometry: &Geometry,
    grid: &Grid,
    cages: &[Cage],
    writer: &mut dyn Write,
) -> io::Result<()> {
    Encoder::new(geometry, grid, cages, false).write(writer, true)
}

/// The same with all items and with options for the clues: solutions can be read without the
/// problem, see [`told`](super::told).
///
/// # Errors
/// Those of the writer.
pub fn write_whole(
    geometry: &Geometry,
    grid: &Grid,
    cages: &[Cage],
    writer: &mut dyn Write,
) -> io::Result<()> {
    Encoder::new(geometry, grid, cages, true).write(writer, true)
}

/// A comment line with the number of each cell's box: `|boxes!0011!0011!...`;
/// `.` where a cell has none. It lets pictures show the boxes of a jigsaw.
pub fn put_boxes(geometry: &Geometry, line: &mut Vec<u8>) {
    line.extend_from_slice(b"|boxes");
    for cell in 0..geometry.cells() {
        if geometry.column(cell) == 0 {
            line.push(b'!');
        }
        let number = geometry.first_box(cell);
        line.push(number.map_or(b'.', |number| encode(usize::from(number))));
    }
    line.push(b'\n');
}

/// A comment line with the names of the digits: `|digits!0123456789ABCDEF`, or `|digits!1-16` for
/// numbers. The problem itself always has the usual ones.
pub fn put_digits(alphabet: &Alphabet, line: &mut Vec<u8>) {
    line.extend_from_slice(b"|digits!");
    line.extend_from_slice(alphabet.argument().as_bytes());
    line.push(b'\n');
}

struct Encoder<'a> {
    geometry: &'a Geometry,
    grid: &'a Grid,
    cages: &'a [Cage],
    is_whole: bool,
    cage_of: Vec<Option<usize>>,
    /// The digits that clues have put into each unit and cage, as bit sets.
    in_unit: Vec<u64>,
    in_cage: Vec<u64>,
}

impl<'a> Encoder<'a> {
    fn new(geometry: &'a Geometry, grid: &'a Grid, cages: &'a [Cage], is_whole: bool) -> Self {
        let digits = |cells: &[u16]| {
            let clues = cells.iter().filter_map(|&cell| grid.get(cell as usize));
            clues.fold(0, |set, digit| set | 1u64 << digit)
        };
        let mut cage_of = vec![None; geometry.cells()];
        for (number, cage) in cages.iter().enumerate() {
            for &cell in &cage.cells {
                cage_of[cell as usize] = Some(number);
            }
        }
        Encoder {
            geometry,
            grid,
            cages,
            is_whole,
            cage_of,
            in_unit: geometry
                .units()
                .iter()
                .map(|unit| digits(&unit.cells))
                .collect(),
            in_cage: cages.iter().map(|cage| digits(&cage.cells)).collect(),
        }
    }

    fn write(&self, writer: &mut dyn Write, bar: bool) -> io::Result<()> {
        let mut line = Vec::new();
        self.put_comment(&mut line);
        writer.write_all(&line)?;
        line.clear();
        self.put_items(&mut line, bar);
        writer.write_all(&line)?;
        if self.is_whole {
            line.clear();
            self.put_board(&mut line);
            line.push(b'\n');
            writer.write_all(&line)?;
        }
        for cell in 0..self.geometry.cells() {
            line.clear();
            self.put_cell_options(cell, &mut line);
            writer.write_all(&line)?;
        }
        for (number, cage) in self.cages.iter().enumerate() {
            for set in cage.digit_sets(self.geometry.order()) {
                if self.in_cage[number] & !set != 0 {
                    continue;
                }
                line.clear();
                self.put_cage_option(number, set, &mut line);
                writer.write_all(&line)?;
            }
        }
        Ok(())
    }

    fn put_comment(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(b"|sudoku");
        for cell in 0..self.geometry.cells() {
            if self.geometry.column(cell) == 0 {
                line.push(b'!');
            }
            line.push(match self.grid.get(cell) {
                Some(digit) => encode(usize::from(digit)),
                None if self.geometry.is_hole(cell) => b'#',
                None => b'.',
            });
        }
        line.push(b'\n');
    }

    fn digits(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.geometry.order()
    }

    /// The digits that have no item, as clues have them.
    fn left_out(&self, clues: u64) -> u64 {
        if self.is_whole { 0 } else { clues }
    }

    /// `nO.C`
    fn put_board(&self, line: &mut Vec<u8>) {
        let is_cell = |&cell: &usize| !self.geometry.is_hole(cell);
        let cells = (0..self.geometry.cells()).filter(is_cell).count();
        line.extend_from_slice(&[b'n', encode(self.geometry.order()), b'.']);
        line.extend_from_slice(cells.to_string().as_bytes());
    }

    fn put_items(&self, line: &mut Vec<u8>, bar: bool) {
        if self.is_whole {
            self.put_board(line);
            line.push(b' ');
        }
        for cell in (0..self.geometry.cells()).filter(|&cell| self.is_open(cell)) {
            self.put_place(cell, line);
            line.push(b' ');
        }
        let clues_of = |unit: usize| self.left_out(self.in_unit[unit]);
        let units = || self.geometry.units().iter().zip((0..).map(clues_of));
        for (unit, clues) in units().filter(|(unit, _)| unit.complete) {
            for digit in self.digits().filter(|digit| clues >> digit & 1 == 0) {
                put_unit(unit.kind, digit, line);
                line.push(b' ');
            }
        }
        for number in 0..self.cages.len() {
            put_number(number, line);
            line.push(b' ');
        }
        if bar {
            line.push(b'|');
        }
        for (unit, clues) in units().filter(|(unit, _)| !unit.complete) {
            if unit.cells.is_empty() && !matches!(unit.kind, UnitKind::Box(_)) {
                continue; // a row or column of holes has no items, but a box of them has
            }
            for digit in self.digits().filter(|digit| clues >> digit & 1 == 0) {
                line.push(b' ');
                put_unit(unit.kind, digit, line);
            }
        }
        for (number, &clues) in self.in_cage.iter().enumerate() {
            let clues = self.left_out(clues);
            for digit in self.digits().filter(|digit| clues >> digit & 1 == 0) {
                put_ruled_out(number, digit, line);
            }
        }
        line.push(b'\n');
    }

    fn is_open(&self, cell: usize) -> bool {
        (self.is_whole || self.grid.get(cell).is_none()) && !self.geometry.is_hole(cell)
    }

    fn put_place(&self, cell: usize, line: &mut Vec<u8>) {
        let (row, column) = (self.geometry.row(cell), self.geometry.column(cell));
        line.extend_from_slice(&[b'p', encode(row), encode(column)]);
    }

    fn put_cell_options(&self, cell: usize, line: &mut Vec<u8>) {
        if !self.is_open(cell) {
            return;
        }
        let units = self.geometry.units_of(cell);
        let cage = self.cage_of[cell];
        let clues = units.iter().map(|&unit| self.in_unit[unit as usize]);
        let clues = clues.chain(cage.map(|number| self.in_cage[number]));
        let ruled_out = match self.grid.get(cell) {
            Some(clue) => !(1 << clue),
            None => clues.fold(0, |set, unit| set | unit),
        };
        for digit in self.digits().filter(|digit| ruled_out >> digit & 1 == 0) {
            self.put_place(cell, line);
            for &unit in units {
                line.push(b' ');
                put_unit(self.geometry.units()[unit as usize].kind, digit, line);
            }
            if let Some(number) = cage {
                put_ruled_out(number, digit, line);
            }
            line.push(b'\n');
        }
    }

    fn put_cage_option(&self, number: usize, set: u64, line: &mut Vec<u8>) {
        put_number(number, line);
        for digit in self.digits().filter(|digit| set >> digit & 1 == 0) {
            put_ruled_out(number, digit, line);
        }
        line.push(b'\n');
    }
}

fn put_unit(kind: UnitKind, digit: usize, line: &mut Vec<u8>) {
    let (letter, number) = match kind {
        UnitKind::Row(number) => (b'r', number),
        UnitKind::Column(number) => (b'c', number),
        UnitKind::Box(number) => (b'b', number),
    };
    line.extend_from_slice(&[letter, encode(usize::from(number)), encode(digit)]);
}

fn put_number(cage: usize, line: &mut Vec<u8>) {
    line.extend_from_slice(format!("k{cage}").as_bytes());
}

/// ` kN.D`
fn put_ruled_out(cage: usize, digit: usize, line: &mut Vec<u8>) {
    line.push(b' ');
    put_number(cage, line);
    line.extend_from_slice(&[b'.', encode(digit)]);
}

//! Puzzles as `.dlx` text or as problems: solutions of the exact covering problem are those of
//! the puzzle.
//!
//! Items: `pRC` (row R, column C is filled), `rRD` (row R has digit D), `cCD`, `bXD` likewise for
//! columns and boxes; those that the clues cover are left out. A unit that need not have every
//! digit gives secondary items. Each cage has an item `kN`, and a secondary item `kN.D` for each
//! digit. A whole problem has the clues as options, too, and an item `nO.C` with an option of its
//! own: order O, and C cells that are no holes. So its solutions tell the whole grid.
//!
//! Text is written line by line, so that large cages need no memory.

use crate::boards::digit::encode;
use crate::boards::{Alphabet, Board, Cage, Geometry, Grid, Unit, UnitKind};
use dlx3_format::{Bounds, BuildError, Problem};
use std::collections::HashMap;
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

/// The problem whose text is that of [`write_general`].
///
/// # Errors
/// If it has no items, as for a full grid.
pub fn build_general(board: &Board, grid: &Grid) -> Result<Problem, BuildError> {
    build_named(board, grid).map(|(problem, _)| problem)
}

/// [`build_general`], and what each item is.
pub(super) fn build_named(
    board: &Board,
    grid: &Grid,
) -> Result<(Problem, Vec<ItemName>), BuildError> {
    Encoder::new(&board.geometry, grid, &board.cages, false).build()
}

/// [`write_general`] with all items, and with options for the clues. Solutions can then be read
/// without the problem: see [`names`](crate::names).
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
        self.primary(&mut |name| {
            name.put(&mut line);
            line.push(b' ');
        });
        if bar {
            line.push(b'|');
        }
        self.secondary(&mut |name| {
            line.push(b' ');
            name.put(&mut line);
        });
        line.push(b'\n');
        writer.write_all(&line)?;
        self.options(&mut |names| {
            line.clear();
            for (place, name) in names.iter().enumerate() {
                if place > 0 {
                    line.push(b' ');
                }
                name.put(&mut line);
            }
            line.push(b'\n');
            writer.write_all(&line)
        })
    }

    fn build(&self) -> Result<(Problem, Vec<ItemName>), BuildError> {
        let mut builder = Problem::builder();
        let mut items = HashMap::new();
        let mut text = Vec::new();
        let mut names = Vec::new();
        self.primary(&mut |name| names.push((name, false)));
        self.secondary(&mut |name| names.push((name, true)));
        for &(name, is_secondary) in &names {
            text.clear();
            name.put(&mut text);
            let item = match is_secondary {
                false => builder.item(&text, Bounds::ONE)?,
                true => builder.secondary(&text)?,
            };
            items.insert(name, (item, None));
        }
        let mut nodes = Vec::new();
        self.options(&mut |names| {
            nodes.clear();
            nodes.extend(names.iter().map(|name| items[name]));
            builder.option(&nodes).map(drop)
        })?;
        let names = names.into_iter().map(|(name, _)| name).collect();
        builder.build().map(|problem| (problem, names))
    }

    /// All options, one after the other.
    fn options<E>(&self, each: &mut dyn FnMut(&[ItemName]) -> Result<(), E>) -> Result<(), E> {
        if self.is_whole {
            each(&[self.board_name()])?;
        }
        for cell in 0..self.geometry.cells() {
            self.cell_options(cell, each)?;
        }
        let mut names = Vec::new();
        for (number, cage) in self.cages.iter().enumerate() {
            for set in cage.digit_sets(self.geometry.order()) {
                if self.in_cage[number] & !set != 0 {
                    continue;
                }
                names.clear();
                names.push(ItemName::Cage(number));
                let others = self.digits().filter(|digit| set >> digit & 1 == 0);
                names.extend(others.map(|digit| ItemName::RuledOut(number, digit)));
                each(&names)?;
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

    /// The digits without items, because clues hold them.
    fn left_out(&self, clues: u64) -> u64 {
        if self.is_whole { 0 } else { clues }
    }

    fn board_name(&self) -> ItemName {
        let is_cell = |&cell: &usize| !self.geometry.is_hole(cell);
        let cells = (0..self.geometry.cells()).filter(is_cell).count();
        ItemName::Board(self.geometry.order(), cells)
    }

    /// The primary items.
    fn primary(&self, each: &mut dyn FnMut(ItemName)) {
        if self.is_whole {
            each(self.board_name());
        }
        for cell in (0..self.geometry.cells()).filter(|&cell| self.is_open(cell)) {
            each(self.place(cell));
        }
        for (unit, clues) in self.units().filter(|(unit, _)| unit.complete) {
            for digit in self.digits().filter(|digit| clues >> digit & 1 == 0) {
                each(ItemName::Unit(unit.kind, digit));
            }
        }
        for number in 0..self.cages.len() {
            each(ItemName::Cage(number));
        }
    }

    /// The secondary items.
    fn secondary(&self, each: &mut dyn FnMut(ItemName)) {
        for (unit, clues) in self.units().filter(|(unit, _)| !unit.complete) {
            if unit.cells.is_empty() && !matches!(unit.kind, UnitKind::Box(_)) {
                continue; // a row or column of holes has no items, but a box of them has
            }
            for digit in self.digits().filter(|digit| clues >> digit & 1 == 0) {
                each(ItemName::Unit(unit.kind, digit));
            }
        }
        for (number, &clues) in self.in_cage.iter().enumerate() {
            let clues = self.left_out(clues);
            for digit in self.digits().filter(|digit| clues >> digit & 1 == 0) {
                each(ItemName::RuledOut(number, digit));
            }
        }
    }

    /// The units, each with the digits that have no item.
    fn units(&self) -> impl Iterator<Item = (&Unit, u64)> {
        let clues = self.in_unit.iter().map(|&clues| self.left_out(clues));
        self.geometry.units().iter().zip(clues)
    }

    fn is_open(&self, cell: usize) -> bool {
        (self.is_whole || self.grid.get(cell).is_none()) && !self.geometry.is_hole(cell)
    }

    fn place(&self, cell: usize) -> ItemName {
        ItemName::Place(self.geometry.row(cell), self.geometry.column(cell))
    }

    fn cell_options<E>(
        &self,
        cell: usize,
        each: &mut dyn FnMut(&[ItemName]) -> Result<(), E>,
    ) -> Result<(), E> {
        if !self.is_open(cell) {
            return Ok(());
        }
        let units = self.geometry.units_of(cell);
        let cage = self.cage_of[cell];
        let clues = units.iter().map(|&unit| self.in_unit[unit as usize]);
        let clues = clues.chain(cage.map(|number| self.in_cage[number]));
        let ruled_out = match self.grid.get(cell) {
            Some(clue) => !(1 << clue),
            None => clues.fold(0, |set, unit| set | unit),
        };
        let mut names = Vec::new();
        for digit in self.digits().filter(|digit| ruled_out >> digit & 1 == 0) {
            names.clear();
            names.push(self.place(cell));
            let kinds = units
                .iter()
                .map(|&unit| self.geometry.units()[unit as usize].kind);
            names.extend(kinds.map(|kind| ItemName::Unit(kind, digit)));
            names.extend(cage.map(|number| ItemName::RuledOut(number, digit)));
            each(&names)?;
        }
        Ok(())
    }
}

/// An item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ItemName {
    /// `nO.C`
    Board(usize, usize),
    /// `pRC`
    Place(usize, usize),
    /// `rRD`, `cCD`, `bXD`
    Unit(UnitKind, usize),
    /// `kN`
    Cage(usize),
    /// `kN.D`
    RuledOut(usize, usize),
}

impl ItemName {
    fn put(self, line: &mut Vec<u8>) {
        match self {
            ItemName::Board(order, cells) => {
                line.extend_from_slice(&[b'n', encode(order), b'.']);
                line.extend_from_slice(cells.to_string().as_bytes());
            }
            ItemName::Place(row, column) => {
                line.extend_from_slice(&[b'p', encode(row), encode(column)]);
            }
            ItemName::Unit(kind, digit) => put_unit(kind, digit, line),
            ItemName::Cage(number) => put_number(number, line),
            ItemName::RuledOut(number, digit) => {
                put_number(number, line);
                line.extend_from_slice(&[b'.', encode(digit)]);
            }
        }
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
    line.push(b'k');
    line.extend_from_slice(cage.to_string().as_bytes());
}

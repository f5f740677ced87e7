//! A Sudoku with rules of its own: the grid, the digits that each cell may have, and the rules.

use super::kinds::Kind;
use super::{Cell, Digits};
use std::sync::Arc;

/// A grid of cells, and the range of its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of rows, from 1 to 16.
    pub rows: usize,
    /// The number of columns, from 1 to 16.
    pub columns: usize,
    /// The least digit: 0 or 1.
    pub first: u8,
    /// The greatest digit, at most 16.
    pub last: u8,
}

impl Shape {
    /// The greatest number of rows, of columns, and of digits.
    pub const MOST: usize = 16;

    /// A square with the digits from 1.
    pub fn square(order: usize) -> Self {
        Shape {
            rows: order,
            columns: order,
            first: 1,
            last: order as u8,
        }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// A cell by its row and column, from 0.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        (row * self.columns + column) as Cell
    }

    /// The row of a cell, from 0.
    pub fn row(&self, cell: Cell) -> usize {
        usize::from(cell) / self.columns
    }

    /// The column of a cell, from 0.
    pub fn column(&self, cell: Cell) -> usize {
        usize::from(cell) % self.columns
    }

    /// The cell `rows` below another and `columns` to its right, if the grid has it.
    pub fn beside(&self, cell: Cell, rows: isize, columns: isize) -> Option<Cell> {
        let row = self.row(cell).checked_add_signed(rows)?;
        let column = self.column(cell).checked_add_signed(columns)?;
        (row < self.rows && column < self.columns).then(|| self.cell(row, column))
    }

    /// All digits.
    pub fn digits(&self) -> Digits {
        (1 << (self.last + 1)) - (1 << self.first)
    }

    /// The number of digits.
    pub fn order(&self) -> usize {
        usize::from(self.last + 1 - self.first)
    }

    /// The cells of a row, from the left.
    pub fn row_cells(&self, row: usize) -> Vec<Cell> {
        let cells = (0..self.columns).map(|column| self.cell(row, column));
        cells.collect()
    }

    /// The cells of a column, from the top.
    pub fn column_cells(&self, column: usize) -> Vec<Cell> {
        (0..self.rows).map(|row| self.cell(row, column)).collect()
    }

    /// Cells that share a side, each pair once: with the cell to the right, or below.
    pub fn neighbors(&self) -> Vec<[Cell; 2]> {
        let mut pairs = Vec::new();
        for cell in 0..self.cells() as Cell {
            for (rows, columns) in [(0, 1), (1, 0)] {
                let other = self.beside(cell, rows, columns);
                pairs.extend(other.map(|other| [cell, other]));
            }
        }
        pairs
    }

    /// The rows and columns of a box of `size` cells, as near to a square as the grid allows and
    /// rather wide than tall; none if no such boxes fill the grid.
    pub fn box_of(&self, size: usize) -> Option<(usize, usize)> {
        let fits = |&(rows, columns): &(usize, usize)| {
            self.rows.is_multiple_of(rows) && self.columns.is_multiple_of(columns)
        };
        let small = (2..=size).take_while(|small| small * small <= size);
        let shapes = small.filter(|&small| size.is_multiple_of(small));
        let shapes: Vec<usize> = shapes.collect();
        let both = |&small: &usize| [(small, size / small), (size / small, small)];
        shapes.iter().rev().flat_map(both).find(fits)
    }

    /// The boxes of `size` cells; none if they do not fill the grid.
    pub fn boxes(&self, size: usize) -> Vec<Vec<Cell>> {
        let Some((rows, columns)) = self.box_of(size) else {
            return Vec::new();
        };
        let corners = (0..self.rows).step_by(rows).flat_map(|row| {
            (0..self.columns)
                .step_by(columns)
                .map(move |column| (row, column))
        });
        let cells = corners.map(|(top, left)| {
            let cells = (0..size).map(|k| self.cell(top + k / columns, left + k % columns));
            cells.collect()
        });
        cells.collect()
    }
}

/// A rule: its kind, its cells, and what else it says.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it demands.
    pub kind: &'static Kind,
    /// Its cells, in the order that its kind tells; most kinds have one part.
    pub parts: Vec<Vec<Cell>>,
    /// Its numbers: a sum, a difference, digits.
    pub numbers: Vec<i32>,
    /// What a rule of a user's own says.
    pub custom: Option<Arc<Custom>>,
}

/// What the rule of a user's own says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Custom {
    /// Which digits may follow a digit: a set for each.
    Pairs(Vec<Digits>),
    /// A regular expression.
    Expression(String),
    /// A machine with states.
    Machine(Machine),
    /// Alternatives, each of some rules.
    Any(Vec<Vec<Rule>>),
}

/// A machine that need not be deterministic: it accepts a row of digits if some way through it
/// does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The states to begin in.
    pub start: Vec<usize>,
    /// For each state, whether it may end there, and its steps: a digit, and a state.
    pub states: Vec<(bool, Vec<(u8, usize)>)>,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.kind, other.kind)
            && (&self.parts, &self.numbers, &self.custom)
                == (&other.parts, &other.numbers, &other.custom)
    }
}

impl Eq for Rule {}

impl Rule {
    /// A rule of one part.
    pub fn new(kind: &'static Kind, cells: impl Into<Vec<Cell>>) -> Self {
        Self::of_parts(kind, vec![cells.into()])
    }

    /// A rule of the whole grid.
    pub fn whole(kind: &'static Kind) -> Self {
        Self::of_parts(kind, Vec::new())
    }

    /// A rule of several parts.
    pub fn of_parts(kind: &'static Kind, parts: Vec<Vec<Cell>>) -> Self {
        Rule {
            kind,
            parts,
            numbers: Vec::new(),
            custom: None,
        }
    }

    /// With these numbers.
    pub fn with(mut self, numbers: impl Into<Vec<i32>>) -> Self {
        self.numbers = numbers.into();
        self
    }

    /// With what a user says.
    pub fn saying(mut self, custom: Custom) -> Self {
        self.custom = Some(Arc::new(custom));
        self
    }

    /// The same rule at other cells; none if a cell has no other one.
    pub fn moved(&self, to: &dyn Fn(Cell) -> Option<Cell>) -> Option<Self> {
        let part = |cells: &Vec<Cell>| cells.iter().map(|&cell| to(cell)).collect();
        let custom = match self.custom.as_deref() {
            Some(Custom::Any(all)) => {
                let group = |group: &Vec<Rule>| group.iter().map(|rule| rule.moved(to)).collect();
                let all: Option<Vec<Vec<Rule>>> = all.iter().map(group).collect();
                Some(Arc::new(Custom::Any(all?)))
            }
            _ => self.custom.clone(),
        };
        let parts: Option<Vec<Vec<Cell>>> = self.parts.iter().map(part).collect();
        Some(Rule {
            kind: self.kind,
            parts: parts?,
            numbers: self.numbers.clone(),
            custom,
        })
    }

    /// All its cells, those of alternatives included.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.parts.concat();
        if let Some(Custom::Any(all)) = self.custom.as_deref() {
            cells.extend(all.iter().flatten().flat_map(Rule::cells));
        }
        cells
    }
}

/// A Sudoku with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The grid.
    pub shape: Shape,
    /// Whether no row and no column has a digit twice.
    pub has_lines: bool,
    /// The number of cells of a box.
    pub box_size: usize,
    /// The boxes, or the pieces of a jigsaw. None of them has a digit twice.
    pub regions: Vec<Vec<Cell>>,
    /// The digits that each cell may have: first those of the grid, then those beside it.
    pub sets: Vec<Digits>,
    /// The names of the cells beside the grid.
    pub extra: Vec<String>,
    /// The rules, in the order of the text.
    pub rules: Vec<Rule>,
    /// What the text has that is not part of the puzzle.
    pub remarks: Vec<String>,
}

impl Variant {
    /// A grid whose rows and columns have no digit twice, without boxes.
    pub fn new(shape: Shape) -> Self {
        Variant {
            shape,
            has_lines: true,
            box_size: shape.rows.max(shape.columns),
            regions: Vec::new(),
            sets: vec![shape.digits(); shape.cells()],
            extra: Vec::new(),
            rules: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// With boxes of [their size](Self::box_size), which is that of a row, or of a column if that is
    /// longer; without boxes if such boxes do not fill the grid.
    pub fn with_boxes(mut self) -> Self {
        self.regions = self.shape.boxes(self.box_size);
        self
    }

    /// Adds a cell beside the grid, which may have any digit.
    pub fn add_extra(&mut self, name: String) -> Cell {
        self.extra.push(name);
        self.sets.push(self.shape.digits());
        (self.sets.len() - 1) as Cell
    }

    /// The name of a cell: `r1c2`, counted from 1, or that of a cell beside the grid.
    pub fn name(&self, cell: Cell) -> String {
        let shape = &self.shape;
        match usize::from(cell).checked_sub(shape.cells()) {
            None => format!("r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1),
            Some(extra) => match self.extra.get(extra) {
                Some(name) => name.clone(),
                None => format!("cell {cell}"),
            },
        }
    }

    /// The names of cells, with blanks between them.
    pub fn names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
        names.join(" ")
    }

    /// Whether it is a Sudoku as everybody knows it: square, with boxes, without rules.
    pub fn is_plain(&self) -> bool {
        let shape = self.shape;
        shape == Shape::square(shape.rows)
            && self.has_lines
            && self.regions == shape.boxes(shape.rows)
            && self.rules.is_empty()
            && self.extra.is_empty()
    }

    /// All sets of cells that have no digit twice: rows, columns, regions.
    pub fn houses(&self) -> Vec<Vec<Cell>> {
        let shape = &self.shape;
        let mut houses = Vec::new();
        if self.has_lines {
            houses.extend((0..shape.rows).map(|row| shape.row_cells(row)));
            houses.extend((0..shape.columns).map(|column| shape.column_cells(column)));
        }
        houses.extend(self.regions.iter().cloned());
        houses
    }
}

//! Which cells must differ: rows, columns, and boxes of any shape.
//!
//! Cells are numbered row by row from 0; units likewise: first the rows, then
//! the columns, then the boxes by name. Invariant: every unit lists its cells in
//! increasing order, holes left out; `peers[c]` is increasing and lacks `c`.

use super::digit;

/// The kind of a unit, with its number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A row.
    Row(u8),
    /// A column.
    Column(u8),
    /// A box, or another region such as a diagonal.
    Box(u8),
}

impl std::fmt::Display for UnitKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kind, number) = match *self {
            UnitKind::Row(number) => ("row", number),
            UnitKind::Column(number) => ("column", number),
            UnitKind::Box(number) => ("box", number),
        };
        write!(f, "{kind} {}", number + 1)
    }
}

/// The name of a unit, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnitName {
    /// A row, column or box, by its number.
    Kind(UnitKind),
    /// The diagonal from the first cell to the last one.
    FallingDiagonal,
    /// The other diagonal.
    RisingDiagonal,
    /// A window of a hyper Sudoku: the row and column of its first cell, counted from 0.
    Window(u8, u8),
}

impl std::fmt::Display for UnitName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            UnitName::Kind(kind) => kind.fmt(f),
            UnitName::FallingDiagonal => f.write_str("the diagonal from top left"),
            UnitName::RisingDiagonal => f.write_str("the diagonal from top right"),
            UnitName::Window(row, column) => {
                write!(f, "the window at row {}, column {}", row + 1, column + 1)
            }
        }
    }
}

/// Cells no two of which hold the same digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Which unit it is.
    pub kind: UnitKind,
    /// In increasing order.
    pub cells: Vec<u16>,
    /// Whether every digit must occur; a unit of fewer cells lacks some.
    pub complete: bool,
}

/// Why there is no such geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum GeometryFault {
    NoShape(usize),
    BadShape(usize, usize),
    BoxTooLarge(char),
    TooManyBoxes,
    NoWindows(usize),
}

dlx3_base::messages! {
    GeometryFault {
        Self::NoShape(it) => "order {it} has no usual box shape (4, 6, 9, 16 and 25 have)",
        Self::BadShape(rows, columns) =>
            "boxes of {rows} rows and {columns} columns: the order must be from 1 to 32",
        Self::BoxTooLarge(it) => "box {it} has more cells than there are digits",
        Self::TooManyBoxes => "there are more than 32 boxes",
        Self::NoWindows(it) => "order {it} has no windows (only 9 has)",
    }
}

/// The board of a Sudoku: its order (the number of digits, rows and columns), its
/// units, and its holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    order: usize,
    shape: Option<(usize, usize)>,
    units: Vec<Unit>,
    /// The number of rows, columns and boxes; diagonals and windows follow them in `units`.
    usual: usize,
    units_of: Vec<Vec<u16>>,
    peers: Vec<Vec<u16>>,
    holes: Vec<bool>,
}

impl Geometry {
    /// The usual board: boxes of `rows` rows and `columns` columns, the order
    /// being their product.
    ///
    /// # Errors
    /// [`GeometryFault::BadShape`] if the order is 0 or above 32.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self, GeometryFault> {
        let order = rows.saturating_mul(columns);
        if !(1..=digit::MOST).contains(&order) {
            return Err(GeometryFault::BadShape(rows, columns));
        }
        let boxes: Vec<(u8, Vec<u16>)> = (0..order)
            .map(|number| {
                let (top, left) = (number / rows * rows, number % rows * columns);
                let cells = (0..order)
                    .map(|k| ((top + k / columns) * order + left + k % columns) as u16)
                    .collect();
                (number as u8, cells)
            })
            .collect();
        let mut geometry = Self::with_boxes(order, &vec![false; order * order], &boxes)?;
        geometry.shape = Some((rows, columns));
        Ok(geometry)
    }

    /// The usual board of order 4, 6 (boxes of 2 rows and 3 columns), 9, 16 or 25.
    ///
    /// # Errors
    /// [`GeometryFault::NoShape`] for another order.
    pub fn of_order(order: usize) -> Result<Self, GeometryFault> {
        match order {
            4 => Self::boxes(2, 2),
            6 => Self::boxes(2, 3),
            9 => Self::boxes(3, 3),
            16 => Self::boxes(4, 4),
            25 => Self::boxes(5, 5),
            _ => Err(GeometryFault::NoShape(order)),
        }
    }

    /// A board with any boxes, each a number below 32 with its cells. Boxes may
    /// overlap and have fewer cells than `order`. A box of `order` cells is
    /// complete even if some of them are holes (it then has no solution), as in
    /// Knuth's general format.
    ///
    /// # Errors
    /// If a box has more than `order` cells or a number above 31.
    ///
    /// # Panics
    /// If `order` is above 32, `holes` does not have `order * order` members, or a
    /// cell is not on the board.
    pub fn with_boxes(
        order: usize,
        holes: &[bool],
        boxes: &[(u8, Vec<u16>)],
    ) -> Result<Self, GeometryFault> {
        assert!(order <= digit::MOST && holes.len() == order * order);
        let line = |kind, cells: Vec<u16>| Unit {
            kind,
            complete: cells.len() == order,
            cells,
        };
        let solid = |cell: &u16| !holes[*cell as usize];
        let mut units = Vec::with_capacity(2 * order + boxes.len());
        for row in 0..order {
            let cells = (0..order).map(|column| (row * order + column) as u16);
            units.push(line(
                UnitKind::Row(row as u8),
                cells.filter(solid).collect(),
            ));
        }
        for column in 0..order {
            let cells = (0..order).map(|row| (row * order + column) as u16);
            units.push(line(
                UnitKind::Column(column as u8),
                cells.filter(solid).collect(),
            ));
        }
        let mut boxes: Vec<_> = boxes.iter().collect();
        boxes.sort_by_key(|(number, _)| *number);
        for (number, cells) in boxes {
            if usize::from(*number) >= digit::MOST {
                return Err(GeometryFault::TooManyBoxes);
            }
            if cells.len() > order {
                let name = digit::encode(usize::from(*number)) as char;
                return Err(GeometryFault::BoxTooLarge(name));
            }
            let complete = cells.len() == order;
            let mut cells: Vec<u16> = cells.iter().copied().filter(solid).collect();
            cells.sort_unstable();
            units.push(Unit {
                kind: UnitKind::Box(*number),
                cells,
                complete,
            });
        }
        Ok(Self::from_units(order, holes.to_vec(), units))
    }

    fn from_units(order: usize, holes: Vec<bool>, units: Vec<Unit>) -> Self {
        let mut units_of = vec![Vec::new(); order * order];
        let mut peers: Vec<Vec<u16>> = vec![Vec::new(); order * order];
        for (number, unit) in units.iter().enumerate() {
            for &cell in &unit.cells {
                units_of[cell as usize].push(number as u16);
                let others = unit.cells.iter().filter(|&&other| other != cell);
                peers[cell as usize].extend(others);
            }
        }
        for list in &mut peers {
            list.sort_unstable();
            list.dedup();
        }
        Geometry {
            order,
            shape: None,
            usual: units.len(),
            units,
            units_of,
            peers,
            holes,
        }
    }

    /// The same board with further sets of cells whose digits must differ.
    fn and_boxes(self, more: impl IntoIterator<Item = Vec<u16>>) -> Result<Self, GeometryFault> {
        let next = self.region_numbers().max().map_or(0, |last| last + 1);
        let mut units = self.units;
        for (number, mut cells) in (next..).zip(more) {
            if usize::from(number) >= digit::MOST {
                return Err(GeometryFault::TooManyBoxes);
            }
            let complete = cells.len() == self.order;
            cells.retain(|&cell| !self.holes[cell as usize]);
            units.push(Unit {
                kind: UnitKind::Box(number),
                cells,
                complete,
            });
        }
        Ok(Geometry {
            shape: self.shape,
            usual: self.usual,
            ..Self::from_units(self.order, self.holes, units)
        })
    }

    /// The same board whose two diagonals are boxes too.
    ///
    /// # Errors
    /// [`GeometryFault::TooManyBoxes`].
    pub fn and_diagonals(self) -> Result<Self, GeometryFault> {
        let order = self.order;
        let down = (0..order).map(|k| (k * order + k) as u16).collect();
        let up = (0..order)
            .map(|k| (k * order + order - 1 - k) as u16)
            .collect();
        self.and_boxes([down, up])
    }

    /// The same board with the four windows of a hyper Sudoku.
    ///
    /// # Errors
    /// [`GeometryFault::NoWindows`] if the order is not 9, and
    /// [`GeometryFault::TooManyBoxes`].
    pub fn and_windows(self) -> Result<Self, GeometryFault> {
        if self.order != 9 {
            return Err(GeometryFault::NoWindows(self.order));
        }
        let window = |(top, left): (usize, usize)| {
            (0..9)
                .map(|k| ((top + k / 3) * 9 + left + k % 3) as u16)
                .collect()
        };
        self.and_boxes([(1, 1), (1, 5), (5, 1), (5, 5)].map(window))
    }

    fn region_numbers(&self) -> impl Iterator<Item = u8> + '_ {
        self.units.iter().filter_map(|unit| match unit.kind {
            UnitKind::Box(number) => Some(number),
            _ => None,
        })
    }

    /// The number of digits, of rows and of columns.
    #[inline]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of cells, holes included.
    #[inline]
    pub fn cells(&self) -> usize {
        self.order * self.order
    }

    /// The rows and columns of a box, if the boxes are rectangles of one shape.
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        self.shape
    }

    /// Whether this is the usual 9x9 board and nothing else.
    pub fn is_plain_nine(&self) -> bool {
        self.shape == Some((3, 3)) && self.units.len() == 27
    }

    /// The row of a cell.
    #[inline]
    pub fn row(&self, cell: usize) -> usize {
        cell / self.order
    }

    /// The column of a cell.
    #[inline]
    pub fn column(&self, cell: usize) -> usize {
        cell % self.order
    }

    /// The box of a cell, counted row by row, if all boxes are rectangles of one shape.
    #[inline]
    pub fn box_of(&self, cell: usize) -> Option<usize> {
        let (rows, columns) = self.shape?;
        Some(self.row(cell) / rows * rows + self.column(cell) / columns)
    }

    /// The number of the first box, of any shape, that a cell belongs to.
    pub fn first_box(&self, cell: usize) -> Option<u8> {
        let kinds = self.units_of[cell]
            .iter()
            .map(|&unit| self.units[unit as usize].kind);
        kinds.into_iter().find_map(|kind| match kind {
            UnitKind::Box(number) => Some(number),
            _ => None,
        })
    }

    /// Whether a cell is a hole, which holds no digit.
    #[inline]
    pub fn is_hole(&self, cell: usize) -> bool {
        self.holes[cell]
    }

    /// All units: rows, columns, boxes.
    #[inline]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The name of the unit of this number, for people.
    pub fn unit_name(&self, unit: usize) -> UnitName {
        let Unit { kind, cells, .. } = &self.units[unit];
        match cells[..] {
            [first, second, ..] if unit >= self.usual => {
                let (first, second) = (usize::from(first), usize::from(second));
                // The first two cells of a window stand side by side.
                match self.row(first) == self.row(second) {
                    true => UnitName::Window(self.row(first) as u8, self.column(first) as u8),
                    false if second > first && self.column(second) > self.column(first) => {
                        UnitName::FallingDiagonal
                    }
                    false => UnitName::RisingDiagonal,
                }
            }
            _ => UnitName::Kind(*kind),
        }
    }

    /// The numbers of the units that a cell belongs to, in increasing order.
    #[inline]
    pub fn units_of(&self, cell: usize) -> &[u16] {
        &self.units_of[cell]
    }

    /// The cells that share a unit with a cell, in increasing order.
    #[inline]
    pub fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_board_has_three_units_a_cell_and_as_many_boxes_as_digits() {
        for (order, peers) in [(4, 7), (6, 12), (9, 20), (16, 39), (25, 64)] {
            let board = Geometry::of_order(order).unwrap();
            assert_eq!(board.units().len(), 3 * order);
            assert!(board.units().iter().all(|unit| unit.complete));
            for cell in 0..board.cells() {
                assert_eq!(board.peers(cell).len(), peers, "order {order}");
                let units = board.units_of(cell);
                assert_eq!(units[0] as usize, board.row(cell));
                assert_eq!(units[1] as usize, order + board.column(cell));
                assert_eq!(units[2] as usize, 2 * order + board.box_of(cell).unwrap());
            }
        }
        assert!(Geometry::of_order(9).unwrap().is_plain_nine());
    }

    #[test]
    fn boxes_of_six_have_two_rows_and_three_columns() {
        let board = Geometry::of_order(6).unwrap();
        assert_eq!(board.units()[12].cells, [0, 1, 2, 6, 7, 8]);
        assert_eq!(board.units()[15].cells, [15, 16, 17, 21, 22, 23]);
    }

    #[test]
    fn diagonals_and_windows_come_after_the_boxes() {
        let board = Geometry::of_order(9).unwrap();
        let board = board.and_diagonals().unwrap().and_windows().unwrap();
        assert_eq!(board.units().len(), 33);
        assert_eq!(board.units()[27].kind, UnitKind::Box(9));
        assert_eq!(board.units()[28].cells, [8, 16, 24, 32, 40, 48, 56, 64, 72]);
        assert_eq!(board.units()[29].cells[..4], [10, 11, 12, 19]);
        assert_eq!(board.units_of(40), [4, 13, 22, 27, 28]);
        assert!(!board.is_plain_nine());
        assert_eq!(
            Geometry::of_order(4).unwrap().and_windows(),
            Err(GeometryFault::NoWindows(4))
        );
    }

    #[test]
    fn a_row_with_holes_is_not_complete_but_a_box_counts_its_holes() {
        let mut holes = vec![false; 16];
        holes[0] = true;
        let boxes = [(0, vec![0, 1, 4, 5]), (3, vec![10, 11])];
        let board = Geometry::with_boxes(4, &holes, &boxes).unwrap();
        let unit = |number: usize| &board.units()[number];
        assert!(!unit(0).complete && !unit(4).complete && unit(1).complete);
        assert!(unit(8).complete && !unit(9).complete);
        assert_eq!(unit(8).cells, [1, 4, 5]);
        assert_eq!(
            Geometry::with_boxes(2, &[false; 4], &[(10, vec![0, 1, 2])]),
            Err(GeometryFault::BoxTooLarge('a'))
        );
        assert_eq!(Geometry::boxes(5, 7), Err(GeometryFault::BadShape(5, 7)));
        assert_eq!(Geometry::of_order(10), Err(GeometryFault::NoShape(10)));
    }
}

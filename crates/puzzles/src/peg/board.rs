//! Boards: holes, the jumps between them, and positions of pegs.
//!
//! Invariant: holes are numbered from 0 in reading order (row by row). There are 1 to
//! [`Board::MOST_HOLES`] of them, so a position is a 64-bit word.

use std::fmt;

/// A hole's number, counted from 0 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(pub u8);

impl Hole {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The position with a peg in this hole only.
    #[inline]
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The holes with a peg: bit `h` is hole `h`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(pub u64);

impl Position {
    /// The number of pegs.
    #[inline]
    pub fn pegs(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the hole has a peg.
    #[inline]
    pub fn has(self, hole: Hole) -> bool {
        self.0 & hole.bit() != 0
    }

    /// The position after a jump, if the jump is possible.
    #[inline]
    pub fn after(self, jump: &Jump) -> Option<Position> {
        let holes = jump.holes();
        (self.0 & holes == jump.pegs()).then_some(Position(self.0 ^ holes))
    }

    /// The position before a jump, if the jump can have led here.
    #[inline]
    pub fn before(self, jump: &Jump) -> Option<Position> {
        let holes = jump.holes();
        (self.0 & holes == jump.to.bit()).then_some(Position(self.0 ^ holes))
    }
}

/// The direction of a jump. `Southeast` and `Northwest` are for triangular boards, which are drawn
/// as right triangles with the right angle at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// To the next column.
    East,
    /// To the next row.
    South,
    /// To the previous column.
    West,
    /// To the previous row.
    North,
    /// To the next row and column.
    Southeast,
    /// To the previous row and column.
    Northwest,
}

impl Direction {
    /// The step as (rows down, columns right).
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::East => (0, 1),
            Direction::South => (1, 0),
            Direction::West => (0, -1),
            Direction::North => (-1, 0),
            Direction::Southeast => (1, 1),
            Direction::Northwest => (-1, -1),
        }
    }

    /// The letter in names of jumps: `E`, `S`, `W`, `N`; `V` is down-right and `A` up-left.
    pub fn letter(self) -> char {
        match self {
            Direction::East => 'E',
            Direction::South => 'S',
            Direction::West => 'W',
            Direction::North => 'N',
            Direction::Southeast => 'V',
            Direction::Northwest => 'A',
        }
    }
}

/// The directions that a board allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directions {
    /// Along rows and columns.
    #[default]
    Four,
    /// Also down-right and up-left, as on a triangular board.
    Six,
}

impl Directions {
    /// All of them.
    pub fn all(self) -> &'static [Direction] {
        use Direction::*;
        match self {
            Directions::Four => &[East, South, West, North],
            Directions::Six => &[East, South, West, North, Southeast, Northwest],
        }
    }
}

/// Three consecutive holes in a direction: the peg of the first hole jumps over that of the second,
/// which is removed, into the third, which is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The hole of the peg that jumps.
    pub from: Hole,
    /// The hole of the peg that is removed.
    pub over: Hole,
    /// The hole where it lands.
    pub to: Hole,
    /// The direction from the first hole to the third.
    pub direction: Direction,
}

impl Jump {
    /// The three holes.
    #[inline]
    pub fn holes(&self) -> u64 {
        self.pegs() | self.to.bit()
    }

    /// The two holes that must have pegs.
    #[inline]
    pub fn pegs(&self) -> u64 {
        self.from.bit() | self.over.bit()
    }
}

/// Holes in a plane and the jumps that they allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Row and column of each hole.
    cells: Vec<(u8, u8)>,
    jumps: Vec<Jump>,
    directions: Directions,
}

/// Why cells do not form a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum BoardFault {
    NoHoles,
    TooManyHoles,
    TooWide,
    TooTall,
}

dlx3_base::messages! {
    BoardFault {
        Self::NoHoles => "a board needs at least one hole",
        Self::TooManyHoles => ("a board has at most {} holes", Board::MOST_HOLES),
        Self::TooWide => ("a board has at most {} columns, a to z", Board::MOST_COLUMNS),
        Self::TooTall => ("a board has at most {} rows", Board::MOST_ROWS),
    }
}

impl Board {
    /// A position is one machine word.
    pub const MOST_HOLES: usize = 64;
    /// Columns are letters.
    pub const MOST_COLUMNS: usize = 26;
    /// Rows have at most two digits, so that an item's name has room for a layer.
    pub const MOST_ROWS: usize = 99;

    /// The board of these cells (row, column), in any order.
    ///
    /// # Errors
    /// [`BoardFault`].
    pub fn new(
        cells: impl IntoIterator<Item = (usize, usize)>,
        directions: Directions,
    ) -> Result<Self, BoardFault> {
        let mut sorted = Vec::new();
        for (row, column) in cells {
            if row >= Self::MOST_ROWS {
                return Err(BoardFault::TooTall);
            }
            if column >= Self::MOST_COLUMNS {
                return Err(BoardFault::TooWide);
            }
            if sorted.len() == Self::MOST_ROWS * Self::MOST_COLUMNS {
                return Err(BoardFault::TooManyHoles);
            }
            sorted.push((row as u8, column as u8));
        }
        sorted.sort_unstable();
        sorted.dedup();
        match sorted.len() {
            0 => return Err(BoardFault::NoHoles),
            1..=Self::MOST_HOLES => {}
            _ => return Err(BoardFault::TooManyHoles),
        }
        let mut board = Board {
            cells: sorted,
            jumps: Vec::new(),
            directions,
        };
        board.jumps = board.find_jumps();
        Ok(board)
    }

    fn find_jumps(&self) -> Vec<Jump> {
        let at = |row: i32, column: i32| {
            self.hole_at(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
        };
        let mut jumps = Vec::new();
        for from in self.holes() {
            let (row, column) = self.cell(from);
            let (row, column) = (row as i32, column as i32);
            for &direction in self.directions.all() {
                let (down, right) = direction.step();
                let over = at(row + down, column + right);
                let to = at(row + 2 * down, column + 2 * right);
                if let (Some(over), Some(to)) = (over, to) {
                    jumps.push(Jump {
                        from,
                        over,
                        to,
                        direction,
                    });
                }
            }
        }
        jumps
    }

    /// The number of holes.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Always false: a board has holes.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// All holes, in order.
    pub fn holes(&self) -> impl ExactSizeIterator<Item = Hole> + use<> {
        (0..self.cells.len() as u8).map(Hole)
    }

    /// All jumps, ordered by their first hole, then by direction.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The directions of its jumps.
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// Row and column of a hole, from 0.
    pub fn cell(&self, hole: Hole) -> (usize, usize) {
        let (row, column) = self.cells[hole.index()];
        (usize::from(row), usize::from(column))
    }

    /// The hole in that row and column.
    pub fn hole_at(&self, row: usize, column: usize) -> Option<Hole> {
        let cell = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
        let index = self.cells.binary_search(&cell).ok()?;
        Some(Hole(index as u8))
    }

    /// The number of rows and of columns, counted from the corner at (0, 0).
    pub fn size(&self) -> (usize, usize) {
        let rows = self.cells.iter().map(|cell| cell.0).max();
        let columns = self.cells.iter().map(|cell| cell.1).max();
        (
            rows.map_or(0, |row| usize::from(row) + 1),
            columns.map_or(0, |column| usize::from(column) + 1),
        )
    }

    /// For each hole, a number that grows with its distance from the middle of the board.
    pub fn distances(&self) -> Vec<i64> {
        let count = self.cells.len() as i64;
        let rows: i64 = self.cells.iter().map(|cell| i64::from(cell.0)).sum();
        let columns: i64 = self.cells.iter().map(|cell| i64::from(cell.1)).sum();
        let distance = |&(row, column): &(u8, u8)| {
            let down = count * i64::from(row) - rows;
            let right = count * i64::from(column) - columns;
            match self.directions {
                Directions::Four => down * down + right * right,
                // The board is slanted: all six neighbours are equally far.
                Directions::Six => down * down + right * right - down * right,
            }
        };
        self.cells.iter().map(distance).collect()
    }

    /// A peg in every hole.
    pub fn full(&self) -> Position {
        Position(u64::MAX >> (Self::MOST_HOLES - self.len()))
    }

    /// The name of a hole: the letter of its column and the number of its row, such as `d4`.
    pub fn name(&self, hole: Hole) -> HoleName {
        HoleName(self.cells[hole.index()])
    }

    /// The hole with this name, such as `d4`, or this number, such as `16`.
    pub fn find(&self, name: &str) -> Option<Hole> {
        if let Ok(number) = name.parse::<u8>() {
            return (usize::from(number) < self.len()).then_some(Hole(number));
        }
        let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = &name[1..];
        if digits.starts_with(['0', '+']) {
            return None;
        }
        let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
        self.hole_at(row, usize::from(letter - b'a'))
    }

    /// The name of a jump: that of its first hole and the letter of its direction, such as `a1E`.
    pub fn jump_name(&self, jump: &Jump) -> String {
        format!("{}{}", self.name(jump.from), jump.direction.letter())
    }
}

/// The name of a hole, to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleName((u8, u8));

impl fmt::Display for HoleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.0;
        write!(f, "{}{}", char::from(b'a' + column), row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_found_by_letter_and_number_or_by_number() {
        let board = Board::new([(0, 1), (3, 0), (3, 3), (11, 2)], Directions::Four).unwrap();
        for (hole, name) in board.holes().zip(["b1", "a4", "d4", "c12"]) {
            assert_eq!(board.name(hole).to_string(), name);
            assert_eq!(board.find(name), Some(hole));
            assert_eq!(board.find(&hole.0.to_string()), Some(hole));
        }
        for name in ["", "a", "a1", "a04", "a+4", "4", "A4", "é1", "a99999999999"] {
            assert_eq!(board.find(name), None, "{name}");
        }
    }

    #[test]
    fn a_jump_and_its_inverse_undo_each_other() {
        let board = Board::new((0..4).map(|column| (0, column)), Directions::Four).unwrap();
        assert_eq!(board.jumps().len(), 4);
        for jump in board.jumps() {
            for position in (0..16).map(Position) {
                if let Some(after) = position.after(jump) {
                    assert_eq!(after.before(jump), Some(position));
                    assert_eq!(after.pegs() + 1, position.pegs());
                }
            }
        }
    }

    #[test]
    fn cells_out_of_range_make_no_board() {
        let board = |cells: &[(usize, usize)]| Board::new(cells.to_vec(), Directions::Four);
        assert_eq!(board(&[]), Err(BoardFault::NoHoles));
        assert_eq!(board(&[(0, 26)]), Err(BoardFault::TooWide));
        assert_eq!(board(&[(99, 0)]), Err(BoardFault::TooTall));
        let many: Vec<_> = (0..65).map(|index| (index, 0)).collect();
        assert_eq!(board(&many), Err(BoardFault::TooManyHoles));
        assert_eq!(board(&many[1..]).unwrap().full(), Position(u64::MAX));
    }
}

//! Reading a problem from text: `x` a peg, `.` an empty hole, a space or `#` no
//! hole. Start and finish stand side by side, or one after the other with an
//! empty line between them.
//!
//! Invariant: cells keep the line and column that they were read at, so that
//! every fault can name its place.

use super::{Board, BoardFault, Directions, PegProblem, Position};
use std::fmt;

/// What can be wrong with the text of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum TextFaultKind {
    #[error("`{}' is no part of a board: use x for a peg, . for an empty hole, a space or # for no hole", .0.escape_ascii())]
    UnknownCharacter(u8),
    #[error("there is no board")]
    NoBoard,
    #[error(
        "the finish is missing: draw it to the right of the start, or below after an empty line"
    )]
    NoFinish,
    #[error("a third board begins here: a problem has a start and a finish")]
    ThirdBoard,
    #[error("the lines are unequal: this hole of the start has no partner in the finish")]
    OnlyInStart,
    #[error("the lines are unequal: this hole of the finish has no partner in the start")]
    OnlyInFinish,
    #[error("the finish has {finish} pegs, the start only {start}; a jump never adds one")]
    FinishHasMorePegs { start: u32, finish: u32 },
    #[error(transparent)]
    Board(#[from] BoardFault),
}

/// A fault in the text of a problem, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// What is wrong there.
    pub kind: TextFaultKind,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in bytes.
    pub column: usize,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextFault { kind, line, column } = self;
        write!(f, "line {line}, column {column}: {kind}")
    }
}

impl std::error::Error for TextFault {}

/// A hole as it was read; rows and columns from 0.
#[derive(Clone, Copy, Debug)]
struct Cell {
    row: usize,
    column: usize,
    peg: bool,
}

impl Cell {
    fn fault(&self, kind: TextFaultKind) -> TextFault {
        TextFault {
            kind,
            line: self.row + 1,
            column: self.column + 1,
        }
    }
}

/// One drawing: its cells, and the row and column that count as its corner.
struct Drawing<'a> {
    cells: &'a [Cell],
    top: usize,
    left: usize,
}

impl<'a> Drawing<'a> {
    fn new(cells: &'a [Cell], top: usize) -> Self {
        let left = cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        Drawing { cells, top, left }
    }

    fn place(&self, cell: &Cell) -> (usize, usize) {
        (cell.row - self.top, cell.column - self.left)
    }

    fn lacks(&self, place: (usize, usize)) -> bool {
        !self.cells.iter().any(|cell| self.place(cell) == place)
    }

    fn position(&self, board: &Board) -> Position {
        let mut pegs = 0;
        for cell in self.cells.iter().filter(|cell| cell.peg) {
            let (row, column) = self.place(cell);
            let hole = board.hole_at(row, column).expect("a cell of this board");
            pegs |= hole.bit();
        }
        Position(pegs)
    }
}

/// Reads a problem.
///
/// ```
/// use dlx3::peg::{Directions, parse};
///
/// let problem = parse(b"xx..  ...x\nxx..  ....\n", Directions::Four)?;
/// assert_eq!((problem.board.len(), problem.length()), (8, 3));
/// # Ok::<(), dlx3::peg::TextFault>(())
/// ```
///
/// # Errors
/// [`TextFault`]: what is wrong, and where.
pub fn parse(text: &[u8], directions: Directions) -> Result<PegProblem, TextFault> {
    let blocks = read_blocks(text)?;
    match &blocks[..] {
        [] => Err(TextFault {
            kind: TextFaultKind::NoBoard,
            line: 1,
            column: 1,
        }),
        [both] => {
            let (start, finish) = split(both)?;
            let top = both[0].row;
            let (start, finish) = (Drawing::new(&start, top), Drawing::new(&finish, top));
            join(&start, &finish, directions)
        }
        [start, finish] => {
            let start = Drawing::new(start, start[0].row);
            let finish = Drawing::new(finish, finish[0].row);
            join(&start, &finish, directions)
        }
        [_, _, third, ..] => Err(third[0].fault(TextFaultKind::ThirdBoard)),
    }
}

/// The cells of each run of lines that are not blank.
fn read_blocks(text: &[u8]) -> Result<Vec<Vec<Cell>>, TextFault> {
    const MOST_CELLS: usize = 2 * Board::MOST_HOLES;
    let mut blocks: Vec<Vec<Cell>> = Vec::new();
    let mut open = false;
    for (row, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut blank = true;
        for (column, &byte) in line.iter().enumerate() {
            let cell = Cell {
                row,
                column,
                peg: byte == b'x',
            };
            match byte {
                b' ' => continue,
                b'#' => blank = false,
                b'x' | b'.' => {
                    if !open {
                        blocks.push(Vec::new());
                        open = true;
                    }
                    let block = blocks.last_mut().expect("just opened");
                    if block.len() == MOST_CELLS {
                        return Err(cell.fault(BoardFault::TooManyHoles.into()));
                    }
                    block.push(cell);
                    blank = false;
                }
                _ => return Err(cell.fault(TextFaultKind::UnknownCharacter(byte))),
            }
        }
        open &= !blank;
    }
    Ok(blocks)
}

/// Splits what stands side by side. Boards of one shape have equally many cells,
/// so the border lies in the middle of the cells' columns.
fn split(both: &[Cell]) -> Result<(Vec<Cell>, Vec<Cell>), TextFault> {
    let mut columns: Vec<usize> = both.iter().map(|cell| cell.column).collect();
    columns.sort_unstable();
    let half = columns.len() / 2;
    let middle = columns[half];
    let border = if columns.len().is_multiple_of(2) && columns[half - 1] + 1 < middle {
        middle
    } else {
        // The shapes differ. Cut at the widest gap, so that the fault can name
        // the first hole without a partner.
        let gap = columns.windows(2).max_by_key(|pair| pair[1] - pair[0]);
        match gap {
            Some(pair) if pair[0] + 1 < pair[1] => pair[1],
            _ => return Err(both[0].fault(TextFaultKind::NoFinish)),
        }
    };
    Ok(both.iter().partition(|cell| cell.column < border))
}

fn join(
    start: &Drawing,
    finish: &Drawing,
    directions: Directions,
) -> Result<PegProblem, TextFault> {
    for (one, other, kind) in [
        (start, finish, TextFaultKind::OnlyInStart),
        (finish, start, TextFaultKind::OnlyInFinish),
    ] {
        if let Some(cell) = one.cells.iter().find(|cell| other.lacks(one.place(cell))) {
            return Err(cell.fault(kind));
        }
    }
    let places = start.cells.iter().map(|cell| start.place(cell));
    let board =
        Board::new(places, directions).map_err(|fault| start.cells[0].fault(fault.into()))?;
    let (from, to) = (start.position(&board), finish.position(&board));
    let (pegs, wanted) = (from.pegs(), to.pegs());
    if wanted > pegs {
        let mut extra = finish.cells.iter().filter(|cell| cell.peg);
        let first = extra.nth(pegs as usize).expect("more pegs than that");
        return Err(first.fault(TextFaultKind::FinishHasMorePegs {
            start: pegs,
            finish: wanted,
        }));
    }
    Ok(PegProblem {
        board,
        start: from,
        finish: to,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        parse(text.as_bytes(), Directions::Four)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn side_by_side_and_one_after_the_other_say_the_same() {
        let beside = parse(b" xx   ..\nx..  x..\n", Directions::Four).unwrap();
        let below = parse(b"\n#xx\r\nx..\r\n\n\n   ..\n  x..", Directions::Four).unwrap();
        assert_eq!(beside, below);
        assert_eq!((beside.start, beside.finish), (Position(7), Position(4)));
    }

    #[test]
    fn boards_may_have_holes_apart_from_each_other() {
        let problem = parse(b"x x . .", Directions::Four).unwrap();
        assert_eq!((problem.start, problem.finish), (Position(3), Position(0)));
    }

    #[test]
    fn faults_name_line_and_column() {
        for (text, expected) in [
            ("", "line 1, column 1: there is no board"),
            ("\n \n###", "line 1, column 1: there is no board"),
            (
                "xx.  ...\nxo.  ...",
                "line 2, column 2: `o' is no part of a board",
            ),
            ("x\t.", "line 1, column 2: `\\t' is no part of a board"),
            ("\n  xx.", "line 2, column 3: the finish is missing"),
            ("xx.", "line 1, column 1: the finish is missing"),
            (
                "xx.  ...\nxx.  ..",
                "line 2, column 3: the lines are unequal: this hole of the start",
            ),
            (
                "xx.\nxx.\n\n...\n...\n..x\n",
                "line 6, column 1: the lines are unequal: this hole of the finish",
            ),
            ("x\n\nx\n\n.", "line 5, column 1: a third board begins here"),
            ("xx.  x.x\nx..  x..", ""),
            (
                "x..  x.x\n...  ..x",
                "line 1, column 8: the finish has 3 pegs, the start only 1",
            ),
        ] {
            if expected.is_empty() {
                assert!(parse(text.as_bytes(), Directions::Four).is_ok());
            } else {
                let said = fault(text);
                assert!(said.starts_with(expected), "{text:?}: {said}");
            }
        }
        let wide = "x".repeat(30) + "   " + &".".repeat(30);
        assert!(fault(&wide).contains("at most 26 columns"));
        let many = "xxxxxxxxx   .........\n".repeat(8);
        assert!(fault(&many).contains("at most 64 holes"));
    }
}

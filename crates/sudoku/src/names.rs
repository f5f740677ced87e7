//! Solutions back to grids without the `.dlx` text, by the names of the items alone.
//!
//! An option `pRC rRD cCD bXD ...` says which digit goes where, and the first box after `pRC`
//! is the one that pictures show. The item `nO.C` of a whole problem (see
//! [`write_whole`](crate::encode::write_whole)) gives the order O and the number C of cells that
//! hold digits; all others are holes. A problem without it leaves out its clues. They are added
//! if only one grid with the usual boxes has the other digits.
//!
//! Invariant: a grid is returned only if no unit known from the names has a digit twice.

use crate::boards::{Board, Geometry, Grid, digit};
use crate::solve::Solver;
use dlx3_base::text::plural::counted;
use dlx3_format::Name;
use dlx3_format::solution::{AboutLines, Line, StreamSolution, Word};
use std::collections::HashMap;
use std::rc::Rc;

/// Why a solution does not give a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum NamesFaultKind {
    NotSudoku,
    Twice(Name),
    Order(usize, usize),
    Missing { found: usize, expected: usize },
    Boxes,
    Untold(usize),
    Small(usize),
}

dlx3_base::messages! {
    NamesFaultKind {
        Self::NotSudoku =>
            "the option puts no digit into a cell; is the stream from gen-sudoku's problem?",
        Self::Twice(it) => "item {it} is covered twice",
        Self::Order(found, expected) => "the order is {found} here, but {expected} was expected",
        Self::Missing { found, expected } => (
            "the solution has {}, but the puzzle {expected}",
            counted(found, "digit"),
        ),
        Self::Boxes => "the boxes make no board",
        Self::Untold(it) =>
            "{it} cells are not in the solution (gen-sudoku leaves out clues), and their digits do not \
            follow from the others; name FILE.dlx, or write the problem with gen-sudoku --whole",
        Self::Small(it) =>
            "no number here is greater than {it}, so the board may be larger (gen-sudoku leaves out \
            clues); give --order, or name FILE.dlx",
    }
}

/// Least order that is guessed: a solution may name only some cells of a larger board.
const LEAST_GUESS: usize = 4;

/// A solution that gives no grid, with its line in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamesFault {
    /// The line of the stream, from 1.
    pub line: u64,
    /// What is wrong there.
    pub kind: NamesFaultKind,
}

dlx3_base::messages! {
    NamesFault {
        Self { line, kind } => "line {line}: {kind}",
    }
}

/// The grid of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The board; its boxes are those that pictures show.
    pub board: Rc<Board>,
    /// The solved puzzle.
    pub grid: Grid,
    /// How many digits were not in the solution, but follow from the others.
    pub added: usize,
}

/// A cell of a solution.
#[derive(Clone, Copy)]
struct Placed {
    row: usize,
    column: usize,
    digit: usize,
    first_box: Option<usize>,
}

/// The meaning of a line by itself.
#[derive(Clone, Copy)]
enum Meaning {
    /// Nothing, or a cage's choice of digits.
    Nothing,
    /// The order and the number of cells of a whole problem.
    Whole(usize, usize),
    Place(Placed),
    NotSudoku,
}

impl Meaning {
    fn of(level: &Line) -> Self {
        if level.null().is_some() {
            return Meaning::Nothing;
        }
        if let [(name, None)] = &level.words[..]
            && let Some((found, cells)) = whole_board(name)
        {
            return Meaning::Whole(found, cells);
        }
        let first = |letter: u8| move |word: &Word| word.0.as_bytes()[0] == letter;
        if level.words.iter().any(first(b'k')) && !level.words.iter().any(first(b'p')) {
            return Meaning::Nothing;
        }
        place(&level.words).map_or(Meaning::NotSudoku, Meaning::Place)
    }
}

/// Reads the grids of a stream.
#[derive(Default)]
pub struct NameDecoder {
    /// For each line, the numbers of its items, and its meaning.
    about: AboutLines<(Rc<[u32]>, Meaning)>,
    numbers: HashMap<Name, u32>,
    /// For each item, the number of the solution that covered it last.
    covered: Vec<u64>,
    solutions: u64,
    /// The usual board of the last order, if there is one.
    usual: Option<(usize, Option<Rc<Board>>)>,
}

impl NameDecoder {
    /// The usual board of an order.
    fn usual(&mut self, order: usize) -> Option<Rc<Board>> {
        match &self.usual {
            Some((known, board)) if *known == order => board.clone(),
            _ => {
                let board = Geometry::of_order(order).ok();
                let board = board.map(|geometry| Rc::new(geometry.into()));
                self.usual = Some((order, board.clone()));
                board
            }
        }
    }

    /// The grid of the next solution. The order, if it is not given, is that of a whole problem, or
    /// the greatest number of a row, a column or a digit.
    ///
    /// # Errors
    /// If the solution is not one of a Sudoku, or does not tell all of it.
    pub fn read(
        &mut self,
        solution: &StreamSolution,
        order: Option<usize>,
    ) -> Result<Decoded, NamesFault> {
        let mut placed: Vec<Placed> = Vec::with_capacity(solution.levels.len());
        let mut whole: Option<usize> = None;
        let mut order = order;
        self.solutions += 1;
        for (line, level) in (solution.line + 1..).zip(&solution.levels) {
            let fault = |kind| NamesFault { line, kind };
            let (items, meaning) = self.about.get(level, |level| {
                let words: &[Word] = match level.null() {
                    Some(_) => &[],
                    None => &level.words,
                };
                let items = words.iter().map(|(name, _)| {
                    let next = self.numbers.len() as u32;
                    *self.numbers.entry(name.clone()).or_insert(next)
                });
                (items.collect(), Meaning::of(level))
            });
            self.covered.resize(self.numbers.len(), 0);
            for (place, &item) in items.iter().enumerate() {
                let covered = &mut self.covered[item as usize];
                if std::mem::replace(covered, self.solutions) == self.solutions {
                    return Err(fault(NamesFaultKind::Twice(level.words[place].0.clone())));
                }
            }
            match meaning {
                Meaning::Nothing => {}
                Meaning::Whole(found, cells) => {
                    let expected = *order.get_or_insert(found);
                    if found != expected {
                        return Err(fault(NamesFaultKind::Order(found, expected)));
                    }
                    whole = Some(cells);
                }
                Meaning::Place(place) => placed.push(place),
                Meaning::NotSudoku => return Err(fault(NamesFaultKind::NotSudoku)),
            }
        }
        let fault = |kind| NamesFault {
            line: solution.line,
            kind,
        };
        let numbers = |cell: &Placed| (cell.row + 1).max(cell.column + 1).max(cell.digit);
        let greatest = placed.iter().map(numbers).max().unwrap_or(0);
        if order.is_none() && greatest < LEAST_GUESS {
            return Err(fault(NamesFaultKind::Small(greatest)));
        }
        let order = order.unwrap_or(greatest);
        if greatest > order || order > digit::MOST {
            return Err(fault(NamesFaultKind::Order(greatest, order)));
        }
        if let Some(expected) = whole.filter(|&cells| cells != placed.len()) {
            let found = placed.len();
            return Err(fault(NamesFaultKind::Missing { found, expected }));
        }
        let usual = self.usual(order);
        fill(order, &placed, whole.is_some(), usual).map_err(fault)
    }
}

/// Puts the digits on a board.
fn fill(
    order: usize,
    placed: &[Placed],
    is_whole: bool,
    usual: Option<Rc<Board>>,
) -> Result<Decoded, NamesFaultKind> {
    let mut grid = Grid::empty(order);
    let mut holes = vec![true; order * order];
    let mut boxes: Vec<(u8, Vec<u16>)> = (0..digit::MOST as u8)
        .map(|number| (number, Vec::new()))
        .collect();
    for cell in placed {
        let index = cell.row * order + cell.column;
        grid.set(index, cell.digit as u8);
        holes[index] = false;
        if let Some(number) = cell.first_box {
            let of_box = boxes.get_mut(number).ok_or(NamesFaultKind::Boxes)?;
            of_box.1.push(index as u16);
        }
    }
    boxes.retain(|(_, cells)| !cells.is_empty());
    let is_usual = |usual: &Rc<Board>| {
        placed.iter().all(|cell| {
            let number = usual.geometry.first_box(cell.row * order + cell.column);
            number.map(usize::from) == cell.first_box
        })
    };
    let usual = usual.filter(is_usual);
    let missing = order * order - placed.len();
    if missing == 0 || is_whole {
        let board = match usual.filter(|_| missing == 0) {
            Some(usual) => usual,
            None => {
                let geometry = Geometry::with_boxes(order, &holes, &boxes);
                Rc::new(geometry.map_err(|_| NamesFaultKind::Boxes)?.into())
            }
        };
        return Ok(Decoded {
            board,
            grid,
            added: 0,
        });
    }
    let board = usual.ok_or(NamesFaultKind::Untold(missing))?;
    let found = Solver::new(&board).solutions(&grid, 2);
    let [grid] = <[Grid; 1]>::try_from(found).map_err(|_| NamesFaultKind::Untold(missing))?;
    Ok(Decoded {
        board,
        grid,
        added: missing,
    })
}

/// Order and number of cells of an item `nO.C`.
fn whole_board(name: &Name) -> Option<(usize, usize)> {
    let [b'n', order, b'.', cells @ ..] = name.as_bytes() else {
        return None;
    };
    let cells = std::str::from_utf8(cells).ok()?.parse().ok()?;
    Some((digit::decode(*order)?, cells))
}

/// The digit that an option `pRC rRD cCD bXD` places. The words may begin at any of its nodes.
fn place(words: &[Word]) -> Option<Placed> {
    let start = words
        .iter()
        .position(|(name, _)| name.as_bytes()[0] == b'p')?;
    let (before, after) = words.split_at(start);
    let mut numbers = after
        .iter()
        .chain(before)
        .map(|(name, _)| match name.as_bytes() {
            [b'k', ..] => Some((b'k', 0, 0)),
            &[letter, a, b] => Some((letter, digit::decode(a)?, digit::decode(b)?)),
            _ => None,
        });
    let (_, row, column) = numbers.next()??;
    let (mut digits, mut lines, mut first_box) = (Vec::new(), 0, None);
    for found in numbers {
        let (letter, number, digit) = found?;
        match letter {
            b'r' if number == row => lines += 1,
            b'c' if number == column => lines += 1,
            b'b' => first_box = first_box.or(Some(number)),
            b'k' => continue,
            _ => return None,
        }
        digits.push(digit);
    }
    let &digit = digits.first().filter(|&&digit| digit > 0)?;
    let agree = lines == 2 && digits.iter().all(|&other| other == digit);
    agree.then_some(Placed {
        row,
        column,
        digit,
        first_box,
    })
}

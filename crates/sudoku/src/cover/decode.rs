//! Solutions of the exact covering problem back to grids.
//!
//! The comment line `|sudoku!...` of the `.dlx` text gives order, clues and holes;
//! the items `pRC` and `rRD` of an option say which digit goes where. Invariant: a
//! grid is returned only if the solution's options are the problem's, cover every
//! primary item once and no secondary one twice, and fill every cell.

use crate::boards::{Alphabet, Geometry, Grid, digit};
use dlx3_format::solution::{AboutLines, Finder, Line, StreamSolution, Word};
use dlx3_format::{Name, OptionId, Problem};

/// Why a `.dlx` text does not describe a Sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum DlxFault {
    NoComment,
    BadComment(usize),
    BadBoxes(usize),
    BadDigits(usize),
}

dlx3_base::messages! {
    DlxFault {
        Self::NoComment =>
            "there is no comment line `|sudoku!...': was this written by gen-sudoku?",
        Self::BadComment(it) =>
            "line {it}: the rows after `|sudoku!' do not make a square of digits",
        Self::BadBoxes(it) => "line {it}: the rows after `|boxes!' do not fit the puzzle",
        Self::BadDigits(it) =>
            "line {it}: what stands after `|digits!' does not name the digits of the puzzle",
    }
}

/// The puzzle, as the comments of a `.dlx` text describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The board. Its boxes are those of a line `|boxes!...`, or else the usual ones, if any.
    pub geometry: Geometry,
    /// The clues.
    pub clues: Grid,
}

impl Heading {
    /// Finds the comments in a `.dlx` text.
    ///
    /// # Errors
    /// If they are missing or malformed.
    pub fn read(text: &[u8]) -> Result<Self, DlxFault> {
        let lines = || (1..).zip(text.split(|&byte| byte == b'\n'));
        let find = |start: &[u8]| {
            lines().find_map(|(number, line)| {
                let rows = line.trim_ascii().strip_prefix(start)?;
                Some((number, rows))
            })
        };
        let (number, rows) = find(b"|sudoku!").ok_or(DlxFault::NoComment)?;
        let (order, cells) = square(rows).ok_or(DlxFault::BadComment(number))?;
        let holes: Vec<bool> = cells.iter().map(|&byte| byte == b'#').collect();
        let digits: Option<Vec<u8>> = cells
            .iter()
            .map(|&byte| match byte {
                b'.' | b'#' => Some(0),
                _ => digit::decode(byte)
                    .filter(|digit| (1..=order).contains(digit))
                    .map(|digit| digit as u8),
            })
            .collect();
        let digits = digits.ok_or(DlxFault::BadComment(number))?;
        let mut clues = Grid::from_cells(order, &digits);
        if let Some((number, names)) = find(b"|digits!") {
            let alphabet = Alphabet::parse(order, names);
            clues = clues.with_alphabet(alphabet.map_err(|_| DlxFault::BadDigits(number))?);
        }
        let geometry = match find(b"|boxes!") {
            Some((number, rows)) => {
                Self::with_boxes(order, &holes, rows).ok_or(DlxFault::BadBoxes(number))?
            }
            None => match Geometry::of_order(order) {
                Ok(usual) if !holes.contains(&true) => usual,
                _ => Geometry::with_boxes(order, &holes, &[]).expect("there are no boxes"),
            },
        };
        Ok(Heading { geometry, clues })
    }

    fn with_boxes(order: usize, holes: &[bool], rows: &[u8]) -> Option<Geometry> {
        let (_, cells) = square(rows).filter(|&(found, _)| found == order)?;
        let mut boxes: Vec<(u8, Vec<u16>)> = (0..digit::MOST as u8)
            .map(|number| (number, Vec::new()))
            .collect();
        for (cell, &byte) in (0..).zip(&cells) {
            if byte != b'.' {
                boxes.get_mut(digit::decode(byte)?)?.1.push(cell);
            }
        }
        boxes.retain(|(_, cells)| !cells.is_empty());
        Geometry::with_boxes(order, holes, &boxes).ok()
    }
}

/// The rows between `!`, joined, if they make a square of at most 32 columns.
fn square(rows: &[u8]) -> Option<(usize, Vec<u8>)> {
    let rows: Vec<&[u8]> = rows.split(|&byte| byte == b'!').collect();
    let order = rows.len();
    let fits = order <= digit::MOST && rows.iter().all(|row| row.len() == order);
    fits.then(|| (order, rows.concat()))
}

/// Why a solution does not give a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum SolutionFaultKind {
    NoSuchOption,
    NotSudoku,
    OtherClue { clue: String, digit: String },
    Twice(Name),
    Uncovered(Name),
    Blank { row: usize, column: usize },
}

dlx3_base::messages! {
    SolutionFaultKind {
        Self::NoSuchOption => "the .dlx file has no such option",
        Self::NotSudoku => "the option puts no digit into a cell",
        Self::OtherClue { clue, digit } =>
            "the option puts {digit} into a cell that has the clue {clue}",
        Self::Twice(it) => "item {it} is covered twice",
        Self::Uncovered(it) => "item {it} is not covered",
        Self::Blank { row, column } => "no digit for row {row}, column {column} (counted from 1)",
    }
}

/// A solution that does not fit the puzzle, with its line in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionFault {
    /// The line of the stream, from 1.
    pub line: u64,
    /// What is wrong there.
    pub kind: SolutionFaultKind,
}

dlx3_base::messages! {
    SolutionFault {
        Self { line, kind } => "line {line}: {kind}",
    }
}

/// Turns the solutions of one problem into grids.
pub struct Decoder<'p> {
    heading: &'p Heading,
    finder: Finder<'p>,
    about: AboutLines<Meaning>,
    /// For each item, the number of the solution that covered it last.
    covered: Vec<u64>,
    solutions: u64,
}

/// The meaning of a line by itself.
#[derive(Clone, Copy)]
enum Meaning {
    Null,
    NoSuchOption,
    /// A cage's choice of digits, or the size of a whole problem's board.
    Other(OptionId),
    /// A digit in a cell; `None` if the option does not say so.
    Place(OptionId, Option<(usize, u8)>),
}

impl<'p> Decoder<'p> {
    /// The heading and the problem must come from the same text.
    pub fn new(heading: &'p Heading, problem: &'p Problem) -> Self {
        Decoder {
            heading,
            finder: Finder::new(problem),
            about: AboutLines::new(),
            covered: vec![0; problem.item_count()],
            solutions: 0,
        }
    }

    /// The grid of a solution. Lines of null moves are skipped.
    ///
    /// # Errors
    /// If the solution is not one of this puzzle.
    pub fn decode(&mut self, solution: &StreamSolution) -> Result<Grid, SolutionFault> {
        let problem = self.finder.problem();
        let mut grid = self.heading.clues.clone();
        self.solutions += 1;
        for (line, level) in (solution.line + 1..).zip(&solution.levels) {
            let fault = |kind| SolutionFault { line, kind };
            let (finder, heading) = (&self.finder, self.heading);
            let meaning = (self.about).get(level, |level| Meaning::of(finder, heading, level));
            let (option, place) = match meaning {
                Meaning::Null => continue,
                Meaning::NoSuchOption => return Err(fault(SolutionFaultKind::NoSuchOption)),
                Meaning::Other(option) => (option, None),
                Meaning::Place(option, place) => (option, Some(place)),
            };
            for (item, _) in problem.option(option) {
                let covered = &mut self.covered[item.index()];
                if std::mem::replace(covered, self.solutions) == self.solutions {
                    let name = self.name(item);
                    return Err(fault(SolutionFaultKind::Twice(name)));
                }
            }
            let Some(place) = place else {
                continue;
            };
            let (cell, digit) = place.ok_or(fault(SolutionFaultKind::NotSudoku))?;
            if let Some(clue) = grid.get(cell).filter(|&clue| clue != digit) {
                let name = |digit| self.heading.clues.alphabet().name(digit);
                let (clue, digit) = (name(clue), name(digit));
                return Err(fault(SolutionFaultKind::OtherClue { clue, digit }));
            }
            grid.set(cell, digit);
        }
        let fault = |kind| SolutionFault {
            line: solution.line,
            kind,
        };
        let primary = problem.item_ids().take(problem.primary_count());
        if let Some(item) = primary
            .into_iter()
            .find(|item| self.covered[item.index()] < self.solutions)
        {
            return Err(fault(SolutionFaultKind::Uncovered(self.name(item))));
        }
        let board = &self.heading.geometry;
        let blank = |&cell: &usize| grid.get(cell).is_none() && !board.is_hole(cell);
        if let Some(cell) = (0..board.cells()).find(blank) {
            return Err(fault(SolutionFaultKind::Blank {
                row: board.row(cell) + 1,
                column: board.column(cell) + 1,
            }));
        }
        Ok(grid)
    }

    fn name(&self, item: dlx3_format::ItemId) -> Name {
        Name::new(self.finder.problem().name(item)).expect("it is a name already")
    }
}

impl Meaning {
    fn of(finder: &Finder<'_>, heading: &Heading, level: &Line) -> Self {
        if level.null().is_some() {
            return Meaning::Null;
        }
        let Some(class) = finder.option(&level.words) else {
            return Meaning::NoSuchOption;
        };
        let starts_with = |letter: u8| {
            let mut names = level.words.iter().map(|(name, _)| name.as_bytes()[0]);
            names.any(|first| first == letter)
        };
        if (starts_with(b'k') || starts_with(b'n')) && !starts_with(b'p') {
            return Meaning::Other(class.first);
        }
        Meaning::Place(class.first, Self::place(heading, &level.words))
    }

    /// The cell and the digit of an option.
    fn place(heading: &Heading, words: &[Word]) -> Option<(usize, u8)> {
        let order = heading.geometry.order();
        let numbers = |letter: u8| {
            words.iter().find_map(|(name, _)| match *name.as_bytes() {
                [first, a, b] if first == letter => Some((digit::decode(a)?, digit::decode(b)?)),
                _ => None,
            })
        };
        let (row, column) = numbers(b'p')?;
        let (same_row, digit) = numbers(b'r')?;
        let fits = row == same_row && row < order && column < order && (1..=order).contains(&digit);
        fits.then_some((row * order + column, digit as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_give_the_board_and_the_clues() {
        let heading = Heading::read(b"| x\n|sudoku!1...!....!....!...2\np01 \n").unwrap();
        assert_eq!(heading.clues.to_line(), b"1..............2");
        assert_eq!(heading.geometry.box_shape(), Some((2, 2)));
        let heading = Heading::read(b"|sudoku!1.!.#\n|boxes!00!1.\n").unwrap();
        assert!(heading.geometry.is_hole(3));
        assert_eq!(heading.geometry.first_box(2), Some(1));
        let heading = Heading::read(b"|digits!ab\n|sudoku!1.!.2\n").unwrap();
        assert_eq!(heading.clues.to_line(), b"a..b");
        assert_eq!(
            Heading::read(b"|digits!abc\n|sudoku!1.!.2\n"),
            Err(DlxFault::BadDigits(1))
        );
        assert_eq!(Heading::read(b"p00\n"), Err(DlxFault::NoComment));
        assert_eq!(
            Heading::read(b"\n|sudoku!..!.\n"),
            Err(DlxFault::BadComment(2))
        );
        assert_eq!(
            Heading::read(b"|sudoku!.!.\n"),
            Err(DlxFault::BadComment(1))
        );
        assert_eq!(
            Heading::read(b"|sudoku!..!.3\n"),
            Err(DlxFault::BadComment(1))
        );
        assert_eq!(
            Heading::read(b"|sudoku!..!..\n|boxes!.!.\n"),
            Err(DlxFault::BadBoxes(2))
        );
    }
}

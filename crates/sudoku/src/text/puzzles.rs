//! Any number of puzzles from a stream, in constant memory.
//!
//! A puzzle is one line with all cells, or a line for each row; [`layout`](super::layout) says how
//! cells may stand there. Blank lines, frames and comments are skipped: lines that begin with `|`,
//! or with `#` if the board has no holes. So are titles before a puzzle of several lines, the
//! header of a table, and the sections of `.sdk` files that have no puzzle.
//!
//! A puzzle of several lines may be damaged. It then ends with its last row, with a blank line that
//! is not between two bands of boxes, or before a puzzle in one line or a title. All its lines are
//! one fault, and reading continues after them.
//!
//! On boards of order 9, the [`forms`] with candidates and entered digits are read as well.
//!
//! Before a text is refused, [`pasted`] tries it, with the lines around it. If that fails as well,
//! the lines are read again without it.

use super::GridFault;
use super::forms::{self, FormFault, FormLine, Games, NextGame, Played};
use super::layout::{LineKind, Shape, table_fields};
use super::pasted::{self, Looks};
use super::reading::{Reading, Sign};
use crate::boards::alphabet::BLANKS;
use crate::boards::{Alphabet, Geometry, Grid};
use dlx3_base::text::ends::Plain;
use dlx3_base::text::lines::Lines;
use std::collections::VecDeque;
use std::io::{self, Read};

/// A puzzle that could not be read: its line, counted from 1, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleFault {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: GridFault,
}

dlx3_base::messages! {
    PuzzleFault {
        Self { line, fault } => "line {line}: {fault}",
    }
}

/// An error in place of a puzzle. After a fault, the next puzzle can be read.
#[derive(Debug)]
#[allow(missing_docs)] // the messages say it
pub enum PuzzlesError {
    Fault(PuzzleFault),
    Io(io::Error),
}

dlx3_base::messages! {
    PuzzlesError {
        Self::Fault(it) => "{it}",
        Self::Io(it) => "cannot read the puzzles: {it}",
    }
    from { io::Error => Io }
    through { PuzzleFault => Fault }
}

/// The result of a second look at a refused text.
enum Again {
    /// It has puzzles.
    Found,
    /// It has none, and its likely kind is known.
    Refused(PuzzleFault),
    /// It is prose.
    Words,
    /// Its lines are read again.
    Plain,
}

/// A puzzle as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Digits and blanks.
    Plain(Grid),
    /// A puzzle of the plain 9x9 board with the player's entries and candidates.
    Played(Box<Played>),
}

/// Reads puzzles one by one, each with the number of its first line, and ends after
/// an error of the reader.
///
/// The iterator gives the clues alone. A puzzle that has several solutions without its candidates
/// is then a fault. [`Puzzles::next_given`] gives everything.
pub struct Puzzles<'g, R> {
    lines: Lines<Plain<R>>,
    geometry: &'g Geometry,
    shape: Shape,
    reading: Reading,
    quick: Option<Quick>,
    /// A line that was met after a puzzle, and its number.
    held: Option<(u64, Vec<u8>)>,
    /// The column of a table that has the puzzles.
    column: Option<usize>,
    /// Whether this section has no puzzle.
    is_skipping: bool,
    /// Whether there were cells before.
    has_begun: bool,
    /// Whether the last puzzle was one line.
    is_by_lines: bool,
    /// The games of an XML text; more may follow.
    games: Option<Games>,
    ended: bool,
    /// The number of the line that was read last.
    number: u64,
    /// Lines that are read again, and those that were read for the next puzzle.
    again: VecDeque<(u64, Vec<u8>)>,
    recorded: Record,
    /// The puzzles of a text that is not plain.
    found: VecDeque<Result<(u64, Given), PuzzleFault>>,
    /// Up to this line, the second look has failed.
    plain_until: u64,
    /// The puzzle that was read last.
    last: Option<Grid>,
}

/// The state that changes from puzzle to puzzle, except for the place in the text.
#[derive(Clone, Copy)]
struct State {
    column: Option<usize>,
    is_skipping: bool,
    has_begun: bool,
    is_by_lines: bool,
    before: Option<Alphabet>,
}

/// The lines that were read for the next puzzle.
#[derive(Default)]
struct Record {
    lines: Vec<(u64, Vec<u8>)>,
    bytes: usize,
}

impl Record {
    /// A longer text gets no second look.
    const MOST_BYTES: usize = 1 << 20;

    fn add(&mut self, number: u64, line: &[u8]) {
        self.bytes += line.len() + 1;
        match self.is_over() {
            true => self.lines.clear(),
            false => self.lines.push((number, line.to_vec())),
        }
    }

    fn is_over(&self) -> bool {
        self.bytes > Self::MOST_BYTES
    }
}

/// The cells of a puzzle, or of a part of it, with the lines of its rows.
#[derive(Default)]
struct Cells {
    signs: Vec<Sign>,
    lines: Vec<u64>,
    /// The rows, if a puzzle has several lines.
    rows: Vec<Vec<u8>>,
    /// Whether there are candidates in a row.
    has_sets: bool,
}

/// Lines that are no cells, before a puzzle.
struct Before {
    fault: PuzzleFault,
    /// Whether all are prose.
    is_text: bool,
    /// How many.
    lines: usize,
    /// The first line of the text, which may be the header of a table.
    header: Option<Vec<u8>>,
}

impl<'g, R: Read> Puzzles<'g, R> {
    /// Reads puzzles of this board.
    pub fn new(geometry: &'g Geometry, reader: R) -> Self {
        let shape = Shape {
            order: geometry.order(),
            has_holes: (0..geometry.cells()).any(|cell| geometry.is_hole(cell)),
            digits: None,
        };
        let is_quick = shape.order <= 9 && !shape.has_holes;
        Puzzles {
            lines: Lines::new(Plain::new(reader)),
            geometry,
            shape,
            reading: Reading::default(),
            quick: is_quick.then(|| Quick::new(geometry)),
            held: None,
            column: None,
            is_skipping: false,
            has_begun: false,
            is_by_lines: false,
            games: None,
            ended: false,
            number: 0,
            again: VecDeque::new(),
            recorded: Record::default(),
            found: VecDeque::new(),
            plain_until: if shape.has_holes { u64::MAX } else { 0 },
            last: None,
        }
    }

    /// Reads these digits only.
    pub fn with_digits(mut self, digits: Option<Alphabet>) -> Self {
        if digits.is_some() {
            self.shape.digits = digits;
            self.reading.digits = digits;
            self.quick = None;
        }
        self
    }

    /// Expects grids without blanks: 0 is a digit, if it can be one.
    pub fn full(mut self) -> Self {
        self.reading.is_full = true;
        self.quick = None;
        self
    }

    /// Prefers these digits if several alphabets fit. (By default, such puzzles are refused.)
    pub fn preferring(mut self, digits: Alphabet) -> Self {
        self.reading.before = Some(digits);
        self
    }

    /// The number and the kind of the next line. Appends its cells.
    fn next_line(&mut self, signs: &mut Vec<Sign>) -> io::Result<Option<(u64, LineKind)>> {
        if self.held.is_none() {
            self.held = self.next_text()?;
        }
        let held = self.held.as_ref();
        Ok(held.map(|(number, line)| (*number, self.shape.line(line, self.column, signs))))
    }

    /// The next line and its number.
    fn next_text(&mut self) -> io::Result<Option<(u64, Vec<u8>)>> {
        let next = self.next_unrecorded()?;
        if let Some((number, line)) = &next {
            self.number = *number;
            self.recorded.add(*number, line);
        }
        Ok(next)
    }

    fn next_unrecorded(&mut self) -> io::Result<Option<(u64, Vec<u8>)>> {
        if let Some(line) = self.again.pop_front() {
            return Ok(Some(line));
        }
        let number = self.lines.number() + 1;
        let line = self.lines.next()?;
        Ok(line.map(|line| (number, line.to_vec())))
    }

    /// Reads these lines again.
    fn read_again(&mut self, lines: impl DoubleEndedIterator<Item = (u64, Vec<u8>)>) {
        lines.rev().for_each(|line| self.again.push_front(line));
    }

    fn read(&mut self) -> Result<Option<(u64, Given)>, PuzzlesError> {
        if self.games.is_some()
            && let Some(game) = self.next_game()?
        {
            return Ok(Some(game));
        }
        let is_elsewhere = self.is_skipping || self.column.is_some_and(|column| column > 0);
        let is_elsewhere = is_elsewhere || !self.again.is_empty();
        if let (Some(quick), None, false) = (&self.quick, &self.held, is_elsewhere) {
            let number = self.lines.number() + 1;
            let Some(line) = self.lines.next()? else {
                return Ok(None);
            };
            if let Some(grid) = quick.read(self.geometry, line) {
                (self.has_begun, self.is_by_lines) = (true, true);
                return Ok(Some((number, Given::Plain(grid))));
            }
            self.held = Some((number, line.to_vec()));
            self.number = number;
            self.recorded.add(number, line);
        }
        let mut before: Option<Before> = None;
        loop {
            let mut cells = Cells::default();
            let Some((line, kind)) = self.next_line(&mut cells.signs)? else {
                return before.map_or(Ok(None), |before| Err(before.fault.into()));
            };
            match (kind, &mut before) {
                (LineKind::Section(_), Some(before)) if !before.is_text => {
                    return Err(before.fault.into());
                }
                (LineKind::Section(is_puzzle), _) => self.is_skipping = !is_puzzle,
                _ if self.is_skipping => {}
                (LineKind::Blank, Some(before)) if !before.is_text => {
                    return Err(before.fault.into());
                }
                (LineKind::Blank | LineKind::Comment | LineKind::Frame, _) => {}
                (LineKind::Puzzle, None) => {
                    self.held = None;
                    (self.has_begun, self.is_by_lines) = (true, true);
                    cells.lines.push(line);
                    return self.finish(&cells).map(Some);
                }
                (LineKind::Form(form), before) if !matches!(form, FormLine::Row) => {
                    if let Some(before) = before.as_ref().filter(|before| !before.is_text) {
                        return Err(before.fault.into());
                    }
                    self.has_begun = true;
                    if let Some(found) = self.form(line, form)? {
                        return Ok(Some(found));
                    }
                    *before = None;
                    continue;
                }
                (LineKind::Puzzle, Some(found)) => {
                    let Some(column) = found.header_column() else {
                        return Err(found.fault.into());
                    };
                    // The line is read again, now that the column is known.
                    self.column = column;
                    before = None;
                    continue;
                }
                (LineKind::Row | LineKind::Form(_), Some(before)) if !before.is_text => {
                    before.lines += 1;
                }
                (LineKind::Row | LineKind::Form(_), _) => {
                    (self.has_begun, self.is_by_lines) = (true, false);
                    cells.has_sets = kind != LineKind::Row;
                    self.take_row(line, &mut cells);
                    return self.rows(cells).map(Some);
                }
                (LineKind::Other(found, is_text), None) => {
                    let fault = self.length_fault(line, self.geometry.cells(), found);
                    let text = self.held.take();
                    let may_be_header = is_text && !self.has_begun;
                    let is_line = self.is_by_lines || 2 * found > self.geometry.cells();
                    if is_line && !may_be_header {
                        return Err(fault.into());
                    }
                    before = Some(Before {
                        fault,
                        is_text,
                        lines: 1,
                        header: text.map(|(_, text)| text).filter(|_| may_be_header),
                    });
                }
                (LineKind::Other(_, true), Some(before)) if !before.is_text => {
                    return Err(before.fault.into());
                }
                (LineKind::Other(found, is_text), Some(before)) => {
                    before.lines += 1;
                    if before.is_text && !is_text {
                        before.fault = self.length_fault(line, self.geometry.cells(), found);
                        (before.is_text, before.lines) = (false, 1);
                    }
                }
            }
            self.held = None;
            if let Some(before) = &before
                && !before.is_text
                && before.lines >= self.geometry.order()
            {
                return Err(before.fault.into());
            }
        }
    }

    /// Adds the line that is held to the rows of a puzzle.
    fn take_row(&mut self, line: u64, cells: &mut Cells) {
        cells.lines.push(line);
        cells.rows.extend(self.held.take().map(|(_, text)| text));
    }

    /// Reads the rest of a puzzle from its first row.
    fn rows(&mut self, mut cells: Cells) -> Result<(u64, Given), PuzzlesError> {
        let order = self.geometry.order();
        let band = self.geometry.box_shape().map_or(1, |(rows, _)| rows);
        let mut wrong = None;
        while cells.lines.len() < order {
            let before = cells.signs.len();
            let Some((line, kind)) = self.next_line(&mut cells.signs)? else {
                break;
            };
            match kind {
                LineKind::Blank if !cells.lines.len().is_multiple_of(band) => break,
                LineKind::Blank | LineKind::Comment | LineKind::Frame => {}
                LineKind::Row => {
                    self.take_row(line, &mut cells);
                    continue;
                }
                LineKind::Form(FormLine::Row) => {
                    cells.has_sets = true;
                    self.take_row(line, &mut cells);
                    continue;
                }
                LineKind::Form(FormLine::BadRow) => {
                    let fault = FormFault::Row.into();
                    wrong.get_or_insert(PuzzleFault { line, fault });
                    cells.lines.push(line);
                }
                LineKind::Other(found, false) => {
                    let fault = self.length_fault(line, order, found);
                    wrong.get_or_insert(fault);
                    cells.lines.push(line);
                }
                LineKind::Puzzle
                | LineKind::Section(_)
                | LineKind::Form(_)
                | LineKind::Other(_, true) => {
                    cells.signs.truncate(before);
                    break;
                }
            }
            self.held = None;
        }
        if let Some(fault) = wrong {
            return Err(fault.into());
        }
        if cells.lines.len() < order {
            let found = order * cells.lines.len();
            let expected = self.geometry.cells();
            let fault = GridFault::WrongLength { expected, found };
            let line = cells.lines[0];
            return Err(PuzzleFault { line, fault }.into());
        }
        let first = cells.lines[0];
        if self.are_two(&cells) {
            let fault = GridFault::WrongLength {
                expected: self.geometry.cells(),
                found: 2 * self.geometry.cells(),
            };
            return Err(PuzzleFault { line: first, fault }.into());
        }
        if self.number > self.plain_until && self.begins_with_header(&cells)? {
            let fault = GridFault::WrongLength {
                expected: self.geometry.cells(),
                found: self.geometry.cells() + order,
            };
            return Err(PuzzleFault { line: first, fault }.into());
        }
        if !cells.has_sets {
            return self.finish(&cells);
        }
        match forms::rows(&cells.rows) {
            Ok(played) => self.played(first, played),
            Err((row, fault)) => {
                let (line, fault) = (cells.lines[row], fault.into());
                Err(PuzzleFault { line, fault }.into())
            }
        }
    }

    /// Whether another puzzle stands beside the rows, each of its rows one word as well. A grid
    /// without blanks counts as a solution instead.
    fn are_two(&self, cells: &Cells) -> bool {
        let order = self.geometry.order();
        let is_cell = |sign: &u8| sign.is_ascii_digit() || BLANKS.contains(sign);
        let beside = |row: &Vec<u8>| -> Option<bool> {
            let mut words = row.trim_ascii().split(|byte| b" \t|,;".contains(byte));
            let first = words.next()?;
            let second = words.find(|word| !word.is_empty())?;
            let is_row = |word: &[u8]| word.len() == order && word.iter().all(is_cell);
            let is_open = |sign: &u8| *sign == b'0' || BLANKS.contains(sign);
            (is_row(first) && is_row(second)).then(|| second.iter().any(is_open))
        };
        let beside: Option<Vec<bool>> = cells.rows.iter().map(beside).collect();
        order > 3 && beside.is_some_and(|beside| beside.contains(&true))
    }

    /// Whether the first of the rows is the header of a table: it numbers the columns, or is empty
    /// above a line, and one more row follows, perhaps with the next header.
    fn begins_with_header(&mut self, cells: &Cells) -> io::Result<bool> {
        let order = self.geometry.order();
        let Some(first) = cells.signs.get(..order).filter(|_| !cells.has_sets) else {
            return Ok(false);
        };
        let numbers = |base: u16| -> Vec<Sign> {
            let numbers = base..base + order as u16;
            numbers.map(|number| Sign::from(b'0') + number).collect()
        };
        let is_blank = first.iter().all(|&sign| sign == Sign::from(b'.'));
        let is_above_line = is_blank
            && cells
                .lines
                .get(1)
                .is_some_and(|&row| row > cells.lines[0] + 1);
        if order > 9 || !(is_above_line || first == numbers(0) || first == numbers(1)) {
            return Ok(false);
        }
        let (mut rows, mut read) = (0, Vec::new());
        let mut is_next_header = false;
        while rows < 2 {
            let Some((number, line)) = self.next_unrecorded()? else {
                break;
            };
            let mut signs = Vec::new();
            let kind = self.shape.line(&line, self.column, &mut signs);
            read.push((number, line));
            match kind {
                LineKind::Row => rows += 1,
                LineKind::Frame => {}
                _ => break,
            }
            is_next_header = rows == 2 && signs == first;
        }
        self.read_again(read.into_iter());
        Ok(rows == 1 || is_next_header)
    }

    /// The puzzle of the held line, which has all of it, or the first game of an XML text that
    /// begins there.
    fn form(&mut self, line: u64, form: FormLine) -> Result<Option<(u64, Given)>, PuzzlesError> {
        let whole = self.held.take().map_or_else(Vec::new, |(_, text)| text);
        let text = whole.trim_ascii();
        self.is_by_lines = true;
        let played = match form {
            FormLine::Marks => forms::marks(text),
            FormLine::Library => forms::library_string(text),
            FormLine::Rows => forms::rows(&[text.to_vec()]).map_err(|(_, fault)| fault),
            FormLine::Row | FormLine::BadRow => Err(FormFault::Row),
            FormLine::Xml => {
                let mut games = Games::default();
                games.add(&whole);
                self.games = Some(games);
                return self.next_game();
            }
        };
        match played {
            Ok(played) => self.played(line, played).map(Some),
            Err(fault) => {
                let fault = fault.into();
                Err(PuzzleFault { line, fault }.into())
            }
        }
    }

    /// The next game; none if they have ended.
    fn next_game(&mut self) -> Result<Option<(u64, Given)>, PuzzlesError> {
        while let Some(games) = &mut self.games {
            let line = self.number;
            let next = games.next_game();
            let is_empty = games.count == 0;
            match next {
                NextGame::Game(Ok(played)) => return self.played(line, *played).map(Some),
                NextGame::Game(Err(fault)) => {
                    let fault = fault.into();
                    return Err(PuzzleFault { line, fault }.into());
                }
                NextGame::More => {
                    if let Some((_, text)) = self.next_text()? {
                        if let Some(games) = &mut self.games {
                            games.add(&text);
                        }
                        continue;
                    }
                }
                NextGame::End => {}
            }
            self.games = None;
            if is_empty {
                let fault = FormFault::NoGame.into();
                return Err(PuzzleFault { line, fault }.into());
            }
        }
        Ok(None)
    }

    /// A puzzle with the player's entries. On other boards than the plain one, only its digits.
    fn played(&self, line: u64, played: Played) -> Result<(u64, Given), PuzzlesError> {
        if self.geometry.is_plain_nine() {
            return Ok((line, Given::Played(Box::new(played))));
        }
        if played.excludes() {
            let fault = FormFault::OtherBoard.into();
            return Err(PuzzleFault { line, fault }.into());
        }
        let grid = Grid::from_cells(9, &played.digits);
        Ok((line, Given::Plain(grid)))
    }

    /// The next puzzle, with the player's entries. A solution of the puzzle before it is skipped,
    /// if words such as `Solution:` stand between them, or in a text that is not plain.
    pub fn next_given(&mut self) -> Option<Result<(u64, Given), PuzzlesError>> {
        loop {
            let is_pasted = !self.found.is_empty();
            let next = self.next_of_any()?;
            let Ok((_, Given::Plain(grid))) = &next else {
                self.last = None;
                return Some(next);
            };
            let is_solution = self.last.as_ref().is_some_and(|last| solves(grid, last));
            if is_solution && !self.reading.is_full && (is_pasted || self.has_words()) {
                continue;
            }
            match &mut self.last {
                Some(last) => last.clone_from(grid),
                None => self.last = Some(grid.clone()),
            }
            return Some(next);
        }
    }

    /// Whether words stand before the cells that were read last.
    fn has_words(&self) -> bool {
        let lines = self.recorded.lines.iter();
        let mut lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
        let Some((_, first)) = lines.next() else {
            return false;
        };
        // `Output: [[5, 3, ...`
        let name = &first[..first.len().min(40)].to_ascii_lowercase();
        pasted::is_words(self.geometry, first)
            || name.starts_with(b"output")
            || pasted::is_solution(name)
    }

    fn next_of_any(&mut self) -> Option<Result<(u64, Given), PuzzlesError>> {
        if let Some(found) = self.found.pop_front() {
            return Some(found.map_err(PuzzlesError::from));
        }
        if self.ended {
            return None;
        }
        self.recorded = Record::default();
        if let Some((number, line)) = &self.held {
            self.recorded.add(*number, line);
        }
        let state = self.state();
        let mut read = self.read().transpose();
        let is_refused = match &read {
            None => !state.has_begun,
            Some(Err(PuzzlesError::Fault(fault))) => !self.is_of_form(fault),
            Some(_) => false,
        };
        if is_refused {
            match self.look_again(state) {
                Ok(None) => {}
                Ok(Some(Again::Found)) => return self.next_of_any(),
                Ok(Some(Again::Words)) => read = None,
                Ok(Some(Again::Refused(fault))) => return Some(Err(fault.into())),
                Ok(Some(Again::Plain)) => read = self.read().transpose(),
                Err(error) => read = Some(Err(error.into())),
            }
        }
        self.ended = matches!(read, None | Some(Err(PuzzlesError::Io(_))));
        read
    }

    fn state(&self) -> State {
        State {
            column: self.column,
            is_skipping: self.is_skipping,
            has_begun: self.has_begun,
            is_by_lines: self.is_by_lines,
            before: self.reading.before,
        }
    }

    /// Whether a fault is of a form that was recognized: then no other form will fit.
    fn is_of_form(&self, fault: &PuzzleFault) -> bool {
        let names: [&[u8]; 2] = [b"<opensudoku", b"<game"];
        let has = |line: &[u8], name| memchr::memmem::find(line, name).is_some();
        let mut lines = self.recorded.lines.iter();
        match fault.fault {
            // XML may come from another program.
            GridFault::Form(FormFault::NoGame) => {
                lines.any(|(_, line)| names.iter().any(|name| has(line, name)))
            }
            GridFault::Form(_) => true,
            _ => false,
        }
    }

    /// Reads a refused text as one that people have copied. None if there is nothing to read.
    fn look_again(&mut self, state: State) -> io::Result<Option<Again>> {
        let Some(&(first, _)) = self.recorded.lines.first() else {
            return Ok(None);
        };
        if first <= self.plain_until || self.recorded.is_over() || state.is_skipping {
            return Ok(None);
        }
        let is_line = self.recorded.lines.len() == 1;
        if is_line && let Ok(found) = self.find_pasted(true) {
            self.take_found(found);
            return Ok(Some(Again::Found));
        }
        // Lists of one puzzle a line need only the refused line.
        let is_alone = state.is_by_lines || is_line && self.is_like_one_line();
        let is_whole = is_alone || self.record_rest()?;
        let looks = match self.find_pasted(is_whole) {
            Ok(found) => {
                self.take_found(found);
                return Ok(Some(Again::Found));
            }
            Err(looks) => looks,
        };
        // Remarks after a puzzle, such as its difficulty.
        let is_behind = state.has_begun && !state.is_by_lines && is_whole;
        let mut lines = self.recorded.lines.iter();
        if is_behind && lines.all(|(_, line)| pasted::is_words(self.geometry, line)) {
            (self.held, self.games) = (None, None);
            return Ok(Some(Again::Words));
        }
        let is_known = looks.filter(|_| is_whole && !self.has_plain_puzzle(state));
        if let Some(looks) = is_known {
            let said = |(_, line): &&(u64, Vec<u8>)| !line.trim_ascii().is_empty();
            let line = self.recorded.lines.iter().find(said);
            let line = line.map_or(first, |&(line, _)| line);
            (self.held, self.games) = (None, None);
            let fault = GridFault::NotRead {
                looks,
                order: self.geometry.order(),
            };
            return Ok(Some(Again::Refused(PuzzleFault { line, fault })));
        }
        // Read all lines again from the first, without `pasted`.
        self.plain_until = self.recorded.lines.last().map_or(first, |&(line, _)| line);
        let recorded = std::mem::take(&mut self.recorded.lines);
        self.read_again(recorded.into_iter());
        (self.held, self.games) = (None, None);
        self.column = state.column;
        self.is_skipping = state.is_skipping;
        (self.has_begun, self.is_by_lines) = (state.has_begun, state.is_by_lines);
        self.reading.before = state.before;
        Ok(Some(Again::Plain))
    }

    /// Records the rest of the text, up to a limit. Returns whether that is all.
    fn record_rest(&mut self) -> io::Result<bool> {
        /// Puzzles are far shorter.
        const MOST_LINES: usize = 20_000;
        while self.recorded.lines.len() < MOST_LINES {
            let Some((number, line)) = self.next_unrecorded()? else {
                return Ok(true);
            };
            if self.recorded.bytes + line.len() >= Record::MOST_BYTES {
                self.again.push_front((number, line));
                return Ok(false);
            }
            self.number = number;
            self.recorded.add(number, &line);
        }
        Ok(false)
    }

    /// Whether the one line that was recorded is a puzzle in a line, with some signs wrong.
    fn is_like_one_line(&self) -> bool {
        let cells = self.geometry.cells();
        let line = self
            .recorded
            .lines
            .first()
            .map_or(&[][..], |(_, line)| line);
        let mut words = line.split(u8::is_ascii_whitespace);
        words.any(|word| {
            let signs = word
                .iter()
                .filter(|sign| sign.is_ascii_digit() || BLANKS.contains(sign));
            2 * word.len() > cells && 4 * signs.count() >= 3 * word.len()
        })
    }

    fn find_pasted(&self, is_whole: bool) -> Result<pasted::Found, Option<Looks>> {
        let lines: Vec<&[u8]> = self
            .recorded
            .lines
            .iter()
            .map(|(_, line)| &line[..])
            .collect();
        pasted::find(self.geometry, &lines, is_whole)
    }

    /// Queues the puzzles that were found. Reading continues after them.
    fn take_found(&mut self, found: pasted::Found) {
        (self.held, self.games) = (None, None);
        (self.has_begun, self.is_by_lines) = (true, self.recorded.lines.len() == 1);
        for grid in found.grids {
            let line = self.recorded.lines[grid.line].0;
            let read = self.reading.read(self.geometry, &grid.signs);
            self.found.push_back(match read {
                Ok(read) => {
                    if read.clues() > 0 {
                        self.reading.before = Some(*read.alphabet());
                    }
                    Ok((line, self.given(read, &grid.entered)))
                }
                Err(fault) => Err(PuzzleFault { line, fault }),
            });
        }
        let rest = self.recorded.lines.split_off(found.used);
        self.read_again(rest.into_iter());
    }

    /// A puzzle with the digits that the player entered.
    fn given(&self, grid: Grid, entered: &[bool]) -> Given {
        let digits: Result<[u8; 81], _> = grid.cells().try_into();
        match digits {
            Ok(digits) if entered.contains(&true) && self.geometry.is_plain_nine() => {
                let mut clues = digits;
                let cells = clues.iter_mut().zip(entered);
                cells
                    .filter(|(_, entered)| **entered)
                    .for_each(|(clue, _)| *clue = 0);
                let mut played = Played::new(clues);
                played.digits = digits;
                Given::Played(Box::new(played))
            }
            _ => Given::Plain(grid),
        }
    }

    /// Whether the recorded lines, read plainly, have a good puzzle.
    fn has_plain_puzzle(&self, state: State) -> bool {
        let lines = self.recorded.lines.iter().map(|(_, line)| &line[..]);
        let text = lines.collect::<Vec<_>>().concat();
        let mut puzzles = Puzzles::new(self.geometry, &text[..]);
        puzzles.reading = self.reading;
        puzzles.shape.digits = self.shape.digits;
        puzzles.column = state.column;
        puzzles.plain_until = u64::MAX;
        while let Some(read) = puzzles.next_given() {
            if read.is_ok() {
                return true;
            }
        }
        false
    }

    /// The clues of a puzzle; all its digits, if a full grid is expected.
    fn clues(&self, line: u64, given: Given) -> Result<(u64, Grid), PuzzlesError> {
        let played = match given {
            Given::Plain(grid) => return Ok((line, grid)),
            Given::Played(played) => played,
        };
        if self.reading.is_full {
            return Ok((line, Grid::from_cells(9, &played.digits)));
        }
        if played.is_of_candidates() {
            let fault = FormFault::CandidatesMatter.into();
            return Err(PuzzleFault { line, fault }.into());
        }
        Ok((line, Grid::from_cells(9, &played.clues)))
    }

    /// The fault of the line that is held.
    fn length_fault(&self, line: u64, expected: usize, found: usize) -> PuzzleFault {
        let text = self.held.as_ref().map_or(&[][..], |(_, text)| text);
        let text = text.trim_ascii_start();
        let fault = match text.iter().position(|byte| !byte.is_ascii()) {
            // A letter of several bytes is a bad character; it does not make the line too long.
            Some(place) => GridFault::BadCharacter {
                column: place + 1,
                byte: text[place],
                order: self.geometry.order(),
            },
            None => GridFault::WrongLength { expected, found },
        };
        PuzzleFault { line, fault }
    }

    fn finish(&mut self, cells: &Cells) -> Result<(u64, Given), PuzzlesError> {
        let line = cells.lines[0];
        match self.reading.read(self.geometry, &cells.signs) {
            Ok(grid) => {
                if grid.clues() > 0 {
                    self.reading.before = Some(*grid.alphabet());
                }
                Ok((line, Given::Plain(grid)))
            }
            Err(mut fault) => {
                let mut line = line;
                let length = self.geometry.cells() / cells.lines.len();
                if let Some(column) = fault.column_mut() {
                    line = cells.lines[(*column - 1) / length];
                    *column = (*column - 1) % length + 1;
                }
                Err(PuzzleFault { line, fault }.into())
            }
        }
    }
}

impl Before {
    /// If this is the header of a table, perhaps the column of the puzzles.
    fn header_column(&self) -> Option<Option<usize>> {
        /// Names of the column, or their beginnings.
        const NAMES: [&[u8]; 9] = [
            b"puzzle",
            b"quiz",
            b"sudoku",
            b"grid",
            b"board",
            b"problem",
            b"question",
            b"given",
            b"clue",
        ];
        let header = self.header.as_ref().filter(|_| self.lines == 1)?;
        let header = header.trim_ascii().to_ascii_lowercase();
        let mut fields = table_fields(&header);
        let is_named = |field: &[u8]| NAMES.iter().any(|name| field.starts_with(name));
        let column = fields.position(is_named);
        let is_table = table_fields(&header).nth(1).is_some();
        (is_table || column.is_some()).then_some(column)
    }
}

/// Whether a grid has a digit in each cell, and all those of a puzzle.
fn solves(grid: &Grid, puzzle: &Grid) -> bool {
    let mut pairs = grid.cells().iter().zip(puzzle.cells());
    puzzle.cells().contains(&0)
        && grid.cells().len() == puzzle.cells().len()
        && pairs.all(|(&digit, &clue)| digit > 0 && (clue == 0 || clue == digit))
}

/// A fast path for most puzzles: the usual digits in one line.
struct Quick {
    cells: usize,
    /// The value of each byte: a digit, or one of the flags below.
    values: [u8; 256],
}

impl Quick {
    const ZERO: u8 = 1 << 5;
    const BLANK: u8 = 1 << 6;
    const OTHER: u8 = 1 << 7;

    fn new(geometry: &Geometry) -> Self {
        let mut values = [Self::OTHER; 256];
        for blank in BLANKS {
            values[usize::from(*blank)] = Self::BLANK;
        }
        values[usize::from(b'0')] = Self::ZERO;
        for digit in 1..=geometry.order() as u8 {
            values[usize::from(b'0' + digit)] = digit;
        }
        Quick {
            cells: geometry.cells(),
            values,
        }
    }

    /// The puzzle, if all its cells stand at the beginning of the line, with usual digits, one sign
    /// for blanks, and white space after them.
    fn read(&self, geometry: &Geometry, line: &[u8]) -> Option<Grid> {
        let cells = line.get(..self.cells)?;
        if !line.get(self.cells)?.is_ascii_whitespace() {
            return None;
        }
        let mut grid = Grid::empty(geometry.order());
        let all = grid.fill_with(cells, |byte| self.values[usize::from(byte)]);
        let is_mixed = all & Self::ZERO != 0 && all & Self::BLANK != 0;
        (all & Self::OTHER == 0 && !is_mixed).then_some(grid)
    }
}

impl<R: Read> Iterator for Puzzles<'_, R> {
    type Item = Result<(u64, Grid), PuzzlesError>;

    fn next(&mut self) -> Option<Self::Item> {
        let given = self.next_given()?;
        Some(given.and_then(|(line, given)| self.clues(line, given)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx3_base::text::plural::counted;

    fn read(text: &str) -> Vec<String> {
        let board = Geometry::of_order(4).unwrap();
        Puzzles::new(&board, text.as_bytes())
            .map(|read| match read {
                Ok((line, grid)) => format!("{line} {grid}"),
                Err(error) => error.to_string(),
            })
            .collect()
    }

    #[test]
    fn puzzles_come_as_lines_or_blocks_between_comments() {
        let text =
            "# easy\n1.............2 rated 3.4\n\n1234\n----\n....\n..1.\r\n|x\n  3...............";
        assert_eq!(
            read(text),
            [
                "line 2: 15 characters where 16 are expected",
                "4 1234..........1.",
                "9 3..............."
            ]
            .map(|line| line.to_string())
        );
    }

    #[test]
    fn a_bad_puzzle_is_named_and_the_next_one_is_read() {
        let text = "....\n..5.\n....\n....\n1..............x\n1...............\n123\n....\n.....\n4...............\n....\n";
        assert_eq!(
            read(text),
            [
                "line 2: column 3: `5' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)",
                "line 5: column 16: `x' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)",
                "6 1...............",
                "line 7: 3 characters where 16 are expected",
                "line 9: 5 characters where 4 are expected",
                "10 4...............",
                "line 11: 4 characters where 16 are expected",
            ]
        );
    }

    /// A missing or short row is not filled up from the next puzzle, and a line after a single row
    /// is not lost.
    #[test]
    fn a_damaged_puzzle_takes_nothing_from_the_next_ones() {
        let good = "1...\n....\n..2.\n....\n";
        for (damaged, told) in [
            (
                "1...\n....\n..2.\n",
                "line 1: 12 characters where 16 are expected",
            ),
            (
                "1...\n...\n..2.\n....\n",
                "line 2: 3 characters where 4 are expected",
            ),
            (
                "1...\n.....\n..2.\n...\n",
                "line 2: 5 characters where 4 are expected",
            ),
        ] {
            let next = damaged.lines().count() + 2;
            let expected = [
                told,
                &format!("{next} 1.........2....."),
                &format!("{} 1.........2.....", next + 5),
            ];
            assert_eq!(read(&format!("{damaged}\n{good}\n{good}")), expected);
        }
        assert_eq!(
            read("1234\n4..............4\n3..............3\n"),
            [
                "line 1: 4 characters where 16 are expected",
                "2 4..............4",
                "3 3..............3",
            ]
        );
        // Without blank lines, too, and with one between two bands.
        assert_eq!(
            read("1...\n...\n..2.\n....\n1...\n....\n\n..2.\n....\n"),
            [
                "line 2: 3 characters where 4 are expected",
                "5 1.........2....."
            ]
        );
    }

    #[test]
    fn a_letter_of_several_bytes_is_named_as_what_it_is() {
        let told =
            "line 1: column 1: `\\xc3' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)";
        assert_eq!(read("\u{e9}...............\n"), [told]);
    }

    #[test]
    fn a_line_of_any_length_is_one_fault() {
        let long = "1".repeat(1_000_000);
        assert_eq!(
            read(&long),
            ["line 1: 1000000 characters where 16 are expected"]
        );
    }

    fn read_nine(text: &str) -> Vec<String> {
        let board = Geometry::of_order(9).unwrap();
        Puzzles::new(&board, text.as_bytes())
            .map(|read| match read {
                Ok((line, grid)) => format!("{line} {grid}"),
                Err(error) => error.to_string(),
            })
            .collect()
    }

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn in_rows(row: impl Fn(usize, &str) -> String) -> String {
        (0..9).map(|k| row(k, &EASY[9 * k..9 * k + 9])).collect()
    }

    #[test]
    fn a_puzzle_is_read_as_people_and_programs_write_it() {
        let spaced = |row: &str, between: &str| {
            let cells: Vec<String> = row.chars().map(|cell| cell.to_string()).collect();
            cells.join(between)
        };
        let grouped = |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
        let wide = |row: &str| {
            let cells = |from| spaced(&row[from..from + 3], "   ");
            format!("| {} | {} | {} |\n", cells(0), cells(3), cells(6))
        };
        let frame = |sign: &str| format!("{0}{1}{0}{1}{0}{1}{0}\n", sign, "-----------");
        let framed = |k: usize, row: &str| match k % 3 {
            0 => frame("+") + &wide(row),
            _ => wide(row),
        };
        let ss = |k: usize, row: &str| match k {
            3 | 6 => format!("-----------\n{}\n", grouped(row)),
            _ => grouped(row) + "\n",
        };
        for (name, text, line) in [
            ("rows", in_rows(|_, row| format!("{row}\n")), 1),
            ("blanks", in_rows(|_, row| spaced(row, " ") + "\n"), 1),
            (
                "tabs",
                in_rows(|_, row| spaced(row, "\t").replace('.', "") + "\r\n"),
                1,
            ),
            ("commas", in_rows(|_, row| spaced(row, ",") + "\n"), 1),
            ("lines", in_rows(|_, row| spaced(row, " ") + " ") + "\n", 1),
            ("groups", in_rows(|_, row| row.to_owned() + " ") + "\n", 1),
            ("pretty", in_rows(framed) + &frame("+"), 2),
            ("ss", in_rows(ss), 1),
            (
                "ss with a title",
                "Simple Sudoku\n\n".to_owned() + &in_rows(ss),
                3,
            ),
            (
                "sdk",
                format!(
                    "#AAuthor\n[Source]\nA book\n[Puzzle]\n{}[State]\n{}",
                    in_rows(|_, row| format!("{row}\n")),
                    in_rows(|_, row| format!("{}\n", row.replace('.', "1")))
                ),
                5,
            ),
            (
                "a title",
                "Grid 01\n".to_owned() + &in_rows(|_, row| format!("{row}\n")),
                2,
            ),
            ("a bank", format!("00001f05a0b5 {EASY}  1.2\n"), 1),
            ("a number", format!("17,{EASY},ED=7.1\n"), 1),
            (
                "a table",
                format!("id,puzzle,solution\n1,{EASY},{}\n", "1".repeat(81)),
                2,
            ),
            ("a column", format!("puzzle\n{EASY}\n"), 2),
            (
                "blank lines",
                in_rows(|k, row| format!("{}{row}\n", if k % 3 == 0 { "\n" } else { "" })),
                2,
            ),
        ] {
            let zeros = text.replace('.', "0");
            for text in [&text, &zeros] {
                // It ends with the text, and where another one begins.
                assert_eq!(
                    read_nine(text),
                    [format!("{line} {EASY}")],
                    "{name}: {text}"
                );
                let lines = text.lines().count() as u64 + 1;
                let twice = format!("{text}\n{text}");
                let expected = [format!("{line} {EASY}"), format!("{} {EASY}", lines + line)];
                if !matches!(name, "a column" | "a table") {
                    assert_eq!(read_nine(&twice), expected, "{name}: {twice}");
                }
            }
        }
    }

    #[test]
    fn a_header_says_which_column_has_the_puzzles() {
        let solved = EASY.replace('.', "1");
        for separator in [",", ";", "\t"] {
            let text = ["solution", "puzzle"].join(separator)
                + &format!("\n{solved}{separator}{EASY}\n").repeat(2);
            let expected = [2, 3].map(|line| format!("{line} {EASY}"));
            assert_eq!(read_nine(&text.replace("\n\n", "\n")), expected, "{text}");
        }
    }

    #[test]
    fn a_damaged_puzzle_is_one_fault() {
        let spaced = |row: &str| {
            let cells: Vec<String> = row.chars().map(|cell| cell.to_string()).collect();
            cells.join(" ") + "\n"
        };
        let good = in_rows(|_, row| spaced(row));
        for damaged in [0, 1, 4, 8] {
            for (row, found) in [
                ("5 3 . . 7 . . .\n", 8),
                ("5 3 . . 7 . . . . .\n", 10),
                ("53\n", 1),
            ] {
                let text = in_rows(|k, own| {
                    if k == damaged {
                        row.to_owned()
                    } else {
                        spaced(own)
                    }
                });
                let expected = if damaged == 0 { 81 } else { 9 };
                let line = damaged + 1;
                let told = format!(
                    "line {line}: {} where {expected} are expected",
                    counted(found, "character")
                );
                let next = format!("11 {EASY}");
                assert_eq!(
                    read_nine(&format!("{text}\n{good}")),
                    [told, next],
                    "{text}"
                );
            }
        }
        // Lines that are whole puzzles are faults of their own.
        let short = &EASY[1..];
        assert_eq!(
            read_nine(&format!("{EASY}\n{short}\noops\n{short}\n{EASY}\n")).len(),
            5
        );
        assert_eq!(read_nine(&format!("{short}\n{short}\n")).len(), 2);
        assert_eq!(read_nine("nonsense\nmore of it\n\nand more\n").len(), 1);
        let told = "line 2: 8 characters where 81 are expected".to_owned();
        let expected = [format!("1 {EASY}"), told, format!("3 {EASY}")];
        assert_eq!(read_nine(&format!("{EASY}\nnonsense\n{EASY}\n")), expected);
    }

    #[test]
    fn digits_above_nine_are_read_as_they_stand() {
        let board = Geometry::of_order(16).unwrap();
        let read = |text: &str| -> Vec<String> {
            let puzzles = Puzzles::new(&board, text.as_bytes());
            let told = puzzles.map(|read| match read {
                Ok((_, grid)) => String::from_utf8(grid.to_line()).unwrap(),
                Err(error) => error.to_string(),
            });
            told.collect()
        };
        let line = |first: &str| format!("{first}{}\n", ".".repeat(256 - first.len()));
        let hex = line("0F.1");
        // A puzzle with two readings is read with the digits of the puzzle before.
        let told = read(&format!("{hex}{}{}", line("1E"), line("1G")));
        assert_eq!(
            told,
            [&hex, &line("1E"), &line("1G")].map(|line| line.trim())
        );
        assert!(read(&line("1E"))[0].starts_with("line 1: two readings fit"));
        let row = |k: usize| match k {
            0 => "16 . 1 10 . . . . . . . . . . . 2\n".to_owned(),
            _ => " 0".repeat(16).replace('0', ".") + "\n",
        };
        let numbers: String = (0..16).map(row).collect();
        let grid = &read(&numbers)[0];
        assert!(
            grid.starts_with("16 . 1 10 . . ") && grid.ends_with(". ."),
            "{grid}"
        );
        assert_eq!(read(grid), [grid.as_str()]);
    }

    /// Reading any text ends, and each line is at most one puzzle or fault.
    #[test]
    fn any_text_is_read_to_its_end() {
        use rand_pcg::rand_core::Rng;
        let signs = b"0123412349aGgP ....---||++,;\t\"#[]:=_*x\n\n\n\xe2\x94\x82";
        let pieces: [&[u8]; 8] = [
            b"12..............",
            b"12..\n..1.\n....\n3...\n",
            b"1 2 . .\n",
            b"| 1 2 | . . |\n",
            b"+---+---+\n",
            b"[State]\n",
            b"id,puzzle\n",
            b"Grid 01\n",
        ];
        let boards = [4, 9, 16].map(|order| Geometry::of_order(order).unwrap());
        let mut random = rand_pcg::Pcg64Mcg::new(55);
        let mut below = |most: usize| random.next_u32() as usize % most;
        let mut read = [0; 2];
        for _ in 0..3000 {
            let mut text = Vec::new();
            for _ in 0..below(30) {
                match below(4) {
                    0 => text.extend_from_slice(pieces[below(pieces.len())]),
                    1 => text.push(b'\n'),
                    _ => text.push(signs[below(signs.len())]),
                }
            }
            let board = &boards[[0, 0, 0, 1, 2][below(5)]];
            let mut last = 0;
            for puzzle in Puzzles::new(board, &text[..]) {
                let (line, kind) = match puzzle {
                    Ok((line, _)) => (line, 0),
                    Err(PuzzlesError::Fault(fault)) => (fault.line, 1),
                    Err(error) => panic!("{error}"),
                };
                assert!(line > last, "{:?}", text.escape_ascii().to_string());
                last = line;
                read[kind] += 1;
            }
        }
        assert!(read.iter().all(|&count| count > 100), "{read:?}");
    }
}

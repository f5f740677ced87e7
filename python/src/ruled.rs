//! Sudokus with rules: what `dlx3.sudoku` calls for them. Boards and puzzles have the methods of
//! those without rules, as far as rules are known to them.

use crate::faults::{self, Known, bad};
use crate::numbers;
use crate::run::{Asked, run_quietly};
use crate::sudoku::{Checked, late, text};
use dlx3::sudoku::rules::kinds::cages;
use dlx3::sudoku::rules::make::{self, NotMade};
use dlx3::sudoku::rules::solve::{Rules, Solution};
use dlx3::sudoku::rules::{Cell, Digits, Variant, words};
use dlx3::sudoku::{Stop, digit, links, variant_picture};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;

/// In place of a digit. 0 may be one.
const BLANK: u8 = u8::MAX;

/// Whether a text has a Sudoku with rules.
#[pyfunction]
pub fn sudoku_has_rules(text: &[u8]) -> bool {
    links::has_rules(&String::from_utf8_lossy(text))
}

/// The rules of a text, and the digits that it gives.
#[pyclass(frozen, module = "dlx3._dlx3")]
pub struct RuledBoard {
    variant: Arc<Variant>,
}

#[pymethods]
impl RuledBoard {
    #[new]
    fn new(text: &[u8]) -> PyResult<Self> {
        let text = String::from_utf8_lossy(text);
        let (_, first) = match &links::texts(&text)[..] {
            [] => return Err(bad("there is no puzzle")),
            [one] => one.clone(),
            [_, (line, _), ..] => {
                return Err(bad(format_args!("line {line}: there is a second puzzle")));
            }
        };
        let variant = links::read(&first).map_err(bad)?;
        // Rules that do not fit are told where they are read.
        Rules::new(&variant).map_err(bad)?;
        Ok(RuledBoard {
            variant: Arc::new(variant),
        })
    }

    #[getter]
    fn order(&self) -> usize {
        self.variant.shape.order()
    }

    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.variant.shape.rows, self.variant.shape.columns)
    }

    /// The least digit and the greatest.
    #[getter]
    fn digits(&self) -> (u8, u8) {
        (self.variant.shape.first, self.variant.shape.last)
    }

    /// The box of each cell; none for a cell without one.
    #[getter]
    fn boxes(&self) -> Vec<Option<u8>> {
        let regions = &self.variant.regions;
        let cells = 0..self.variant.shape.cells() as Cell;
        let of = |cell| regions.iter().position(|own| own.contains(&cell));
        cells.map(|cell| of(cell).map(|own| own as u8)).collect()
    }

    /// The cells of each cage that has a sum, with it.
    #[getter]
    fn cages(&self) -> Vec<(i32, Vec<Cell>)> {
        let rules = self.variant.rules.iter();
        let cages = rules.filter(|rule| rule.kind.name == cages::CAGE.name);
        let sums = cages.filter_map(|cage| Some((*cage.numbers.first()?, cage.cells())));
        sums.collect()
    }

    /// Each rule, with its numbers and its cells.
    #[getter]
    fn rules(&self) -> Vec<String> {
        let rules = self.variant.rules.iter();
        rules.map(|rule| words::rule(&self.variant, rule)).collect()
    }

    /// What the text has that is no rule and no digit.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.variant.remarks.clone()
    }

    fn name(&self, cell: Cell) -> String {
        self.variant.name(cell)
    }

    /// The puzzle of digits, a sign each, in one line or in several.
    fn read(&self, text: &[u8]) -> PyResult<RuledPuzzle> {
        let text = String::from_utf8_lossy(text);
        let signs = text.chars().filter(|sign| !sign.is_whitespace());
        let cell = |sign: char| match sign {
            '.' | '_' | '-' | '*' => Ok(BLANK),
            '0' if self.variant.shape.first > 0 => Ok(BLANK),
            sign => {
                let digit = u8::try_from(sign).ok().and_then(digit::decode);
                let digit = digit.and_then(|digit| u8::try_from(digit).ok());
                digit.ok_or_else(|| bad(format_args!("{sign} is no digit")))
            }
        };
        self.take(signs.map(cell).collect::<PyResult<_>>()?)
    }

    /// The puzzle of these digits, 255 where there is none.
    fn take(&self, cells: Vec<u8>) -> PyResult<RuledPuzzle> {
        let (variant, found) = (&self.variant, cells.len());
        let expected = variant.shape.cells();
        if found != expected && found != variant.sets.len() {
            return Err(bad(format_args!(
                "{found} cells where {expected} are expected"
            )));
        }
        let all = variant.shape.digits();
        let is_wrong = |own: u8| own != BLANK && (own > 31 || all >> own & 1 == 0);
        if let Some(cell) = cells.iter().position(|&own| is_wrong(own)) {
            let (name, own) = (variant.name(cell as Cell), cells[cell]);
            return Err(bad(format_args!("{name}: there is no digit {own}")));
        }
        // The digits of the text stay.
        let own = cells.into_iter().chain(std::iter::repeat(BLANK));
        let both = variant.sets.iter().zip(own);
        let digits = both.map(|(&set, own)| if own == BLANK { only(set) } else { own });
        Ok(RuledPuzzle::new(&self.variant, digits.collect()))
    }
}

/// The digit of a set that has one.
fn only(set: Digits) -> u8 {
    match set.count_ones() {
        1 => set.trailing_zeros() as u8,
        _ => BLANK,
    }
}

/// The digits of a set.
fn members(set: Digits) -> Vec<u8> {
    (0..32).filter(|&digit| set >> digit & 1 == 1).collect()
}

/// A puzzle or a solution of a board with rules: digits of the grid, then of cells beside it.
#[pyclass(frozen, module = "dlx3._dlx3")]
pub struct RuledPuzzle {
    board: Arc<Variant>,
    digits: Vec<u8>,
}

type SeveralTold = (u64, bool, Vec<usize>, Vec<RuledPuzzle>);

impl RuledPuzzle {
    pub fn new(board: &Arc<Variant>, digits: Vec<u8>) -> Self {
        RuledPuzzle {
            board: Arc::clone(board),
            digits,
        }
    }

    /// With each digit that a cell has as the only one.
    pub fn of(variant: Variant) -> Self {
        let digits = variant.sets.iter().map(|&set| only(set)).collect();
        Self::new(&Arc::new(variant), digits)
    }

    fn with(&self, digits: Solution) -> Self {
        Self::new(&self.board, digits)
    }

    /// The Sudoku with these digits.
    fn variant(&self) -> Variant {
        let mut variant = (*self.board).clone();
        for (set, &digit) in variant.sets.iter_mut().zip(&self.digits) {
            if digit != BLANK {
                *set &= 1 << digit;
            }
        }
        variant
    }
}

#[pymethods]
impl RuledPuzzle {
    /// The digits, 255 where there is none; those beside the grid follow.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.digits)
    }

    /// All cells in one line; those beside the grid follow if they have digits.
    #[getter]
    fn line(&self) -> String {
        let cells = self.board.shape.cells();
        if !self.digits.contains(&BLANK) {
            return words::line(&self.board, &self.digits);
        }
        let sign = |&own: &u8| match own {
            BLANK => '.',
            own => char::from(digit::encode(usize::from(own))),
        };
        self.digits[..cells].iter().map(sign).collect()
    }

    #[getter]
    fn pretty(&self) -> String {
        let drawn = variant_picture::text(&self.board, Some(&self.digits));
        text(drawn.as_bytes())
    }

    /// A picture. Digits that `clues` does not have are drawn as entered; without `candidates`,
    /// cells show none that were given.
    fn svg(&self, clues: &RuledPuzzle, candidates: bool) -> PyResult<String> {
        if clues.digits.len() != self.digits.len() {
            return Err(bad("the clues are those of another board"));
        }
        let mut variant = clues.variant();
        let all = variant.shape.digits();
        for set in &mut variant.sets {
            if !candidates && only(*set) == BLANK {
                *set = all;
            }
        }
        Ok(variant_picture::svg(&variant, Some(&self.digits)))
    }

    /// A picture with candidates.
    fn marked(&self, sets: Vec<Vec<u8>>) -> String {
        let mut variant = self.variant();
        let mut entered = self.digits.clone();
        for (cell, own) in sets.iter().enumerate() {
            match own[..] {
                // What follows is no clue.
                [digit] => entered[cell] = digit,
                _ => variant.sets[cell] = own.iter().fold(0, |set, &digit| set | 1 << digit),
            }
        }
        variant_picture::svg(&variant, Some(&entered))
    }

    /// Whether some cell may not have each digit, and has none.
    #[getter]
    fn excludes(&self) -> bool {
        let all = self.board.shape.digits();
        let mut sets = self.board.sets.iter();
        sets.any(|&set| set != all && only(set) == BLANK)
    }

    fn clues(&self) -> Self {
        self.with(self.digits.clone())
    }

    /// The digits that each cell of the grid may have as they were given.
    fn candidates(&self) -> Vec<Vec<u8>> {
        let variant = self.variant();
        let cells = &variant.sets[..variant.shape.cells()];
        cells.iter().map(|&set| members(set)).collect()
    }

    /// The puzzle itself, as one without rules has it.
    fn ruled(&self) -> Self {
        self.clues()
    }

    /// Up to `most` solutions.
    fn solutions(
        &self,
        py: Python<'_>,
        most: usize,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<Vec<Self>> {
        let found = self.ask(py, time, |rules, stop| rules.solutions(most, stop))?;
        let found = found.map_err(late(py))?.into_iter();
        Ok(found.map(|digits| self.with(digits)).collect())
    }

    /// The solution; or, if there are several, two of them, and how many there are, up to `most`.
    fn solve(
        &self,
        py: Python<'_>,
        most: u64,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<(Vec<Self>, Option<SeveralTold>)> {
        let found = self.ask(py, time, |rules, stop| {
            let found = rules.solutions(2, stop)?;
            let count = count_of_several(rules, &found, most, stop);
            Ok((found, count))
        })?;
        let (found, count) = found.map_err(late(py))?;
        let told = self.told(&found, count);
        Ok((found.into_iter().map(|own| self.with(own)).collect(), told))
    }

    /// Why there is no solution, if that can be told.
    fn why_unsolved(&self) -> PyResult<Option<String>> {
        let variant = self.variant();
        let rules = Rules::new(&variant).map_err(bad)?;
        Ok(rules.contradiction().map(str::to_owned))
    }

    /// As for a puzzle without rules. What can go are clues and rules.
    fn check(
        &self,
        py: Python<'_>,
        redundant: bool,
        most: u64,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<Checked<RuledPuzzle>> {
        let checked = self.ask(py, time, |rules, stop| {
            let found = rules.solutions(2, stop)?;
            let needless = match found.len() {
                1 => Some(make::redundant(rules.variant(), redundant, stop)),
                _ => None,
            };
            let count = count_of_several(rules, &found, most, stop);
            Ok((found, needless, count))
        })?;
        let (found, needless, count) = checked.map_err(late(py))?;
        let needless = match needless.transpose() {
            Ok(needless) => needless,
            Err(why) => return Err(not_made(py, why)),
        };
        let minimal = needless.as_ref().map(|needless| needless.cells.is_empty());
        let needless = needless.filter(|_| redundant);
        let list = needless.map(|needless| words::redundant(&self.board, &needless));
        let told = self.told(&found, count);
        Ok((found.len(), minimal, list, told))
    }

    /// For each cell, which digits it has in some solution, and in how many, up to `most`; the cells
    /// with equal digits; all that as text. None if there is no solution.
    #[expect(clippy::type_complexity, reason = "it is Python's")]
    fn true_candidates(
        &self,
        py: Python<'_>,
        most: Option<u64>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<Option<(Vec<Vec<(u8, u64)>>, Vec<Vec<Cell>>, String)>> {
        let found = self.ask(py, time, |rules, stop| {
            rules.candidates(most.unwrap_or(1), stop)
        })?;
        let found = found.map_err(late(py))?;
        if found.counts.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        let told = words::candidates(&self.board, &found, most.is_some());
        let classes = found.classes();
        Ok(Some((found.counts, classes, text(told.as_bytes()))))
    }

    /// The puzzle of that number for a seed, and its solution: with these rules and digits, and
    /// few more digits.
    fn make(
        &self,
        py: Python<'_>,
        seed: u64,
        number: u64,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<[Self; 2]> {
        let made = self.ask(py, time, |rules, stop| {
            make::make(rules.variant(), seed, number, stop)
        })?;
        let (puzzle, solution) = made.map_err(|why| not_made(py, why))?;
        let digits = puzzle.sets.iter().map(|&set| only(set)).collect();
        Ok([self.with(digits), self.with(solution)])
    }

    /// The puzzle in another form.
    pub fn convert(&self, to: &str) -> PyResult<String> {
        let variant = self.variant();
        let written = match to {
            "fpuzzles" => links::fpuzzles::write(&variant),
            "iss" => links::iss::write(&variant),
            "link" => links::link(&variant),
            "svg" => Ok(variant_picture::svg(&variant, None)),
            _ => {
                let forms = "Sudokus with rules have the forms fpuzzles, iss, link and svg only";
                return Err(bad(format_args!("{forms}, not {to}")));
            }
        };
        let written = written.map_err(bad)?;
        Ok(text(written.as_bytes()))
    }

    /// The puzzle as a problem, in the form that `gen-sudoku` writes.
    fn problem(&self, py: Python<'_>) -> PyResult<String> {
        let asked = self.ask(py, None, |rules, _| {
            let cover = rules.cover().map_err(bad)?.ok_or_else(|| {
                let why = rules.contradiction().unwrap_or_default();
                bad(format_args!("0 solutions: {why}"))
            })?;
            let mut text = Vec::new();
            cover.problem.write(&mut text)?;
            Ok::<_, PyErr>(text)
        })?;
        Ok(String::from_utf8_lossy(&asked?).into_owned())
    }
}

impl RuledPuzzle {
    /// Does some work on the rules.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        work: impl FnOnce(&Rules<'_>, &Stop<'_>) -> T + Send,
    ) -> PyResult<T> {
        let asked = Asked::new(time, 0, 1)?;
        run_quietly(py, asked, |control| {
            let variant = self.variant();
            let rules = Rules::new(&variant).map_err(bad)?;
            Ok(work(&rules, &|| control.must_stop()))
        })?
    }

    fn told(&self, found: &[Solution], count: Option<(u64, bool)>) -> Option<SeveralTold> {
        let ([one, other], Some((count, is_all))) = (found, count) else {
            return None;
        };
        let differ = |&cell: &usize| one[cell] != other[cell];
        let cells = (0..one.len()).filter(differ).collect();
        let two = [one, other].map(|own| self.with(own.clone()));
        Some((count, is_all, cells, two.into()))
    }
}

/// How many solutions there are if there are two, up to `most`, and whether these are all: as many
/// as are found in time.
fn count_of_several(
    rules: &Rules<'_>,
    found: &[Solution],
    most: u64,
    stop: &Stop<'_>,
) -> Option<(u64, bool)> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    (found.len() == 2).then(|| match rules.solutions(most, stop) {
        Ok(all) => (all.len() as u64, all.len() < most),
        Err(_) => (2, false),
    })
}

fn not_made(py: Python<'_>, why: NotMade) -> PyErr {
    match why {
        NotMade::Stopped(why) => faults::stopped(py, why, Known::default()),
        other => bad(other),
    }
}

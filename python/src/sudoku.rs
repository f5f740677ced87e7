//! Sudoku: what `dlx3.sudoku` calls. It takes and gives numbers and texts; the classes that people
//! see are written in Python.

use crate::faults::{self, Known, bad};
use crate::numbers;
use crate::ruled::RuledPuzzle;
use crate::run::{Asked, run_quietly};
use dlx3::answers::Stopped;
use dlx3::sudoku::board_picture;
use dlx3::sudoku::canon::canonical;
use dlx3::sudoku::choices::Weight;
use dlx3::sudoku::encode::{write_general, write_plain};
use dlx3::sudoku::forms::{Played, PuzzleForm, XML_END, XML_HEAD};
use dlx3::sudoku::given::{digits_of, mistakes, played_of, position, solutions_of};
use dlx3::sudoku::hint_picture::svg;
use dlx3::sudoku::logic::{
    Advice, Explanation, Ladder, Marks, Rated, Regions, Technique, advise_among, explain_all,
    put_step,
};
use dlx3::sudoku::make::{Level, MakeFault, Recipe, Symmetry};
use dlx3::sudoku::rating::rate_until;
use dlx3::sudoku::redundant::Boards;
use dlx3::sudoku::rules::usual::of_board;
use dlx3::sudoku::wished::{Wish, WishMaker};
use dlx3::sudoku::{
    Alphabet, Board, Geometry, Given, Grid, Puzzles, Several, Solver, cage, jigsaw, picture,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;

/// Bytes as text, without the end of the last line.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

/// A board, and how its digits are written if that was said.
#[pyclass(frozen, module = "dlx3._dlx3")]
pub struct SudokuBoard {
    board: Arc<Board>,
    digits: Option<Alphabet>,
}

#[pymethods]
impl SudokuBoard {
    #[new]
    #[pyo3(signature = (order, diagonal, hyper, jigsaw, killer, digits))]
    fn new(
        order: usize,
        diagonal: bool,
        hyper: bool,
        jigsaw: Option<&[u8]>,
        killer: Option<&[u8]>,
        digits: Option<&[u8]>,
    ) -> PyResult<Self> {
        let mut geometry = match jigsaw {
            Some(drawing) => jigsaw::read(drawing).map_err(bad)?,
            None => Geometry::of_order(order).map_err(bad)?,
        };
        if diagonal {
            geometry = geometry.and_diagonals().map_err(bad)?;
        }
        if hyper {
            geometry = geometry.and_windows().map_err(bad)?;
        }
        let cages = match killer {
            Some(text) => cage::read(&geometry, text).map_err(bad)?,
            None => Vec::new(),
        };
        let order = geometry.order();
        let parse = |digits| Alphabet::parse(order, digits).map_err(bad);
        let digits = digits.map(parse).transpose()?;
        let board = Board { geometry, cages };
        if let Some(digits) = &digits {
            board.fits(digits).map_err(bad)?;
        }
        Ok(SudokuBoard {
            board: Arc::new(board),
            digits,
        })
    }

    #[getter]
    fn order(&self) -> usize {
        self.board.geometry.order()
    }

    /// The box of each cell; none for a hole.
    #[getter]
    fn boxes(&self) -> Vec<Option<u8>> {
        let geometry = &self.board.geometry;
        let cells = 0..geometry.cells();
        cells.map(|cell| geometry.first_box(cell)).collect()
    }

    /// The cells of each cage, with their sum.
    #[getter]
    fn cages(&self) -> Vec<(u32, Vec<u16>)> {
        let cages = self.board.cages.iter();
        cages.map(|cage| (cage.sum, cage.cells.clone())).collect()
    }

    /// Whether this is the usual 9x9 board and nothing else.
    #[getter]
    fn is_plain(&self) -> bool {
        self.board.is_plain_nine()
    }

    /// The one puzzle of a text.
    fn read(&self, text: &[u8]) -> PyResult<SudokuPuzzle> {
        let puzzles = Puzzles::new(&self.board.geometry, text);
        let mut puzzles = puzzles.with_digits(self.digits);
        let first = puzzles.next_given();
        let (_, given) = first
            .ok_or_else(|| bad("there is no puzzle"))?
            .map_err(bad)?;
        if let Some(second) = puzzles.next_given() {
            let (line, _) = second.map_err(bad)?;
            return Err(bad(format_args!("line {line}: there is a second puzzle")));
        }
        self.puzzle(given)
    }

    /// The puzzle of these digits, 0 where there is none.
    fn take(&self, cells: Vec<u8>) -> PyResult<SudokuPuzzle> {
        let geometry = &self.board.geometry;
        let (order, expected) = (geometry.order(), geometry.cells());
        if cells.len() != expected {
            let found = cells.len();
            return Err(bad(format_args!(
                "{found} cells where {expected} are expected"
            )));
        }
        let place = |cell: usize| format!("r{}c{}", cell / order + 1, cell % order + 1);
        if let Some(cell) = cells.iter().position(|&digit| usize::from(digit) > order) {
            let told = format_args!("{}: there is no digit {}", place(cell), cells[cell]);
            return Err(bad(told));
        }
        let in_hole = |&cell: &usize| geometry.is_hole(cell) && cells[cell] != 0;
        if let Some(cell) = (0..cells.len()).find(in_hole) {
            return Err(bad(format_args!("{}: a hole has no digit", place(cell))));
        }
        let grid = Grid::from_cells(order, &cells);
        self.puzzle(Given::Plain(match self.digits {
            Some(digits) => grid.with_alphabet(digits),
            None => grid,
        }))
    }

    /// The puzzle of that number for a seed, and its solution.
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    fn make<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        number: u64,
        rating: Option<(u32, u32)>,
        wnef: Option<(f64, f64)>,
        technique: Option<&str>,
        symmetry: &str,
        pattern: Option<Vec<bool>>,
        minimal: bool,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<[SudokuPuzzle; 2]> {
        let asked = Asked::new(time, 0, 1)?;
        let recipe = Recipe {
            wnef,
            symmetry: named("symmetry", symmetry, &SYMMETRIES)?,
            minimal,
        };
        let wish = Wish {
            rating,
            technique: match technique {
                Some(name) => {
                    let all = Technique::ALL.map(|one| (one.name(), one));
                    Some(named("technique", name, &all)?)
                }
                None => None,
            },
            pattern,
        };
        wish.fits(&self.board).map_err(bad)?;
        if let Some(pattern) = &wish.pattern
            && pattern.len() != self.board.geometry.cells()
        {
            let (found, expected) = (pattern.len(), self.board.geometry.cells());
            return Err(bad(format_args!(
                "the pattern has {found} cells where {expected} are expected"
            )));
        }
        let made = run_quietly(py, asked, |control| {
            let maker = WishMaker::new(&self.board, recipe, wish);
            let stop = || control.must_stop();
            maker.make_until(&mut Ladder::new(), (seed, number), &stop)
        })?;
        let made = made.map_err(|fault| match fault {
            MakeFault::Stopped => faults::stopped(py, Stopped::Limit, Known::default()),
            fault => bad(fault),
        })?;
        let grids = [made.puzzle, made.solution].map(|grid| match self.digits {
            Some(digits) => grid.with_alphabet(digits),
            None => grid,
        });
        let [puzzle, solution] = grids.map(|grid| self.puzzle(Given::Plain(grid)));
        Ok([puzzle?, solution?])
    }
}

impl SudokuBoard {
    fn puzzle(&self, given: Given) -> PyResult<SudokuPuzzle> {
        given.fits(&self.board).map_err(bad)?;
        Ok(SudokuPuzzle {
            board: Arc::clone(&self.board),
            given,
        })
    }
}

const SYMMETRIES: [(&str, Symmetry); 6] = [
    ("none", Symmetry::None),
    ("rotate180", Symmetry::Rotate180),
    ("rotate90", Symmetry::Rotate90),
    ("horizontal", Symmetry::Horizontal),
    ("vertical", Symmetry::Vertical),
    ("diagonal", Symmetry::Diagonal),
];

/// The forms of `sudoku convert`; none for those of Sudokus with rules.
const FORMS: [(&str, Option<PuzzleForm>); 12] = [
    ("line", Some(PuzzleForm::Line)),
    ("grid", Some(PuzzleForm::Grid)),
    ("sdk", Some(PuzzleForm::Sdk)),
    ("sdx", Some(PuzzleForm::Sdx)),
    ("marks", Some(PuzzleForm::Marks)),
    ("candidates", Some(PuzzleForm::Candidates)),
    ("hodoku", Some(PuzzleForm::Hodoku)),
    ("opensudoku", Some(PuzzleForm::OpenSudoku)),
    ("fpuzzles", None),
    ("iss", None),
    ("link", None),
    ("svg", None),
];

/// One of several by its name.
pub fn named<T: Copy>(what: &str, name: &str, all: &[(&str, T)]) -> PyResult<T> {
    let found = all.iter().find(|(known, _)| *known == name);
    let found = found.map(|&(_, value)| value);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&(known, _)| known).collect();
        bad(format_args!(
            "{what} is one of {}, not {name}",
            names.join(", ")
        ))
    })
}

/// The ranges of a level: ratings in tenths, and the WNEF.
#[pyfunction]
pub fn sudoku_level(level: &str) -> PyResult<((u32, u32), (f64, f64))> {
    let names = ["easy", "medium", "hard", "evil"];
    let levels: Vec<(&str, Level)> = names.into_iter().zip(Level::ALL).collect();
    let level = named("difficulty", level, &levels)?;
    Ok((level.rating(), level.wnef()))
}

/// A puzzle of a board, perhaps with candidates.
#[pyclass(frozen, module = "dlx3._dlx3")]
pub struct SudokuPuzzle {
    board: Arc<Board>,
    given: Given,
}

impl SudokuPuzzle {
    fn with(&self, given: Given) -> Self {
        SudokuPuzzle {
            board: Arc::clone(&self.board),
            given,
        }
    }

    /// The sets of candidates of a 9x9 puzzle, bit `d` for digit `d + 1`.
    fn sets(&self) -> PyResult<Vec<u16>> {
        let (regions, played) = self.played()?;
        if regions == Regions::None {
            return Ok(played.candidates().to_vec());
        }
        let marks = Marks::on(regions, &played.digits);
        let cells = played.digits.iter().enumerate();
        let sets = cells.map(|(cell, &digit)| match digit {
            0 => marks.digits(cell),
            digit => 1 << (digit - 1),
        });
        Ok(sets.collect())
    }

    /// The puzzle as techniques see it, and the houses of its board beside the usual ones.
    fn played(&self) -> PyResult<(Regions, Played)> {
        let reason = "steps are told of 9x9 puzzles with square boxes, alone or with diagonals or \
                      windows";
        let regions = self.board.regions().ok_or_else(|| bad(reason))?;
        Ok((regions, played_of(self.given.clone()).map_err(bad)?))
    }
}

/// What there is to say of several solutions: how many, whether these are all, the cells in which two
/// differ, and the two.
pub type SeveralTold<Puzzle> = (u64, bool, Vec<usize>, Vec<Puzzle>);

/// What `check` finds.
pub type Checked<Puzzle> = (
    usize,
    Option<bool>,
    Option<String>,
    Option<SeveralTold<Puzzle>>,
);

impl SudokuPuzzle {
    fn told(&self, several: Several) -> SeveralTold<Self> {
        let cells = several.differing();
        let two = several.two.map(|grid| self.with(Given::Plain(grid)));
        (several.count, several.is_all, cells, two.into())
    }
}

/// A limit was reached.
pub fn late(py: Python<'_>) -> impl Fn(Stopped) -> PyErr + '_ {
    move |why| faults::stopped(py, why, Known::default())
}

/// A step as JSON, and its picture.
type Told = (String, String);

fn told(step: &Explanation, marks: &Marks, clues: &[u8; 81]) -> Told {
    let mut json = Vec::new();
    put_step(&mut json, step);
    (text(&json), svg(step, marks, clues))
}

/// What there is to say of a position, if there is no step.
fn without_step(advice: &Advice) -> String {
    match advice {
        Advice::NoSolution => "0 solutions".to_owned(),
        Advice::Several => "2 or more solutions".to_owned(),
        Advice::Wrong { digits, marks } => format!("wrong: {}", mistakes(digits, marks)),
        Advice::Solved => "solved".to_owned(),
        _ => "no technique finds a step".to_owned(),
    }
}

impl SudokuPuzzle {
    /// The position of a player: the houses of the board, the first clues, and what there is now.
    fn begun(&self, first: Option<&SudokuPuzzle>) -> PyResult<(Regions, Played)> {
        let (regions, mut now) = self.played()?;
        if let Some(first) = first {
            let clues = digits_of(&first.given.digits()).map_err(bad)?;
            let mut pairs = clues.iter().zip(&now.digits);
            if !pairs.all(|(&clue, &digit)| clue == 0 || clue == digit) {
                return Err(bad("the grid lacks or changes a clue of the first puzzle"));
            }
            now.clues = clues;
        }
        Ok((regions, now))
    }
}

#[pymethods]
impl SudokuPuzzle {
    /// The digits, 0 where there is none.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.given.digits().cells())
    }

    /// All cells in one line.
    #[getter]
    fn line(&self) -> String {
        let mut line = Vec::new();
        picture::put_line(&self.board.geometry, &self.given.digits(), &mut line);
        text(&line)
    }

    /// A drawing with the boxes.
    #[getter]
    fn pretty(&self) -> String {
        let mut drawing = Vec::new();
        picture::put_boxes(&self.board.geometry, &self.given.digits(), &mut drawing);
        text(&drawing)
    }

    /// A picture. Digits that `clues` does not have are drawn as entered.
    fn svg(&self, clues: &SudokuPuzzle, candidates: bool) -> PyResult<String> {
        let (grid, clues) = (self.given.digits(), clues.given.digits());
        if clues.order() != grid.order() {
            return Err(bad("the clues are those of another board"));
        }
        let sets = match candidates {
            true => Some(self.sets()?),
            false => None,
        };
        Ok(board_picture::svg(
            &self.board,
            &grid,
            &clues,
            sets.as_deref(),
        ))
    }

    /// Whether candidates are missing that the digits leave.
    #[getter]
    fn excludes(&self) -> bool {
        matches!(&self.given, Given::Played(played) if played.excludes())
    }

    /// The digits that were there at first.
    fn clues(&self) -> Self {
        self.with(match &self.given {
            Given::Played(played) => Given::Plain(Grid::from_cells(9, &played.clues)),
            plain => plain.clone(),
        })
    }

    /// The candidates of a 9x9 puzzle.
    fn candidates(&self) -> PyResult<Vec<Vec<u8>>> {
        let digits = |set: &u16| {
            (1..10)
                .filter(|digit| set >> (digit - 1) & 1 == 1)
                .collect()
        };
        Ok(self.sets()?.iter().map(digits).collect())
    }

    /// The puzzle as one with rules.
    fn ruled(&self) -> PyResult<RuledPuzzle> {
        if let Given::Played(played) = &self.given
            && played.is_of_candidates()
        {
            return Err(bad("candidates are part of this puzzle"));
        }
        let variant = of_board(&self.board, &self.clues().given.digits()).map_err(bad)?;
        Ok(RuledPuzzle::of(variant))
    }

    /// The puzzle in another form.
    fn convert(&self, to: &str) -> PyResult<String> {
        let Some(form) = named("to", to, &FORMS)? else {
            return self.ruled()?.convert(to);
        };
        let written = played_of(self.given.clone()).map_err(bad)?.write(form);
        Ok(match form {
            PuzzleForm::OpenSudoku => format!("{XML_HEAD}{written}{XML_END}"),
            _ => text(written.as_bytes()),
        })
    }

    /// Up to `most` solutions.
    fn solutions(
        &self,
        py: Python<'_>,
        most: usize,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<Vec<Self>> {
        let asked = Asked::new(time, 0, 1)?;
        let found = run_quietly(py, asked, |control| {
            let solver = Solver::new(&self.board);
            let stop = || control.must_stop();
            self.given.solutions_until(&solver, most, &stop)
        })?;
        let found = found.map_err(late(py))?.into_iter();
        Ok(found.map(|grid| self.with(Given::Plain(grid))).collect())
    }

    /// The solution; or, if there are several, two of them, and how many there are, up to `most`.
    fn solve(
        &self,
        py: Python<'_>,
        most: u64,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<(Vec<Self>, Option<SeveralTold<Self>>)> {
        let asked = Asked::new(time, 0, 1)?;
        let found = run_quietly(py, asked, |control| {
            let solver = Solver::new(&self.board);
            let stop = || control.must_stop();
            let found = self.given.solutions_until(&solver, 2, &stop)?;
            let two = <[Grid; 2]>::try_from(found.clone()).ok();
            let several = two.map(|two| self.given.several(&solver, two, most, &stop));
            Ok((found, several))
        })?;
        let (found, several) = found.map_err(late(py))?;
        let found = found.into_iter().map(|grid| self.with(Given::Plain(grid)));
        Ok((found.collect(), several.map(|several| self.told(several))))
    }

    /// Why there is no solution, if that can be told.
    fn why_unsolved(&self) -> Option<String> {
        self.given.why_unsolved(&self.board)
    }

    /// The number of solutions, up to two, whether the puzzle is minimal, what can go, and what there
    /// is to say of several solutions, which are counted up to `most`.
    fn check(
        &self,
        py: Python<'_>,
        redundant: bool,
        most: u64,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<Checked<Self>> {
        let asked = Asked::new(time, 0, 1)?;
        let digits = self.given.digits();
        if let Given::Played(played) = &self.given
            && played.is_of_candidates()
        {
            return Err(bad("candidates are part of this puzzle"));
        }
        let checked = run_quietly(py, asked, |control| {
            let solver = Solver::new(&self.board);
            let stop = || control.must_stop();
            let found = solver.solutions_until(&digits, 2, &stop)?;
            let solutions = found.len();
            let (mut minimal, mut list) = (None, None);
            if solutions == 1 {
                minimal = Some(solver.is_minimal_until(&digits, &stop)?);
                if redundant {
                    let boards = Boards::new(&self.board);
                    list = Some(boards.list(&solver, &digits, &stop)?);
                }
            }
            let two = <[Grid; 2]>::try_from(found).ok();
            let several = two.map(|two| solver.several(&digits, two, most, &stop));
            Ok((solutions, minimal, list, several))
        })?;
        let (solutions, minimal, list, several) = checked.map_err(late(py))?;
        let several = several.map(|several| self.told(several));
        Ok((solutions, minimal, list, several))
    }

    /// The columns of `sudoku rate`, and ER, EP and ED in tenths if the board has them.
    fn rate<'py>(
        &self,
        py: Python<'py>,
        sukaku: bool,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let asked = Asked::new(time, 0, 1)?;
        let has_ratings = sukaku && self.board.regions().is_some();
        if !self.board.cages.is_empty() {
            return Err(bad("puzzles with cages are not rated"));
        }
        let rated = run_quietly(py, asked, |control| {
            let stop = || control.must_stop();
            let solver = Solver::new(&self.board);
            let rating = rate_until(&solver, &self.given.digits(), &stop)?;
            let ratings = match has_ratings {
                true => {
                    let known = Some(rating.solutions);
                    (self.given).ratings_until(&mut Ladder::new(), &solver, known, &stop)
                }
                false => (Rated::NotOne, None),
            };
            match ratings {
                (Rated::Stopped, _) => Err(Stopped::Limit),
                (Rated::NotOne, _) => Ok((rating, None, None)),
                (Rated::Ratings(ratings), hardest) => {
                    let hardest = hardest.map(|(step, marks)| {
                        let explained = Explanation::new(&step, &marks);
                        (explained, marks)
                    });
                    Ok((rating, Some(ratings.tenths()), hardest))
                }
            }
        })?;
        let (rating, tenths, hardest) = rated.map_err(late(py))?;
        let hardest = match hardest {
            Some((step, marks)) => {
                let clues = self.played()?.1.clues;
                Some(told(&step, &marks, &clues))
            }
            None => None,
        };
        let values = PyDict::new(py);
        let choices = &rating.choices;
        let counts = choices.histogram.iter().enumerate();
        let counts = counts.filter(|&(_, &count)| count > 0);
        values.set_item("empty", choices.empty())?;
        values.set_item("choices", choices.total())?;
        let histogram = PyDict::new(py);
        for (number, count) in counts {
            histogram.set_item(number, count)?;
        }
        values.set_item("histogram", histogram)?;
        values.set_item("exp", choices.wnef(Weight::Exponential))?;
        values.set_item("quad", choices.wnef(Weight::Quadratic))?;
        values.set_item("lin", choices.wnef(Weight::Linear))?;
        values.set_item("nodes", rating.work.map(|work| work.nodes))?;
        values.set_item("mems", rating.work.map(|work| work.mems))?;
        let rules: Vec<&str> = rating.logic.rules.iter().map(|rule| rule.name()).collect();
        values.set_item("rules", rules)?;
        values.set_item("solved", rating.logic.solved)?;
        values.set_item("solutions", rating.solutions)?;
        values.set_item("hardest", hardest)?;
        for (place, name) in ["er", "ep", "ed"].into_iter().enumerate() {
            let value = tenths.map(|tenths| f64::from(tenths[place]) / 10.0);
            values.set_item(name, value)?;
        }
        Ok(values)
    }

    /// The next step, or why there is none.
    fn hint(
        &self,
        py: Python<'_>,
        first: Option<&SudokuPuzzle>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<(String, Option<Told>)> {
        let asked = Asked::new(time, 0, 1)?;
        let (regions, now) = self.begun(first)?;
        let advice = run_quietly(py, asked, |control| {
            let stop = || control.must_stop();
            let (position, solutions) = (position(regions, &now), solutions_of(regions, &now));
            advise_among(&mut Ladder::new(), position, &solutions, &stop)
        })?;
        match advice {
            Advice::Stopped => Err(late(py)(Stopped::Limit)),
            Advice::Step(step) => {
                let marks = Marks::with_sets_on(regions, &now.digits, &now.marks);
                Ok(("step".to_owned(), Some(told(&step, &marks, &now.clues))))
            }
            advice => Ok((without_step(&advice), None)),
        }
    }

    /// All steps that are possible, up to `most`, or why there is none.
    fn steps(
        &self,
        py: Python<'_>,
        first: Option<&SudokuPuzzle>,
        most: usize,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<(String, Vec<Told>)> {
        let asked = Asked::new(time, 0, 1)?;
        let (regions, now) = self.begun(first)?;
        let marks = Marks::with_sets_on(regions, &now.digits, &now.marks);
        let (advice, steps) = run_quietly(py, asked, |control| {
            let (stop, mut ladder) = (|| control.must_stop(), Ladder::new());
            let (position, solutions) = (position(regions, &now), solutions_of(regions, &now));
            let advice = advise_among(&mut ladder, position, &solutions, &stop);
            let steps = match advice {
                Advice::Step(_) => explain_all(&mut ladder, &marks, most, &stop),
                _ => Vec::new(),
            };
            match stop() {
                true => (Advice::Stopped, steps),
                false => (advice, steps),
            }
        })?;
        match advice {
            Advice::Stopped => Err(late(py)(Stopped::Limit)),
            Advice::Step(_) => {
                let steps = steps.iter().map(|step| told(step, &marks, &now.clues));
                Ok(("steps".to_owned(), steps.collect()))
            }
            advice => Ok((without_step(&advice), Vec::new())),
        }
    }

    /// All steps to the solution, or as far as techniques lead, and whether they lead to it.
    fn path(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<(Vec<Told>, bool)> {
        let asked = Asked::new(time, 0, 1)?;
        let (regions, now) = self.played()?;
        let steps = run_quietly(py, asked, |control| {
            let stop = || control.must_stop();
            let mut marks = Marks::with_sets_on(regions, &now.digits, &now.marks);
            let (mut ladder, mut steps) = (Ladder::new(), Vec::new());
            while !marks.is_full() {
                let Some(step) = ladder.next_until(&marks, &stop) else {
                    match stop() {
                        true => return Err(Stopped::Limit),
                        false => break,
                    }
                };
                steps.push((Explanation::new(&step, &marks), marks.clone()));
                step.apply(&mut marks);
            }
            Ok((steps, marks.is_full()))
        })?;
        let (steps, is_solved) = steps.map_err(late(py))?;
        let steps = steps.iter();
        let steps = steps.map(|(one, marks)| told(one, marks, &now.clues));
        Ok((steps.collect(), is_solved))
    }

    /// The canonical form, and how many ways there are to move cells that leave the puzzle as it
    /// is if digits are renamed.
    fn canon(&self, py: Python<'_>) -> PyResult<(Self, u64)> {
        if !self.board.is_plain_nine() {
            return Err(bad(
                "only 9x9 puzzles with square boxes and nothing else have forms",
            ));
        }
        let digits = self.given.digits();
        let cells = digits.cells().try_into().map_err(bad)?;
        let form = py.detach(|| canonical(cells));
        let form = form.ok_or_else(|| match digits.clash(&self.board.geometry) {
            Some(clash) => bad(clash),
            None => bad("the puzzle has no form"),
        })?;
        let grid = Grid::from_cells(9, &form.cells);
        Ok((self.with(Given::Plain(grid)), form.automorphisms))
    }

    /// The puzzle as a problem, in the form that `gen-sudoku` writes.
    fn problem(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = Vec::new();
        let geometry = &self.board.geometry;
        let digits = self.given.digits();
        if let Some(clash) = digits.clash(geometry) {
            return Err(bad(clash));
        }
        let written = py.detach(|| match self.board.is_plain_nine() {
            true => write_plain(geometry, &digits, &mut text),
            false => write_general(geometry, &digits, &self.board.cages, &mut text),
        });
        written?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

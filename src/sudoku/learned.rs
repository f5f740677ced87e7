//! Solutions of a puzzle by the search that learns from its failures, for large boards on which
//! backtracking does not end.
//!
//! The puzzle is the exact cover that [`encode`](super::encode) writes. Each next solution is one
//! of the same formula and a clause more: some digit is another one than in each known solution.

use super::stop::{Stop, ask};
use super::{Board, Grid, digit, encode};
use crate::answers::learning::Learner;
use crate::answers::learning::literal::Literal;
use crate::answers::problem::model::{Model, Part};
use crate::answers::{Status, Stopped};
use crate::format::{Problem, Reader};

/// What is searched between two questions whether to stop, in about nanoseconds.
const SLICE: u64 = 10_000_000;

/// A puzzle as a formula.
pub struct Learned {
    clues: Grid,
    part: Part,
    /// The cell and the digit of each option that has such.
    places: Vec<Option<(usize, u8)>>,
    is_impossible: bool,
}

impl Learned {
    /// The formula of a puzzle that has cells without digits and no clash.
    pub fn new(board: &Board, grid: &Grid) -> Self {
        let mut text = Vec::new();
        let written = encode::write_general(&board.geometry, grid, &board.cages, &mut text);
        written.expect("a vector takes everything");
        let problem = Reader::new().read(&text[..]);
        let problem: Problem = problem.expect("the text is a problem").problem;
        let model = Model::new(&problem);
        let is_impossible = model.is_impossible;
        let part = model.into_whole();
        let place = |choice: &crate::answers::problem::model::Choice| {
            let (mut cell, mut digit) = (None, None);
            for (item, _) in problem.option(choice.option) {
                match *problem.name(item) {
                    [b'p', row, column] => {
                        let row = digit::decode(row)?;
                        cell = Some(row * grid.order() + digit::decode(column)?);
                    }
                    [b'r', _, of_row] => digit = digit::decode(of_row),
                    _ => {}
                }
            }
            Some((cell?, digit? as u8))
        };
        Learned {
            places: part.choices.iter().map(place).collect(),
            clues: grid.clone(),
            part,
            is_impossible,
        }
    }

    /// A solution that is none of these, and has another digit than `not` in that cell.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn find(
        &self,
        known: &[Grid],
        not: Option<(usize, u8)>,
        stop: &Stop<'_>,
    ) -> Result<Option<Grid>, Stopped> {
        if self.is_impossible {
            return Ok(None);
        }
        let mut learner = Learner::new(&self.part);
        let places = || (0..).zip(&self.places);
        let with = |is_in: &dyn Fn(usize, u8) -> bool| -> Vec<Literal> {
            let own = places().filter_map(|(option, place)| Some((option, (*place)?)));
            let own = own.filter(|&(_, (cell, digit))| is_in(cell, digit));
            own.map(|(option, _)| Literal::no(option)).collect()
        };
        for grid in known {
            learner.require(&with(&|cell, digit| grid.get(cell) == Some(digit)));
        }
        if let Some(not) = not {
            for literal in with(&|cell, digit| (cell, digit) == not) {
                learner.require(&[literal]);
            }
        }
        loop {
            ask(stop)?;
            match learner.run(SLICE, usize::MAX) {
                Status::Done(found) => return Ok(found.map(|options| self.grid(&options))),
                Status::Paused => {}
                Status::Full | Status::TooLarge => unreachable!("there are no limits"),
            }
        }
    }

    fn grid(&self, options: &[u32]) -> Grid {
        let mut grid = self.clues.clone();
        for (cell, digit) in options
            .iter()
            .filter_map(|&option| self.places[option as usize])
        {
            grid.set(cell, digit);
        }
        grid
    }
}

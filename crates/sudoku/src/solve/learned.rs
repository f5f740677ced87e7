//! Solves puzzles by clause learning (CDCL), for large boards on which backtracking does not end.
//!
//! The puzzle is the exact cover that [`encode`] writes. For the next solution, the formula gets a
//! clause for each known one: some digit differs from it.

use crate::boards::{Board, Grid, digit};
use crate::cover::encode;
use crate::{Stop, ask};
use dlx3_answers::learning::Learner;
use dlx3_answers::learning::literal::Literal;
use dlx3_answers::problem::model::{Model, Part};
use dlx3_answers::{Status, Stopped};

/// Work between two checks of `stop`, in about nanoseconds.
const SLICE: u64 = 10_000_000;

/// A puzzle as a formula.
pub struct Learned {
    clues: Grid,
    part: Part,
    /// The cell and the digit of each option; none if it places no digit.
    places: Vec<Option<(usize, u8)>>,
    is_impossible: bool,
}

impl Learned {
    /// The formula of a puzzle that has cells without digits and no clash.
    pub fn new(board: &Board, grid: &Grid) -> Self {
        let problem = encode::build_general(board, grid).expect("an open cell is an item");
        let model = Model::new(&problem);
        let is_impossible = model.is_impossible;
        let part = model.into_whole();
        let place = |choice: &dlx3_answers::problem::model::Choice| {
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

    /// A solution that is not among `known` and does not have the digit of `not` in its cell.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{Cage, Geometry, jigsaw};
    use crate::never;
    use crate::random::Random;
    use crate::solve::Solver;
    use crate::text::general;

    /// All solutions, one after another.
    fn all(board: &Board, grid: &Grid) -> Vec<Grid> {
        let learned = Learned::new(board, grid);
        let mut found = Vec::new();
        while let Some(next) = learned.find(&found, None, &never).unwrap() {
            found.push(next);
        }
        found
    }

    #[test]
    fn it_finds_all_solutions_that_backtracking_finds() {
        let four = || Geometry::of_order(4).unwrap();
        let cage = |sum, cells: &[u16]| Cage {
            sum,
            cells: cells.to_vec(),
        };
        let killer = Board {
            geometry: four(),
            cages: vec![cage(6, &[0, 1, 4]), cage(7, &[10, 11, 14])],
        };
        let (holes, _) =
            general::read(b"...#\n....\n#...\n....\n00..\n0011\n..11\n....\n").unwrap();
        let boards: [Board; 5] = [
            four().into(),
            four().and_diagonals().unwrap().into(),
            jigsaw::read(b"AABB\nACBB\nACDD\nCCDD\n").unwrap().into(),
            killer,
            holes.into(),
        ];
        let mut random = Random::new(55, 0);
        let mut counts = [0; 3];
        for board in boards {
            let solver = Solver::new(&board);
            for _ in 0..30 {
                let mut grid = Grid::empty(4);
                for _ in 0..2 + random.below(4) {
                    let cell = random.below(16) as usize;
                    if !board.geometry.is_hole(cell) {
                        grid.set(cell, 1 + random.below(4) as u8);
                    }
                }
                if grid.clash(&board.geometry).is_some() {
                    continue;
                }
                let key = |grid: &Grid| grid.cells().to_vec();
                let mut expected = solver.solutions(&grid, 10_000);
                let mut found = all(&board, &grid);
                expected.sort_by_key(key);
                found.sort_by_key(key);
                assert_eq!(found, expected, "{board:?} {grid}");
                counts[found.len().min(2)] += 1;
                let Some(first) = expected.first() else {
                    continue;
                };
                let open = (0..16).find(|&cell| grid.get(cell).is_none());
                let Some((cell, digit)) = open.and_then(|cell| Some((cell, first.get(cell)?)))
                else {
                    continue;
                };
                let other = Learned::new(&board, &grid).find(&[], Some((cell, digit)), &never);
                let has_other = expected.iter().any(|grid| grid.get(cell) != Some(digit));
                let other = other.unwrap();
                assert_eq!(other.is_some(), has_other);
                assert!(other.is_none_or(|grid| grid.get(cell) != Some(digit)));
            }
        }
        assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
    }
}

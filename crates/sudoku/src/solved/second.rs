//! Another solution of a puzzle whose solution is known.
//!
//! The search tries digits that differ from the known grid first, so that it meets
//! another solution early, if there is one. The cells that differ are an unavoidable
//! set: a puzzle has one solution if and only if its clues hit all of these sets.

use super::Filled;
use super::cells::Cells;
use crate::Stop;
use crate::boards::digit;
use dlx3_answers::Stopped;
use std::cell::Cell;

/// For every digit the cells that may hold it.
type Planes<const W: usize> = [Cells<W>; digit::MOST];

/// Finds other solutions of puzzles of one grid.
#[derive(Clone, Debug)]
pub struct Second<const W: usize> {
    grid: Filled<W>,
    all: Cells<W>,
    own: Vec<Cells<W>>,
}

/// A position of the search.
#[derive(Clone, Copy)]
struct Position<const W: usize> {
    planes: Planes<W>,
    /// Cells whose digit has been removed from their peers.
    done: Cells<W>,
}

impl<const W: usize> Second<W> {
    /// Looks for other solutions than this grid.
    pub fn new(grid: Filled<W>) -> Self {
        Second {
            all: grid.all(),
            own: (0..grid.order()).map(|d| grid.cells_with(d)).collect(),
            grid,
        }
    }

    /// The grid whose puzzles these are.
    pub fn grid(&self) -> &Filled<W> {
        &self.grid
    }

    /// The cells in which another solution differs from the grid, if the puzzle
    /// that gives `clues` has more than one.
    pub fn difference(&self, clues: &Cells<W>) -> Option<Cells<W>> {
        self.search(self.position(clues), &|| false)
    }

    /// `difference`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    pub fn difference_until(
        &self,
        clues: &Cells<W>,
        stop: &Stop<'_>,
    ) -> Result<Option<Cells<W>>, Stopped> {
        /// Nodes between two checks of `stop`.
        const LOOK: u64 = 64;
        let (nodes, is_stopped) = (Cell::new(0u64), Cell::new(false));
        let must_end = || {
            nodes.set(nodes.get() + 1);
            if nodes.get().is_multiple_of(LOOK) && stop() {
                is_stopped.set(true);
            }
            is_stopped.get()
        };
        let found = self.search(self.position(clues), &must_end);
        match is_stopped.get() {
            true => Err(Stopped::Limit),
            false => Ok(found),
        }
    }

    fn position(&self, clues: &Cells<W>) -> Position<W> {
        let mut position = Position {
            planes: [self.all; digit::MOST],
            done: Cells::EMPTY,
        };
        for cell in clues.iter() {
            self.put(&mut position, cell, self.grid.digit(cell));
        }
        position
    }

    /// A minimal unavoidable set within an unavoidable one.
    pub fn minimal_within(&self, set: Cells<W>) -> Cells<W> {
        let least = self.minimal_within_until(set, &crate::never);
        least.expect("nobody stops it")
    }

    /// `minimal_within`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    pub fn minimal_within_until(
        &self,
        set: Cells<W>,
        stop: &Stop<'_>,
    ) -> Result<Cells<W>, Stopped> {
        let mut least = set;
        for cell in set.iter() {
            if least.contains(cell) {
                let mut clues = self.all.minus(&least);
                clues.insert(cell);
                if let Some(smaller) = self.difference_until(&clues, stop)? {
                    least = smaller;
                }
            }
        }
        Ok(least)
    }

    fn put(&self, position: &mut Position<W>, cell: usize, digit: usize) {
        let single = Cells::single(cell);
        let planes = &mut position.planes;
        for plane in &mut planes[..self.grid.order()] {
            *plane = plane.minus(&single);
        }
        planes[digit] = planes[digit].minus(self.grid.peers(cell)).or(&single);
        position.done.insert(cell);
    }

    /// Places forced digits; `None` if there is no solution.
    fn settle(&self, position: &mut Position<W>) -> Option<Cells<W>> {
        let order = self.grid.order();
        loop {
            let (mut one, mut two, mut three) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
            for plane in &position.planes[..order] {
                three = three.or(&two.and(plane));
                two = two.or(&one.and(plane));
                one = one.or(plane);
            }
            if one != self.all {
                return None;
            }
            let singles = self.all.minus(&two).minus(&position.done);
            if !singles.is_empty() {
                for cell in singles.iter() {
                    let digit = (0..order).find(|&digit| position.planes[digit].contains(cell))?;
                    let plane = &mut position.planes[digit];
                    *plane = plane.minus(self.grid.peers(cell));
                    position.done.insert(cell);
                }
                continue;
            }
            if position.done == self.all {
                return Some(Cells::EMPTY);
            }
            let mut placed = false;
            for digit in 0..order {
                for unit in self.grid.units() {
                    let places = position.planes[digit].and(unit);
                    let cell = places.first()?;
                    if places == Cells::single(cell) && !position.done.contains(cell) {
                        self.put(position, cell, digit);
                        placed = true;
                    }
                }
            }
            if !placed {
                let open = self.all.minus(&position.done);
                let pairs = open.and(&two).minus(&three);
                return Some(if pairs.is_empty() { open } else { pairs });
            }
        }
    }

    /// Also none if `must_end` says so.
    fn search(&self, mut position: Position<W>, must_end: &impl Fn() -> bool) -> Option<Cells<W>> {
        let order = self.grid.order();
        loop {
            if must_end() {
                return None;
            }
            let choices = self.settle(&mut position)?;
            let Some(cell) = choices.first() else {
                let planes = position.planes[..order].iter().zip(&self.own);
                let same = planes.fold(Cells::EMPTY, |same, (plane, own)| same.or(&plane.and(own)));
                let difference = self.all.minus(&same);
                return (!difference.is_empty()).then_some(difference);
            };
            let own = self.grid.digit(cell);
            for digit in (0..order).filter(|&digit| digit != own) {
                if position.planes[digit].contains(cell) {
                    let mut guess = position;
                    self.put(&mut guess, cell, digit);
                    if let Some(difference) = self.search(guess, must_end) {
                        return Some(difference);
                    }
                }
            }
            if !position.planes[own].contains(cell) {
                return None;
            }
            self.put(&mut position, cell, own);
        }
    }
}

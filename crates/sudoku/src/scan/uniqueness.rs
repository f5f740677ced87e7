//! The end of a branch, where all sets of the bitmaps are hit: which puzzles have one
//! solution? The sets that did not fit into the bitmaps are tried, then a solver that
//! knows the grid.
//!
//! Another solution differs from the grid in an unavoidable set. The latest of these
//! sets are kept and tried first, since consecutive puzzles often fail by the same set.

use crate::solve::nine::{Nine, Solved};
use crate::solved::Second;
use crate::solved::cells::Cells;
use std::ops::ControlFlow;

/// How many sets found by the solver are kept.
const LEARNED: usize = 256;

/// Takes the cells of a puzzle's clues.
pub type Sink<'a> = &'a mut dyn FnMut(u128) -> ControlFlow<()>;

/// Decides which puzzles have one solution.
pub struct UniquenessTest {
    second: Second<2>,
    /// The grid, if the solver for 9x9 boards is asked: it is several times as fast, and finds other
    /// sets.
    nine: Option<Solved>,
    /// Sets that did not fit into the bitmaps.
    pub rest: Vec<u128>,
    learned: Vec<u128>,
    oldest: usize,
}

impl UniquenessTest {
    pub fn new(second: Second<2>) -> Self {
        UniquenessTest {
            second,
            nine: None,
            rest: Vec::new(),
            learned: Vec::with_capacity(LEARNED),
            oldest: 0,
        }
    }

    /// Asks the solver for 9x9 boards. Cells are numbered by rows or by columns.
    pub fn use_nine(&mut self) {
        let grid = self.second.grid();
        self.nine = Some(std::array::from_fn(|cell| grid.digit(cell) as u8 + 1));
    }

    /// The cells in which another solution differs from the grid.
    fn difference(&self, placed: u128) -> Option<u128> {
        let Some(grid) = &self.nine else {
            return Some(self.second.difference(&Cells::from_bits(placed))?.bits());
        };
        let mut clues = [0; 81];
        for cell in Cells::from_bits(placed) {
            clues[cell] = grid[cell];
        }
        let solutions = Nine::with_clues(&clues)?.solutions(2);
        let other = solutions.iter().find(|&other| other != grid)?;
        let differ = (0..81).filter(|&cell| other[cell] != grid[cell]);
        Some(differ.fold(0, |set, cell| set | 1 << cell))
    }

    /// Forgets the sets that the solver has found, so that the result of a unit does
    /// not depend on earlier ones.
    pub fn forget(&mut self) {
        self.learned.clear();
        self.oldest = 0;
    }

    /// An unavoidable set without a clue, if there is one.
    fn unhit(&mut self, placed: u128) -> Option<u128> {
        let mut known = self.rest.iter().chain(&self.learned);
        if let Some(&set) = known.find(|&&set| set & placed == 0) {
            return Some(set);
        }
        let found = self.difference(placed)?;
        if self.learned.len() < LEARNED {
            self.learned.push(found);
        } else {
            self.learned[self.oldest] = found;
            self.oldest = (self.oldest + 1) % LEARNED;
        }
        Some(found)
    }

    /// Passes on all puzzles with one solution that have `left` more clues, in live
    /// cells.
    pub fn finish(
        &mut self,
        left: u32,
        mut live: u128,
        placed: u128,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        if live.count_ones() < left {
            return ControlFlow::Continue(());
        }
        if left == 1 {
            return self.last_clue(live, placed, sink);
        }
        let Some(set) = self.unhit(placed) else {
            return choose(left, live, placed, sink);
        };
        if left == 0 {
            return ControlFlow::Continue(());
        }
        let mut cells = set & live;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells &= !cell;
            live &= !cell;
            self.finish(left - 1, live, placed | cell, &mut *sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The same for one more clue: every set found rules out the cells outside.
    fn last_clue(&mut self, mut live: u128, placed: u128, sink: Sink<'_>) -> ControlFlow<()> {
        while live != 0 {
            let cell = live & live.wrapping_neg();
            match self.unhit(placed | cell) {
                Some(set) => live &= set,
                None => {
                    live &= !cell;
                    sink(placed | cell)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// All ways to place `left` clues in live cells.
fn choose(left: u32, mut live: u128, placed: u128, sink: Sink<'_>) -> ControlFlow<()> {
    if left == 0 {
        return sink(placed);
    }
    while live.count_ones() >= left {
        let cell = live & live.wrapping_neg();
        live &= !cell;
        choose(left - 1, live, placed | cell, &mut *sink)?;
    }
    ControlFlow::Continue(())
}

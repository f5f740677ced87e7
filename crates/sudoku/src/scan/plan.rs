//! The plan of a scan: the way, the numbering of the cells, and units of work.
//!
//! Invariant: a plan depends on the grid and the number of clues alone. The units
//! have no puzzle in common, and together they have all.

use super::bands::{self, BandScanner, Bands};
use super::tree::{Bitmaps, Tree};
use super::uniqueness::UniquenessTest;
use crate::instructions::Instructions;
use crate::solved::cells::Cells;
use crate::solved::{Filled, Second};
use std::ops::ControlFlow;

/// Why a grid cannot be scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum ScanFault {
    Clues { clues: usize, cells: usize },
}

dlx3_base::messages! {
    ScanFault {
        Self::Clues { clues, cells } =>
            "a puzzle of this grid has from 1 to {cells} clues, not {clues}",
    }
}

/// How a grid is scanned for puzzles with a given number of clues.
pub struct Plan {
    /// With its cells renumbered.
    grid: Filled<2>,
    /// The original cell of each cell.
    original: Vec<usize>,
    clues: usize,
    search: Search,
}

/// Which search does the units.
enum Search {
    Bands(Bands),
    Tree(Tree),
}

impl Plan {
    /// By bands for 16 to 20 clues on a 9x9 board, else by a tree.
    ///
    /// # Errors
    /// If there are no clues, or more than cells.
    pub fn new(grid: &Filled<2>, clues: usize) -> Result<Self, ScanFault> {
        let is_nine = grid.order() == 9 && has_square_boxes(grid);
        if !is_nine || !bands::CLUES.contains(&clues) {
            return Self::by_tree(grid, clues);
        }
        let (bands, original) = Bands::new(grid, clues);
        Ok(Plan {
            grid: grid.renumbered(&original),
            original,
            clues,
            search: Search::Bands(bands),
        })
    }

    /// By a tree, for every board and number of clues.
    ///
    /// # Errors
    /// If there are no clues, or more than cells.
    pub fn by_tree(grid: &Filled<2>, clues: usize) -> Result<Self, ScanFault> {
        let cells = grid.cells();
        if !(1..=cells).contains(&clues) {
            return Err(ScanFault::Clues { clues, cells });
        }
        let (tree, original) = Tree::new(grid, clues);
        Ok(Plan {
            grid: grid.renumbered(&original),
            original,
            clues,
            search: Search::Tree(tree),
        })
    }

    /// Whether the units are those of a scan by bands.
    pub fn is_by_bands(&self) -> bool {
        matches!(self.search, Search::Bands(_))
    }

    /// The number of clues.
    pub fn clues(&self) -> usize {
        self.clues
    }

    /// The number of unavoidable sets used.
    pub fn sets(&self) -> usize {
        match &self.search {
            Search::Bands(bands) => bands.sets(),
            Search::Tree(tree) => tree.sets(),
        }
    }

    /// The number of units of work.
    pub fn units(&self) -> usize {
        match &self.search {
            Search::Bands(bands) => bands.units(),
            Search::Tree(tree) => tree.units(),
        }
    }

    /// The unit that finds a puzzle with these clues, if it has one solution.
    pub fn unit_of(&self, clues: &Cells<2>) -> Option<usize> {
        let places = self.original.iter().enumerate();
        let renumbered = places.filter(|&(_, &cell)| clues.contains(cell));
        let clues = renumbered.fold(0u128, |clues, (cell, _)| clues | 1 << cell);
        match &self.search {
            Search::Bands(bands) => bands.unit_of(clues),
            Search::Tree(tree) => tree.unit_of(clues),
        }
    }

    /// An estimate of the work of a unit, which can be compared with that of others.
    pub fn weight(&self, unit: usize) -> f64 {
        match &self.search {
            Search::Bands(bands) => bands.weight(unit),
            Search::Tree(tree) => tree.weight(unit),
        }
    }

    /// A scanner, which does units; each thread has its own.
    pub fn scanner(&self) -> Scanner<'_> {
        let mut uniqueness = UniquenessTest::new(Second::new(self.grid.clone()));
        if self.is_by_bands() {
            uniqueness.use_nine();
        }
        Scanner {
            plan: self,
            search: match &self.search {
                Search::Bands(bands) => Worker::Bands(bands, Box::new(BandScanner::new())),
                Search::Tree(tree) => Worker::Tree(tree, Bitmaps::new(self.grid.cells())),
            },
            uniqueness,
        }
    }
}

/// Whether the units are rows, columns and boxes of three rows and three columns.
fn has_square_boxes(grid: &Filled<2>) -> bool {
    let unit = |cell: usize| cell / 27 * 3 + cell % 9 / 3;
    let boxes = (0..grid.cells()).map(|cell| grid.units_of(cell)[2] - 2 * grid.order());
    boxes.eq((0..grid.cells()).map(unit))
}

/// Does units of a [`Plan`].
pub struct Scanner<'p> {
    plan: &'p Plan,
    search: Worker<'p>,
    uniqueness: UniquenessTest,
}

/// A search with its room.
enum Worker<'p> {
    Bands(&'p Bands, Box<BandScanner>),
    Tree(&'p Tree, Bitmaps),
}

impl Scanner<'_> {
    /// Uses no other instructions than these. The result is the same.
    pub fn limited_to(mut self, instructions: Instructions) -> Self {
        match &mut self.search {
            Worker::Bands(_, scanner) => scanner.limit_to(instructions),
            Worker::Tree(_, bitmaps) => bitmaps.limit_to(instructions),
        }
        self
    }

    /// Finds the puzzles of a unit, always in the same order; `found` takes the
    /// cells of the clues and may end the search. `halt` is asked now and then.
    /// Returns whether the unit was finished.
    ///
    /// By bands, a unit's puzzles come when all are found, sorted as text is, with blanks before
    /// digits.
    pub fn scan(
        &mut self,
        unit: usize,
        halt: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Cells<2>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let original = &self.plan.original;
        let cells_of = |clues: u128| -> Cells<2> {
            let clues = Cells::from_bits(clues).iter();
            clues.map(|cell| original[cell]).collect()
        };
        match &mut self.search {
            Worker::Bands(bands, scanner) => {
                let puzzles = scanner.scan(bands, unit, &mut self.uniqueness, halt)?;
                for puzzle in puzzles.iter_mut() {
                    *puzzle = cells_of(*puzzle).bits();
                }
                // The first cell is the lowest bit.
                puzzles.sort_unstable_by_key(|puzzle| puzzle.reverse_bits());
                puzzles
                    .iter()
                    .try_for_each(|&puzzle| found(Cells::from_bits(puzzle)))
            }
            Worker::Tree(tree, bitmaps) => {
                // The order of the puzzles depends on the sets that the solver has found.
                self.uniqueness.forget();
                let mut sink = |clues: u128| found(cells_of(clues));
                tree.scan(unit, bitmaps, &mut self.uniqueness, halt, &mut sink)
            }
        }
    }
}

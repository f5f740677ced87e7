//! Making puzzles: a filled grid, then holes punched in it (team 3780, MCM 2008,
//! section 5).
//!
//! *Random masking* removes, in random order, every clue that the puzzle does not
//! need. *Tuned masking* aims at a range of WNEF values: strategies propose which
//! clue goes next, until the range is reached. If masking ends outside the range,
//! *annealing* puts clues back and removes others, again and again.
//!
//! Invariant: a puzzle under construction has one solution, the grid it began with.
//! All arithmetic is exact or IEEE, so a seed gives the same puzzles on every
//! machine.

use crate::boards::{Board, Grid};
use crate::difficulty::choices::{Choices, Weight};
use crate::random::Random;
use crate::solve::nine::Nine;
use crate::solve::{Found, Solver};
use crate::{Stop, never};
use dlx3_answers::Stopped;

/// Which cells get or lose their clues together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Symmetry {
    /// Each cell by itself.
    #[default]
    None,
    /// Half a turn.
    Rotate180,
    /// A quarter of a turn.
    Rotate90,
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
    /// The main diagonal.
    Diagonal,
}

impl Symmetry {
    /// The orbit of a cell, itself included, in increasing order.
    fn orbit(self, order: usize, cell: usize) -> Vec<u16> {
        let last = order - 1;
        let image = |cell: usize| {
            let (row, column) = (cell / order, cell % order);
            let (row, column) = match self {
                Symmetry::None => (row, column),
                Symmetry::Rotate180 => (last - row, last - column),
                Symmetry::Rotate90 => (column, last - row),
                Symmetry::Horizontal => (row, last - column),
                Symmetry::Vertical => (last - row, column),
                Symmetry::Diagonal => (column, row),
            };
            row * order + column
        };
        let mut orbit = vec![cell as u16];
        let mut next = image(cell);
        while next != cell {
            orbit.push(next as u16);
            next = image(next);
        }
        orbit.sort_unstable();
        orbit
    }
}

/// A level of difficulty: a range of WNEF values, calibrated so that puzzles of
/// the plain 9x9 board fill each of them and none is near another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// WNEF from 0.34 to 0.42.
    Easy,
    /// WNEF from 0.25 to 0.29.
    Medium,
    /// WNEF from 0.18 to 0.21.
    Hard,
    /// WNEF from 0.11 to 0.14.
    Evil,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Evil];

    /// The least and greatest rating of the most difficult step (ER), in tenths. Easy puzzles need
    /// hidden singles alone, medium ones also naked singles and locked candidates (2.9 is for those
    /// of boards with diagonals or windows), hard ones sets or fish and the like, evil ones chains.
    pub fn rating(self) -> (u32, u32) {
        match self {
            Level::Easy => (10, 15),
            Level::Medium => (17, 29),
            Level::Hard => (30, 54),
            Level::Evil => (65, 119),
        }
    }

    /// The least and greatest WNEF.
    pub fn wnef(self) -> (f64, f64) {
        match self {
            Level::Easy => (0.34, 0.42),
            Level::Medium => (0.25, 0.29),
            Level::Hard => (0.18, 0.21),
            Level::Evil => (0.11, 0.14),
        }
    }
}

/// The puzzles to make.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Recipe {
    /// The least and greatest WNEF, with exponential weights.
    pub wnef: Option<(f64, f64)>,
    /// The symmetry of the places of the clues.
    pub symmetry: Symmetry,
    /// Whether no clue may be redundant.
    pub minimal: bool,
}

/// A puzzle with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Made {
    /// The clues.
    pub puzzle: Grid,
    /// All digits.
    pub solution: Grid,
}

impl Made {
    /// A puzzle and its solution.
    pub(super) fn new(puzzle: Grid, solution: Grid) -> Self {
        Made { puzzle, solution }
    }
}

/// Why there is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum MakeFault {
    NoGrid,
    NoPuzzle(u32),
    NoSuchPuzzle(u32),
    Stopped,
}

dlx3_base::messages! {
    MakeFault {
        Self::NoGrid => "the board has no filled grid, or none was found",
        Self::NoPuzzle(it) => "no such puzzle was found in {it} grids: ask for less",
        Self::NoSuchPuzzle(it) => "no such puzzle was found among {it}: ask for less",
        Self::Stopped => "it was asked to end",
    }
}

/// The limit of nodes of a uniqueness test on a large board. A clue whose test
/// reaches it stays.
const TEST_NODES: u64 = 200;
/// The limit of nodes of a uniqueness test if the puzzle must be minimal. A grid with a test that
/// reaches it is given up.
const MINIMAL_NODES: u64 = 20_000;
/// The limits of nodes and of tries for filling a large board.
const FILL_NODES: u64 = 20_000;
const FILL_TRIES: u32 = 500;
/// How many grids are tried for one puzzle: if it is only masked at random, if it
/// is annealed, and on boards above order 9.
const GRIDS_MASKED: u32 = 20_000;
const GRIDS_ANNEALED: u32 = 400;
const GRIDS_LARGE: u32 = 20;
/// How many rounds of annealing one grid gets.
const ROUNDS: u32 = 80;

/// A rule for choosing the next clue to remove.
#[derive(Clone, Copy, Debug)]
enum Strategy {
    /// Any.
    Random,
    /// One whose units are full of clues: its removal adds few choices.
    Crowded,
    /// One whose digit is common: its absence frees few cells.
    Common,
    /// The one that leaves the lowest WNEF.
    Lowest,
}

/// How many proposals a strategy compares.
const PROPOSALS: usize = 6;

/// Makes puzzles for one board.
pub struct Maker<'b> {
    solver: Solver<'b>,
    recipe: Recipe,
    orbits: Vec<Vec<u16>>,
}

struct Work<'m, 'b> {
    maker: &'m Maker<'b>,
    solution: Grid,
    puzzle: Grid,
    wnef: f64,
    /// Whether a test reached its limit, so that the puzzle may not be minimal.
    unsure: bool,
    stop: &'m Stop<'m>,
    /// Whether `stop` asked for an end: no more work is done.
    is_stopped: bool,
    /// Masking stops at or below this WNEF, a random one within the range, so that
    /// puzzles do not all lie at its upper end.
    goal: f64,
}

impl<'b> Maker<'b> {
    /// A maker of puzzles of this board.
    pub fn new(board: &'b Board, recipe: Recipe) -> Self {
        let geometry = &board.geometry;
        let orbits = (0..geometry.cells())
            .map(|cell| (cell, recipe.symmetry.orbit(geometry.order(), cell)))
            .filter(|(cell, orbit)| usize::from(orbit[0]) == *cell)
            .map(|(_, mut orbit)| {
                orbit.retain(|&cell| !geometry.is_hole(cell as usize));
                orbit
            })
            .filter(|orbit| !orbit.is_empty())
            .collect();
        Maker {
            solver: Solver::new(board),
            recipe,
            orbits,
        }
    }

    /// The sets of cells that get or lose their clues together.
    pub(super) fn orbits(&self) -> &[Vec<u16>] {
        &self.orbits
    }

    /// Makes the puzzle of that stream.
    ///
    /// # Errors
    /// If none is found in reasonable time.
    pub fn make(&self, seed: u64, stream: u64) -> Result<Made, MakeFault> {
        self.make_until(seed, stream, &never)
    }

    /// `make`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If none is found in reasonable time, or if it was stopped.
    pub fn make_until(&self, seed: u64, stream: u64, stop: &Stop<'_>) -> Result<Made, MakeFault> {
        let mut random = Random::new(seed, stream);
        let order = self.solver.board().geometry.order();
        let grids = match self.recipe.wnef {
            _ if order > 9 => GRIDS_LARGE,
            None => GRIDS_MASKED,
            Some(_) => GRIDS_ANNEALED,
        };
        for _ in 0..grids {
            let empty = Grid::empty(order);
            let solution = self
                .solver
                .fill_until(&empty, &mut random, FILL_TRIES, FILL_NODES, stop)
                .map_err(|_| MakeFault::Stopped)?
                .ok_or(MakeFault::NoGrid)?;
            let puzzle = if self.is_simple() {
                Some(self.reduce_plainly(&solution, &mut random))
            } else {
                self.punch(&solution, &mut random, stop)
                    .map_err(|_| MakeFault::Stopped)?
            };
            if let Some(puzzle) = puzzle {
                return Ok(Made { puzzle, solution });
            }
        }
        Err(MakeFault::NoPuzzle(grids))
    }

    /// Whether random masking on the plain board is all there is to do.
    fn is_simple(&self) -> bool {
        self.solver.board().is_plain_nine()
            && self.recipe.wnef.is_none()
            && self.recipe.symmetry == Symmetry::None
    }

    fn reduce_plainly(&self, solution: &Grid, random: &mut Random) -> Grid {
        let mut order: Vec<usize> = (0..81).collect();
        random.shuffle(&mut order);
        let mut cells: [u8; 81] = solution.cells().try_into().expect("81 cells");
        Nine::reduce(&mut cells, &order);
        Grid::from_cells(9, &cells)
    }

    /// Masking, and annealing if needed. `None` if the result is not what the recipe
    /// asks for.
    fn punch(
        &self,
        solution: &Grid,
        random: &mut Random,
        stop: &Stop<'_>,
    ) -> Result<Option<Grid>, Stopped> {
        let (low, high) = self.recipe.wnef.unwrap_or_default();
        let part = f64::from(random.below(1 << 20)) / f64::from(1 << 20);
        let mut work = Work {
            maker: self,
            solution: solution.clone(),
            puzzle: solution.clone(),
            wnef: 1.0,
            unsure: false,
            stop,
            is_stopped: false,
            goal: low + (high - low) * part,
        };
        let whole: Vec<usize> = (0..self.orbits.len()).collect();
        work.mask(whole, random);
        if self.recipe.wnef.is_some() && work.energy() > 0.0 {
            work.anneal(random);
        }
        if work.is_stopped {
            return Err(Stopped::Limit);
        }
        let fits = work.energy() == 0.0
            && (!self.recipe.minimal
                || !work.unsure && self.solver.is_minimal_until(&work.puzzle, stop)?);
        Ok(fits.then_some(work.puzzle))
    }
}

impl Work<'_, '_> {
    /// How far the WNEF is from its range.
    fn energy(&self) -> f64 {
        let Some((low, high)) = self.maker.recipe.wnef else {
            return 0.0;
        };
        (low - self.wnef).max(self.wnef - high).max(0.0)
    }

    /// Whether masking has done enough. For a minimal puzzle, every clue has to be
    /// tried.
    fn is_done(&self) -> bool {
        let recipe = &self.maker.recipe;
        recipe.wnef.is_some() && !recipe.minimal && self.wnef <= self.goal
    }

    /// Removes clues until the range is reached or none of `orbits` is left.
    fn mask(&mut self, mut orbits: Vec<usize>, random: &mut Random) {
        random.shuffle(&mut orbits);
        while !self.is_done() && !self.unsure {
            self.is_stopped |= (self.stop)();
            if self.is_stopped {
                break;
            }
            let strategy = self.strategy(random);
            let Some(orbit) = self.propose(strategy, &mut orbits) else {
                break;
            };
            self.take(orbit);
        }
    }

    /// The farther away the range, the stronger the strategies.
    fn strategy(&self, random: &mut Random) -> Strategy {
        let Some((_, high)) = self.maker.recipe.wnef else {
            return Strategy::Random;
        };
        // An easy range is near: no strong strategies.
        let choices = if high >= 0.3 {
            [Strategy::Random, Strategy::Crowded, Strategy::Common]
        } else if self.maker.recipe.minimal || high >= 0.17 {
            [Strategy::Random, Strategy::Common, Strategy::Random]
        } else {
            [Strategy::Lowest, Strategy::Random, Strategy::Lowest]
        };
        choices[random.below(3) as usize]
    }

    /// Removes an orbit from the list: the best of the last few, by the strategy.
    fn propose(&self, strategy: Strategy, orbits: &mut Vec<usize>) -> Option<usize> {
        let start = orbits.len().saturating_sub(PROPOSALS);
        let board = &self.maker.solver.board().geometry;
        let clue = |orbit: usize| self.maker.orbits[orbit][0] as usize;
        let score = |&place: &usize| -> i64 {
            let orbit = orbits[place];
            match strategy {
                Strategy::Random => place as i64,
                Strategy::Crowded => {
                    let peers = board.peers(clue(orbit)).iter();
                    peers
                        .filter(|&&peer| self.puzzle.get(peer as usize).is_some())
                        .count() as i64
                }
                Strategy::Common => {
                    let digit = self.solution.get(clue(orbit));
                    let cells = 0..board.cells();
                    cells.filter(|&cell| self.puzzle.get(cell) == digit).count() as i64
                }
                Strategy::Lowest => {
                    let mut less = self.puzzle.clone();
                    for &cell in &self.maker.orbits[orbit] {
                        less.set(cell as usize, 0);
                    }
                    let wnef = Choices::of(board, &less).wnef(Weight::Exponential);
                    -((wnef * f64::from(1 << 30)) as i64)
                }
            }
        };
        let best = (start..orbits.len()).max_by_key(score)?;
        Some(orbits.remove(best))
    }

    /// Removes the clues of an orbit if the solution stays unique.
    fn take(&mut self, orbit: usize) {
        let minimal = self.maker.recipe.minimal;
        let nodes = if minimal { MINIMAL_NODES } else { TEST_NODES };
        let cells = &self.maker.orbits[orbit];
        let before = self.puzzle.clone();
        for &cell in cells {
            let cell = cell as usize;
            let Some(digit) = self.puzzle.get(cell) else {
                continue;
            };
            self.puzzle.set(cell, 0);
            // So far the solution is unique; another one must differ in this cell.
            let other = self.maker.solver.other(&self.puzzle, cell, digit, nodes);
            if other != Found::None {
                self.unsure |= minimal && other == Found::Unknown;
                self.puzzle = before;
                return;
            }
        }
        self.rate();
    }

    fn rate(&mut self) {
        let board = &self.maker.solver.board().geometry;
        self.wnef = Choices::of(board, &self.puzzle).wnef(Weight::Exponential);
    }

    /// Puts clues back and removes others. A slightly worse state is accepted, with a
    /// tolerance that shrinks; the best state is the result.
    fn anneal(&mut self, random: &mut Random) {
        let mut best = (self.energy(), self.puzzle.clone());
        for round in 0..ROUNDS {
            if self.unsure || self.is_stopped {
                break;
            }
            let before = (self.energy(), self.puzzle.clone());
            let is_blank = |orbit: &usize| {
                let cell = self.maker.orbits[*orbit][0] as usize;
                self.puzzle.get(cell).is_none()
            };
            let (mut blank, filled): (Vec<usize>, Vec<usize>) =
                (0..self.maker.orbits.len()).partition(is_blank);
            random.shuffle(&mut blank);
            let count = 1 + random.below(4) as usize;
            let back = &blank[..count.min(blank.len())];
            for &orbit in back {
                for &cell in &self.maker.orbits[orbit] {
                    let cell = cell as usize;
                    let digit = self.solution.cells()[cell];
                    self.puzzle.set(cell, digit);
                }
            }
            self.rate();
            self.mask(filled, random);
            if self.maker.recipe.minimal {
                self.mask(back.to_vec(), random);
            }
            let energy = self.energy();
            if energy < best.0 {
                best = (energy, self.puzzle.clone());
            }
            if energy == 0.0 {
                break;
            }
            let allowance = 0.01 * f64::from(ROUNDS - round) / f64::from(ROUNDS);
            if energy > before.0 + allowance {
                self.puzzle = before.1;
                self.rate();
            }
        }
        self.puzzle = best.1;
        self.rate();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::Geometry;

    #[test]
    fn orbits_are_those_of_the_symmetry() {
        let orbit = |symmetry: Symmetry, cell| symmetry.orbit(9, cell);
        assert_eq!(orbit(Symmetry::None, 7), [7]);
        assert_eq!(orbit(Symmetry::Rotate180, 0), [0, 80]);
        assert_eq!(orbit(Symmetry::Rotate90, 1), [1, 17, 63, 79]);
        assert_eq!(orbit(Symmetry::Rotate90, 40), [40]);
        assert_eq!(orbit(Symmetry::Horizontal, 0), [0, 8]);
        assert_eq!(orbit(Symmetry::Vertical, 0), [0, 72]);
        assert_eq!(orbit(Symmetry::Diagonal, 1), [1, 9]);
    }

    #[test]
    fn every_recipe_is_met_on_every_board() {
        let nine = || Geometry::of_order(9).unwrap();
        let boards = [
            (Geometry::of_order(4).unwrap(), 20),
            (Geometry::of_order(6).unwrap(), 10),
            (nine(), 10),
            (nine().and_diagonals().unwrap(), 2),
            (nine().and_windows().unwrap(), 2),
        ];
        for (geometry, count) in boards {
            let board = Board::from(geometry);
            let solver = Solver::new(&board);
            for symmetry in [Symmetry::None, Symmetry::Rotate180, Symmetry::Diagonal] {
                for minimal in [false, true] {
                    let recipe = Recipe {
                        wnef: None,
                        symmetry,
                        minimal,
                    };
                    let maker = Maker::new(&board, recipe.clone());
                    for stream in 0..count {
                        let Made { puzzle, solution } = maker.make(5, stream).unwrap();
                        assert!(board.is_solved_by(&solution));
                        assert_eq!(
                            solver.solutions(&puzzle, 2)[..],
                            *std::slice::from_ref(&solution)
                        );
                        if minimal {
                            assert!(solver.is_minimal(&puzzle));
                        }
                        let order = board.geometry.order();
                        for cell in 0..board.geometry.cells() {
                            for mate in symmetry.orbit(order, cell) {
                                let mate = puzzle.get(mate as usize);
                                assert_eq!(mate.is_some(), puzzle.get(cell).is_some());
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn puzzles_lie_in_the_range_asked_for() {
        let board = Board::from(Geometry::of_order(9).unwrap());
        for (low, high, minimal) in [
            (0.5, 0.6, false),
            (0.25, 0.29, false),
            (0.12, 0.14, false),
            (0.13, 0.15, true),
            (0.22, 0.25, true),
        ] {
            let recipe = Recipe {
                wnef: Some((low, high)),
                minimal,
                ..Recipe::default()
            };
            let maker = Maker::new(&board, recipe);
            for stream in 0..5 {
                let Made { puzzle, solution } = maker.make(1, stream).unwrap();
                let wnef = Choices::of(&board.geometry, &puzzle).wnef(Weight::Exponential);
                assert!((low..=high).contains(&wnef), "{wnef} in {low}:{high}");
                assert_eq!(Solver::new(&board).solutions(&puzzle, 2), [solution]);
            }
        }
    }
}

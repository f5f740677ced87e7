//! Puzzles as people wish them: of a rating, that need a technique, with clues in a pattern.
//!
//! A wish is met by trial. Candidates with one solution come from a [`Maker`], from puzzles near
//! the best one so far (some clues put back, and all needless ones taken away again), or from a
//! walk through the puzzles of a pattern. Each is rated only as far as the wish allows: harder
//! steps are not searched for.
//!
//! ```text
//! best = nothing
//! for each trial:
//!     candidate = fresh, or changed from best if that is not too hard
//!     if it is too hard, on boards with diagonals or windows: put clues back until it is not
//!     if it fits: done
//!     if it is no farther from the wish than best: best = candidate
//! ```
//!
//! On boards with diagonals or windows each clue tells more, so puzzles without needless clues are
//! hard there.
//!
//! The result depends only on the seed and the number of the puzzle.

use super::make::{Made, MakeFault, Maker, Recipe, Symmetry};
use crate::Stop;
use crate::boards::{Board, Grid};
use crate::difficulty::choices::{Choices, Weight};
use crate::logic::{Ladder, Marks, Ratings, Reach, Regions, Technique};
use crate::random::Random;
use crate::solve::nine::Nine;
use crate::solve::{Found, Solver};

/// The properties that a puzzle must have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The least and greatest rating of its most difficult step (ER), in tenths. This and
    /// `technique` need a board that techniques know ([`Board::regions`]).
    pub rating: Option<(u32, u32)>,
    /// A technique that it needs. It needs none that the ladder tries later.
    pub technique: Option<Technique>,
    /// The cells that have clues, and no others.
    pub pattern: Option<Vec<bool>>,
}

impl Wish {
    /// Refuses wishes that no puzzle of a board fulfills.
    ///
    /// # Errors
    /// With the reason: techniques do not know the board, or another technique stands for this one
    /// there.
    pub fn fits(&self, board: &Board) -> Result<(), String> {
        if self.rating.is_none() && self.technique.is_none() {
            return Ok(());
        }
        let reason = match (board.regions(), self.technique) {
            (None, _) => {
                "only 9x9 puzzles with square boxes, alone or with diagonals or windows, are made by \
                 ratings"
            }
            (Some(Regions::None), Some(Technique::Intersection)) => {
                "pointing and claiming stand for generalized-intersection on this board"
            }
            (Some(Regions::None), _) => return Ok(()),
            (_, Some(Technique::Pointing | Technique::Claiming)) => {
                "generalized-intersection stands for pointing and claiming on this board"
            }
            _ => return Ok(()),
        };
        Err(reason.to_owned())
    }
}

/// Only puzzles of order 9 are changed.
const CELLS: usize = 81;
/// How many candidates are tried for a puzzle.
const TRIALS: u32 = 200_000;
/// How many puzzles of a pattern are tried, most of which have several solutions.
const PATTERN_TRIALS: u32 = 100_000;
/// Most solutions of a puzzle in a pattern that are counted.
const MOST_SOLUTIONS: usize = 200;
/// After this many puzzles of a pattern without progress, the walk begins again.
const PATIENCE: u32 = 500;
/// One candidate in four is fresh, even if there is one that is near.
const FRESH: u32 = 4;
/// Most clues that a change puts back (in a pattern: gives up).
const CHANGES: u32 = 4;
/// The distance of a puzzle that is too hard: it tells nothing.
const TOO_HARD: u32 = 1000;
/// The limits for filling a grid around clues that stay.
const FILL_TRIES: u32 = 20;
const FILL_NODES: u64 = 20_000;

/// Makes puzzles that a wish describes.
pub struct WishMaker<'b> {
    solver: Solver<'b>,
    maker: Maker<'b>,
    recipe: Recipe,
    wish: Wish,
}

/// A puzzle in a pattern while it has several solutions.
struct InPattern {
    solution: Grid,
    solutions: usize,
    /// Trials since the last progress.
    waited: u32,
}

impl<'b> WishMaker<'b> {
    /// A maker for this board. A pattern overrides the recipe's symmetry.
    pub fn new(board: &'b Board, recipe: Recipe, wish: Wish) -> Self {
        WishMaker {
            solver: Solver::new(board),
            maker: Maker::new(board, recipe.clone()),
            recipe,
            wish,
        }
    }

    /// Makes the puzzle of that number for that seed.
    ///
    /// # Errors
    /// If none is found in reasonable time, or if it was stopped.
    pub fn make_until(
        &self,
        ladder: &mut Ladder,
        (seed, stream): (u64, u64),
        stop: &Stop<'_>,
    ) -> Result<Made, MakeFault> {
        let wish = &self.wish;
        if wish.pattern.is_none() && wish.rating.is_none() && wish.technique.is_none() {
            return self.maker.make_until(seed, stream, stop);
        }
        let mut random = Random::new(seed, stream);
        let mut best: Option<(u32, Made)> = None;
        let mut walk = None;
        let inner = u64::from(random.below(u32::MAX)) << 32 | u64::from(random.below(u32::MAX));
        for trial in 0..TRIALS {
            let near = best.as_ref().filter(|(distance, _)| *distance < TOO_HARD);
            let made = match (&wish.pattern, near) {
                (Some(pattern), _) => {
                    self.next_in_pattern(pattern, &mut walk, &mut random, stop)?
                }
                (None, Some((_, made))) if self.can_change() && random.below(FRESH) > 0 => {
                    self.changed(made, &mut random)
                }
                _ => self.maker.make_until(inner, trial.into(), stop)?,
            };
            let distance = self.distance(ladder, &made, stop)?;
            let (distance, made) = match distance >= TOO_HARD && self.can_ease() {
                true => self.eased(ladder, &made, &mut random, stop)?,
                false => (distance, made),
            };
            if distance == 0 {
                return Ok(made);
            }
            if best.as_ref().is_none_or(|(least, _)| distance <= *least) {
                best = Some((distance, made));
            }
        }
        Err(MakeFault::NoSuchPuzzle(TRIALS))
    }

    /// Whether candidates may be changed clue by clue: the recipe asks neither for symmetry nor for
    /// a WNEF, and techniques know the board.
    fn can_change(&self) -> bool {
        self.recipe.symmetry == Symmetry::None
            && self.recipe.wnef.is_none()
            && self.solver.board().regions().is_some()
    }

    /// Whether candidates may have needless clues.
    fn can_ease(&self) -> bool {
        let regions = self.solver.board().regions();
        regions.is_some_and(|regions| regions != Regions::None)
            && self.wish.pattern.is_none()
            && !self.recipe.minimal
            && self.recipe.wnef.is_none()
    }

    /// Adds clues in random order to a puzzle that is too hard, as few as bisection finds. Returns
    /// the puzzle and its distance from the wish.
    fn eased(
        &self,
        ladder: &mut Ladder,
        made: &Made,
        random: &mut Random,
        stop: &Stop<'_>,
    ) -> Result<(u32, Made), MakeFault> {
        let is_blank = |&cell: &u16| made.puzzle.get(cell.into()).is_none();
        let mut blank: Vec<&Vec<u16>> = self.maker.orbits().iter().collect();
        blank.retain(|orbit| orbit.iter().any(is_blank));
        random.shuffle(&mut blank);
        let mut best = (TOO_HARD, made.clone());
        let (mut too_few, mut enough) = (0, blank.len());
        while too_few + 1 < enough {
            let count = usize::midpoint(too_few, enough);
            let mut more = made.clone();
            for &cell in blank[..count].iter().copied().flatten() {
                let cell = usize::from(cell);
                more.puzzle.set(cell, made.solution.cells()[cell]);
            }
            let distance = self.distance(ladder, &more, stop)?;
            match distance {
                TOO_HARD.. => too_few = count,
                _ => enough = count,
            }
            if distance <= best.0 {
                best = (distance, more);
            }
        }
        Ok(best)
    }

    /// How far a puzzle is from the wish: 0 if it fits.
    fn distance(
        &self,
        ladder: &mut Ladder,
        made: &Made,
        stop: &Stop<'_>,
    ) -> Result<u32, MakeFault> {
        if self.wish.pattern.is_some() {
            let minimal = self.recipe.minimal;
            let is_stopped = |_| MakeFault::Stopped;
            if minimal && !(self.solver.is_minimal_until(&made.puzzle, stop)).map_err(is_stopped)? {
                return Ok(TOO_HARD);
            }
            if let Some((low, high)) = self.recipe.wnef {
                let geometry = &self.solver.board().geometry;
                let wnef = Choices::of(geometry, &made.puzzle).wnef(Weight::Exponential);
                if !(low..=high).contains(&wnef) {
                    return Ok(TOO_HARD);
                }
            }
        }
        let (low, high) = self.wish.rating.unwrap_or((0, u32::MAX));
        if self.wish.rating.is_none() && self.wish.technique.is_none() {
            return Ok(0);
        }
        let board = self.solver.board();
        let (Ok(clues), Some(regions)) = (made.puzzle.cells().try_into(), board.regions()) else {
            return Ok(TOO_HARD);
        };
        let reach = Reach {
            tenths: high,
            technique: self.wish.technique.unwrap_or(Technique::NestedChains),
        };
        let (mut marks, mut ratings) = (Marks::on(regions, clues), Ratings::default());
        let mut is_used = self.wish.technique.is_none();
        while !marks.is_full() {
            let Some(step) = ladder.next_within(&marks, reach, stop) else {
                return match stop() {
                    true => Err(MakeFault::Stopped),
                    false => Ok(TOO_HARD),
                };
            };
            is_used |= self.wish.technique == Some(step.technique);
            ratings.add(&step);
            step.apply(&mut marks);
        }
        let [er, ..] = ratings.tenths();
        let missing = match is_used {
            true => 0,
            false => 1,
        };
        Ok(low.saturating_sub(er) + missing)
    }

    /// The next puzzle with one solution on a walk through the puzzles of a pattern.
    fn next_in_pattern(
        &self,
        pattern: &[bool],
        walk: &mut Option<InPattern>,
        random: &mut Random,
        stop: &Stop<'_>,
    ) -> Result<Made, MakeFault> {
        let order = self.solver.board().geometry.order();
        let cells: Vec<usize> = (0..pattern.len()).filter(|&cell| pattern[cell]).collect();
        let restricted = |solution: &Grid, left_out: &[usize]| {
            let mut puzzle = Grid::empty(order);
            for &cell in cells.iter().filter(|cell| !left_out.contains(cell)) {
                puzzle.set(cell, solution.cells()[cell]);
            }
            puzzle
        };
        for _ in 0..PATTERN_TRIALS {
            if stop() {
                return Err(MakeFault::Stopped);
            }
            let kept = match walk.as_ref().filter(|walk| walk.waited < PATIENCE) {
                Some(known) if !cells.is_empty() => {
                    let count = 1 + random.below(CHANGES);
                    let mut pick = || cells[random.below(cells.len() as u32) as usize];
                    let left_out: Vec<usize> = (0..count).map(|_| pick()).collect();
                    restricted(&known.solution, &left_out)
                }
                _ => {
                    *walk = None;
                    Grid::empty(order)
                }
            };
            let filled = self
                .solver
                .fill_until(&kept, random, FILL_TRIES, FILL_NODES, stop)
                .map_err(|_| MakeFault::Stopped)?;
            let Some(solution) = filled else {
                match walk {
                    Some(known) => known.waited += 1,
                    None => return Err(MakeFault::NoGrid),
                }
                continue;
            };
            let puzzle = restricted(&solution, &[]);
            let most = walk
                .as_ref()
                .map_or(MOST_SOLUTIONS, |known| known.solutions);
            let solutions = self
                .solver
                .solutions_until(&puzzle, most + 1, stop)
                .map_err(|_| MakeFault::Stopped)?
                .len();
            let before = walk.as_ref().map_or(usize::MAX, |known| known.solutions);
            let waited = walk.as_ref().map_or(0, |known| known.waited + 1);
            match solutions {
                1 => {
                    *walk = Some(InPattern {
                        solution: solution.clone(),
                        // From here, the walk may lead on through puzzles with a few solutions.
                        solutions: 4,
                        waited: 0,
                    });
                    return Ok(Made::new(puzzle, solution));
                }
                count if count <= before => {
                    *walk = Some(InPattern {
                        solution,
                        solutions: count,
                        waited: if count < before { 0 } else { waited },
                    });
                }
                _ => {
                    if let Some(known) = walk {
                        known.waited = waited;
                    }
                }
            }
        }
        Err(MakeFault::NoSuchPuzzle(PATTERN_TRIALS))
    }

    /// A puzzle near another one: some clues put back, then all needless ones taken away.
    fn changed(&self, made: &Made, random: &mut Random) -> Made {
        let mut puzzle = made.puzzle.clone();
        let mut order: Vec<usize> = (0..CELLS).filter(|&at| puzzle.get(at).is_some()).collect();
        let blank: Vec<usize> = (0..CELLS).filter(|&at| puzzle.get(at).is_none()).collect();
        random.shuffle(&mut order);
        let back = 1 + random.below(CHANGES);
        for _ in 0..back {
            let cell = blank[random.below(blank.len() as u32) as usize];
            if puzzle.get(cell).is_none() {
                puzzle.set(cell, made.solution.cells()[cell]);
                order.push(cell);
            }
        }
        Made::new(self.reduced(puzzle, &order), made.solution.clone())
    }

    /// Removes the needless clues of a puzzle with one solution, trying clues in this order.
    fn reduced(&self, mut puzzle: Grid, order: &[usize]) -> Grid {
        if self.solver.board().is_plain_nine() {
            let mut cells = [0; CELLS];
            cells.copy_from_slice(puzzle.cells());
            Nine::reduce(&mut cells, order);
            return Grid::from_cells(9, &cells);
        }
        for &cell in order {
            let Some(digit) = puzzle.get(cell) else {
                continue;
            };
            puzzle.set(cell, 0);
            // On a board of order 9, all searches end soon.
            if self.solver.other(&puzzle, cell, digit, u64::MAX) != Found::None {
                puzzle.set(cell, digit);
            }
        }
        puzzle
    }
}

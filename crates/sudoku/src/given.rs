//! Answers about a puzzle as it was read: its digits, solutions and ratings, within its candidates
//! if it has any.

use crate::Stop;
use crate::boards::{Alphabet, Board, Grid};
use crate::logic::{Candidate, Ladder, Marks, Position, Rated, Regions, Step};
use crate::solve::{Several, Solver};
use crate::text::Given;
use crate::text::forms::Played;
use dlx3_answers::Stopped;
use std::borrow::Cow;

/// Why candidates are refused on boards with cages.
const CAGES: &str = "candidates are not known together with cages";

/// The digits of a 9x9 grid.
///
/// # Errors
/// If the digits have other names than those in the sentences.
pub fn digits_of(grid: &Grid) -> Result<[u8; 81], String> {
    if !grid.alphabet().is_usual() {
        return Err(format!(
            "steps are told with the digits 1 to 9, and these are {}",
            grid.alphabet()
        ));
    }
    let cells = grid.cells().try_into();
    cells.map_err(|_| "steps are told of 9x9 grids only".to_owned())
}

/// A puzzle of the 9x9 board with what was done in it.
///
/// # Errors
/// If the digits have other names than those in the sentences.
pub fn played_of(given: Given) -> Result<Played, String> {
    match given {
        Given::Plain(grid) => digits_of(&grid).map(Played::new),
        Given::Played(played) => Ok(*played),
    }
}

/// A puzzle as techniques see it.
pub fn position(regions: Regions, played: &Played) -> Position<'_> {
    Position {
        regions,
        clues: &played.clues,
        digits: &played.digits,
        marks: Some(&played.marks),
    }
}

/// Up to two solutions of a puzzle: of its clues, or within its candidates, if they are part of it.
/// On boards with diagonals or windows, candidates are never part of a puzzle.
pub fn solutions_of(regions: Regions, played: &Played) -> Vec<[u8; 81]> {
    match regions {
        Regions::None if played.is_of_candidates() => played.solutions(2),
        regions => regions.solutions(&played.clues),
    }
}

/// The names of cells that were filled wrongly, or whose candidates lack the digit of the solution.
pub fn mistakes(digits: &[u8], marks: &[Candidate]) -> String {
    let cells = digits
        .iter()
        .copied()
        .chain(marks.iter().map(|mark| mark.cell));
    let names: Vec<String> = cells
        .map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1))
        .collect();
    names.join(" ")
}

impl Given {
    /// All digits that the puzzle has.
    pub fn digits(&self) -> Cow<'_, Grid> {
        match self {
            Given::Plain(grid) => Cow::Borrowed(grid),
            Given::Played(played) => Cow::Owned(Grid::from_cells(9, &played.digits)),
        }
    }

    /// How its digits are written.
    pub fn alphabet(&self) -> Alphabet {
        match self {
            Given::Plain(grid) => *grid.alphabet(),
            Given::Played(_) => Alphabet::usual(9),
        }
    }

    /// Refuses puzzles that do not fit a board: candidates together with cages, and digits whose
    /// sums could be misread.
    ///
    /// # Errors
    /// With the reason.
    pub fn fits(&self, board: &Board) -> Result<(), String> {
        board.fits(&self.alphabet())?;
        match self {
            Given::Played(played) if !board.cages.is_empty() && played.excludes() => {
                Err(CAGES.to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Up to `limit` solutions that have all digits, and only candidates.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    pub fn solutions_until(
        &self,
        solver: &Solver<'_>,
        limit: usize,
        stop: &Stop<'_>,
    ) -> Result<Vec<Grid>, Stopped> {
        match self {
            Given::Played(played) if played.excludes() => {
                let solved = played.solutions_until(limit, stop)?.into_iter();
                Ok(solved.map(|cells| Grid::from_cells(9, &cells)).collect())
            }
            given => solver.solutions_until(&given.digits(), limit, stop),
        }
    }

    /// Counts the solutions of a puzzle up to `limit`, where `two` of them are known.
    pub fn several(
        &self,
        solver: &Solver<'_>,
        two: [Grid; 2],
        limit: u64,
        stop: &Stop<'_>,
    ) -> Several {
        let Given::Played(played) = self else {
            return solver.several(&self.digits(), two, limit, stop);
        };
        if !played.excludes() {
            return solver.several(&self.digits(), two, limit, stop);
        }
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let (count, is_all) = match played.solutions_until(most, stop) {
            Ok(found) => (found.len() as u64, found.len() < most),
            Err(_) => (2, false),
        };
        Several { count, is_all, two }
    }

    /// Why a puzzle without solutions has none, if that can be told: two of its digits clash, or
    /// something was done that is wrong.
    pub fn why_unsolved(&self, board: &Board) -> Option<String> {
        match self {
            Given::Plain(grid) => {
                let clash = grid.clash(&board.geometry);
                clash.map(|clash| clash.to_string())
            }
            // Perhaps the clues have a solution, and the player made a mistake.
            Given::Played(played) => match &solutions_of(Regions::None, played)[..] {
                [solution] => {
                    let (digits, marks) = position(Regions::None, played).mistakes(solution);
                    Some(format!("wrong: {}", mistakes(&digits, &marks)))
                }
                _ => None,
            },
        }
    }

    /// ER, EP and ED of what is left to do, on a board that techniques know, and the most difficult
    /// step with the marks before it. The number of solutions of its digits (2 for more) may be known
    /// already.
    pub fn ratings_until(
        &self,
        ladder: &mut Ladder,
        solver: &Solver<'_>,
        known: Option<u64>,
        stop: &Stop<'_>,
    ) -> (Rated, Option<(Step, Marks)>) {
        let Some(regions) = solver.board().regions() else {
            return (Rated::NotOne, None);
        };
        let solutions = match (known, self) {
            // Its candidates may exclude solutions.
            (_, Given::Played(played)) if played.excludes() => {
                let solutions = played.solutions_until(2, stop);
                solutions.map(|solutions| solutions.len() as u64)
            }
            (Some(known), _) => Ok(known),
            (None, given) => solver.count_until(&given.digits(), 2, stop),
        };
        let marks = match (solutions, self) {
            (Ok(1), Given::Plain(grid)) => match grid.cells().try_into() {
                Ok(clues) => Marks::on(regions, clues),
                Err(_) => return (Rated::NotOne, None),
            },
            (Ok(1), Given::Played(played)) => {
                Marks::with_sets_on(regions, &played.digits, &played.marks)
            }
            (Ok(_), _) => return (Rated::NotOne, None),
            (Err(_), _) => return (Rated::Stopped, None),
        };
        ladder.rate_with_hardest_until(marks, stop)
    }
}
